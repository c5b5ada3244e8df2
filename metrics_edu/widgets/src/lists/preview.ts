/* What an edit would change, while a row is dragged: Python's answer covers the traits, and
   nothing is done. One request is on its way at a time; then the newest place is asked for. */
import type { Preview as Ask, Traits } from "../core/contract";
import type { Model } from "../core/model";

type Edit = Ask["edit"];

/** Milliseconds after which an answer does not come: Python was ended. */
const PATIENCE = 1000;

/** The field of a view that names the edit before, in its JSON. */
const LAST_EDIT = /"last_edit":"(?:[^"\\]|\\.)*"/;

export class Preview {
  /** The model of the widget, whose traits are those after the edit. */
  readonly model: Model;
  #shown: Partial<Traits> = {};
  #wanted: Edit | undefined;
  #asked: Edit | undefined;
  /** The time of the last request: no other view of the widget has the same. */
  #turn = 0;

  constructor(
    private readonly real: Model,
    private readonly send: (action: Ask) => void,
  ) {
    this.model = {
      get: (name) => this.#shown[name] ?? real.get(name),
      set: (name, value) => real.set(name, value),
      save_changes: () => real.save_changes(),
      send: (...message) => real.send(...message),
      on: (event, listener) => real.on(event, listener),
      off: (event, listener) => real.off(event, listener),
      widget_manager: real.widget_manager,
    };
  }

  /** Shows what an edit would change as soon as Python answers; without one, all as it is. */
  readonly show = (edit?: Edit): void => {
    this.#wanted = edit;
    if (!edit) this.#shown = {};
    else if (!this.#asked || Date.now() - this.#turn > PATIENCE) this.#ask(edit);
  };

  #ask(edit: Edit): void {
    this.#asked = edit;
    this.#turn = Math.max(this.#turn + 1, Date.now());
    this.send({ do: "preview", edit, turn: this.#turn });
  }

  get isShown(): boolean {
    return this.#shown.view !== undefined;
  }

  /** Takes Python's answer, before the screen is painted. */
  take({ turn, traits }: Traits["preview"]): void {
    if (turn !== this.#turn || !this.#asked) return;
    const isNewest = this.#asked === this.#wanted;
    this.#asked = undefined;
    if (isNewest) this.#shown = { ...traits, ...(traits.view && this.#keepLine(traits.view)) };
    else if (this.#wanted) this.#ask(this.#wanted);
  }

  /** A line of another length would move the list under the pointer. */
  #keepLine(view: string): Pick<Traits, "view"> {
    const [line = ""] = LAST_EDIT.exec(this.real.get("view")) ?? [];
    return { view: view.replace(LAST_EDIT, () => line) };
  }

  end(): void {
    this.#wanted = undefined;
    this.#asked = undefined;
    this.#shown = {};
  }
}
