/* The derivation of the chosen measure: its working, whose terms are one Tab stop. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { createRef, ref } from "lit-html/directives/ref.js";
import { setAttribute } from "../core/attributes";
import type { ChosenDerivation } from "../core/contract";
import { pythonHtml } from "../core/directives";
import { focused } from "../core/focus";
import { moveFocus } from "../core/keys";
import { changeOf, equals, resultOf, whereLines } from "../core/parts";
import { rich } from "../core/text";
import type { ListSession } from "./list-session";

const TERM = ".me-term[data-rank]";

/** The ranks that have a term, read from Python's HTML before the page shows it. */
export function termRanksOf({ working, where }: ChosenDerivation): ReadonlyArray<number> {
  const source = working + where.map(({ html: text }) => text).join("");
  const ranks = source
    .split('data-rank="')
    .slice(1)
    .map((rest) => Number.parseInt(rest, 10));
  return [...new Set(ranks)].sort((a, b) => a - b);
}

export interface DerivationSlots {
  /** The tab that this panel belongs to. */
  readonly labelledBy: string | undefined;
  /** The value is being predicted: neither it nor its working is shown. */
  readonly isPredicted?: boolean;
  /** The field for a prediction, in place of the value. */
  readonly prediction?: TemplateResult | undefined;
  /** The verdict on a prediction. */
  readonly verdict?: TemplateResult | undefined;
  /** The measure's own settings. */
  readonly settings: TemplateResult | undefined;
  readonly sentence: unknown;
}

export class Derivation {
  readonly #box = createRef<HTMLElement>();
  #heldTerm = -1;

  constructor(private readonly session: ListSession) {}

  template(derivation: ChosenDerivation, slots: DerivationSlots): TemplateResult {
    const { labelledBy, isPredicted = false, prediction, verdict, settings } = slots;
    const isMean = this.session.view.list.kind === "users";
    const where = guard([derivation], () => whereLines(derivation.where, true));
    return html`<div class="me-derivation" role="tabpanel" aria-labelledby=${labelledBy ?? nothing}
      ?data-mean=${isMean} ${ref(this.#box)}
      @click=${this.#choose} @focusin=${this.#choose} @keydown=${this.#onKey}
      ><div class="me-title"><span class="me-metric">${rich(derivation.name)}</span
        ><span class="me-definition" ${pythonHtml(derivation.definition)}></span
        ><span class="me-long">${rich(derivation.long)}</span></div
      ><div class="me-work">${this.#working(derivation, isPredicted)} ${prediction}</div
      >${verdict}<div
      class="me-own" ?hidden=${!settings}>${settings}</div
      ><div class="me-where">${where}</div>${slots.sentence}</div>`;
  }

  /** The working and the value; before a lecture shows the working, the symbol alone. */
  #working(derivation: ChosenDerivation, isPredicted: boolean): TemplateResult {
    const value = html`<span class="me-value" .textContent=${derivation.result}></span>`;
    const result = html`${value} <span class="me-by">${changeOf(derivation)}</span>`;
    if (isPredicted) return html`<span>${resultOf(result)}</span>`;
    if (!derivation.working) {
      const symbol = html`<span class="me-sym">${derivation.name}</span>`;
      return html`<span>${symbol} ${resultOf(result)}</span>`;
    }
    const options = { hasActiveTerms: true, end: equals(result) };
    return html`<span ${pythonHtml(derivation.working, options)}></span>`;
  }

  #terms(): HTMLElement[] {
    return [...(this.#box.value?.querySelectorAll<HTMLElement>(TERM) ?? [])];
  }

  readonly #choose = ({ target }: Event) => {
    const term = (target as Element).closest<HTMLElement>(TERM);
    if (term) this.session.chooseRank(Number(term.dataset.rank));
  };

  readonly #onKey = (event: KeyboardEvent) => {
    if (!(event.target as Element).closest(TERM)) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      this.#choose(event);
    } else moveFocus(event, this.#terms(), ["ArrowLeft", "ArrowRight"]);
  };

  /** Before a paint: which term has the focus, since new HTML takes it away. */
  willPaint(): void {
    const now = this.#box.value && focused(this.#box.value);
    this.#heldTerm = now ? this.#terms().indexOf(now as HTMLElement) : -1;
  }

  /** After a paint: the names, light and Tab stop of the terms, which are in Python's HTML. */
  painted(): void {
    const terms = this.#terms();
    const rank = this.session.row?.rank;
    const isChosen = (term: HTMLElement) => Number(term.dataset.rank) === rank;
    const stop = terms.find(isChosen) ?? terms[0];
    const counts = new Map<string | undefined, number>();
    for (const term of terms) {
      const count = counts.get(term.dataset.rank) ?? 0;
      counts.set(term.dataset.rank, count + 1);
      term.toggleAttribute("data-lit", isChosen(term));
      setAttribute(term, "tabindex", term === stop ? "0" : "-1");
      setAttribute(term, "aria-pressed", String(isChosen(term)));
      this.#nameTerm(term, count);
    }
    const held = terms[this.#heldTerm];
    this.#keepFocus(terms, held && isChosen(held) ? held : stop);
  }

  #keepFocus(terms: ReadonlyArray<HTMLElement>, next: HTMLElement | undefined): void {
    const isHeld = terms.some((term) => term === focused(term));
    if (this.#heldTerm >= 0 && !isHeld) next?.focus({ preventScroll: true });
  }

  /** A mean's terms have the names of their users, and every term moves with its row: an
      item may have several, as in F1. */
  #nameTerm(term: HTMLElement, count: number): void {
    const { list } = this.session.view;
    const row = list.shown[Number(term.dataset.rank) - 1];
    if (row) setAttribute(term, "data-move", `term ${row.id} ${count}`);
    if (list.kind !== "users" || term.lastElementChild?.matches(".me-who-of")) return;
    const name = document.createElement("span");
    name.className = "me-who-of";
    name.textContent = row?.label ?? "";
    term.append(name);
  }
}
