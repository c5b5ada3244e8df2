/* The keys under which the front page looks up kept answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Action } from "../../metrics_edu/widgets/src/core/contract";
import { keyOf } from "../../website/page/src/front_page/kept_key";

const keyOfActions = (...actions: readonly Action[]): string =>
  keyOf(actions.map((action) => ({ action })));

test("the fields of an action are sorted", () => {
  const key = '[{"by":-1,"do":"move","id":"i5"}]';
  assert.equal(keyOfActions({ do: "move", id: "i5", by: -1 }), key);
  assert.equal(keyOfActions({ id: "i5", by: -1, do: "move" }), key);
});

test("a choice before an edit of an item is left out", () => {
  const toggle: Action = { do: "toggle", id: "i2" };
  assert.equal(keyOfActions({ do: "choose", id: "i1" }, toggle), keyOfActions(toggle));
});

test("the last choice before another action is part of the key", () => {
  const metric: Action = { do: "metric", key: "ndcg" };
  const choices: Action[] = ["i1", "i2"].map((id) => ({ do: "choose", id }));
  const key = '[{"do":"choose","id":"i2"},{"do":"metric","key":"ndcg"}]';
  assert.equal(keyOfActions(...choices, metric), key);
  assert.equal(keyOfActions(metric), '[{"do":"metric","key":"ndcg"}]');
});

test("every edit is part of the key, and so are traits that the page sets", () => {
  const edits: Action[] = [{ do: "remove", id: "i1" }, { do: "undo" }];
  assert.equal(keyOfActions(...edits), '[{"do":"remove","id":"i1"},{"do":"undo"}]');
  assert.equal(keyOf([{ set: { at: 1 } }]), '[{"set":{"at":1}}]');
});
