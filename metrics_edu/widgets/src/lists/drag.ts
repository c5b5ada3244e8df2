/* Dragging a row by a pointer, within its list or to the other list of the same user, or by held
   keys. The row shows where it would be dropped, and stays there until Python answers. A copy
   follows the pointer. */
import type { ItemList, ItemRow, UserList } from "../core/contract";
import { zoomOf } from "../core/zoom";
import { autoScroll } from "./auto-scroll";

export type ListName = "shown" | "missed";

export interface DropPlace {
  readonly id: string;
  readonly from: ListName;
  readonly to: ListName;
  /** The index in the list that it is dropped in. */
  readonly index: number;
  /** The ranks that keys have moved it by. */
  readonly by?: number;
}

export interface DragOptions {
  list(name: ListName): HTMLElement | undefined;
  isLocked(): boolean;
  /** A row begins to move. */
  start(id: string): void;
  drop(place: DropPlace): void;
  /** The row would be dropped at another place now; undefined: it is where it was. */
  preview(place: DropPlace | undefined): void;
  paint(): void;
}

const CLICK = 4; // pixels that a pointer may move in a click
const KEYS = -1; // in place of a pointer's id
const PATIENCE = 800; // milliseconds after which a drop that Python did not answer is taken back
export const LIST_NAMES: ReadonlyArray<ListName> = ["shown", "missed"];

interface Grab {
  readonly pointer: number;
  readonly row: HTMLElement;
  readonly start: DropPlace;
  /** Where the pointer took it. */
  readonly x: number;
  readonly y: number;
  /** How much a lecture enlarges it. */
  readonly zoom: number;
}

export class Drag {
  /** Where the row is shown, while it is dragged and until Python answers. */
  #place: DropPlace | undefined;
  #grab: Grab | undefined;
  #copy: HTMLElement | undefined;
  #listening: AbortController | undefined;
  #y = 0;
  #frame = 0;
  #timer: number | undefined;

  constructor(private readonly options: DragOptions) {}

  get isDragging(): boolean {
    return this.#copy !== undefined;
  }

  isDragged(id: string): boolean {
    return this.#copy !== undefined && this.#place?.id === id;
  }

  /** The rows of one of the lists, with the dragged row in its new place. A row that is moved by
      keys slides there once Python has answered. */
  rows(list: ItemList | UserList, name: ListName): ReadonlyArray<ItemRow> {
    const place = this.#place;
    if (!place || place.by !== undefined) return list[name];
    const dragged = [...list.shown, ...list.missed].find(({ id }) => id === place.id);
    const others = list[name].filter(({ id }) => id !== place.id);
    if (!dragged || name !== place.to) return others;
    return [...others.slice(0, place.index), dragged, ...others.slice(place.index)];
  }

  /** A finger drags by the grip alone; anywhere else it scrolls the page. */
  readonly onPointerDown = (event: PointerEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>(".me-row");
    const isFinger = event.pointerType === "touch" && !target.closest(".me-grip");
    const isFree = !this.#grab && !this.#place && event.button === 0 && !this.options.isLocked();
    const start = row && isFree && !isFinger ? this.#placeOf(row) : undefined;
    if (!row || !start) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#grab = { pointer, row, start, zoom: zoomOf(row), x, y };
    this.#listen();
  };

