/* A closed list: Python has computed each of its states when the site was built
   (website/build/kept_closed_lists.py), so it is edited without Python. */
import type {
  Action,
  Change,
  ExplorerView,
} from "../../../../metrics_edu/widgets/src/core/contract";
import { HostModel, type Post } from "../front_page/host";
import type { KeptFile } from "../front_page/kept_file";
import { keyOf } from "../front_page/kept_key";

/** What an edit does, by the number of the state before it; null: it leaves the states. */
interface Edit {
  /** For each rank the rank of its item before, from 0. */
  readonly order: readonly number[];
  readonly by: ReadonlyArray<number | null>;
  readonly said: ReadonlyArray<number | null>;
  readonly change: ReadonlyArray<number | null>;
}

interface Table {
  readonly start: number;
  readonly names: string;
  readonly edits: Readonly<Record<string, Edit>>;
  readonly texts: readonly string[];
  readonly changes: ReadonlyArray<readonly [string, Change["dir"]]>;
  /** The changes from the start to each state. */
  readonly back: readonly number[];
  readonly said: { readonly undo: string; readonly redo: string };
}

/** A state, with the name of the item at each rank. */
interface Place {
  readonly state: number;
  readonly names: readonly string[];
  readonly chosen: string | null;
}

type LastEdit = Change & Pick<ExplorerView, "last_edit" | "edited">;

/** Puts the names of the items in the place of `i0` to `i5`. */
const withNames = (text: string, names: readonly string[]): string =>
  text.replace(/\bi(\d)\b/g, (item, rank) => names[rank] ?? item);

export class ClosedList {
  readonly model: HostModel;
  readonly #file: KeptFile;
  /** The sentence about an edit that leaves the states. */
  readonly #refusal: string;
  readonly #table: Table;
  readonly #start: Place;
  #place: Place;
  #past: Place[] = [];
  #future: Place[] = [];
  #last: LastEdit = { last_edit: "", delta: "", dir: 0, edited: null };

  constructor(file: KeptFile, refusal: string) {
    this.#file = file;
    this.#refusal = refusal;
    this.#table = this.#read("table", []);
    const { start: state, names } = this.#table;
    this.#start = { state, names: [...names], chosen: null };
    this.#place = this.#start;
    const manager = { get_model: async () => undefined };
    const first = this.#read<HostModel["traits"]>("first", this.#start.names);
    const post: Post = (_, message) => {
      if ("action" in message) this.#act(message.action);
    };
    this.model = new HostModel("", first, post, manager);
  }

  #read<Data>(key: string, names: readonly string[]): Data {
    return JSON.parse(withNames(this.#file.find(key) ?? "{}", names));
  }

  #act(action: Action): void {
    const { said } = this.#table;
    const id = "id" in action ? action.id : null;
    switch (action.do) {
      case "choose":
        this.#place = { ...this.#place, chosen: id };
        break;
      case "table":
        break; // each figure has its table already
      case "undo":
        this.#go(this.#past, this.#future, said.undo);
        break;
      case "redo":
        this.#go(this.#future, this.#past, said.redo);
        break;
      case "reset":
        if (this.#differs) this.#edit(action, null, () => this.#start);
        break;
      default:
        this.#edit(action, id);
    }
  }

  #edit(action: Action, id: string | null, place = (after: Place) => after): void {
    const { edits, texts } = this.#table;
    const { state, names, chosen } = this.#place;
    const edit = edits[this.#keyOf(action, id)];
    const by = edit?.by[state];
    if (typeof by !== "number" || !edit) {
      this.#show(this.#refusal);
      return;
    }
    const said = texts[edit.said[state] ?? -1];
    if (said) {
      this.#past.push(this.#place);
      this.#future = [];
      const order = edit.order.map((k) => names[k] ?? "");
      this.#place = place({ state: state + by, names: order, chosen: id ?? chosen });
      const change = this.#change(edit.change[state]);
      this.#last = { last_edit: withNames(said, names), ...change, edited: id };
    }
    this.#show();
  }

  /** Returns the key of an edit, in which an item has the name of its rank. */
  #keyOf(action: Action, id: string | null): string {
    const rank = this.#place.names.indexOf(id ?? "");
    return keyOf([{ action: rank < 0 ? action : ({ ...action, id: `i${rank}` } as Action) }]);
  }

  #go(source: Place[], target: Place[], said: string): void {
    const place = source.pop();
    if (!place) return;
    const { state } = this.#place;
    const way = Object.values(this.#table.edits).find(
      ({ by }) => by[state] === place.state - state,
    );
    const change = this.#change(way ? way.change[state] : this.#table.back[place.state]);
    target.push(this.#place);
    this.#place = place;
    this.#last = { last_edit: said, ...change, edited: null };
    this.#show();
  }

  #change(number: number | null | undefined): Change {
    const [delta, dir] = this.#table.changes[number ?? -1] ?? ["", 0];
    return { delta, dir };
  }

  get #differs(): boolean {
    const { state, names } = this.#place;
    return state !== this.#start.state || names.join() !== this.#start.names.join();
  }

  /** Shows the state as Python does after the last edit. */
  #show(notice = ""): void {
    const { state, names } = this.#place;
    const traits = this.#read<HostModel["traits"]>(String(state), names);
    const view = JSON.parse(traits.view ?? "") as ExplorerView;
    const { last_edit, edited, ...change } = this.#last;
    const rows = [...view.list.shown, ...view.list.missed];
    const chosen = rows.find(({ id }) => id === this.#place.chosen)?.id ?? null;
    const can = {
      undo: this.#past.length > 0,
      redo: this.#future.length > 0,
      reset: this.#differs,
    };
    const tiles = view.tiles.map((tile) => ({ ...tile, ...change }));
    const derivation = { ...view.derivation, ...change };
    const own = { last_edit, choose: last_edit !== "", notice, chosen, edited, can };
    this.#place = { ...this.#place, chosen };
    this.model.update({
      ...traits,
      view: JSON.stringify({ ...view, ...own, tiles, derivation }),
    });
  }
}
