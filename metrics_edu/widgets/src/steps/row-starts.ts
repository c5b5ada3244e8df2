/* What the rows of a list begin with, before their numbers: rank, badge and name. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { StepList, StepRow } from "../core/contract";
import { belowCutOff } from "../core/parts";
import { rich } from "../core/text";
import type { Translate } from "../core/words";
import { classNames } from "../lists/row";

export interface RowStarts {
  readonly heads: ReadonlyArray<TemplateResult>;
  readonly rows: ReadonlyArray<RowStart>;
}

export interface RowStart {
  readonly cells: ReadonlyArray<TemplateResult>;
  readonly classes: string;
}

export function rowStarts({ kind, rows, item, read }: StepList, t: Translate): RowStarts {
  const columns = {
    rank: kind !== "users",
    badge: rows.some(({ badge }) => badge),
    label: rows.some(({ label }) => label),
  };
  const only = (...cells: [TemplateResult, TemplateResult, TemplateResult]) =>
    cells.filter((_, k) => [columns.rank, columns.badge, columns.label][k]);
  const spoken = html`<span class="me-vh">${rich(t("rank_word"))}</span>`;
  const heads = only(
    html`<th scope="col" class="me-rank"><span aria-hidden="true">i</span>${spoken}</th>`,
    html`<td class="me-state-word"></td>`,
    html`<th scope="col" class="me-label">${rich(item)}</th>`,
  );
  const start = (row: StepRow, k: number) => ({
    cells: only(rankCell(row), badgeCell(row), labelCell(row)),
    classes: classNames(row.relevant && "me-relevant", k >= read && "me-out"),
  });
  return { heads, rows: rows.map(start) };
}

const rankCell = ({ rank }: StepRow) => html`<td class="me-rank">${rank}</td>`;

const badgeCell = ({ badge, state_word: word }: StepRow) =>
  html`<td class="me-state-word"><span class="me-badge" aria-hidden="true">${badge}</span
    ><span class="me-vh">${word}</span></td>`;

function labelCell({ label, note }: StepRow): TemplateResult {
  const more = note ? html`<span class="me-note">${rich(note)}</span>` : nothing;
  return html`<th scope="row" class="me-label" title=${`${label} ${note}`.trim()}
    ><div><bdi>${rich(label)}</bdi>${more}</div></th>`;
}

/** The rows of a list, and after the last one that the measure reads a row that says so. */
export function withCutOff(
  rows: ReadonlyArray<TemplateResult>,
  read: number,
  columns: number,
  t: Translate,
): ReadonlyArray<TemplateResult> {
  if (!read || read >= rows.length) return rows;
  const name = t("cut_off", { n: read });
  const below = belowCutOff(t, rows.length - read);
  const cut = html`<tr class="me-cut"><td colspan=${columns}
    ><span>${[name, below]}</span></td></tr>`;
  return [...rows.slice(0, read), cut, ...rows.slice(read)];
}
