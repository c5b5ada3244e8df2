/* Text with true subscripts: Python writes "relᵢ" and "log₂" with characters that small fonts
   blur. */
import { html, nothing, svg, type TemplateResult } from "lit-html";

const SIGNS = "ᵢᵤₚₘₐₓ₀₁₂₃₄₅₆₇₈₉";
const LETTERS = "iupmax0123456789";
const SUBSCRIPT =
  /(\b2\^\((?:[^()]|\([^()]*\))+\)|(?<=ᵍ)\*[ᵢ₀-₉]+|[ᵢᵤₚₘₐₓ₀-₉]+|(?<=\blog)2(?=[ (]))/;

export type Rich = string | ReadonlyArray<string | TemplateResult>;

const plain = (subscript: string) =>
  subscript.replace(/[ᵢᵤₚₘₐₓ₀-₉]/g, (sign) => LETTERS[SIGNS.indexOf(sign)] ?? sign);

/** Keeps "= 0.5", "(grade 4)" and "min(|R|, n)" on one line, and writes the power "2^g". */
export const together = (text: string): string =>
  text
    .replace(/\b2\^g\b/g, "2ᵍ")
    .replace(/ ([=→]) /g, "\u00a0$1\u00a0")
    .replace(/(?<=\(\S+) (?=(?:\d+|n)\))|(?<=×) /g, "\u00a0");

/** Splits a text into plain parts and subscripts; a text without any stays a string. */
function split(source: string, below: (text: string, before: string) => TemplateResult): Rich {
  const text = together(source);
  if (!SUBSCRIPT.test(text)) return text;
  return text
    .split(SUBSCRIPT)
    .map((part, k, all) => (k % 2 ? below(plain(part), all[k - 1] ?? "") : part));
}

/** "2^(g − 1)": who copies or hears it gets the sign and the parentheses. */
function power(exponent: string): TemplateResult {
  const [open, close] = ["^(", ")"].map((sign) => html`<span class="me-vh">${sign}</span>`);
  return html`<span class="me-power">2${open}<sup>${rich(exponent)}</sup>${close}</span>`;
}

/** A text for the page: subscripts are `<sub>`, and "2^(...)" is a power. */
export const rich = (source: string): Rich =>
  split(source, (text, before) => {
    if (text.startsWith("2^")) return power(text.slice(3, -1));
    return html`<sub class=${before.endsWith("ᵍ") ? "me-raised" : nothing}>${text}</sub>`;
  });

/** The same inside an SVG text: what follows a subscript returns to the line. */
export function richSvg(source: string): Rich {
  const parts = split(source, (text) => svg`<tspan dy="3" font-size="9">${text}</tspan>`);
  if (typeof parts === "string") return parts;
  return parts.map((part, k) =>
    k && k % 2 === 0 && part ? svg`<tspan dy="-3">${part}</tspan>` : part,
  );
}

/** A text with its first clause in bold. */
export function boldStart(text: string, start = /^(.*?: .*?\.)(\s.*)$/s): Rich {
  if (!text) return "";
  const [, first = text, rest = ""] = text.match(start) ?? [];
  return [html`<span><b>${rich(first)}</b><span>${rich(rest)}</span></span>`];
}
