/* The computation in an answer field: Python sets it as a formula while it is typed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { pythonHtml } from "./directives";

const NUMBER = /^[\d\s.,]*$/;

export class TypedFormulas {
  /** The formula that each field showed last, by its key. */
  readonly #last = new Map<string, string>();

  /** The formula of the text in a field. Until Python has that text, the last formula is there in
      grey, so that nothing jumps. */
  template(key: string, text: string, source?: string): TemplateResult | typeof nothing {
    if (source) this.#last.set(key, source);
    else if (NUMBER.test(text)) this.#last.delete(key);
    const shown = this.#last.get(key);
    if (!shown) return nothing;
    return html`<div class="me-typed" aria-hidden="true" ?data-old=${!source}
      ${pythonHtml(shown)}></div>`;
  }
}
