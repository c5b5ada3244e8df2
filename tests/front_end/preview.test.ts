/* What a preview asks Python for, and when. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Preview as Ask, PreviewView } from "../../metrics_edu/widgets/src/core/contract";
import type { Model } from "../../metrics_edu/widgets/src/core/model";
import { Preview } from "../../metrics_edu/widgets/src/lists/preview";

let time = 1_000_000;
Date.now = () => time;

const REAL = '{"last_edit":"real"}';

/** A preview, and what it has asked for. */
function made() {
  const asked: Ask[] = [];
  const model = { get: () => REAL } as unknown as Model;
  const preview = new Preview(model, (action) => {
    asked.push(action);
  });
  const show = (rank: number) => preview.show({ do: "move", id: "i0", rank });
  const answer = (k: number, view: string) =>
    preview.take({ turn: asked[k]?.turn ?? 0, traits: { view } as PreviewView["traits"] });
  const ranks = () => asked.map(({ edit }) => ("rank" in edit ? edit.rank : undefined));
  return { preview, asked, show, answer, ranks };
}

test("a row that is moved to and fro makes no queue of requests", () => {
  const { preview, show, answer, ranks } = made();
  for (const rank of [2, 3]) {
    show(rank);
    preview.show();
  }
  show(4);
  assert.deepEqual(ranks(), [2]);
  answer(0, "of rank 2");
  assert.deepEqual(ranks(), [2, 4]);
  assert.equal(preview.model.get("view"), REAL);
  answer(1, "of rank 4");
  assert.equal(preview.model.get("view"), "of rank 4");
});

test("at its own place a row shows the list as it is at once, also when an answer comes late", () => {
  const { preview, show, answer } = made();
  show(2);
  answer(0, "of rank 2");
  show(3);
  preview.show();
  assert.equal(preview.model.get("view"), REAL);
  answer(1, "of rank 3");
  assert.equal(preview.model.get("view"), REAL);
});

test("no two views of a widget ask with the same turn", () => {
  const [one, other] = [made(), made()];
  one.show(2);
  time += 1;
  other.show(2);
  assert.ok(one.asked[0]?.turn !== other.asked[0]?.turn);
  other.answer(0, "of rank 2");
  other.show(3);
  const [first, second] = other.asked.map(({ turn }) => turn);
  assert.ok((first ?? 0) < (second ?? 0));
});

test("a request that Python never answers is not waited for", () => {
  const { show, ranks } = made();
  show(2);
  time += 900;
  show(3);
  time += 900;
  show(4);
  assert.deepEqual(ranks(), [2, 4]);
});
