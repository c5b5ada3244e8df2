/* A closed list: Python has computed each of its states when the site was built
   (website/build/kept_closed_lists.py), so it is edited without Python. */
import type {
  Action,
  Change,
  ExplorerView,
  Preview,
} from "../../../../metrics_edu/widgets/src/core/contract";
import { HostModel, type Post } from "../front_page/host";
import type { KeptFile } from "../front_page/kept_file";
import { keyOf } from "../front_page/kept_key";
import { answerTo } from "../front_page/previews";
import type { WidgetTraits } from "../python/worker_messages";

const MOST_UNDO = 200; // as in Python (list_state/history.py)

/** By the number of the state before an edit; null: the edit leaves the states. */
type ByState = ReadonlyArray<number | null>;

interface Step {
  /** For each rank the rank of its item before, from 0. */
  readonly order: readonly number[];
  /** The difference to the number of the state after it. */
  readonly by: ByState;
  readonly said: ByState;
  readonly change: ByState;
}

interface Table {
  readonly start: number;
  readonly names: string;
  readonly steps: Readonly<Record<string, Step>>;
  readonly texts: readonly string[];
  readonly changes: ReadonlyArray<readonly [string, Change["dir"]]>;
  /** The changes from the start to each state. */
  readonly back: readonly number[];
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

const differ = (one: Place, other: Place): boolean =>
  one.state !== other.state || one.names.join() !== other.names.join();

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
    const post: Post = (_, message) => {
      if ("action" in message) this.#act(message.action);
    };
    const manager = { get_model: async () => undefined };
    this.model = new HostModel("", this.#read("first", this.#start.names), post, manager);
  }

  /** The number of the present state. */
  get state(): number {
    return this.#place.state;
  }

  #read<Data>(key: string, names: readonly string[]): Data {
    return JSON.parse(withNames(this.#file.find(key) ?? "{}", names));
  }

  #act(action: Action): void {
    const id = "id" in action ? action.id : null;
    if (action.do === "table") return; // each figure has its table already
    if (action.do === "preview") this.#preview(action);
    else if (action.do === "choose") this.#place = { ...this.#place, chosen: id };
    else this.#show(this.#edit(action, id) ? "" : this.#refusal);
  }

  /** Carries out an edit; returns false if it leaves the states. */
  #edit(action: Action, id: string | null): boolean {
    const { state, names, chosen } = this.#place;
    const step = this.#step(action, id);
    const by = step?.by[state];
    if (!step || typeof by !== "number") return false;
    const said = this.#sentence(step);
    const order = step.order.map((k) => names[k] ?? "");
    const edited = { ...this.#change(step.change[state]), last_edit: said, edited: id };
    if (action.do === "undo") this.#go(this.#past, this.#future, said);
    else if (action.do === "redo") this.#go(this.#future, this.#past, said);
    else if (action.do === "reset") this.#commit(this.#start, edited);
    else this.#commit({ state: state + by, names: order, chosen: id ?? chosen }, edited);
    return true;
  }

  /** Goes to another place; an edit that leads to the present one does nothing. */
  #commit(place: Place, last: LastEdit): void {
    if (!differ(place, this.#place)) return;
    this.#past = [...this.#past, this.#place].slice(-MOST_UNDO);
    this.#future = [];
    this.#place = place;
    this.#last = last;
  }

  #sentence({ said }: Step): string {
    const { state, names } = this.#place;
    return withNames(this.#table.texts[said[state] ?? -1] ?? "", names);
  }

  /** Finds an edit in the table, where an item has the name of its rank. */
  #step(action: Action, id: string | null): Step | undefined {
    const rank = this.#place.names.indexOf(id ?? "");
    const ranked = rank < 0 ? action : ({ ...action, id: `i${rank}` } as Action);
    return this.#table.steps[keyOf([{ action: ranked }])];
  }

  #go(source: Place[], target: Place[], said: string): void {
    const place = source.pop();
    if (!place) return;
    const { state } = this.#place;
    const { steps, back } = this.#table;
    const way = Object.values(steps).find(({ by }) => by[state] === place.state - state);
    const change = this.#change(way ? way.change[state] : back[place.state]);
    target.push(this.#place);
    this.#place = place;
    this.#last = { last_edit: said, ...change, edited: null };
  }

  #change(number: number | null | undefined): Change {
    const [delta, dir] = this.#table.changes[number ?? -1] ?? ["", 0];
    return { delta, dir };
  }

  /** Shows what an edit would change, and takes it back. */
  #preview(preview: Preview): void {
    const [place, last] = [this.#place, this.#last];
    const [past, future] = [[...this.#past], [...this.#future]];
    const { edit } = preview;
    const traits = this.#edit(edit, edit.id) ? this.#traits("") : {};
    [this.#place, this.#last] = [place, last];
    [this.#past, this.#future] = [past, future];
    this.model.update(answerTo(preview, traits));
  }

  #show(notice: string): void {
    this.model.update(this.#traits(notice));
  }

  /** Returns the state as Python does after the last edit. */
  #traits(notice: string): WidgetTraits {
    const { state, names } = this.#place;
    const traits = this.#read<HostModel["traits"]>(String(state), names);
    const view = JSON.parse(traits.view ?? "") as ExplorerView;
    const { last_edit, edited, ...change } = this.#last;
    const rows = [...view.list.shown, ...view.list.missed];
    const chosen = rows.find(({ id }) => id === this.#place.chosen)?.id ?? null;
    const can = {
      undo: this.#past.length > 0,
      redo: this.#future.length > 0,
      reset: differ(this.#place, this.#start),
    };
    const own = { last_edit, choose: last_edit !== "", notice, chosen, edited, can };
    const tiles = view.tiles.map((tile) => ({ ...tile, ...change }));
    const shown = { ...view, ...own, tiles, derivation: { ...view.derivation, ...change } };
    this.#place = { ...this.#place, chosen };
    return { ...traits, view: JSON.stringify(shown) };
  }
}
