/* The table of a Compare: each measure, both values, and a bar towards the list that it prefers. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { ComparedValue } from "../core/contract";
import { changeOf } from "../core/parts";
import { rich } from "../core/text";
import type { Translate } from "../core/words";
import type { CompareAtStep, MeasureAtStep } from "../lecture/view-at-step";

const LONG_NAME = 10; // characters
const FEW = 5; // measures

export function preferenceTable(t: Translate, { rows, lists }: CompareAtStep): TemplateResult {
  const isLong = lists.some(({ name }) => name.length > LONG_NAME);
  const [first, second] = lists.map(
    ({ name }) =>
      html`<th scope="col" title=${name}><span class="me-name">${rich(name)}</span></th>`,
  );
  const middle = html`<th scope="col">${rich(t("measure_head"))}</th>`;
  return html`<table class="me-prefer" ?data-long=${isLong} ?data-few=${rows.length < FEW}
    ><thead><tr>${[first, middle, second]}</tr></thead
    ><tbody>${repeat(rows, ({ key }) => key, measureRow)}</tbody></table>`;
}

function measureRow(row: MeasureAtStep): TemplateResult {
  const [first, second] = row.cells.map(valueCell);
  const name = html`<span class="me-measure" title=${row.title}>${rich(row.name)}</span>`;
  const middle = html`<th scope="row">${name}${lead(row)}</th>`;
  return html`<tr data-prefers=${row.prefers ?? nothing} ?data-beyond=${row.beyond}
    >${[first, middle, second]}</tr>`;
}

const valueCell = (cell: ComparedValue) =>
  html`<td><span class="me-of">${rich(cell.value)}</span>${changeOf(cell)}</td>`;

/** The bar of the list that leads. Its words say the same; an arrow points from the middle to
    it. */
function lead({ prefers, word, by, share }: MeasureAtStep): TemplateResult {
  const before = prefers === 0 ? "◀ " : "";
  const after = prefers === 1 ? " ▶" : "";
  const size = by ? before + by + after : "";
  return html`<span class="me-lead" title=${word}
    ><span class="me-lead-bar" .style=${`--me-share: ${share}`}></span
    ><span class="me-lead-by">${rich(size)}</span
    ><span class=${by ? "me-vh" : "me-word"}>${rich(word)}</span></span>`;
}
