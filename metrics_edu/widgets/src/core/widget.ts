/* One widget on the page: its view, its words, and the actions that it sends to Python. */
import type { Action, View } from "./contract";
import { keepEqual } from "./keep-equal";
import type { Model } from "./model";
import type { Paint } from "./view-root";
import { type Translate, translator } from "./words";

/** Every widget loads its own copy of this module, so a counter would start again in each. */
const newId = (): string => `me-${Math.random().toString(36).slice(2, 10)}`;

export class Widget<OwnView extends View> {
  readonly t: Translate;
  readonly uid = newId();
  /** The kernel does not know the widget any more: it was restarted. */
  isLost = false;
  #text: string | undefined;
  #parsed: OwnView | undefined;

  constructor(
    readonly model: Model,
    readonly paint: Paint,
  ) {
    this.t = translator(model);
  }

  /** The view travels as text and is parsed once; what did not change is the same object. */
  get view(): OwnView {
    const text = this.model.get("view");
    if (text !== this.#text || this.#parsed === undefined) {
      this.#text = text;
      this.#parsed = keepEqual(this.#parsed, JSON.parse(text) as OwnView);
      this.isLost = false;
    }
    return this.#parsed;
  }

  /** The refusal of the last action, or that no action arrives. */
  get notice(): string {
    if (this.isLost) return this.t("lost");
    return "notice" in this.view ? this.view.notice : "";
  }

  readonly send = (action: Action, buffers?: ReadonlyArray<ArrayBuffer>): void => {
    try {
      this.model.send(action, undefined, buffers);
    } catch {
      this.isLost = true;
      this.paint();
    }
  };
}
