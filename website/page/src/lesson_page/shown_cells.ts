/* What the cells of a lesson show: texts, HTML and widgets. */
import { byId } from "../front_page/elements";
import type { Host, HostModel } from "../front_page/host";
import type { Output } from "../python/worker_messages";
import { lesson } from "./lesson_data";
import widgets from "./widgets.js";

interface Mounted {
  readonly model: HostModel;
  readonly remove: () => void;
}

/** Returns the element of a cell. */
export const cellOf = (id: string): HTMLElement => byId(`cell-${id}`);

export class ShownCells {
  readonly #host: Host;
  readonly #mounted = new Map<string, Mounted>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Shows the outputs of a cell in the place of those before. A widget that is shown already stays
      as it is, with typed text. */
  show(cell: string, outputs: readonly Output[]): void {
    const failed = outputs.find((output) => "error" in output);
    if (failed && !isEdited(cell)) {
      this.#addError(cell, failed);
      return;
    }
    const [first] = outputs;
    const model = first && "widget" in first ? this.#host.find(first.widget) : undefined;
    const before = this.#mounted.get(cell);
    if (model && model === before?.model) return;
    before?.remove();
    this.#mounted.delete(cell);
    const shown = cellOf(cell).querySelector(".shown");
    shown?.replaceChildren(...outputs.map(elementOf));
    if (model) this.#mount(cell, model);
  }

  /** Shows why a cell of the lesson failed, below what the build has shown: the page's Python may
      lack a package that the lesson needs. */
  #addError(cell: string, failed: Output): void {
    const [shown] = cellOf(cell).querySelectorAll(".shown");
    for (const before of shown?.querySelectorAll(":scope > .error") ?? []) before.remove();
    shown?.append(elementOf(failed));
  }

  #mount(cell: string, model: HostModel): void {
    const el = cellOf(cell).querySelector<HTMLElement>("[data-widget]");
    if (!el) return;
    if (model.css) adoptStyle(model.css);
    this.#mounted.set(cell, { model, remove: widgets.render({ model, el }) });
  }
}

const isEdited = (cell: string): boolean =>
  lesson.cells.some(({ id, edited }) => id === cell && edited);

/** Returns the element of an output; that of a widget is empty. */
function elementOf(output: Output): HTMLElement {
  if ("text" in output) return textElement("text", output.text);
  if ("error" in output) return textElement("error", output.error);
  const element = document.createElement("div");
  if ("widget" in output) element.dataset.widget = output.widget;
  else Object.assign(element, { className: "document", innerHTML: output.html });
  applyStyles(element);
  return element;
}

function textElement(className: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement("pre"), { className, textContent });
}

/** Applies the styles that Python has written: the policy of the page forbids the attribute. A text
    wraps on the page, whatever its style. */
export function applyStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-style]:not(pre)")) {
    element.style.cssText = element.dataset.style ?? "";
  }
}

const adopted = new Set<string>();

/** Adopts the style sheet of a widget that has another one than the page. */
function adoptStyle(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const style = new CSSStyleSheet();
  style.replaceSync(css);
  document.adoptedStyleSheets.push(style);
}
