/* A prediction and the value on a line. */
import { html, type TemplateResult } from "lit-html";
import type { Gap } from "../core/contract";
import { rich } from "../core/text";

const NEAR = 3; // percent of the line: two marks would hide each other

const mark = (kind: "exact" | "given", at: number, text: string) =>
  html`<span class=${`me-gap-${kind}`} .style=${`left: ${at}%`}><span>${rich(text)}</span></span>`;

export function gapLine(gap: Gap): TemplateResult {
  const { predicted, exact, low, high } = gap;
  const size = Math.abs(predicted - exact);
  const between = `left: ${Math.min(predicted, exact)}%; width: ${size}%`;
  const marks = [
    mark("exact", exact, gap.exact_word),
    mark("given", predicted, gap.predicted_word),
  ];
  return html`<div class="me-gap"><span class="me-gap-end">${rich(low)}</span
    ><div class="me-gap-line" aria-hidden="true" ?data-near=${size < NEAR}
    ><span class="me-gap-between" .style=${between}></span>${marks}</div
    ><span class="me-gap-end">${rich(high)}</span></div>`;
}
