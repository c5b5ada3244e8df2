/* The two lists that a user edits, the shown and the missed items: heads, rows, keys and drops. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { createRef, ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { EditAction, ItemList, ItemRow, Preview } from "../core/contract";
import { moveFocus } from "../core/keys";
import { belowCutOff, numberStepper } from "../core/parts";
import { type Rich, rich, together } from "../core/text";
import type { ViewRoot } from "../core/view-root";
import { Drag, type DropPlace, LIST_NAMES, type ListName } from "./drag";
import { keepFocusOfMovedRows } from "./keyed-list";
import type { ListSession } from "./list-session";
import { isLong, type RowState, rowTemplate } from "./row";
import { actionOfKey } from "./row-keys";

const FITTING = 7; // rows that a list shows without scrolling
const POOL_WORDS = /( [^\d|+=]+)(?=\s[+=]|$)/;

export interface EditedListsOptions {
  /** The head of the shown list, in place of the usual one. */
  head?(note: Rich): TemplateResult;
  /** The setting at the cut-off; without it the cut-off is only named. */
  cutOff?(): TemplateResult | undefined;
}

/** One rank is a difference, so that Python adds up fast keys. */
function editOf({ id, to, index, by = 0 }: DropPlace): Preview["edit"] {
  if (to === "missed") return { do: "miss", id };
  return { do: "move", id, ...(Math.abs(by) === 1 ? { by } : { rank: index + 1 }) };
}

const rowAt = ({ target }: Event) => (target as Element).closest<HTMLElement>(".me-row");

export class EditedLists {
  readonly #box = createRef<HTMLElement>();
  readonly #lists = { shown: createRef<HTMLElement>(), missed: createRef<HTMLElement>() };
  readonly #drag: Drag;
  #place: string | undefined;
  /** Writes what the places of the rows depend on, as they were painted last. */
  #paintedLayout = () => "";
  #wasInLecture = false;

