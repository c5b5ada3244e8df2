/* ExerciseSheet: an exercise in class. Each answer is stored as it is typed, until the end. */
import { html, type TemplateResult } from "lit-html";
import type { AnswerField, ExerciseSheetView } from "../core/contract";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import type { TypedTexts } from "../core/typed-texts";
import { about, CardScreen } from "./card";
import { Clock } from "./clock";
import { download, store, storedFiles, watchStoredFile } from "./stored-files";
import { workings } from "./working";

const PATIENCE = 3000; // milliseconds that a download waits for the last answer to be stored

class ExerciseSheetScreen extends CardScreen<ExerciseSheetView> {
  readonly #clock: Clock;
  readonly #endWatching: () => void;
  /** The answers that Python has not stored yet, each by the token of its field. */
  readonly #pending = new Map<string, string>();
  /** The field that is being typed in. Python stores its answer without outer spaces. */
  #typing: string | undefined;
  #turns = 0;
  #judging: number | undefined;
  #isDownloadWanted = false;
  #downloadTimer = 0;

  constructor(props: RenderProps) {
    super(props);
    const { t, send, view } = this.widget;
    this.#clock = new Clock({
      t,
      view: () => this.widget.view,
      paint: this.page.paint,
      retry: () => send({ do: "save" }),
    });
    this.#endWatching = watchStoredFile(
      () => this.widget.view.file?.key,
      (text) => send({ do: "shown", text }),
    );
    this.#keepFile();
    this.#writeRestored();
    this.begin(props);
    if (view.saves) send({ do: "look" }); // the view may be old, and the time goes on
  }

  template(): TemplateResult {
    const { view, notice } = this.widget;
    const isBeginning = view.buttons.some((button) => button.do === "begin");
    const head = [this.title(rich(view.title)), about(view.about), this.#clock.template()];
    const foot = html`<p class="me-note" ?hidden=${!view.foot}>${rich(view.foot)}</p>`;
    return html`<div class="me-box me-card" ?data-begin=${isBeginning}
      ?data-worked=${view.workings.length}
      ><div class="me-card-head">${head}</div
      ><div class="me-card-fields" ?hidden=${!view.fields.length}
      >${view.fields.map((field) => this.#answer(field))}</div
      ><div class="me-card-end">${this.buttons.template()}<div class="me-card-judged"
      >${this.summary()}</div></div
      >${[noticeOf(notice), foot, workings(view.workings)]}</div>`;
  }

  #answer(field: AnswerField): TemplateResult {
    const isPending = this.#pending.has(field.key);
    const note = isPending ? this.widget.t("unsaved") : this.#clock.savedNote(field);
    return this.field(field, { note });
  }

  override attributes(): Record<string, string | undefined> {
    return { ...super.attributes(), "data-form": "" };
  }

  protected override isJudged(field: AnswerField): boolean {
    if (this.#pending.has(field.key)) return false;
    return field.key === this.#typing ? !this.widget.isLost : super.isJudged(field);
  }

  /** While answers are stored as they are typed, the summary is about the exercise. */
  protected override get isSummaryCurrent(): boolean {
    return this.widget.view.saves ? !this.widget.isLost : super.isSummaryCurrent;
  }

  protected override onInput(field: AnswerField, text: string): void {
    const { saves, pause, draw } = this.widget.view;
    this.typed.type(field.key, text);
    if (saves) {
      this.#turns += 1;
      const token = `${this.widget.uid} ${this.#turns}`; // the same text may be typed twice
      this.#pending.set(field.key, token);
      this.#typing = field.key;
      this.widget.send({ do: "write", key: field.key, text, token, draw });
      clearTimeout(this.#judging);
      if (pause) this.#judging = window.setTimeout(this.#judge, 1000 * pause);
    }
    this.page.paint();
  }

  protected override onChange({ key }: AnswerField, _text: string): void {
    if (key !== this.#typing) return;
    this.#typing = undefined;
    if (!this.#pending.has(key)) this.typed.forget(key);
    this.page.paint();
  }

  readonly #judge = (): void => this.widget.send({ do: "judge" });

  protected override typedTexts(): TypedTexts {
    return super.typedTexts(() => sessionStorage);
  }

  /** An answer that was typed after the view was made stays in its field. */
  protected override followFields(): void {
    if (this.typed.followLists()) {
      this.#pending.clear();
      this.#writeRestored();
    }
    const { fields, saves } = this.widget.view;
    if (saves || this.#pending.size) fields.forEach(this.#followField);
    if (!saves) this.typed.follow();
  }

  readonly #followField = (field: AnswerField): void => {
    const { key, closed } = field;
    const token = this.#pending.get(key);
    const isUnsaved = token !== undefined && token !== field.token;
    if (isUnsaved && !closed) return;
    this.#pending.delete(key);
    if (!isUnsaved) this.typed.release(key); // else a newer sheet of the file has yet to write it
    if (key !== this.#typing || closed) this.typed.drop(key);
  };

  /** Sends the answers that the last page of this tab could not send before it was closed. */
  #writeRestored(): void {
    const { fields, saves } = this.widget.view;
    const restored = fields.filter(({ key }) => saves && this.typed.get(key) !== undefined);
    for (const field of restored) this.onInput(field, this.textOf(field));
    this.#typing = undefined;
  }

  protected override followView(): void {
    this.#clock.follow();
    this.#keepFile();
  }

  #keepFile(): void {
    const { file } = this.widget.view;
    if (file?.keep) store(file);
    this.#downloadIfComplete();
  }

  protected override press(name: string): void {
    if (name !== "download") {
      super.press(name);
      return;
    }
    this.#isDownloadWanted = true;
    this.#downloadIfComplete();
    clearTimeout(this.#downloadTimer);
    this.#downloadTimer = window.setTimeout(() => this.#downloadIfComplete(true), PATIENCE);
  }

  protected override more(name: string): Readonly<Record<string, unknown>> {
    return name === "begin" ? { kept: storedFiles() } : {};
  }

  protected override onEnter(field: AnswerField): void {
    if (this.buttons.main !== "download") super.onEnter(field);
  }

  #downloadIfComplete(isLate = false): void {
    const { file } = this.widget.view;
    const isComplete = !this.#pending.size || isLate || this.widget.isLost;
    if (!this.#isDownloadWanted || !isComplete || !file) return;
    this.#isDownloadWanted = false;
    download(file);
  }

  refocus(): void {
    if (this.widget.view.saves) this.focusFirst(".me-card-fields input:enabled", ".me-acts button");
    else this.focusFirst(".me-acts button");
  }

  override end(): void {
    this.#clock.end();
    clearTimeout(this.#downloadTimer);
    this.#endWatching();
    clearTimeout(this.#judging);
    super.end();
  }
}

export function exerciseSheet(props: RenderProps): Shown {
  const screen = new ExerciseSheetScreen(props);
  return { root: screen.page.root, layout: "card", end: () => screen.end() };
}
