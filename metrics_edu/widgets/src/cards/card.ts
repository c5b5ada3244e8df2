/* What all cards share: fields, buttons, the summary, and the actions that carry the answers. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Action, AnswerField, CardView, View } from "../core/contract";
import type { RenderProps } from "../core/model";
import { boldStart, rich } from "../core/text";
import { TypedTexts } from "../core/typed-texts";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { Buttons } from "./buttons";
import { answerField, type FieldState } from "./field";

type MarkState = AnswerField["state"];
/** A view of any card. */
type AnyCardView = Extract<View, CardView>;

/** The buttons that give other lists, or the same ones anew. */
const BEGINNINGS: ReadonlyArray<string> = ["draw", "first", "again", "next", "begin", "leave"];
export const isBeginning = (name: string): boolean => BEGINNINGS.includes(name);

export abstract class CardScreen<OwnView extends AnyCardView> implements Screen {
  readonly page: ViewRoot = new ViewRoot(this);
  protected readonly widget: Widget<OwnView>;
  protected readonly buttons: Buttons;
  /** What was typed since Python's last view, by the keys of the fields. */
  protected readonly typed: TypedTexts;
  /** What is in the fields was checked, or refused. */
  protected isTaken = false;
  readonly #endFollowing: () => void;

  constructor({ model }: RenderProps) {
    this.widget = new Widget<OwnView>(model, this.page.paint);
    this.typed = this.typedTexts();
    this.buttons = new Buttons({
      press: (name) => this.press(name),
      paint: this.page.paint,
      isBlocked: () => this.typed.isWaiting,
    });
    this.buttons.follow(this.widget.view.buttons);
    model.on("change:view", this.#onView);
    this.#endFollowing = this.page.follow(model, "view");
  }

  protected typedTexts(storage?: () => Storage): TypedTexts {
    return new TypedTexts(this.widget, {
      held: (key) => this.held(key),
      answers: () => this.answers,
      ...(storage && { storage }),
    });
  }

  /** At the end of the constructor: the first paint. */
  protected begin({ el }: RenderProps): void {
    this.page.paint();
    el.append(this.page.root);
  }

  abstract template(): TemplateResult;

  attributes(): Record<string, string | undefined> {
    const { isLost, uid, view } = this.widget;
    return {
      role: "group",
      "aria-labelledby": uid,
      "data-screen": view.screen,
      "data-lost": isLost ? "" : undefined,
    };
  }

  /** What the fields hold now, by their keys. */
  protected get answers(): Record<string, string> {
    const { fields } = this.widget.view;
    return Object.fromEntries(fields.map((field) => [field.key, this.textOf(field)]));
  }

  protected textOf({ key, value }: AnswerField): string {
    return this.typed.get(key) ?? this.widget.view.typed[key] ?? value;
  }

  /** What Python has in a field; undefined: it takes no text. */
  protected held(key: string): string | undefined {
    const { fields, typed } = this.widget.view;
    const field = fields.find((one) => one.key === key);
    return field && !field.closed ? (typed[key] ?? field.value) : undefined;
  }

  /** Whether Python's verdict is about what the field holds. */
  protected isJudged(field: AnswerField): boolean {
    return !this.widget.isLost && this.textOf(field) === field.value;
  }

  /** Whether the summary is about what the fields hold. */
  protected get isSummaryCurrent(): boolean {
    const { fields } = this.widget.view;
    return fields.every((field) => field.submits !== undefined || this.isJudged(field));
  }

  /** Carries out the action of a button, or of Enter in a field; a dim button does nothing. */
  protected press(name: string): void {
    const button = this.buttons.find(name);
    if (this.typed.isWaiting || (button && this.buttons.isDim(button))) return;
    this.isTaken = name === this.buttons.main;
    const { answers } = this;
    const more = { ...(button?.sure ? { sure: true } : {}), ...this.more(name) };
    const action = { do: name, answers, ...this.typed.stamp(answers), ...more };
    if (isBeginning(name)) this.typed.wait();
    this.widget.send(action as Action); // Python names the actions of its buttons
    if (this.typed.isWaiting) this.page.paint();
  }

  /** What an action carries beside the answers. */
  protected more(_name: string): Readonly<Record<string, unknown>> {
    return {};
  }

  protected field(field: AnswerField, more: Partial<FieldState> = {}): TemplateResult {
    return answerField(field, {
      uid: this.widget.uid,
      text: this.textOf(field),
      formula: this.typed.formula(field.key),
      isJudged: this.isJudged(field),
      isDisabled: this.typed.isBlocked,
      onInput: (text) => this.onInput(field, text),
      onChange: (text) => this.onChange(field, text),
      onEnter: () => this.onEnter(field),
      ...more,
    });
  }

  /** A verdict on another answer goes. */
  protected onInput({ key }: AnswerField, text: string): void {
    this.typed.type(key, text);
    this.isTaken = false;
    this.page.paint();
  }

  /** Whether there is an answer that no verdict is about. */
  protected get isAnswered(): boolean {
    const { fields, summary } = this.widget.view;
    const isChecked = summary !== "" && fields.every((field) => this.isJudged(field));
    return !isChecked && fields.some((field) => !field.closed && this.textOf(field).trim() !== "");
  }

  /** Checks the answers, for a lecture, unless they were checked or refused; returns whether it
      does. */
  protected readonly take = (): boolean => {
    const { main } = this.buttons;
    const isOpen = main !== undefined && !this.isTaken && this.isAnswered;
    if (isOpen) this.press(main);
    return isOpen;
  };

  protected onChange(_field: AnswerField, _text: string): void {
    this.typed.flush();
  }

  protected onEnter({ submits }: AnswerField): void {
    const name = submits ?? this.buttons.main;
    if (name) this.press(name);
  }

  readonly #onView = (): void => {
    this.followFields();
    this.buttons.follow(this.widget.view.buttons);
    this.followView();
  };

  protected followFields(): void {
    this.typed.follow();
  }

  protected followView(): void {}

  /** The summary of the verdicts; it is always there, so that a screen reader reads its text. */
  protected summary(mark: MarkState = "", isSpokenOnly = false): TemplateResult {
    const view: CardView = this.widget.view;
    const text = this.isSummaryCurrent ? view.summary : "";
    const isBold = mark || view.fields.some(({ once }) => once);
    const look = mark ? "me-mark" : isSpokenOnly ? "me-vh" : "";
    return html`<p class=${`me-card-status ${this.widget.isLost ? "" : look}`.trim()} role="status"
      id=${`${this.widget.uid}-status`} data-kind=${mark || nothing}
      >${isBold ? boldStart(text) : rich(text)}</p>`;
  }

  /** The heading; a screen reader reads a new question from here on. */
  protected title(content: unknown, classes = "me-card-title"): TemplateResult {
    return html`<span class=${classes} id=${this.widget.uid} role="heading" aria-level="2"
      tabindex="-1">${content}</span>`;
  }

  protected focusFirst(...selectors: ReadonlyArray<string>): void {
    for (const selector of selectors) {
      const found = this.page.root.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus({ preventScroll: true });
      this.page.root.scrollIntoView({ block: "nearest" });
      found.scrollIntoView({ block: "nearest" });
      return;
    }
    this.page.root.focus({ preventScroll: true });
  }

  end(): void {
    this.typed.end();
    this.widget.model.off("change:view", this.#onView);
    this.#endFollowing();
  }
}

export const about = (text: string): TemplateResult =>
  html`<span class="me-note">${rich(text)}</span>`;

export const word = (text: string): TemplateResult =>
  html`<span class="me-card-word" ?hidden=${!text}>${rich(text)}</span>`;
