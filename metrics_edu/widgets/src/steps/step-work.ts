/* The definition, the parts of the working line by line, and the working as far as it has got. Each
   keeps the room of all its steps, so that nothing below it moves. */
import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { StepFrame, StepperView } from "../core/contract";
import { pythonHtml } from "../core/directives";

export class StepWork {
  readonly #box = createRef<HTMLElement>();
  readonly #last: StepFrame | undefined;

  constructor(private readonly view: StepperView) {
    this.#last = view.frames.at(-1);
  }

  /** On a phone the end of the working keeps the room, not each line. */
  template(frame: StepFrame): TemplateResult {
    const end = this.#last ? this.#work(this.#last, true) : "";
    return html`<div class="me-stack me-right"><div ${ref(this.#box)}
      >${this.#work(frame, false)}</div
      ><div class="me-unseen" aria-hidden="true">${end}</div></div>`;
  }

  #work(frame: StepFrame, isUnseen: boolean): TemplateResult {
    const { definition, lines, frames } = this.view;
    const later = [frames[0]?.working ?? "", this.#last?.working ?? ""];
    const parts = lines.map((_, k) => this.#line(frame, k, isUnseen));
    return html`<div class="me-definition" ?hidden=${!definition} ${pythonHtml(definition)}></div
      ><div class="me-step-lines">${parts}</div
      ><div class="me-work">${stack(frame.working, later, isUnseen)}</div>`;
  }

  #line(frame: StepFrame, k: number, isUnseen: boolean): TemplateResult {
    const [open = "", done = ""] = this.view.lines[k] ?? [];
    const asides = this.view.frames.filter(({ lines, aside }) => lines === k && aside);
    const later = [open, done, ...asides.map(({ aside }) => aside)];
    const doing = k === frame.lines ? frame.line || frame.aside : "";
    const isLit = doing || (frame.new && k === frame.lines - 1);
    const now = k < frame.lines ? done : doing || open;
    return html`<div ?data-lit=${isLit}>${stack(now, later, isUnseen)}</div>`;
  }

  /** In a lecture each sign is below the one above it. */
  painted(): void {
    const box = this.#box.value;
    if (!box) return;
    const names = [...box.querySelectorAll<HTMLElement>(".me-whole > :first-child > *")];
    const widest = Math.max(0, ...names.map(({ offsetWidth }) => offsetWidth));
    box.style.setProperty("--me-side", `${widest}px`);
  }
}

/** What is shown now, and unseen behind it what is shown later. */
function stack(now: string, later: ReadonlyArray<string>, isUnseen: boolean): TemplateResult {
  const behind = later.map(
    (source) =>
      html`<div class="me-unseen" aria-hidden="true"
        ${pythonHtml(source, { isUnseen: true })}></div>`,
  );
  return html`<div class="me-stack"><div ${pythonHtml(now, { isUnseen })}></div>${behind}</div>`;
}
