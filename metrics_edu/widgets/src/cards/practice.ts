/* Practice and Drill: values to compute, with hints and a solution. */
import { html, type TemplateResult } from "lit-html";
import type { AnswerField, Mastery, PracticeView, QuestionView } from "../core/contract";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { about, CardScreen, isBeginning, word } from "./card";
import { CardSteps } from "./card-steps";
import { areShort, question } from "./question";
import { workings } from "./working";

class PracticeScreen extends CardScreen<PracticeView> {
  readonly #lectureSteps: CardSteps;
  /** A button that gives other lists was pressed. */
  #beginsAnew = false;
  readonly shown: Shown;

  constructor(props: RenderProps) {
    super(props);
    this.#lectureSteps = new CardSteps(
      () => this.widget.view,
      (name) => this.press(name),
    );
    const page = this.page;
    const lectureSteps = this.#lectureSteps;
    const take = this.take;
    this.shown = { root: page.root, layout: "card", lectureSteps, take, end: () => this.end() };
    this.begin(props);
  }

  template(): TemplateResult {
    const { view, notice } = this.widget;
    const questions = view.fields.flatMap((field) => field.questions ?? []);
    const isStep = ({ submits }: AnswerField) => submits !== undefined;
    const fields = view.fields.filter((field) => !isStep(field)).map((field) => this.field(field));
    const steps = view.fields.filter(isStep).map((field) => this.field(field));
    const isSpokenOnly = view.quiet || view.summary === view.title;
    return html`<div class="me-box me-card me-practice" ?data-worked=${view.workings.length}
      ?data-short=${areShort(questions)}
      ><div class="me-card-head">${[
        word(view.word),
        about(view.about),
        this.title(rich(view.title)),
        mastery(view.mastery),
      ]}</div
      ><div class="me-card-fields">${fields}</div>${[noticeOf(notice), this.#hints()]}<div
      class="me-card-judged">${this.summary("", isSpokenOnly)}</div
      >${[
        contrast(view.contrast ?? []),
        step(steps),
        workings(view.workings),
        this.buttons.template(this.#isDone),
      ]}</div>`;
  }

  #hints(): TemplateResult {
    const { hints } = this.widget.view;
    const hint = ([head = "", text = ""]: ReadonlyArray<string>) =>
      html`<li><b>${rich(head)}</b> <span>${rich(text)}</span></li>`;
    return html`<ol class="me-card-hints" role="list" ?hidden=${!hints.length}
      >${hints.map(hint)}</ol>`;
  }

  /** Then the next exercise is the button to press. */
  get #isDone(): boolean {
    const { workings: shown, fields } = this.widget.view;
    const isStepDone = fields.some(({ state, submits }) => submits && state === "right");
    const isRight = fields.every(({ state, step }) => step || state === "right");
    return shown.length > 0 || isStepDone || isRight;
  }

  protected override press(name: string): void {
    this.#beginsAnew = isBeginning(name);
    super.press(name);
  }

  protected override followView(): void {
    this.#lectureSteps.follow();
  }

  /** The first field of new lists has the focus. */
  painted(): void {
    if (!this.#beginsAnew || this.typed.isWaiting) return;
    if (this.widget.view.fields.some(({ value }) => value)) return;
    this.#beginsAnew = false;
    this.refocus();
  }

  refocus(): void {
    this.focusFirst(".me-card-fields input:enabled");
  }
}

/** The lists of a contrast, side by side where there is room. */
function contrast(views: ReadonlyArray<QuestionView>): TemplateResult {
  return html`<div class="me-card-lists" data-many ?hidden=${!views.length}
    >${views.map(question)}</div>`;
}

const step = (fields: ReadonlyArray<TemplateResult>): TemplateResult =>
  html`<div class="me-card-step" ?hidden=${!fields.length}>${fields}</div>`;

function mastery({ dots, text }: Mastery): TemplateResult {
  const all = dots.map((kind) => html`<i data-kind=${kind}></i>`);
  return html`<span class="me-card-mastery me-note"
    ><span class="me-dots" aria-hidden="true">${all}</span>${rich(text)}</span>`;
}

export const practice = (props: RenderProps): Shown => new PracticeScreen(props).shown;
