/* Stepper: a derivation as frames, which Python has sent all at once. It needs no kernel to
   step. */
import { html, type TemplateResult } from "lit-html";
import type { StepFrame, StepperView } from "../core/contract";
import { hasModifier } from "../core/keys";
import type { RenderProps } from "../core/model";
import { button } from "../core/parts";
import type { LectureSteps, Shown } from "../core/shown";
import { rich } from "../core/text";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { LectureButton } from "../lecture/lecture-button";
import { StepTable } from "./step-table";
import { StepWork } from "./step-work";

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  n: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  p: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const SCROLLING_KEY = /^(Arrow(Up|Down)|Page|Home|End| )/;

class StepperScreen implements Screen {
  readonly page: ViewRoot = new ViewRoot(this, "me-stepper");
  readonly #widget: Widget<StepperView>;
  readonly #frames: ReadonlyArray<StepFrame>;
  readonly #table: StepTable;
  readonly #work: StepWork;
  readonly #lectureButton: LectureButton;
  readonly #watcher: ResizeObserver;
  readonly #endFollowing: () => void;
  readonly shown: Shown;
  readonly #lectureSteps: LectureSteps;

  constructor({ model, el }: RenderProps) {
    const { page } = this;
    const widget = new Widget<StepperView>(model, page.paint);
    const { t, view } = widget;
    this.#widget = widget;
    this.#frames = view.frames;
    this.#table = new StepTable(view, t, (step) => this.#go(step));
    this.#work = new StepWork(view);
    this.#lectureSteps = this.#makeLectureSteps();
    this.shown = {
      root: page.root,
      layout: "stepper",
      lectureSteps: this.#lectureSteps,
      end: () => this.#end(),
    };
    this.#lectureButton = new LectureButton(t, el, () => this.shown);
    this.#watcher = new ResizeObserver(this.#table.fit);
    model.on("change:at", this.#onStep);
    this.#endFollowing = page.follow(model, "at");
    page.root.addEventListener("keydown", this.#onKey);
    page.root.addEventListener("click", this.#onClick);
    el.append(page.root);
    page.paint();
    const list = page.root.querySelector(".me-left");
    if (list) this.#watcher.observe(list);
  }

  #makeLectureSteps(): LectureSteps {
    const position = () => this.#at;
    const frames = this.#frames;
    return {
      count: frames.length,
      get at() {
        return position();
      },
      get next() {
        return frames[position() + 1]?.sentence;
      },
      go: (step) => {
        if (step !== null) this.#go(step);
      },
      moved: undefined,
    };
  }

  get #last(): number {
    return this.#frames.length - 1;
  }

  get #at(): number {
    return this.#within(this.#widget.model.get("at"));
  }

  #within(step: number): number {
    return Math.max(0, Math.min(step, this.#last));
  }

  /** The position is a trait, so that it is kept when the widget is shown again. */
  #go(step: number): void {
    const { model } = this.#widget;
    model.set("at", this.#within(step));
    try {
      model.save_changes();
    } catch {
      // the kernel is gone, and is not needed
    }
    this.page.paint();
  }

  readonly #onStep = (): void => this.#lectureSteps.moved?.();

  template(): TemplateResult {
    const { view } = this.#widget;
    const frame = this.#frames[this.#at];
    if (!frame) return html``;
    const later = this.#frames.map(
      ({ sentence }) => html`<p class="me-unseen" aria-hidden="true">${rich(sentence)}</p>`,
    );
    return html`<div class="me-box"><div class="me-title"
      ><span class="me-metric">${rich(view.name)}</span
      ><span class="me-long">${rich(view.long)}</span></div>${this.#bar()}<div class="me-sentences"
      ><p role="status">${rich(frame.sentence)}</p>${later}</div
      ><div class="me-stage" role="group" tabindex="0" aria-label=${view.stage}>${[
        this.#table.template(frame),
        this.#work.template(frame),
      ]}</div></div>`;
  }

  #bar(): TemplateResult {
    const at = this.#at;
    const last = this.#last;
    const { t } = this.#widget;
    const back = { icon: "←", isDim: at === 0 };
    const next = { icon: "→", isDim: at === last, classes: "me-next" };
    const again = { icon: "↺", isDim: at === 0, classes: "me-again" };
    const count = t("term_of", { k: at + 1, count: last + 1 });
    return html`<div class="me-step-bar" role="group" aria-label=${t("step_buttons")}>${[
      button(t("step_back"), () => this.#go(this.#at - 1), back),
      html`<span class="me-count">${count}</span>`,
      button(t("step_next"), () => this.#go(this.#at + 1), next),
      button(t("step_again"), () => this.#go(0), again),
      html`<span class="me-note me-keys">${rich(t("step_keys"))}</span>`,
      this.#lectureButton.template(),
    ]}</div>`;
  }

  /** The terms of this step are in Python's HTML. */
  painted(): void {
    const frame = this.#frames[this.#at];
    const terms = this.page.root.querySelectorAll<HTMLElement>(".me-right [data-rank]");
    for (const term of terms) {
      const rank = Number(term.dataset.rank);
      term.toggleAttribute("data-lit", frame?.lit.includes(rank));
      term.toggleAttribute("data-passed", frame?.passed.includes(rank));
    }
    this.#work.painted();
    this.#table.painted();
  }

  readonly #onClick = ({ target }: Event): void => {
    const term = (target as Element).closest<HTMLElement>(".me-term[data-rank]");
    if (term) this.#table.visit(Number(term.dataset.rank));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined || hasModifier(event) || isForElement(event)) return;
    event.preventDefault();
    this.#go(this.#at + (event.key === " " && event.shiftKey ? -1 : by));
  };

  #end(): void {
    this.#widget.model.off("change:at", this.#onStep);
    this.#lectureButton.end();
    this.#watcher.disconnect();
    this.#endFollowing();
  }
}

/** Space presses a button, and some keys scroll the list. */
function isForElement({ key, target }: KeyboardEvent): boolean {
  const element = target as Element;
  const presses = key === " " && element.matches("button");
  return presses || (element.matches(".me-step-list") && SCROLLING_KEY.test(key));
}

export const stepper = (props: RenderProps): Shown => new StepperScreen(props).shown;
