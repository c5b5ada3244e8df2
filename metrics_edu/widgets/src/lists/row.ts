/* One row of a list: an item, or a user of a mean. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { ItemRow } from "../core/contract";
import { rich } from "../core/text";
import type { Translate } from "../core/words";

export interface RowState {
  /** The list's own id, for the name under which the row moves. */
  readonly uid: string;
  readonly isUser: boolean;
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly isDragged: boolean;
  /** The cut-off is below this row. */
  readonly isLastRead: boolean;
}

const ONE_LINE = 20; // characters

/** Whether a label takes two lines of its row. */
export const isLong = (label: string): boolean => label.length > ONE_LINE;

export const classNames = (...names: ReadonlyArray<string | false>): string =>
  names.filter(Boolean).join(" ");

/** The term of a row, and before it its working, if that differs. */
export function termOf({ term, work }: Pick<ItemRow, "term" | "work">): unknown {
  if (!work) return rich(term);
  const working = html`<span class="me-row-work" aria-hidden="true">${rich(`${work} = `)}</span>`;
  return html`${working}${term}`;
}

function spokenRow(t: Translate, row: ItemRow, isUser: boolean): string {
  const place = row.rank === null ? t("missed_word") : `${t("rank_word")} ${row.rank}`;
  const working = row.work ? `${row.work} = ` : "";
  const term = row.term && `${t("term_word")} ${working}${row.term}`;
  const parts = [isUser ? "" : place, row.state_word, row.label, row.note, term];
  return parts.filter(Boolean).join(", ");
}

/** A label that is cut off ends where its own direction ends. */
function labelOf({ label, note }: ItemRow): TemplateResult {
  const takesTwoLines = isLong(label + note);
  if (!note) {
    return html`<span class="me-label" aria-hidden="true" dir="auto" title=${label}
      ?data-long=${takesTwoLines} .textContent=${label}></span>`;
  }
  return html`<span class="me-label" aria-hidden="true" title=${label} ?data-long=${takesTwoLines}
    ><bdi .textContent=${label}></bdi><span class="me-note" .textContent=${note}></span></span>`;
}

/** An option of a listbox. It holds no button: keys and the edit bar do what its parts do. */
export function rowTemplate(t: Translate, row: ItemRow, state: RowState): TemplateResult {
  const { uid, isUser, isChosen, isTabStop, isDragged, isLastRead } = state;
  const classes = classNames(
    "me-row",
    row.relevant && "me-relevant",
    row.counts && "me-counts",
    row.out && "me-out",
    isUser && "me-user",
    isDragged && "me-ghost",
  );
  return html`<li class=${classes} role="option" data-lm-suppress-shortcuts="true"
    data-id=${row.id} data-rank=${row.rank ?? nothing}
    data-move=${`${uid} row ${row.id}`} ?data-lit=${isChosen} ?data-last-read=${isLastRead}
    tabindex=${isTabStop ? 0 : -1} aria-selected=${String(isChosen)}
    aria-label=${spokenRow(t, row, isUser)}
    ><span class="me-rank" aria-hidden="true" .textContent=${String(row.rank ?? "–")}></span
    ><span class="me-toggle" aria-hidden="true"
      ><span class="me-badge" .textContent=${row.badge}></span></span
    >${labelOf(row)}<span class="me-row-term" aria-hidden="true">${termOf(row)}</span
    ><span class="me-grip" aria-hidden="true">⠿</span></li>`;
}
