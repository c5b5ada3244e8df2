/* The lines of a learner's record. tests/record_lines.py has all lines that Python and the page
   must judge alike; tests/browser/test_site_storage.py tries them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eventsIn,
  hasLinesOf,
  isRecord,
  sortLines,
} from "../../website/page/src/record/record_lines";

const HEAD = '{"kind": "metrics_edu progress"}';
const RIGHT = '{"name": "04-pair", "what": "right", "answers": ["0.5"], "hints": 0}';
const TRIED = '{"name": "04-few", "what": "tried"}';

test("an empty text has no lines", () => {
  assert.deepEqual(sortLines(""), { record: "", damaged: [] });
});

test("damaged lines are separated, and empty lines dropped", () => {
  const damaged = ["null", '{"name": "04-pair", "wh', '{"name": 5, "what": "tried"}'];
  const text = [HEAD, damaged[0], RIGHT, "", damaged[1], damaged[2], TRIED].join("\n");
  assert.deepEqual(sortLines(text), { record: [HEAD, RIGHT, TRIED].join("\n"), damaged });
});

test("a record without a head gets one", () => {
  assert.deepEqual(sortLines(RIGHT), { record: `${HEAD}\n${RIGHT}`, damaged: [] });
});

test("only known events must have valid fields", () => {
  const newer = '{"name": "04-pair", "what": "skipped", "hints": -1}';
  const invalid = '{"name": "04-pair", "what": "right", "hints": -1}';
  const { record, damaged } = sortLines([HEAD, newer, invalid].join("\n"));
  assert.deepEqual([record, damaged], [`${HEAD}\n${newer}`, [invalid]]);
  assert.deepEqual(eventsIn(record), []);
});

test("events are in the order of their lines", () => {
  const names = eventsIn([HEAD, TRIED, "{torn", RIGHT].join("\n")).map(({ name }) => name);
  assert.deepEqual(names, ["04-few", "04-pair"]);
});

test("a file is a record if its start names the kind", () => {
  assert.equal(isRecord(`${HEAD}\n${RIGHT}`), true);
  assert.equal(isRecord('{"kind": "metri'), true);
  assert.equal(isRecord("A thesis on metrics_edu"), false);
  assert.equal(isRecord(`{"title": "${"x".repeat(200)}", "about": "metrics_edu progress"}`), false);
});

test("a record has the lines of another one in any order, with any head", () => {
  const other = `{"kind": "metrics_edu progress"}\n${RIGHT}\nnull\n${TRIED}`;
  assert.equal(hasLinesOf([HEAD, TRIED, RIGHT].join("\n"), other), true);
  assert.equal(hasLinesOf([HEAD, TRIED].join("\n"), other), false);
  assert.equal(hasLinesOf("", ""), true);
});
