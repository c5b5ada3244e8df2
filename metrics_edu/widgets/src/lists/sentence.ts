/* The sentence of the chosen row, and the steps through the terms of the working. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { ItemRow, Sentence } from "../core/contract";
import { button } from "../core/parts";
import { rich, together } from "../core/text";
import type { ListSession } from "./list-session";

export interface SentenceOptions {
  /** The ranks that have a term, in order. */
  readonly termRanks?: ReadonlyArray<number>;
  /** The sentence of a row of a long list, which Python sends when the row is chosen. */
  readonly sent?: Sentence | undefined;
  /** What follows the sentence. */
  readonly more?: string;
  /** Another live region reads it. */
  readonly isInStatus?: boolean;
}

function sentenceOfRow(row: ItemRow, { sent, more }: SentenceOptions): string {
  const long = sent?.id === row.id && sent.text ? sent.text : `${row.label} …`;
  const text = row.sentence ?? long;
  return more ? `${text} ${more}` : text;
}

/** The label of the row is bold in its sentence. */
function withBoldLabel(text: string, label: string): unknown {
  const start = label ? text.indexOf(label) : -1;
  if (start < 0) return text;
  const end = start + label.length;
  return html`${text.slice(0, start)}<b>${rich(label)}</b>${text.slice(end)}`;
}

export function sentence(session: ListSession, options: SentenceOptions): TemplateResult {
  const { t, row } = session;
  const { termRanks = [], isInStatus } = options;
  const hint = termRanks.length ? t("no_choice") : "";
  const text = together(row ? sentenceOfRow(row, options) : hint);
  const content = withBoldLabel(text, row?.label ?? "");
  const steps = termSteps(session, termRanks);
  return html`<div class="me-say" ?data-lit=${row !== undefined} ?hidden=${!text}
    ><p role=${isInStatus ? nothing : "status"}>${content}</p>${steps}</div>`;
}

function termSteps(session: ListSession, ranks: ReadonlyArray<number>): TemplateResult {
  const { t, row } = session;
  const rank = row?.rank ?? 0;
  const index = ranks.indexOf(rank);
  const back = () => session.chooseRank(ranks.findLast((one) => one < rank || !rank) ?? ranks[0]);
  const next = () => session.chooseRank(ranks.find((one) => one > rank) ?? ranks.at(-1));
  const count = t("term_of", { k: index < 0 ? "–" : index + 1, count: ranks.length });
  return html`<span class="me-steps" ?hidden=${!ranks.length}>${[
    button(t("previous_term"), back, { icon: "◀", isIcon: true }),
    html`<span class="me-count">${count}</span>`,
    button(t("next_term"), next, { icon: "▶", isIcon: true }),
  ]}</span>`;
}
