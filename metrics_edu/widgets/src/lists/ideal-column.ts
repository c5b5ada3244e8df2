/* The ideal list, to read: a click on an item chooses it in the list that is edited. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { IdealColumn as IdealColumnView, IdealRow } from "../core/contract";
import { reach } from "../core/focus";
import { rich } from "../core/text";
import type { ListSession } from "./list-session";
import { classNames, isLong, termOf } from "./row";

export class IdealColumn {
  readonly #list = createRef<HTMLElement>();

  constructor(
    private readonly session: ListSession,
    private readonly view: () => IdealColumnView,
  ) {}

  /** The list, and below it `sum`, what it is worth. */
  template(sum: TemplateResult): TemplateResult {
    const { t } = this.session;
    const { sub, term, rows, empty } = this.view();
    const items = repeat(
      rows,
      ({ id }) => id,
      (row) => this.#row(row),
    );
    return html`<div class="me-fixed"><div class="me-head"><b>${rich(t("ideal_list"))}</b
      ><span class="me-note">${rich(sub)}</span
      ><span class="me-note me-end">${rich(term)}</span></div
      ><div class="me-empty" ?hidden=${!empty}>${rich(empty)}</div
      ><ol class="me-item-list" aria-label=${`${t("ideal_list")}: ${sub}`} @click=${this.#onClick}
      ${ref(this.#list)}>${items}</ol>${sum}</div>`;
  }

  #row(row: IdealRow): TemplateResult {
    const isChosen = row.id === this.session.chosen;
    const classes = classNames(
      "me-row",
      row.relevant && "me-relevant",
      row.counts && "me-counts",
      row.missed && "me-is-missed",
    );
    const now = html`<span class="me-where" ?hidden=${!row.now}>${rich(row.now)}</span>`;
    return html`<li class=${classes} data-id=${row.id} data-move=${`ideal ${row.id}`}
      ?data-lit=${isChosen}><span class="me-rank">${row.rank}</span
      ><span class="me-toggle"><span class="me-badge" aria-hidden="true">${row.badge}</span
      ><span class="me-vh">${row.state_word}</span></span
      ><span class="me-label" title=${row.label} ?data-long=${isLong(row.label)}
      >${rich(row.label)}</span>${now}<span class="me-row-term">${termOf(row)}</span></li>`;
  }

  readonly #onClick = ({ target }: Event): void => {
    const id = (target as Element).closest<HTMLElement>(".me-row")?.dataset.id;
    const row = this.view().rows.find((one) => one.id === id);
    if (row?.known) this.session.choose(row.id);
  };

  ties(): unknown {
    const { ties } = this.view();
    return ties ? html`<p class="me-note">${rich(ties)}</p>` : nothing;
  }

  /** After a paint or a new size: keys can scroll the list if it scrolls. */
  readonly reach = (): void => {
    if (this.#list.value) reach(this.#list.value);
  };
}