  constructor(
    private readonly session: ListSession,
    private readonly page: ViewRoot,
    private readonly options: EditedListsOptions = {},
  ) {
    session.focusRow = () => this.focus();
    this.#drag = new Drag({
      list: (name) => this.#lists[name].value,
      isLocked: () => session.view.list.kind === "users",
      start: (id) => session.choose(id),
      drop: (place) => session.send(editOf(place)),
      preview: (place) => session.preview(place && editOf(place)),
      paint: session.paint,
    });
  }

  template(): TemplateResult {
    const { list } = this.session.view;
    const hasLongLabel = [...list.shown, ...list.missed].some(({ label }) => isLong(label));
    const head = this.options.head?.(this.#note()) ?? this.#head();
    const missed = list.kind === "items" ? this.#missed(list) : nothing;
    return html`<div class="me-item-list-box" ?data-long=${hasLongLabel} ${ref(this.#box)}
      @click=${this.#onClick} @keydown=${this.#onKey} @focusin=${this.#onFocus}
      @pointerdown=${this.#onPress}
      >${head}${this.#shown()}${missed}</div>`;
  }

  #note(): Rich {
    const { t, view } = this.session;
    const { list } = view;
    if (list.kind === "users") return rich(t("users_each"));
    const counts = { hits: list.hits, shown: list.shown.length };
    return list.shown.length ? rich(t("shown_sub", counts)) : "";
  }

  #head(): TemplateResult {
    const { t, view } = this.session;
    const { kind, term } = view.list;
    const heading = t(kind === "users" ? "users_label" : "shown");
    const shortTerm = this.page.isInLecture ? term.replace(/ \(.*/, "") : term;
    return html`<div class="me-head"><b>${rich(heading)}</b
      ><span class="me-note">${this.#note()}</span
      ><span class="me-note me-end me-term-head">${rich(shortTerm)}</span></div>`;
  }

  #shown(): TemplateResult {
    const { t, view } = this.session;
    const isFilled = view.list.kind === "users" || view.list.shown.length > 0;
    const why = isFilled ? "" : t("shown_empty");
    const setting = this.options.cutOff?.();
    const isCut = this.options.cutOff
      ? setting !== undefined
      : view.list.cut !== null && this.#readRanks < view.list.shown.length;
    const name = this.options.cutOff ? setting : rich(t("cut_off", { n: view.list.cut }));
    const below = belowCutOff(t, view.list.shown.length - this.#readRanks);
    const top = `top: calc(var(--me-row) * ${this.#readRanks} - var(--me-scrolled, 0px))`;
    return html`<div class="me-stack me-item-lists" ?data-cut=${isCut}
      ><div class="me-empty">${rich(why)}</div>${this.#list("shown")}<div class="me-cut-off"
      ?hidden=${!isCut} .style=${top} @focusin=${this.#showCutOff}
      >${isCut ? [name, below] : nothing}</div></div>`;
  }

  #missed(list: ItemList): TemplateResult {
    const { t, send } = this.session;
    const { value: count } = list.relevant;
    const why = list.missed.length ? "" : t(count ? "all_shown" : "none_relevant", { count });
    const stepper = numberStepper(t, {
      ...list.relevant,
      label: t("all_relevant"),
      step: 1,
      by: (by) => send({ do: "set_relevant", by }),
      to: (to) => send({ do: "set_relevant", to }),
    });
    const equal = "\u00a0=\u00a0";
    return html`<div class="me-item-list-box"
      ><div class="me-head me-dashed"><b>${rich(t("missed"))}</b
      ><span class="me-note me-end me-pool"><span>${this.#pool(list)}</span> <span
      class="me-step">${equal}${stepper}</span></span></div
      ><div class="me-stack me-item-lists"><div class="me-empty">${rich(why)}</div
      >${this.#list("missed")}</div
      ></div>`;
  }

  /** "6 shown + 2 missed": side by side, lists have no room for the words. */
  #pool(list: ItemList): ReadonlyArray<TemplateResult> {
    const sum = list.pool.replace(/ = \d+$/, "");
    const text = this.page.isInLecture ? sum.replace(/\s*(=[^+]*)?\+ 0\D*$/, "") : sum;
    return together(text)
      .split(POOL_WORDS)
      .map((part, k) => html`<span class=${k % 2 ? "me-pool-word" : nothing}>${rich(part)}</span>`);
  }

  #list(name: ListName): TemplateResult {
    const rows = this.#rows(name);
    const stop = this.#tabStop();
    const needsStop = rows.length > FITTING && !rows.some(({ id }) => id === stop);
    const isUser = this.session.view.list.kind === "users";
    const { t, uid, chosen } = this.session;
    const readRanks = this.#readRanks;
    const template = (row: ItemRow) => {
      const state: RowState = {
        uid,
        isUser,
        isChosen: row.id === chosen,
        isTabStop: row.id === stop,
        isDragged: this.#drag.isDragged(row.id),
        isLastRead: row.rank !== null && row.rank === readRanks,
      };
      return guard([row, ...Object.values(state)], () => rowTemplate(t, row, state));
    };
    const items = repeat(rows, ({ id }) => id, template);
    return html`<ol class="me-item-list" role="listbox" aria-label=${this.#label(name)}
      tabindex=${needsStop ? 0 : nothing} data-lm-suppress-shortcuts="true"
      @scroll=${this.#onScroll} ${ref(this.#lists[name])}>${items}</ol>`;
  }

  #label(name: ListName): string {
    const { t, view } = this.session;
    if (name === "missed") return t("missed_label");
    return t(view.list.kind === "users" ? "users_label" : "list_label");
  }

  /** The rows as they are now: a dragged row is in its new place before Python answers. */
  #rows(name: ListName): ReadonlyArray<ItemRow> {
    return this.#drag.rows(this.session.view.list, name);
  }

  /** How many of the shown ranks the measure reads. */
  get #readRanks(): number {
    const { cut, shown } = this.session.view.list;
    return cut === null ? 0 : Math.min(cut, shown.length);
  }

  /** One row is a Tab stop: the chosen one, else the first. */
  #tabStop(): string | undefined {
    const rows = [...this.#rows("shown"), ...this.#rows("missed")];
    return (rows.find(({ id }) => id === this.session.chosen) ?? rows[0])?.id;
  }

  /** The cut-off moves with the rows. */
  readonly #onScroll = () => {
    const list = this.#lists.shown.value;
    list?.parentElement?.style.setProperty("--me-scrolled", `${list.scrollTop}px`);
  };

  readonly #showCutOff = () => {
    const last = this.session.view.list.shown[this.#readRanks - 1];
    this.#element(last?.id)?.scrollIntoView({ block: "nearest" });
  };

  readonly #onPress = (event: PointerEvent) => {
    if (event.button === 0 && rowAt(event)) this.session.press();
    this.#drag.onPointerDown(event);
  };

  readonly #onFocus = (event: Event) => {
    const id = rowAt(event)?.dataset.id;
    if (id !== undefined) this.session.choose(id);
  };

  readonly #onClick = (event: Event) => {
    const row = rowAt(event);
    const id = row?.dataset.id;
    if (!row || id === undefined) return;
    row.focus({ preventScroll: true });
    this.session.choose(id);
    const isToggle = (event.target as Element).closest(".me-toggle") && row.dataset.rank;
    if (isToggle && this.session.view.list.kind === "items") {
      this.session.send({ do: "toggle", id });
    }
  };

  readonly #onKey = (event: KeyboardEvent) => {
    const row = rowAt(event);
    const isMoved = row && moveFocus(event, this.#around(row, event.key), ["ArrowUp", "ArrowDown"]);
    const { list } = this.session.view;
    if (!row || isMoved || list.kind === "users" || this.#drag.isDragging) return;
    const id = row.dataset.id ?? "";
    const isRanked = row.dataset.rank !== undefined;
    const isRelevant = row.matches(".me-relevant");
    const action = actionOfKey(event, { id, isRanked, isRelevant, isGraded: list.graded });
    if (action === undefined) return;
    event.preventDefault();
    if (!action || this.#isStep(row, action)) return;
    this.session.send(action);
  };

  /** A key that moves a row may be held: the row is dropped when the key is released. */
  #isStep(row: HTMLElement, action: EditAction): boolean {
    return action.do === "move" && this.#drag.step(row, action.by ?? 0);
  }

  /** The rows that a key walks: Home and End stay in one list, the arrows walk both. */
  #around(row: HTMLElement, key: string): HTMLElement[] {
    const isEnd = key === "Home" || key === "End";
    const around = isEnd ? row.parentElement : this.#box.value;
    return [...(around?.querySelectorAll<HTMLElement>(".me-row") ?? [])];
  }

  /** After the first paint: a row that is moved keeps the focus. */
  watch(): void {
    for (const { value: list } of Object.values(this.#lists)) {
      if (list) keepFocusOfMovedRows(list);
    }
  }

  /** After a new view: Python's list is the one to show. */
  followView(): void {
    this.#drag.followList(this.session.view.list);
  }

  #element(id: string | null | undefined): HTMLElement | undefined {
    const found = this.#box.value?.querySelector(`[data-id="${CSS.escape(id ?? "")}"]`);
    return (found as HTMLElement | null | undefined) ?? undefined;
  }

  focus(): void {
    const row = this.#element(this.session.chosen) ?? this.#box.value?.querySelector(".me-row");
    (row as HTMLElement | null | undefined)?.focus({ preventScroll: true });
  }

  contains(node: Node | null): boolean {
    return this.#box.value?.contains(node) ?? false;
  }

  /** Before a paint of another view: whether rows may move, or a list may scroll. */
  get isMoved(): boolean {
    return this.#paintedLayout() !== this.#layout()();
  }

  #layout(): () => string {
    const { chosen, view } = this.session;
    const { cut, graded } = view.list;
    const lists = LIST_NAMES.map((name) => this.#rows(name));
    const textsOf = ({ id, label, note }: ItemRow) => [id, label, note];
    return () => JSON.stringify([chosen, cut, graded, lists.map((rows) => rows.map(textsOf))]);
  }

  /** Scrolls a row that moved or was chosen into sight in its list, without moving the page. */
  painted(): void {
    this.#paintedLayout = this.#layout();
    const { isInLecture } = this.page;
    const isMoved = isInLecture !== this.#wasInLecture; // a moved list forgets its position
    this.#wasInLecture = isInLecture;
    if (isMoved) this.#place = undefined;
    this.#showChosen();
    this.#drag.painted(this.#element(this.#drag.id));
    if (isMoved) this.#onScroll();
  }

  #showChosen(): void {
    const row = this.#element(this.session.chosen);
    const place = row ? `${this.session.chosen} ${row.dataset.rank}` : undefined;
    const list = row?.parentElement;
    if (place === this.#place) return;
    const isPressed = this.session.isPressed; // it is in sight: measuring it would cost a layout
    if (!isPressed && list?.clientHeight === 0) {
      this.#showOnceLaidOut(list);
      return;
    }
    this.#place = place;
    if (row && list && !isPressed) this.#scrollTo(row, list);
  }

  #scrollTo(row: HTMLElement, list: HTMLElement): void {
    const lowest = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    else if (lowest > list.scrollTop) list.scrollTop = lowest;
    else return;
    this.#onScroll();
  }

  #showOnceLaidOut(list: Element): void {
    const watcher = new ResizeObserver(() => {
      if (!list.clientHeight) return;
      watcher.disconnect();
      this.#showChosen();
    });
    watcher.observe(list);
  }

  end(): void {
    this.session.end();
    this.#drag.end();
  }
}
