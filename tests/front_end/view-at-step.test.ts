/* A lecture reveals a view step by step: what is hidden is nowhere in the view. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  CompareView,
  ExploredView,
  ItemRow,
  PairedTestView,
} from "../../metrics_edu/widgets/src/core/contract";
import {
  compareAtStep,
  EXPLORER_STEPS,
  explorerAtStep,
  explorerWhilePredicting,
  PAIRED_TEST_STEPS,
  pairedTestAtStep,
  UNKNOWN,
} from "../../metrics_edu/widgets/src/lecture/view-at-step";

const row = (id: string, rank: number) =>
  ({ id, rank, term: `${rank}/6`, work: "t", counts: true, sentence: "it adds" }) as ItemRow;

const EXPLORER = {
  tiles: [
    { key: "ap", selected: true, value: "0.5", delta: "+1", dir: 1 },
    { key: "rr", selected: false, value: "0.25", delta: "", dir: 0 },
  ],
  list: { term: "adds", shown: [row("a", 1), row("b", 2)], missed: [] },
  derivation: { result: "0.5", working: "1/6", where: [{}], delta: "+1", dir: 1 },
} as unknown as ExploredView;

/** The step that first reveals a text. */
const FIRST_STEP = { "0.5": 2, "0.25": 4, "1/6": 1, "it adds": 1 };

test("what a lecture has not revealed is nowhere in the view", () => {
  const before = JSON.stringify(EXPLORER);
  for (const [at, step] of EXPLORER_STEPS.entries()) {
    const seen = JSON.stringify(explorerAtStep(EXPLORER, step));
    for (const [text, first] of Object.entries(FIRST_STEP)) {
      assert.equal(seen.includes(text), at >= first, `${text} at ${step}`);
    }
    assert.equal(seen.includes(UNKNOWN), step !== "all");
  }
  assert.equal(JSON.stringify(EXPLORER), before, "it makes a new view, and changes none");
});

test("a prediction hides every value and every term", () => {
  const seen = explorerWhilePredicting(EXPLORER);
  assert.deepEqual(
    seen.list.shown.map(({ term }) => term),
    [UNKNOWN, UNKNOWN],
  );
  for (const text of ["0.5", "0.25", "1/6"]) assert.ok(!JSON.stringify(seen).includes(text), text);
});

const MEASURES = [1, 2].map((k) => ({
  cells: [{ value: `0.${k}` }],
  prefers: 0,
  word: "List 1",
  by: "0.1",
  share: 0.5,
  beyond: false,
}));
const COMPARE = { closing: [["AP prefers List 1", ""]], rows: MEASURES } as unknown as CompareView;

test("two lists are revealed measure by measure", () => {
  for (const at of [0, 1, 2]) {
    const { rows, closing } = compareAtStep(COMPARE, at);
    const isRevealed = [at > 0, at > 1];
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]?.value !== UNKNOWN),
      isRevealed,
    );
    assert.deepEqual(
      rows.map(({ by, share }) => [by, share]),
      isRevealed.map((is) => (is ? ["0.1", 0.5] : ["", 0])),
    );
    assert.equal(closing.length, at === 2 ? 1 : 0);
  }
});

const PAIRED = {
  numbers: [{ name: "p", value: "0.0156" }],
  flips: { caption: "16 of 1024", counts: [8, 88, 8], heights: [[40, "40"]] },
  sentences: ["each way would be as likely"],
  others: [{ name: "paired t-test", value: "0.0056" }],
  runs: { head: [], rows: [["C", "0.8203"]] },
} as unknown as PairedTestView;

test("a lecture reveals the ways to swap the names, then p, then the other runs", () => {
  const first = { "88": 1, "0.0156": 2, "16 of 1024": 2, likely: 2, "0.0056": 2, "0.8203": 3 };
  for (const [at, step] of PAIRED_TEST_STEPS.entries()) {
    const seen = JSON.stringify(pairedTestAtStep(PAIRED, step));
    for (const [text, from] of Object.entries(first)) {
      assert.equal(seen.includes(text), at >= from, `${text} at ${step}`);
    }
  }
});
