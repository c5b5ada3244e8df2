/* Workings on a card: the whole one, and the wrong one beside the right one. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { SideView, TitledDerivation } from "../core/contract";
import { pythonHtml } from "../core/directives";
import { equals, resultOf, whereLines } from "../core/parts";
import { rich } from "../core/text";

export function working({ title, definition, working: source, where, result }: TitledDerivation) {
  const heading = title ? html`<b>${rich(title)}</b>` : nothing;
  const end = equals(html`<span class="me-value">${rich(result)}</span>`);
  return html`<div class="me-card-working">${heading}<div class="me-title"
    ><span class="me-definition" ${pythonHtml(definition)}></span></div
    ><div class="me-work"><span ${pythonHtml(source, { end })}></span></div
    ><div class="me-where">${whereLines(where)}</div></div>`;
}

/** All workings of a card; `isFolded`: behind a summary. */
export function workings(
  views: ReadonlyArray<TitledDerivation>,
  foldedName?: string,
): TemplateResult {
  const all = views.map(working);
  const content = foldedName
    ? html`<details><summary>${rich(foldedName)}</summary>${all}</details>`
    : all;
  return html`<div class="me-card-workings" ?hidden=${!views.length}>${content}</div>`;
}

/** The working that gives the answer, beside the right one. */
export const sides = (views: ReadonlyArray<SideView>): ReadonlyArray<TemplateResult> =>
  views.map(
    ({ title, html: source, result }) => html`<div class="me-card-side"
      ><span class="me-note">${rich(title)}</span><span class="me-work"
      ><span ${pythonHtml(source)}></span> ${resultOf(html`<b>${rich(result)}</b>`)}</span></div>`,
  );
