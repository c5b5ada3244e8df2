/* What a new view has in common with the one before is the same object, and nothing else is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepEqual } from "../../metrics_edu/widgets/src/core/keep-equal";

const parse = (text: string) => JSON.parse(text);
const ROWS = '{"rows": [{"id": "a", "rank": 1}, {"id": "b", "rank": null}], "cut": 2}';

test("an equal view is the old one", () => {
  const old = parse(ROWS);
  assert.equal(keepEqual(old, parse(ROWS)), old);
});

test("of a changed view the equal parts are the old ones", () => {
  const old = parse(ROWS);
  const now = keepEqual(old, parse(ROWS.replace("null", "2")));
  assert.ok(now !== old);
  assert.deepEqual(now, parse(ROWS.replace("null", "2")));
  assert.equal(now.rows[0], old.rows[0]);
  assert.ok(now.rows[1] !== old.rows[1]);
});

for (const [old, now] of [
  ["[1, 2]", "[1]"],
  ["[1]", "[1, 2]"],
  ['{"a": 1}', "{}"],
  ["{}", '{"a": 1}'],
  ['{"a": 1, "b": 2}', '{"a": 1, "c": 2}'],
  ["[]", "{}"],
  ["null", "{}"],
  ["{}", "null"],
  ['["1"]', "[1]"],
  ["[[]]", "[{}]"],
] as const) {
  test(`${now} after ${old} is the new one`, () => {
    assert.deepEqual(keepEqual(parse(old), parse(now)), parse(now));
  });
}

test("the old value stays as it is", () => {
  const old = parse(ROWS);
  keepEqual(old, parse('{"rows": [{"id": "c"}], "cut": 3}'));
  assert.deepEqual(old, parse(ROWS));
});
