/* The list of a Stepper, whose columns come as the steps go. */
import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { StepFrame, StepperView } from "../core/contract";
import { scrolls } from "../core/focus";
import { rich } from "../core/text";
import type { Translate } from "../core/words";
import { type RowStart, type RowStarts, rowStarts, withCutOff } from "./row-starts";

type Column = StepperView["columns"][number];

export class StepTable {
  readonly #starts: RowStarts;
  /** The first step at which a rank counts or is passed over. */
  readonly #firstSteps = new Map<number, number>();
  readonly #box = createRef<HTMLElement>();
  #frame: StepFrame | undefined;
  /** The ranks that were scrolled into sight last. */
  #scrolledTo: string | undefined;

  constructor(
    private readonly view: StepperView,
    private readonly t: Translate,
    private readonly go: (step: number) => void,
  ) {
    this.#starts = rowStarts(view.list, t);
    view.frames.forEach(({ lit, passed }, step) => {
      for (const rank of [...lit, ...passed]) {
        if (!this.#firstSteps.has(rank)) this.#firstSteps.set(rank, step);
      }
    });
  }

  /** Goes to the first step that is about a rank. */
  visit(rank: number): void {
    const step = this.#firstSteps.get(rank);
    if (step !== undefined) this.go(step);
  }

  template(frame: StepFrame): TemplateResult {
    this.#frame = frame;
    const { list, columns } = this.view;
    const heads = columns.map(
      ({ head }, c) =>
        html`<th scope="col" ?data-lit=${c === frame.column}
          ?data-newest=${c === frame.columns - 1}>${rich(head)}</th>`,
    );
    const rows = this.#starts.rows.map((start, k) => this.#row(start, k, frame));
    const width = (this.#starts.rows[0]?.cells.length ?? 0) + columns.length;
    return html`<div class="me-left"
      ><div class=${list.named ? "me-step-list" : "me-step-list me-bare"}
        ?hidden=${!list.rows.length} ${ref(this.#box)}
        ><table><caption class="me-vh">${rich(list.heading)}</caption
        ><thead><tr>${[...this.#starts.heads, ...heads]}</tr></thead
        ><tbody>${withCutOff(rows, list.read, width, this.t)}</tbody></table></div
      ><p class="me-empty" ?hidden=${list.rows.length}>${rich(list.empty)}</p
      ><p class="me-note" ?hidden=${!list.missed}>${rich(list.missed)}</p></div>`;
  }

  #row({ cells, classes }: RowStart, k: number, frame: StepFrame): TemplateResult {
    const { list, columns } = this.view;
    const rank = list.rows[k]?.rank ?? 0;
    const isLit = frame.lit.includes(rank);
    const visited = this.#firstSteps.has(rank) ? `${classes} me-visit` : classes;
    const numbers = columns.map((column, c) => cell(column, k, c, frame));
    return html`<tr class=${visited} data-rank=${rank} ?data-joined=${frame.joined.includes(rank)}
      ?data-lit=${isLit} ?data-passed=${frame.passed.includes(rank)}
      aria-current=${isLit ? "step" : "false"} @click=${() => this.visit(rank)}
      >${cells}${numbers}</tr>`;
  }

  painted(): void {
    this.fit();
    this.#scroll();
  }

  /** Hides columns that the next one repeats; on a narrow screen, also the oldest ones. */
  readonly fit = (): void => {
    const box = this.#box;
    const frame = this.#frame;
    const table = box.value?.querySelector("table");
    if (!box.value || !table || !frame) return;
    const { columns } = this.view;
    const isRepeated = (c: number) => c < frame.columns - 2 && repeats(columns[c], columns[c + 1]);
    columns.forEach((_, c) => {
      this.#showColumn(table, c, c < frame.columns && !isRepeated(c));
    });
    for (let c = 0; c < frame.columns - 1 && table.offsetWidth > box.value.clientWidth; c += 1) {
      this.#showColumn(table, c, false);
    }
    markLongLabels(table);
    this.#letKeysScroll(box.value);
  };

  #showColumn(table: HTMLTableElement, column: number, isShown: boolean): void {
    const index = this.#starts.heads.length + column;
    for (const row of table.rows) {
      const cell = row.cells[index];
      if (cell) cell.hidden = !isShown;
    }
  }

  #letKeysScroll(list: HTMLElement): void {
    const isLong = scrolls(list);
    const attributes = {
      tabindex: "0",
      role: "group",
      "aria-label": this.view.list.heading,
      "data-lm-suppress-shortcuts": "true",
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (isLong) list.setAttribute(name, value);
      else list.removeAttribute(name);
    }
  }

  /** Scrolls the rows of this step into sight; of a group that is too long, its start. */
  #scroll(): void {
    const box = this.#box;
    const frame = this.#frame;
    if (!box.value || !frame) return;
    const ranks = frame.lit.length ? frame.lit : frame.passed;
    const [first, last] = [this.#rowOf(ranks[0]), this.#rowOf(ranks.at(-1))];
    const head = box.value.querySelector("thead");
    if (!first || !last || !head || this.#scrolledTo === ranks.join()) return;
    this.#scrolledTo = ranks.join();
    const list = box.value;
    list.scrollTop = Math.max(
      list.scrollTop,
      last.offsetTop + last.offsetHeight - list.clientHeight,
    );
    list.scrollTop = Math.min(list.scrollTop, first.offsetTop - head.offsetHeight);
  }

  /** The row of a rank, counted from 1. */
  #rowOf(rank: number | undefined): HTMLElement | null | undefined {
    const row = this.view.list.rows[(rank ?? 0) - 1];
    return row && this.#box.value?.querySelector(`tr[data-rank="${row.rank}"]`);
  }
}

/** The newest column shows its working; the older ones show their values. */
function cell(column: Column, k: number, c: number, frame: StepFrame): TemplateResult {
  const isNewest = c === frame.columns - 1;
  const [working = "", value = ""] = column.cells[k] ?? [];
  return html`<td ?data-lit=${c === frame.column} ?data-newest=${isNewest}
    >${rich(isNewest ? working : value)}</td>`;
}

const repeats = (column: Column | undefined, next: Column | undefined): boolean =>
  column?.cells.every(([, value], k) => value === next?.cells[k]?.[1]) ?? false;

function markLongLabels(table: HTMLTableElement): void {
  const labels = [...table.querySelectorAll("tr[data-rank] > .me-label")];
  for (const label of labels) label.removeAttribute("data-long");
  const long = labels.filter((label) => label.scrollWidth > label.clientWidth);
  for (const label of long) label.setAttribute("data-long", "");
}
