/* The buttons of a card. Some are dim for their first seconds, while a double click may go on. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Button } from "../core/contract";
import { rich } from "../core/text";

export interface ButtonsOwner {
  press(name: string): void;
  paint(): void;
  /** No button does anything now: other lists are on their way. */
  isBlocked(): boolean;
}

export class Buttons {
  #views: ReadonlyArray<Button> = [];
  /** The buttons that are dim for a moment. */
  readonly #pausing = new Set<string>();

  constructor(private readonly owner: ButtonsOwner) {}

  /** After a new view: a button that is new, or has changed, may pause. */
  follow(views: ReadonlyArray<Button>): void {
    for (const view of views) {
      const before = this.find(view.do);
      if (view.pause && JSON.stringify(before) !== JSON.stringify(view)) this.#pause(view);
    }
    this.#views = views;
  }

  #pause({ do: name, pause = 0 }: Button): void {
    this.#pausing.add(name);
    setTimeout(() => {
      this.#pausing.delete(name);
      this.owner.paint();
    }, 1000 * pause);
  }

  find(name: string): Button | undefined {
    return this.#views.find((view) => view.do === name);
  }

  isDim({ do: name, dim }: Button): boolean {
    return Boolean(dim) || this.#pausing.has(name) || this.owner.isBlocked();
  }

  /** The buttons; once all is right, `isDone`, the main one is the one that leads on. */
  template(isDone = false): TemplateResult {
    const one = (view: Button) => this.#one(view, isDone);
    return html`<div class="me-acts">${repeat(this.#views, (view) => view.do, one)}</div>`;
  }

  #one(view: Button, isDone: boolean): TemplateResult {
    const isMain = !view.dim && (isDone ? view.next : view.main);
    return html`<button type="button" class="me-btn" ?data-lead=${view.suggested}
      ?data-end=${view.next} ?data-main=${isMain}
      aria-disabled=${this.isDim(view) ? "true" : nothing}
      @click=${() => this.owner.press(view.do)}><span>${rich(view.label)}</span></button>`;
  }

  get main(): string | undefined {
    return this.#views.find(({ main }) => main)?.do;
  }
}
