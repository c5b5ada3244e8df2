/* The pure parts of the front end, tried by node alone (`npm test`, which `make js` runs): what is veiled, and which row stays chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../metrics_edu/widgets/src/dom.js";
import { makeUi } from "../../metrics_edu/widgets/src/shell.js";
import { makeTalk, UNKNOWN } from "../../metrics_edu/widgets/src/veil.js";

const row = (id, rank) => ({ id, rank, term: `${rank}/6`, work: "t", counts: true, sentence: "it adds" });
const EXPLORER = {
  tiles: [{ key: "ap", selected: true, value: "0.5", delta: "+1", dir: 1 }, { key: "rr", value: "0.25", delta: "", dir: 0 }],
  list: { term: "adds", shown: [row("a", 1), row("b", 2)], missed: [] },
  derivation: { result: "0.5", working: "1/6", where: ["P"], delta: "+1", dir: 1 },
};
const PAIR = { closing: [["AP prefers List 1", ""]], rows: [1, 2].map(k => ({ cells: [{ value: `0.${k}` }], prefers: 0, word: "List 1", by: "0.1", share: 0.5, beyond: false })) };

function talkOf(kind, view) {
  const root = { attributes: {}, getAttribute: name => root.attributes[name] ?? null, hasAttribute: name => name in root.attributes,
    setAttribute: (name, value) => { root.attributes[name] = value; }, removeAttribute: name => { delete root.attributes[name]; } };
  return makeTalk(kind, { root, view: () => view, update() {} });
}

const EARLIEST = { "0.5": 2, "0.25": 4, "1/6": 1, "it adds": 1 };   // the step that first tells it

test("what is not told yet is nowhere in the view", () => {
  const before = JSON.stringify(EXPLORER), { talk, seen } = talkOf("explorer", EXPLORER);
  for (let at = 0; at < talk.count; at++) {
    talk.go(at);
    const told = JSON.stringify(seen());
    for (const [text, step] of Object.entries(EARLIEST)) assert.equal(told.includes(text), at >= step, `${text} at ${at}`);
    assert.equal(told.includes(UNKNOWN), at < 4);
  }
  talk.go(null);
  assert.equal(seen(), EXPLORER);
  assert.equal(JSON.stringify(EXPLORER), before);   // a veil makes a view, and changes none
});

test("two lists are told measure by measure", () => {
  const { talk, seen } = talkOf("pair", PAIR);
  for (let at = 0; at <= 2; at++) {
    talk.go(at);
    assert.deepEqual(seen().rows.map(one => one.cells[0].value !== UNKNOWN), [at > 0, at > 1]);
    assert.deepEqual(seen().rows.map(({ by, share }) => [by, share]), [at > 0, at > 1].map(told => told ? ["0.1", 0.5] : ["", 0]));
    assert.equal(seen().closing.length, at === 2 ? 1 : 0);
  }
});

function followed(first, next, afresh = false) {
  let now = first;
  const sent = [], ui = makeUi({ send: (what, rest) => sent.push([what, rest.id]) }, { view: () => now, light() {} });
  return { ui, sent, follow: () => { now = next; ui.follow(afresh); return ui.chosen; } };
}
const view = (ids, chosen) => ({ list: { shown: ids.map(id => ({ id })), missed: [] }, chosen });

test("the choice stays while its row is there, and Python is told", () => {
  const { ui, sent, follow } = followed(view(["a", "b"], "a"), view(["b", "a"], "a"));
  ui.chosen = "b";
  assert.equal(follow(), "b");
  assert.deepEqual(sent, [["choose", "b"]]);
});

test("a row that is gone gives its choice to the one that Python names", () => {
  assert.equal(followed(view(["a", "b"], "a"), view(["b"], "b")).follow(), "b");
});

test("a new user's list begins with its own choice", () => {
  const { ui, follow } = followed(view(["a", "b"], "a"), view(["a", "b"], "b"), true);
  ui.chosen = "a";
  assert.equal(follow(), "b");
});

test("a power is written as one on every screen", () => {
  const el = { tagName: "P", textContent: "" };
  write(el, "2^g − 1; x2^(g − 1), x2^g and 2^gold as they are");
  assert.equal(el.textContent, "2ᵍ − 1; x2^(g − 1), x2^g and 2^gold as they are");
});