  /** Moves a row by a key, and drops it when the key is released. Returns false if Python has not
      yet answered the drop before. */
  step(row: HTMLElement, by: number): boolean {
    if (!this.#grab && !this.#hold(row)) return false;
    const grab = this.#grab;
    const place = this.#place;
    if (!place || grab?.pointer !== KEYS) return true;
    const last = (this.options.list(place.to)?.children.length ?? 1) - 1;
    const index = Math.max(0, Math.min(place.index + by, last));
    this.#moveTo({ ...place, index, by: index - grab.start.index });
    return true;
  }

  #hold(row: HTMLElement): boolean {
    const start = this.#place ? undefined : this.#placeOf(row);
    if (!start) return false;
    clearTimeout(this.#timer);
    this.#grab = { pointer: KEYS, row, start, zoom: 1, x: 0, y: 0 };
    this.#place = { ...start, by: 0 };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener("keyup", this.#onKeyUp, { signal, capture: true });
    window.addEventListener("blur", this.#letGo, { signal });
    window.addEventListener("keydown", this.#onKey, { signal, capture: true });
    return true;
  }

  readonly #onKeyUp = ({ key }: KeyboardEvent): void => {
    if (key === "Alt" || key.startsWith("Arrow")) this.#letGo();
  };

  #placeOf(row: HTMLElement): DropPlace | undefined {
    const name = LIST_NAMES.find((one) => this.options.list(one) === row.parentElement);
    const rows = [...(row.parentElement?.children ?? [])];
    const { id } = row.dataset;
    if (!name || id === undefined) return undefined;
    return { id, from: name, to: name, index: rows.indexOf(row) };
  }

  #listen(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener("pointermove", this.#onMove, { signal });
    window.addEventListener("pointerup", this.#onUp, { signal });
    window.addEventListener("pointercancel", this.#onCancel, { signal });
    window.addEventListener("keydown", this.#onKey, { signal, capture: true });
  }

  readonly #onCancel = ({ pointerId }: PointerEvent): void => {
    if (pointerId === this.#grab?.pointer) this.#cancel();
  };

  readonly #onMove = ({ pointerId, buttons, clientX, clientY }: PointerEvent): void => {
    const grab = this.#grab;
    if (!grab || pointerId !== grab.pointer) return;
    if (!buttons) {
      this.#cancel(); // the pointer was released where no event came from
      return;
    }
    this.#y = clientY;
    const [across, down] = [clientX - grab.x, clientY - grab.y];
    if (!this.#copy && Math.hypot(across, down) < CLICK) return;
    if (!this.#copy) this.#begin(grab);
    if (!this.#copy) return;
    const { zoom } = grab;
    this.#copy.style.translate = `${across / zoom}px ${down / zoom}px`;
    this.#follow();
  };

  #begin({ row, start, zoom }: Grab): void {
    clearTimeout(this.#timer);
    this.#copy = copyOf(row, zoom);
    this.#place = start;
    this.options.start(start.id);
    this.options.paint();
    this.#frame = requestAnimationFrame(this.#scroll);
  }

  readonly #scroll = (): void => {
    const list = this.#place && this.options.list(this.#place.to);
    if (list) autoScroll(list, this.#y);
    this.#follow(); // a wheel may also have scrolled
    this.#frame = requestAnimationFrame(this.#scroll);
  };

  /** Shows the row where the pointer is. */
  #follow(): void {
    const place = this.#place;
    const y = this.#y;
    if (!place) return;
    const to = this.#nameAt(y);
    const rows = [...(this.options.list(to)?.children ?? [])] as HTMLElement[];
    const others = rows.filter((row) => row.dataset.id !== place.id);
    const index = others.filter((row) => middleOf(row) < y).length;
    if (to === place.to && index === place.index) return;
    this.#moveTo({ ...place, to, index });
  }

  #moveTo(place: DropPlace): void {
    this.#place = place;
    this.#preview(place);
    this.options.paint();
  }

  #preview(place: DropPlace): void {
    this.options.preview(this.#isMoved(place) ? place : undefined);
  }

  #isMoved({ from, to, index }: DropPlace): boolean {
    if (to !== from) return true;
    return to === "shown" && index !== this.#grab?.start.index;
  }

  /** The list at a height: the missed list begins halfway between both. */
  #nameAt(y: number): ListName {
    const shown = this.options.list("shown")?.getBoundingClientRect();
    const missed = this.options.list("missed")?.getBoundingClientRect();
    return shown && missed && y > (shown.bottom + missed.top) / 2 ? "missed" : "shown";
  }

  readonly #onUp = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== this.#grab?.pointer) return;
    if (this.#copy) stopNextClick();
    this.#letGo();
  };

  readonly #letGo = (): void => {
    const row = this.#grab?.row;
    const place = this.#place;
    const isMoved = place && this.#isMoved(place);
    this.#release();
    if (!place) return;
    if (!isMoved) this.#forget();
    else {
      this.#timer = window.setTimeout(this.#takeBack, PATIENCE);
      this.options.drop(place);
    }
    this.options.paint();
    row?.focus({ preventScroll: true });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#place) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cancel();
  };

  readonly #cancel = (): void => {
    this.#release();
    this.#takeBack();
  };

  readonly #takeBack = (): void => {
    this.#forget();
    this.options.paint();
  };

  #release(): void {
    this.#listening?.abort();
    cancelAnimationFrame(this.#frame);
    this.#copy?.parentElement?.remove();
    this.#copy = undefined;
    this.#grab = undefined;
  }

  /** Python has sent a list: it is the one to show. A row that has left it is dragged no more; of
      another one the values follow again. */
  followList(list: ItemList | UserList): void {
    const place = this.#place;
    const isThere = place && list[place.from].some(({ id }) => id === place.id);
    if (place && !isThere) this.#release();
    if (place && this.#grab) this.#preview(place);
    else this.#forget();
  }

  /** Shows Python's list again, unless a row is being dragged. */
  #forget(): void {
    clearTimeout(this.#timer);
    if (this.#grab) return;
    this.#place = undefined;
    this.options.preview(undefined);
  }

  /** The copy shows what the row shows. */
  painted(row: HTMLElement | undefined): void {
    if (row) this.#copy?.replaceChildren(...row.cloneNode(true).childNodes);
  }

  get id(): string | undefined {
    return this.#place?.id;
  }

  end(): void {
    this.#release();
    this.#forget();
  }
}

/** The copy hangs outside the widget, so it gets a root with the widget's styles. */
function copyOf(row: HTMLElement, zoom: number): HTMLElement {
  const { left, top, width, height } = row.getBoundingClientRect();
  const copy = row.cloneNode(true) as HTMLElement;
  copy.classList.add("me-clone");
  copy.inert = true;
  copy.style.zoom = String(zoom);
  for (const [name, pixels] of Object.entries({ left, top, width, height })) {
    copy.style.setProperty(name, `${pixels / zoom}px`);
  }
  const root = document.createElement("div");
  root.className = "metrics-edu me-frame";
  root.append(copy);
  const shadow = row.getRootNode();
  const home = shadow instanceof ShadowRoot ? shadow : document.body;
  (row.closest("dialog") ?? home).append(root);
  return copy;
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

/** The click that ends a drag is none. */
function stopNextClick(): void {
  const stop = (event: Event) => event.stopPropagation();
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, true));
}
