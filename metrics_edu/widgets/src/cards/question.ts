/* A list, or ratings as a table, about which a card asks. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { ItemTile, QuestionView } from "../core/contract";
import { rich } from "../core/text";
import { classNames } from "../lists/row";

const LONG = 18; // items

/** Whether lists are short enough to be enlarged in a lecture. */
export const areShort = (questions: ReadonlyArray<QuestionView>): boolean =>
  questions.every(({ tiles }) => tiles.length < LONG);

export function question(view: QuestionView): TemplateResult {
  const { title, rows, empty, notes } = view;
  const heading = title ? html`<b>${rich(title)}</b>` : nothing;
  const list = rows ? table(rows, title) : strip(view);
  const lines = [empty, ...notes].filter(Boolean);
  const below = lines.map((text) => html`<p class="me-note">${rich(text)}</p>`);
  return html`<div class="me-card-list">${heading}<div>${list}${below}</div></div>`;
}

/** Items with names are as wide as the longest word of a name. */
function strip({ tiles }: QuestionView): TemplateResult {
  const words = tiles.flatMap(({ label }) => label?.split(" ") ?? []);
  const longest = Math.max(0, ...words.map(({ length }) => length));
  const style = longest ? `--me-letters: ${longest}` : "";
  return html`<ol class="me-strip" role="list" ?data-named=${longest} .style=${style}
    >${tiles.map(tile)}</ol>`;
}

function tile({ rank, badge, relevant, out, lit, spoken, label = "" }: ItemTile): TemplateResult {
  const classes = classNames(relevant && "me-relevant", out === true && "me-out");
  const sign = badge ? html`<span class="me-badge" aria-hidden="true">${badge}</span>` : nothing;
  const name = html`<span class="me-tile-label" dir="auto" aria-hidden="true">${label}</span>`;
  return html`<li class=${classes || nothing} data-lit=${lit ?? nothing} title=${label || nothing}
    ><small aria-hidden="true">${rank}</small>${sign}<span class="me-vh"
    >${spoken}${label ? `, ${label}` : ""}</span>${label ? name : nothing}</li>`;
}

function table(rows: ReadonlyArray<ReadonlyArray<string>>, title: string): TemplateResult {
  const row = ([head = "", ...cells]: ReadonlyArray<string>) =>
    html`<tr><th scope="row">${rich(head)}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  const name = title || (rows[0]?.[0] ?? "");
  return html`<div class="me-scroll" tabindex="0" role="group" aria-label=${name}
    ><table class="me-table"><tbody>${rows.map(row)}</tbody></table></div>`;
}
