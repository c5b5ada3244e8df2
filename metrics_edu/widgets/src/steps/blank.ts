/* One number of a working: a blank to fill in, or what is known of it. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { BlankCell } from "../core/contract";
import { rich } from "../core/text";
import { LONGEST } from "../core/typed-texts";
import type { Translate } from "../core/words";

const MARKS = { right: "✓", wrong: "✗" } as const;
const WORDS = { right: "right_word", wrong: "wrong_word" } as const;

type Judged = keyof typeof MARKS;
export type BlankState = "open" | "now" | Judged;

export const markOf = (state: string | undefined): string => MARKS[state as Judged] ?? "";

export interface BlankOptions {
  readonly t: Translate;
  /** The element with the sentence about the entry. */
  readonly describedBy: string | undefined;
  /** An entry could not be judged now. */
  readonly isDisabled: boolean;
  /** What is in the field of a blank. */
  textOf(at: number, text: string): string;
  onInput(event: Event): void;
  onKey(event: KeyboardEvent): void;
  onChange(event: Event): void;
}

/** The state of a blank; undefined: it is no blank. */
export function stateOf(cell: BlankCell | undefined, next: number): BlankState | undefined {
  if (cell?.at === undefined) return undefined;
  if (cell.state === "wrong") return "wrong";
  if (cell.at === next) return "now";
  return cell.state === "right" ? "right" : "open";
}

/** What is inside a cell. */
export function cellContent(cell: BlankCell | undefined, options: BlankOptions): unknown {
  if (cell?.at === undefined) return rich(cell?.text ?? "");
  const mark = html`<span class="me-blank-mark" aria-hidden="true">${markOf(cell.state)}</span>`;
  return html`<span class="me-blank-box">${field(cell, options)}${mark}</span>`;
}

function field(cell: BlankCell, options: BlankOptions): TemplateResult {
  const { t, describedBy, isDisabled, textOf, onInput, onKey, onChange } = options;
  const { at = 0, text, label = "", state } = cell;
  const word = WORDS[state as Judged];
  const spoken = word ? `${label}: ${t(word)}` : label;
  return html`<input type="text" class="me-text me-blank" inputmode="decimal" autocomplete="off"
    spellcheck="false" placeholder="?" maxlength=${LONGEST} data-at=${at} data-text=${text}
    ?readonly=${state === "right" || isDisabled} aria-disabled=${isDisabled ? "true" : nothing}
    aria-label=${spoken}
    aria-invalid=${state === "wrong" || state === "unreadable" ? "true" : nothing}
    aria-describedby=${describedBy ?? nothing}
    .value=${live(textOf(at, text))} @input=${onInput} @keydown=${onKey} @change=${onChange}>`;
}
