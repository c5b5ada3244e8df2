/* FadedStepper: a working with blanks. Python judges each entry, and sends only what is known by
   then: what an open blank holds is not on the page. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { BlankCell, BlankColumn, FadedStepperView, ToRound } from "../core/contract";
import { pythonHtml } from "../core/directives";
import { focused } from "../core/focus";
import { hasModifier } from "../core/keys";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { TypedTexts } from "../core/typed-texts";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { cellContent, markOf, stateOf } from "./blank";
import { type RowStart, rowStarts, withCutOff } from "./row-starts";

type BlankTable = FadedStepperView["more"][number];

interface Table {
  readonly caption: string;
  readonly isCaptionSeen: boolean;
  readonly heads: ReadonlyArray<TemplateResult>;
  readonly rows: ReadonlyArray<RowStart>;
  readonly columns: ReadonlyArray<BlankColumn>;
  readonly read: number;
}

class FadedStepperScreen implements Screen {
  readonly page: ViewRoot = new ViewRoot(this, "me-faded");
  readonly #widget: Widget<FadedStepperView>;
  readonly #typed: TypedTexts;
  readonly #endFollowing: () => void;
  /** The blank to fill in next gets the focus after the answer. */
  #isGoing = false;
  /** A new view has come, and a blank had the focus. */
  #wasHeld = false;
  #isNew = false;
  /** The blank that is written in and not judged. */
  #writing: number | undefined;
  #round: number;
  readonly #why = createRef<HTMLElement>();
  readonly #said = createRef<HTMLElement>();

  constructor({ model, el }: RenderProps) {
    const { page } = this;
    this.#widget = new Widget(model, page.paint);
    this.#typed = new TypedTexts(this.#widget, {
      held: (key) => this.#held(key),
      answers: () => ({ ...this.#widget.view.typed, ...this.#typed.all }),
    });
    this.#round = this.#chosenRound;
    model.on("change:view", this.#onView);
    this.#endFollowing = page.follow(model, "view");
    page.paint();
    el.append(page.root);
  }

  get #chosenRound(): number {
    return this.#widget.view.rounds.findIndex(({ chosen }) => chosen);
  }

  readonly #onView = (): void => {
    this.#isNew = true;
    this.#typed.follow();
    this.#wasHeld = focused(this.page.root)?.matches(".me-blank") ?? false;
  };

  /** What Python has in a blank; undefined: there is none, or it is right. */
  #held(key: string): string | undefined {
    const { columns, more, lines, typed } = this.#widget.view;
    const tables = [columns, ...more.map((table) => table.columns)].flat();
    const cells = [...tables.flatMap((column) => column.cells), ...lines.map(({ cell }) => cell)];
    const cell = cells.find(({ at, state }) => String(at) === key && state !== "right");
    return cell && (typed[key] ?? cell.text);
  }

  template(): TemplateResult {
    const { view } = this.#widget;
    const { more, list } = view;
    const besides = list.item ? "below" : "beside";
    return html`<div class="me-box"><div class="me-rounds-bar">${this.#rounds()}<span
      class="me-note me-filled">${rich(view.filled)}</span></div
      ><div class="me-title"><span class="me-metric">${rich(view.name)}</span
      ><span class="me-long">${rich(view.long)}</span></div
      ><div class="me-fade" data-more=${more.length ? besides : nothing}
      ><div>${this.#main()}<p class="me-note">${rich(list.missed)}</p></div
      ><div class="me-fade-more" ?hidden=${!more.length}
      >${more.map((table) => this.#more(table))}</div
      ><div>${[
        this.#lines(),
        noticeOf(this.#widget.notice),
        view.next < 0 ? this.#sentence() : nothing,
        this.#question(),
        this.#buttons(),
      ]}</div></div><p class="me-vh" role="status">${rich(view.sentence)}</p></div>`;
  }

  #rounds(): TemplateResult {
    const { t, view } = this.#widget;
    const chosen = this.#chosenRound;
    const round = ({ title, about }: FadedStepperView["rounds"][number], k: number) =>
      html`<button type="button" class="me-round" aria-pressed=${String(k === chosen)}
        ?data-next=${view.why?.right && k === chosen + 1}
        @click=${() => this.#begin({ do: "round", round: k + 1 })}
        ><b>${rich(title)}</b><span class="me-note">${rich(about)}</span></button>`;
    return html`<div class="me-rounds" role="group" aria-label=${t("rounds_label")}
      >${view.rounds.map(round)}</div>`;
  }

  #main(): TemplateResult {
    const { t, view } = this.#widget;
    const { list, columns } = view;
    const { heads, rows } = rowStarts(list, t);
    const isShown = rows.length > 0 && heads.length > 0;
    const isCaptionSeen = view.more.length > 0;
    const table = { caption: list.heading, isCaptionSeen, heads, rows, columns, read: list.read };
    return html`<div class="me-step-list me-scroll" ?hidden=${!isShown}
      >${this.#table(table)}</div>`;
  }

  /** The ideal list, or the cut-offs. */
  #more({ heading, columns }: BlankTable): TemplateResult {
    const rank = html`<th scope="col" class="me-rank">i</th>`;
    const rows = (columns[0]?.cells ?? []).map((_, k) => ({
      cells: [html`<td class="me-rank">${k + 1}</td>`],
      classes: "",
    }));
    const table = { caption: heading, isCaptionSeen: true, heads: [rank], rows, columns, read: 0 };
    return html`<div class="me-step-list me-scroll">${this.#table(table)}</div>`;
  }

  #table({ caption, isCaptionSeen, heads, rows, columns, read }: Table): TemplateResult {
    const names = columns.map(({ head }) => html`<th scope="col">${rich(head)}</th>`);
    const width = (rows[0]?.cells.length ?? 0) + columns.length;
    const lines = rows.map((start, k) => this.#row(start, columns, k));
    return html`<table><caption class=${isCaptionSeen ? nothing : "me-vh"}>${rich(caption)}</caption
      ><thead><tr>${[...heads, ...names]}</tr></thead
      ><tbody>${withCutOff(lines, read, width, this.#widget.t)}</tbody></table>`;
  }

  #row(
    { cells, classes }: RowStart,
    columns: ReadonlyArray<BlankColumn>,
    k: number,
  ): TemplateResult {
    const { next } = this.#widget.view;
    const width = cells.length + columns.length;
    const numbers = columns.map((column) => column.cells[k]);
    const states = numbers.map((cell) => stateOf(cell, next));
    const isLit = states.some((state) => state === "now" || state === "wrong");
    const blanks = numbers.map((cell) => this.#cell(cell));
    const below = numbers.flatMap((cell) => this.#below(cell));
    const more = below.length
      ? html`<tr><td class="me-fade-below" colspan=${width}>${below}</td></tr>`
      : nothing;
    return html`<tr class=${classes || nothing} ?data-lit=${isLit}>${cells}${blanks}</tr>${more}`;
  }

  #cell(cell: BlankCell | undefined): TemplateResult {
    const state = stateOf(cell, this.#widget.view.next);
    return html`<td data-state=${state ?? nothing}>${this.#content(cell)}</td>`;
  }

  #content(cell: BlankCell | undefined): unknown {
    const { t, uid } = this.#widget;
    const describedBy = this.#isNext(cell) && cell?.state ? uid : undefined;
    const onInput = this.#onInput;
    const onKey = this.#onKey;
    const onChange = this.#onChange;
    const textOf = (at: number, text: string) =>
      this.#typed.get(String(at)) ?? this.#widget.view.typed[at] ?? text;
    const state = { t, describedBy, isDisabled: this.#typed.isBlocked, textOf };
    return cellContent(cell, { ...state, onInput, onKey, onChange });
  }

  /** What is below a blank: as a formula what is written in it, and what is said of the entry. */
  #below(cell: BlankCell | undefined): ReadonlyArray<unknown> {
    const formula = this.#typed.formula(String(cell?.at));
    const isWritten = cell?.at === (this.#writing ?? this.#widget.view.next);
    const parts = [isWritten && formula, this.#isNext(cell) && this.#sentence()];
    return parts.filter((part) => part && part !== nothing);
  }

  /** Is this the blank to fill in next? What is said of an entry is below it. */
  #isNext(cell: BlankCell | undefined): boolean {
    return cell?.at !== undefined && cell.at === this.#widget.view.next;
  }

  #lines(): TemplateResult {
    const { lines, next } = this.#widget.view;
    const line = ({ html: source, cell }: FadedStepperView["lines"][number]) => {
      const state = stateOf(cell, next) ?? nothing;
      const number = html`<span data-state=${state}>${this.#content(cell)}</span>`;
      return html`<div><span ${pythonHtml(source)}></span><span class="me-fade-number"
        ><span class="me-eq">=</span> ${number}</span>${this.#below(cell)}</div>`;
    };
    return html`<div class="me-fade-lines">${lines.map(line)}</div>`;
  }

  /** What is said of the last entry; a hidden status, which stays where it is, announces it. */
  #sentence(): TemplateResult {
    const { view, uid } = this.#widget;
    return html`<div class="me-fade-said" ?data-done=${view.next < 0} ${ref(this.#said)}
      ><b aria-hidden="true">${markOf(view.state)}</b
      ><p id=${uid}>${rich(view.sentence)}</p></div>`;
  }

  /** The question after a round. */
  #question(): TemplateResult {
    const { view, uid } = this.#widget;
    const { why } = view;
    const id = `${uid}-why`;
    const content = why
      ? html`<b id=${id}>${rich(why.question)}</b><div>${why.choices.map(this.#choice)}</div>`
      : nothing;
    return html`<div class="me-why" role="group" ?hidden=${!why}
      aria-labelledby=${why ? id : nothing} ${ref(this.#why)}>${content}</div>`;
  }

  /** After the last blank of a round: to the next one, or the same one again. */
  #buttons(): TemplateResult {
    const { t, view } = this.#widget;
    const next = this.#chosenRound + 1;
    const title = view.rounds[next]?.title;
    const toNext = title
      ? html`<button type="button" class="me-btn" data-main
          @click=${() => this.#go({ do: "round", round: next + 1 })}>${rich(title)} →</button>`
      : nothing;
    return html`<div class="me-acts" ?hidden=${view.next >= 0}>${toNext}<button type="button"
      class="me-btn" @click=${() => this.#go({ do: "again" })}>${t("step_again")}</button></div>`;
  }

  /** Sends an action, after which the first open blank has the focus. */
  #go(action: ToRound): void {
    this.#isGoing = true;
    this.#begin(action);
  }

  /** Sends an action that gives other blanks. Until they are there, nothing can be filled in. */
  #begin(action: ToRound): void {
    if (this.#typed.isWaiting) return;
    const stamp = this.#typed.stamp();
    this.#typed.wait();
    this.#widget.send({ ...action, ...stamp });
    this.page.paint();
  }

  readonly #choice = (text: string, k: number): TemplateResult => {
    const { view, send } = this.#widget;
    const choose = () => send({ do: "choose", choice: k, ...this.#typed.stamp() });
    const isChosen = view.why?.chosen === k;
    const verdict = view.why?.right ? "right" : "wrong";
    const state = isChosen ? verdict : "";
    const answer = isChosen ? (view.why?.answer ?? "") : "";
    return html`<button type="button" class="me-choice" data-state=${state || nothing}
      aria-pressed=${String(isChosen)} @click=${choose}
      ><b aria-hidden="true">${markOf(state) || "○"}</b><span><span>${rich(text)}</span
      ><span class="me-note" role="status">${rich(answer)}</span></span></button>`;
  };

  readonly #onInput = ({ target }: Event): void => {
    const { dataset, value } = target as HTMLInputElement;
    this.#writing = Number(dataset.at);
    this.#typed.type(dataset.at ?? "", value);
    this.page.paint();
  };

  readonly #onChange = ({ target }: Event): void => this.#commit(target as HTMLInputElement, false);

  readonly #onKey = (event: KeyboardEvent): void => {
    const by = new Map([
      ["Enter", 0],
      ["ArrowDown", 1],
      ["ArrowUp", -1],
    ]).get(event.key);
    if (by === undefined || hasModifier(event)) return;
    event.preventDefault();
    const field = event.target as HTMLInputElement;
    if (by) this.#goTo(Number(field.dataset.at) + by);
    else this.#commit(field, true);
  };

  /** Sends what was typed; an unchanged field only moves the focus. */
  #commit(field: HTMLInputElement, isGoing: boolean): void {
    if (this.#typed.isBlocked) return;
    const at = Number(field.dataset.at);
    this.#isGoing = isGoing;
    this.#writing = undefined;
    if (field.value !== field.dataset.text) {
      const { value: text } = field;
      this.#widget.send({ do: "fill", at, text, ...this.#typed.stamp({ [at]: text }) });
    } else if (isGoing) {
      this.#goTo(field.readOnly || !field.value ? at + 1 : this.#widget.view.next);
    }
  }

  /** For a lecture: takes an entry as Enter does; returns whether there is a new one. */
  readonly take = (): boolean => {
    const blanks = this.page.root.querySelectorAll<HTMLInputElement>(".me-blank");
    const field = [...blanks].find(({ value, dataset }) => value.trim() && value !== dataset.text);
    if (field) this.#commit(field, true);
    return field !== undefined;
  };

  #goTo(at: number): void {
    const field = this.page.root.querySelector<HTMLInputElement>(`.me-blank[data-at="${at}"]`);
    field?.focus();
    field?.select();
  }

  painted(): void {
    if (!this.#isNew) return;
    this.#isNew = false;
    const isOtherRound = this.#round !== this.#chosenRound;
    const mustGo = this.#isGoing || (this.#wasHeld && isOtherRound);
    this.#isGoing = false;
    this.#round = this.#chosenRound;
    if (mustGo) this.#focusNext();
    // What is said may be longer than before: all of it is in sight, below its blank.
    if (mustGo || this.#wasHeld) this.#said.value?.scrollIntoView({ block: "nearest" });
  }

  /** The blank to fill in next, or the first answer of the question. */
  #focusNext(): void {
    const { next } = this.#widget.view;
    if (next >= 0) this.#goTo(next);
    else this.#why.value?.querySelector("button")?.focus();
  }

  attributes(): Record<string, string | undefined> {
    return { "data-lost": this.#widget.isLost ? "" : undefined };
  }

  end(): void {
    this.#typed.end();
    this.#widget.model.off("change:view", this.#onView);
    this.#endFollowing();
  }
}

export function fadedStepper(props: RenderProps): Shown {
  const screen = new FadedStepperScreen(props);
  const { page, take } = screen;
  return { root: page.root, layout: "card", take, end: () => screen.end() };
}
