/* An answer to write: its lists, its field, its mark and its verdict. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { AnswerField } from "../core/contract";
import { boldStart, rich } from "../core/text";
import { LONGEST } from "../core/typed-texts";
import { question } from "./question";
import { sides } from "./working";

const FIRST_CLAUSE = /^(.*?[;:.])(\s.*)$/s;

/** What the page knows of a field beside Python's view. */
export interface FieldState {
  readonly uid: string;
  /** The text in the field now. */
  readonly text: string;
  /** The verdict is about this text. */
  readonly isJudged: boolean;
  /** When the answer was saved. */
  readonly note?: string;
  /** What is in the field, as a formula. */
  readonly formula: unknown;
  /** What follows the field on its line. */
  readonly more?: unknown;
  readonly isHidden?: boolean;
  /** An answer could not be judged now. */
  readonly isDisabled: boolean;
  onInput(text: string): void;
  onChange(text: string): void;
  onEnter(): void;
}

export function answerField(field: AnswerField, state: FieldState): TemplateResult {
  const { key, questions } = field;
  const { uid, isJudged, note = "", more = nothing, isHidden } = state;
  const verdict = isJudged ? field.verdict : "";
  const both = isJudged ? (field.sides ?? []) : [];
  return html`<div class="me-card-field" ?data-listed=${questions !== undefined}
    ?data-once=${field.once} ?data-step=${field.step} ?data-several=${field.step && field.text}
    data-state=${isJudged ? field.state : nothing}
    >${heading(field)}<div class="me-card-lists" ?data-many=${(questions?.length ?? 0) > 1}
    >${questions?.map(question)}</div
    ><div class="me-card-answer" ?hidden=${isHidden}
    >${[label(field, state), mark(field, state)]}<span class="me-note">${rich(note)}</span
    >${more}${state.formula}</div
    ><p class="me-verdict" id=${`${uid}-${key}`}>${boldStart(verdict, FIRST_CLAUSE)}</p
    ><div class="me-card-sides">${sides(both)}</div></div>`;
}

function heading({ heading: view }: AnswerField): unknown {
  if (!view) return nothing;
  return html`<div class="me-card-part"
    ><span role="heading" aria-level="3">${rich(view.title)}</span
    ><span class="me-note">${rich(view.about)}</span></div>`;
}

function mark({ key, state, word }: AnswerField, { uid, isJudged }: FieldState): TemplateResult {
  const isMarked = isJudged && state !== "";
  return html`<span id=${`${uid}-${key}-mark`} data-kind=${isJudged ? state : nothing}
    class=${isMarked ? "me-card-mark me-mark" : "me-card-mark"}
    >${isJudged ? rich(word) : ""}</span>`;
}

function label(field: AnswerField, state: FieldState): TemplateResult {
  const { symbol } = field;
  const name = symbol
    ? html`<span aria-hidden="true">${rich(`${symbol} =`)}</span>`
    : html`<span>${rich(field.label)}</span>`;
  const input = field.options ? select(field, state) : textField(field, state);
  return html`<label class="me-field">${name}${input}</label>`;
}

const isNotAccepted = ({ state }: AnswerField, { isJudged }: FieldState): boolean =>
  isJudged && (state === "wrong" || state === "convention");

/** The mark and the verdict; where the verdict is in the summary, the summary. */
function describedBy(field: AnswerField, state: FieldState): string {
  const own = `${state.uid}-${field.key}`;
  const isInSummary = isNotAccepted(field, state) && field.verdict === "";
  return `${own}-mark ${isInSummary ? `${state.uid}-status` : own}`;
}

function select(field: AnswerField, state: FieldState): TemplateResult {
  const onChange = ({ target }: Event) => state.onChange((target as HTMLSelectElement).value);
  const option = (value: string) =>
    html`<option value=${value} .selected=${live(value === state.text)}>${value}</option>`;
  return html`<select class="me-text" aria-describedby=${describedBy(field, state)}
    ?disabled=${state.isDisabled} @change=${onChange}>${field.options?.map(option)}</select>`;
}

function textField(field: AnswerField, state: FieldState): TemplateResult {
  const { symbol, text: isText, max_length: longest = LONGEST, closed } = field;
  const textOf = ({ target }: Event) => (target as HTMLInputElement).value;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || closed) return;
    event.preventDefault();
    state.onEnter();
  };
  return html`<input type="text" class="me-text me-answer" inputmode=${isText ? nothing : "decimal"}
    maxlength=${longest} autocomplete="off" spellcheck="false"
    ?readonly=${closed || state.isDisabled} aria-disabled=${state.isDisabled ? "true" : nothing}
    aria-label=${symbol ? field.label : nothing} placeholder=${symbol ? "??" : nothing}
    aria-describedby=${describedBy(field, state)} aria-invalid=${
      isNotAccepted(field, state) ? "true" : nothing
    }
    .value=${live(state.text)} @keydown=${onKey}
    @input=${(event: Event) => state.onInput(textOf(event))}
    @change=${(event: Event) => state.onChange(textOf(event))}>`;
}
