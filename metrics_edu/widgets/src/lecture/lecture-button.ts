/* The button that opens a widget over the window, as a lecture of one slide: what is edited
   stays. */
import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import type { Translate } from "../core/words";
import { Stage } from "./stage";

export class LectureButton {
  #stage: Stage | undefined;
  #isEnded = false;
  readonly #node = createRef<HTMLElement>();

  constructor(
    private readonly t: Translate,
    /** The element that the widget returns to. */
    private readonly home: HTMLElement,
    private readonly shown: () => Shown,
  ) {}

  template(): TemplateResult {
    const name = html`<span>${rich(this.t("lecture"))}</span>`;
    return html`<button type="button" class="me-btn me-present" @click=${this.#open}
      ${ref(this.#node)}><span class="me-ic" aria-hidden="true">▣</span>${name}</button>`;
  }

  readonly #open = (): void => {
    const { t, home } = this;
    const open = async (slot: HTMLElement) => {
      const shown = this.shown();
      slot.append(shown.root);
      return { shown, close: () => this.#isEnded || home.append(shown.root) };
    };
    const slides = [{ title: "", open }];
    this.#stage = new Stage({ t, host: home, slides, closed: () => this.#node.value?.focus() });
  };

  /** The widget's cell was run again, which also ends the lecture. */
  end(): void {
    this.#isEnded = true;
    this.#stage?.close();
  }
}
