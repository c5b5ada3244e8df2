/* What a view shows while a lecture has not revealed all of it: pure functions from view to view.
   What is hidden is not on the page at all. */
import type {
  Change,
  CompareView,
  ExploredView,
  IdealListView,
  IdealRow,
  ItemList,
  ItemRow,
  MeasureRow,
  PairedTestView,
  UserList,
} from "../core/contract";

export const UNKNOWN = "??";

const NO_CHANGE: Change = { delta: "", dir: 0 };

const hideValue = <Value extends { value: string }>(value: Value): Value => ({
  ...value,
  ...("delta" in value ? NO_CHANGE : {}),
  value: UNKNOWN,
});

const hideRow = <Row extends ItemRow | IdealRow>(row: Row): Row => {
  const { work: _work, ...rest } = row;
  const hidden = { ...rest, term: "", counts: false, sentence: "" } as Row;
  return row.work === undefined ? hidden : { ...hidden, work: "" };
};

const hideRows = <List extends ItemList | UserList>(list: List): List => ({
  ...list,
  term: "",
  shown: list.shown.map(hideRow),
  missed: list.missed.map(hideRow),
});

export type ExplorerStep = "ask" | "work" | "value" | "figure" | "all";
/** The list, the working in its numbers, the value, the figure, every measure. */
export const EXPLORER_STEPS: ReadonlyArray<ExplorerStep> = [
  "ask",
  "work",
  "value",
  "figure",
  "all",
];

export function explorerAtStep<V extends ExploredView>(view: V, step: ExplorerStep): V {
  if (step === "all") return view;
  const isKnown = step === "value" || step === "figure";
  const { derivation } = view;
  const value = isKnown ? {} : { ...NO_CHANGE, result: UNKNOWN };
  const working = step === "ask" ? { working: "", where: [] } : {};
  return {
    ...view,
    tiles: view.tiles.map((tile) => (isKnown && tile.selected ? tile : hideValue(tile))),
    list: step === "ask" ? hideRows(view.list) : view.list,
    derivation: { ...derivation, ...value, ...working },
  };
}

/** While a value is predicted: each row has a term, and none is revealed. */
export function explorerWhilePredicting<V extends ExploredView>(view: V): V {
  const hidden = explorerAtStep(view, "ask");
  const shown = hidden.list.shown.map((row) => ({ ...row, term: row.out ? "" : UNKNOWN }));
  return { ...hidden, list: { ...hidden.list, shown } };
}

export type IdealStep = "ask" | "items" | "terms" | "value";
export const IDEAL_STEPS: ReadonlyArray<IdealStep> = ["ask", "items", "terms", "value"];

export function idealListAtStep(view: IdealListView, step: IdealStep): IdealListView {
  const hasTerms = step === "terms" || step === "value";
  const { ideal } = view;
  const rows = step === "ask" ? [] : ideal.rows.map(hideRow);
  return {
    ...view,
    last_edit: "",
    list: hasTerms ? view.list : hideRows(view.list),
    result: step === "value" ? view.result : hideValue(view.result),
    sums: hasTerms ? view.sums : view.sums.map(hideValue),
    ideal: {
      ...ideal,
      empty: step === "ask" ? "" : ideal.empty,
      ...(hasTerms ? {} : { term: "", rows }),
    },
  };
}

const hideMeasure = (row: MeasureRow) => ({
  ...row,
  cells: row.cells.map(hideValue),
  prefers: null,
  word: "",
  by: "",
  share: 0,
  beyond: false,
});

/** A row of which a lecture may not have revealed yet which list it prefers. */
export type MeasureAtStep = Omit<MeasureRow, "prefers"> & {
  readonly prefers: MeasureRow["prefers"] | null;
};
export type CompareAtStep = Omit<CompareView, "rows"> & {
  readonly rows: ReadonlyArray<MeasureAtStep>;
};

/** Row by row; then which list is preferred how often. */
export function compareAtStep(view: CompareView, revealed: number): CompareAtStep {
  if (revealed >= view.rows.length) return view;
  const rows = view.rows.map((row, k) => (k < revealed ? row : hideMeasure(row)));
  return { ...view, closing: [], rows };
}

export type PairedTestStep = "ask" | "flips" | "value" | "runs";
/** The values, all ways to swap the names, p and what it says, the other runs. */
export const PAIRED_TEST_STEPS: ReadonlyArray<PairedTestStep> = ["ask", "flips", "value", "runs"];

export function pairedTestAtStep(view: PairedTestView, step: PairedTestStep): PairedTestView {
  const runs = step === "runs" ? view.runs : { head: [], rows: [] };
  if (step === "runs" || step === "value") return { ...view, runs };
  const { flips, numbers } = view;
  return {
    ...view,
    runs,
    numbers: numbers.map((item) => (item.name === "p" ? hideValue(item) : item)),
    others: [],
    sentences: [],
    flips:
      step === "flips"
        ? { ...flips, caption: "" }
        : { ...flips, caption: "", counts: [], heights: [] },
  };
}
