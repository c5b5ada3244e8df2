/* One edited list on the page: its view, the chosen row, and the actions that edit it. */
import type { EditAction, ItemList, ItemRow, Preview, UserList } from "../core/contract";
import type { Translate } from "../core/words";

/** What a view says about one list. */
export interface ListView {
  readonly list: ItemList | UserList;
  /** The row that Python has chosen; missing: the other list of a Compare was edited. */
  readonly chosen?: string | null;
  /** Whether an edit chose it. */
  readonly choose?: boolean;
  /** The row whose edit the changes are of. */
  readonly edited?: string | null;
}

/** What a list needs of its widget. */
export interface ListOwner {
  readonly t: Translate;
  readonly uid: string;
  send(action: EditAction): void;
  /** Shows what an edit would change; without one, everything as it is. */
  preview(edit?: Preview["edit"]): void;
  paint(): void;
}

export const rowsOf = ({ list }: ListView): ReadonlyArray<ItemRow> => [
  ...list.shown,
  ...list.missed,
];

export class ListSession {
  readonly t: Translate;
  readonly uid: string;
  chosen: string | null;
  /** Moves the focus to the chosen row; the lists that show it set this. */
  focusRow: () => void = () => {};
  /** The row that Python knows to be chosen. */
  #reported: string | null | undefined;
  #known: ReadonlySet<string>;
  /** Ends the wait for the pointer to be released. */
  #pressed: AbortController | undefined;

  constructor(
    private readonly owner: ListOwner,
    private readonly readView: () => ListView,
    first: ListView = readView(),
  ) {
    this.t = owner.t;
    this.uid = owner.uid;
    this.chosen = first.chosen ?? null;
    this.#reported = first.chosen;
    this.#known = new Set(rowsOf(first).map(({ id }) => id));
  }

  get view(): ListView {
    return this.readView();
  }

  get row(): ItemRow | undefined {
    return rowsOf(this.view).find(({ id }) => id === this.chosen);
  }

  /** Whether the chosen row was edited last, or no row is chosen. */
  get isEdited(): boolean {
    const { row, view } = this;
    return row === undefined || row.id === view.edited;
  }

  readonly send = (action: EditAction): void => {
    if ("id" in action) this.#reported = action.id; // an edit of an item also chooses it
    this.owner.send(action);
  };

  readonly preview = (edit?: Preview["edit"]): void => this.owner.preview(edit);

  readonly paint = (): void => this.owner.paint();

  /** Whether the pointer is down on a row. */
  get isPressed(): boolean {
    return this.#pressed !== undefined;
  }

  /** Until the pointer is released, and its click is over, Python hears of no choice: most often
      an edit follows, which names it. A key, and another window, end the press as well: a menu of
      the browser may take the release. */
  press(): void {
    this.end();
    this.#pressed = new AbortController();
    const { signal } = this.#pressed;
    const on = (name: string, end: () => void, capture = true) =>
      window.addEventListener(name, end, { signal, capture });
    const afterClick = () => setTimeout(this.#release);
    on("pointerup", afterClick);
    on("pointercancel", afterClick);
    on("keydown", this.#release);
    on("blur", this.#release, false); // of the window alone: a press moves the focus
  }

  readonly #release = (): void => {
    if (!this.isPressed) return;
    this.end();
    this.#report();
  };

  /** Waits for no release any more. */
  end(): void {
    this.#pressed?.abort();
    this.#pressed = undefined;
  }

  /** Lights a row at once; Python hears of it a microtask later, unless an edit has named it. */
  choose(id: string | null): void {
    if (id === this.chosen) return;
    this.chosen = id;
    this.paint();
    queueMicrotask(this.#report);
  }

  readonly #report = (): void => {
    if (this.isPressed || this.#reported === this.chosen) return;
    this.send({ do: "choose", id: this.chosen });
  };

  chooseRank(rank: number | undefined): void {
    const row = rank && this.view.list.shown.find((item) => item.rank === rank);
    if (row) this.choose(row.id);
  }

  /** After a new view: a new row, or the one that Python names, is chosen; else the choice
      stays. */
  follow(isOtherList = false): void {
    const { view } = this;
    const ids = new Set(rowsOf(view).map(({ id }) => id));
    this.#reported = view.chosen;
    if (isOtherList || !ids.has(this.chosen ?? "") || this.#isNew(view)) {
      this.chosen = view.chosen ?? null;
    } else if (view.chosen !== undefined && this.chosen !== view.chosen) {
      this.send({ do: "choose", id: this.chosen }); // the view is older than the choice, or an undo
    }
    this.#known = ids;
  }

  #isNew({ choose, chosen }: ListView): boolean {
    return Boolean(choose && chosen && !this.#known.has(chosen));
  }
}
