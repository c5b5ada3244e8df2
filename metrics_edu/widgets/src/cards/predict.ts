/* Predict: a value, or the better of two lists, is predicted; then its working is shown.
   A Quiz has the same screen: an option or a number is checked. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { PredictView } from "../core/contract";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { about, CardScreen, word } from "./card";
import { CardSteps } from "./card-steps";
import { gapLine } from "./gap";
import { areShort, question } from "./question";
import { sides, workings } from "./working";

const CHOICE = "0"; // the key of the answer

class PredictScreen extends CardScreen<PredictView> {
  readonly #lectureSteps: CardSteps;
  readonly shown: Shown;

  constructor(props: RenderProps) {
    super(props);
    this.#lectureSteps = new CardSteps(
      () => this.widget.view,
      (name) => this.press(name),
      () => this.#isRevealed,
    );
    const page = this.page;
    const lectureSteps = this.#lectureSteps;
    const take = this.take;
    this.shown = { root: page.root, layout: "card", lectureSteps, take, end: () => this.end() };
    this.begin(props);
  }

  /** One value is predicted on one line; its question then becomes the answer. */
  get #isOneValue(): boolean {
    return this.widget.view.choice === null;
  }

  get #isDone(): boolean {
    return this.widget.view.fields[0]?.closed ?? false;
  }

  template(): TemplateResult {
    const { view, notice, t, isLost } = this.widget;
    const questions = [...view.questions, ...view.fields.flatMap((field) => field.questions ?? [])];
    const isSpokenOnly = view.summary === view.title;
    const gap = view.gap && this.isSummaryCurrent && !isLost ? gapLine(view.gap) : nothing;
    const acts = this.#isOneValue && !this.#isDone ? nothing : this.buttons.template();
    const foldedName = view.sides.length ? t("whole_working") : undefined;
    return html`<div class=${this.#isOneValue ? "me-box me-card me-guessed" : "me-box me-card"}
      ?data-answered=${this.#isOneValue && this.#isDone} ?data-worked=${view.workings.length}
      ?data-short=${areShort(questions)}
      ><div class="me-card-head">${[word(view.word), about(view.about), this.#heading()]}</div
      ><div class="me-card-given" ?hidden=${!view.questions.length}
      >${view.questions.map(question)}</div
      >${[this.#choice(), this.#fields(), noticeOf(notice)]}<div class="me-card-judged"
      >${[this.summary(this.isSummaryCurrent ? view.mark : "", isSpokenOnly), gap]}</div
      ><div class="me-card-sides" ?hidden=${!view.sides.length}>${sides(view.sides)}</div
      >${[workings(view.workings, foldedName), acts]}</div>`;
  }

  /** A verdict is about the list that is chosen now. */
  protected override get isSummaryCurrent(): boolean {
    const { choice } = this.widget.view;
    return super.isSummaryCurrent && (choice === null || choice.value === this.#chosen);
  }

  #heading(): TemplateResult {
    const { title } = this.widget.view;
    if (!this.#isOneValue || !this.#isDone) return this.title(rich(title));
    const [name, value] = title.split(" = ");
    const symbol = html`<span class="me-sym">${rich(name ?? "")}</span>`;
    const result = html`<span class="me-value">${rich(value ?? "")}</span>`;
    return this.title(html`${symbol} = ${result}`, "me-card-title me-hero");
  }

  #fields(): TemplateResult {
    const { fields, foot } = this.widget.view;
    const acts = this.#isDone ? nothing : this.buttons.template();
    const help = html`<p class="me-note" ?hidden=${!foot}>${rich(foot)}</p>`;
    const line = { isHidden: this.#isDone, more: [acts, help] };
    const all = fields.map((field) => this.field(field, line));
    return html`<div class="me-card-fields" ?hidden=${!fields.length}>${all}</div>`;
  }

  #choice(): unknown {
    const { choice, mark } = this.widget.view;
    if (!choice) return nothing;
    const option = ([value = "", text = ""]: ReadonlyArray<string>) => {
      const isMarked = mark !== "" && this.isSummaryCurrent && value === this.#chosen;
      return html`<label class="me-option"><input type="radio" name=${this.widget.uid}
        value=${value} .checked=${live(value === this.#chosen)}
        ?disabled=${choice.closed || this.typed.isBlocked}
        @change=${() => this.#choose(value)}><span class=${isMarked ? "me-mark" : nothing}
        data-kind=${isMarked ? mark : nothing}>${rich(text)}</span></label>`;
    };
    return html`<div class="me-card-choice" role="radiogroup" aria-label=${choice.label}
      >${choice.options.map(option)}</div>`;
  }

  /** The chosen option. */
  get #chosen(): string {
    const { choice, typed } = this.widget.view;
    return this.typed.get(CHOICE) ?? typed[CHOICE] ?? choice?.value ?? "";
  }

  protected override held(key: string): string | undefined {
    const { choice, typed } = this.widget.view;
    if (!choice || key !== CHOICE) return super.held(key);
    return choice.closed ? undefined : (typed[CHOICE] ?? choice.value);
  }

  #choose(value: string): void {
    this.typed.type(CHOICE, value);
    this.isTaken = false;
    this.page.paint();
  }

  /** Of options, whether one is chosen that no verdict is about. */
  protected override get isAnswered(): boolean {
    const { choice, summary } = this.widget.view;
    if (!choice) return super.isAnswered;
    return !choice.closed && this.#chosen !== "" && !(summary !== "" && this.isSummaryCurrent);
  }

  /** A right answer to a question reveals what the solution does. */
  get #isRevealed(): boolean {
    const { workings, summary, mark } = this.widget.view;
    return workings.length > 0 || (summary !== "" && mark !== "wrong");
  }

  protected override get answers(): Record<string, string> {
    return this.#isOneValue ? super.answers : { ...super.answers, [CHOICE]: this.#chosen };
  }

  protected override followView(): void {
    this.#lectureSteps.follow();
  }

  /** A new answer is read from its heading on; a new question begins in its field. */
  refocus(): void {
    if (this.#isOneValue && this.#isDone) this.focusFirst(".me-card-title");
    else if (this.#isOneValue) this.focusFirst(".me-card-fields input:enabled");
    else this.focusFirst(".me-acts button");
  }
}

export const predict = (props: RenderProps): Shown => new PredictScreen(props).shown;
