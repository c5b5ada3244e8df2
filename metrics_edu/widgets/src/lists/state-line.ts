/* The state as a short string, and a button that copies it. */
import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import { fieldValue } from "../core/directives";
import { button } from "../core/parts";
import { rich } from "../core/text";
import type { Translate } from "../core/words";

const CONFIRMED_FOR = 2000; // milliseconds

export class StateLine {
  #isCopied = false;
  readonly #field = createRef<HTMLInputElement>();

  constructor(
    private readonly t: Translate,
    private readonly paint: () => void,
  ) {}

  template(state: string): TemplateResult {
    const { t } = this;
    const copied = this.#isCopied ? t("copied") : "";
    return html`<div class="me-state" ?hidden=${!state}
      ><span class="me-note" aria-hidden="true">${rich(t("state"))}</span
      ><input type="text" readonly class="me-text me-code" aria-label=${t("state")}
        .value=${fieldValue(state)} ${ref(this.#field)}>${button(t("copy"), this.#copy)}<span
      class="me-note" role="status" .textContent=${copied}></span></div>`;
  }

  readonly #copy = async (): Promise<void> => {
    const field = this.#field.value;
    try {
      await navigator.clipboard.writeText(field?.value ?? "");
    } catch {
      field?.select();
      document.execCommand("copy");
    }
    this.#confirm(true);
    setTimeout(() => this.#confirm(false), CONFIRMED_FOR);
  };

  #confirm(isCopied: boolean): void {
    this.#isCopied = isCopied;
    this.paint();
  }
}
