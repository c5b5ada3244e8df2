/* What a view looks like while some of it is not told yet: pure functions from a view to a view. What is hidden is not on the page at all.
   A talk is how lecture mode goes through a part: `count` steps, `at` one of them (null: no lecture), `go` to another. */
import { set } from "./dom.js";

export const UNKNOWN = "??";
/** While a value is predicted: each row has a term, and none is told; the field stands beside the value's name. */
export const unpredicted = view => ({ ...view, derivation: { ...view.derivation, working: "" }, list: { ...view.list, shown: view.list.shown.map(row => ({ ...row, term: row.out ? "" : UNKNOWN })) } });
const hide = one => ({ ...one, value: UNKNOWN, delta: "", dir: 0 });
const untold = row => ({ ...row, term: "", work: null, counts: false, sentence: "" });
const rowsUntold = list => ({ ...list, term: "", shown: list.shown.map(untold), missed: list.missed.map(untold) });

const STEPS = {
  explorer: ["ask", "work", "value", "figure", "all"],           // the list, the working in its numbers, the value, the figure, every metric
  ideal: ["ask", "items", "terms", "value"],
};

const veils = {
  explorer(view, step) {
    if (step === "all") return view;
    const known = step !== "ask" && step !== "work", { derivation } = view;
    return {
      ...view, tiles: view.tiles.map(tile => known && tile.selected ? tile : hide(tile)), list: step === "ask" ? rowsUntold(view.list) : view.list,
      derivation: { ...derivation, result: known ? derivation.result : UNKNOWN, ...(known ? {} : { delta: "", dir: 0 }), ...(step === "ask" ? { working: `<span class="me-sym">${derivation.name}</span>`, where: [] } : {}) },
    };
  },
  ideal(view, step) {
    const told = step === "terms" || step === "value", { ideal } = view;
    return {
      ...view, last_edit: "", list: told ? view.list : rowsUntold(view.list), result: step === "value" ? view.result : hide(view.result),
      sums: told ? view.sums : view.sums.map(hide),
      ideal: { ...ideal, empty: step === "ask" ? "" : ideal.empty, ...(told ? {} : { term: "", rows: step === "ask" ? [] : ideal.rows.map(untold) }) },
    };
  },
  /** Row by row; then who is preferred how often. */
  pair: (view, step) => step >= view.rows.length ? view : {
    ...view, closing: [], rows: view.rows.map((row, k) => k < step ? row : { ...row, cells: row.cells.map(hide), prefers: null, word: "", by: "", share: 0, beyond: false }),
  },
};

export const veiled = (kind, view, step) => veils[kind](view, step);

/** The talk of a part whose view can be veiled, and `seen`: its view as it may be seen now. */
export function makeTalk(kind, { root, view, update }) {
  const steps = () => STEPS[kind] ?? [...view().rows.keys(), view().rows.length];
  const talk = {
    at: null,
    get count() { return steps().length; },
    go(at) {
      talk.at = at;
      set(root, "data-talk", at === null ? null : steps()[at]);
      update();
      talk.moved?.();
    },
    /** The steps that may be the highest. */
    faces: () => kind in STEPS ? [...steps().keys()] : [talk.count - 1],
    step: () => talk.at === null ? null : steps()[talk.at],
  };
  return { talk, seen: () => talk.at === null ? view() : veiled(kind, view(), talk.step()) };
}
