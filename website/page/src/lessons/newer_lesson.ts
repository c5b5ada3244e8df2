/* The notice that the site has another version of a lesson. A lesson that a reader has saved stays
   as it is. */
import type { Context, JupyterLab, Widget } from "./jupyterlab";
import { WORDS } from "./lesson_notices";
import { LITE } from "./lite";
import { encodePath, freeName, isNotebook, languageOf, splitPath } from "./paths";

/** A lesson, and the name that the reader's copy of it would get. */
interface Copy {
  readonly path: string;
  readonly name: string;
}

const TAKE_NEW = "metrics_edu:take-new";

/** Compares each lesson that is opened with the site's version. */
export class NewerLessons {
  readonly #app: JupyterLab;
  readonly #compared = new WeakSet<Context>();

  constructor(app: JupyterLab) {
    this.#app = app;
  }

  follow(): void {
    const { commands, shell } = this.#app;
    commands.addCommand(TAKE_NEW, { execute: (copy: Copy) => this.#takeNew(copy) });
    shell.currentChanged.connect((_shell, { newValue }) => this.#compare(newValue));
    this.#compare(shell.currentWidget);
  }

  /** Shows the notice, if the lesson of a widget has a newer version. */
  async #compare(widget: Widget | null): Promise<void> {
    const context = widget?.context;
    if (!context || !isNotebook(context.path) || this.#compared.has(context)) return;
    this.#compared.add(context);
    // Without a connection there is no notice.
    const notice = await this.#noticeOf(context).catch(() => undefined);
    if (notice) this.#app.commands.execute("apputils:notify", notice);
  }

  /** Returns the notice of a newer version; undefined if there is none. */
  async #noticeOf(context: Context): Promise<object | undefined> {
    await context.ready;
    const { path, model } = context;
    const version = await this.#siteVersion(path);
    if (!version || model.getMetadata?.("lesson") === version) return undefined;
    const { newer, take, copy } = WORDS[languageOf(path)];
    const name = await this.#nameOfCopy(path, copy);
    const action = {
      label: take,
      commandId: TAKE_NEW,
      args: { path, name },
      displayType: "accent",
    };
    return {
      message: newer.replace("{name}", () => name),
      type: "info",
      options: { autoClose: false, actions: [action] },
    };
  }

  /** Returns the site's version of a lesson; undefined for the reader's own file, and without a
      connection. */
  async #siteVersion(path: string): Promise<unknown> {
    try {
      const response = await fetch(new URL(`files/${encodePath(path)}`, LITE));
      if (!response.ok) return undefined;
      const notebook = await response.json();
      return notebook.metadata?.lesson;
    } catch {
      return undefined;
    }
  }

  async #nameOfCopy(path: string, copy: string): Promise<string> {
    const { folder, lesson } = splitPath(path);
    const { contents } = this.#app.serviceManager;
    const { content } = await contents.get(folder.slice(0, -1), { content: true });
    return freeName(lesson, copy, new Set(content.map(({ name }) => name)));
  }

  /** Renames the reader's copy, which keeps its Python, and opens the site's version under the
      name of the lesson. */
  async #takeNew({ path, name }: Copy): Promise<void> {
    const { commands, serviceManager, shell } = this.#app;
    const widget = [...shell.widgets("main")].find(({ context }) => context?.path === path);
    if (widget?.context) {
      await widget.context.save();
      await widget.context.rename(name);
    } else {
      // Its tab was closed since the notice.
      await serviceManager.contents.rename(path, splitPath(path).folder + name);
    }
    await commands.execute("docmanager:open", { path });
  }
}
