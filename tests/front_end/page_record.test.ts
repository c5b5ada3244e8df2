/* The learner's record on the front page, with a storage that has room for some characters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStore } from "../../website/page/src/record/memory_store";
import { PageRecord } from "../../website/page/src/record/page_record";
import {
  copyEntries,
  damagedLines,
  readRecord,
  restoreEntries,
  storeDamagedLines,
} from "../../website/page/src/record/record_entries";

const HEAD = '{"kind": "metrics_edu progress"}';
const RIGHT = '\n{"name": "04-pair", "what": "right"}';
const TRIED = '\n{"name": "04-few", "what": "tried"}';
const ENTRY = "metrics_edu progress";

class SmallStore extends MemoryStore {
  room = 1_000;

  override setItem(name: string, text: string): void {
    if (text.length > this.room) throw new Error("The storage is full.");
    super.setItem(name, text);
  }
}

function recordIn(text: string): { store: SmallStore; record: PageRecord } {
  const store = new SmallStore();
  store.setItem(ENTRY, text);
  return { store, record: new PageRecord(store) };
}

test("the first lines follow the head", () => {
  const store = new SmallStore();
  const record = new PageRecord(store);
  record.add(RIGHT, HEAD);
  record.add(TRIED, HEAD);
  assert.equal(readRecord(store), HEAD + RIGHT + TRIED);
  assert.deepEqual(record.troubles, []);
});

test("lines without room stay, and are stored when there is room", () => {
  const { store, record } = recordIn(HEAD);
  store.room = HEAD.length;
  record.add(RIGHT, HEAD);
  assert.deepEqual([readRecord(store), record.text], [HEAD, HEAD + RIGHT]);
  assert.deepEqual(record.troubles, ["full"]);
  store.room = 1_000;
  record.add(TRIED, HEAD);
  assert.deepEqual([readRecord(store), record.troubles], [HEAD + RIGHT + TRIED, []]);
});

test("without a storage the record lasts as long as the page", () => {
  const record = new PageRecord(undefined);
  record.add(RIGHT, HEAD);
  assert.deepEqual([record.text, record.troubles], [HEAD + RIGHT, ["blocked"]]);
});

test("damaged lines are set aside until they are forgotten", async () => {
  const { store, record } = recordIn(`${HEAD}\nnull${RIGHT}`);
  await record.share();
  assert.deepEqual([record.text, record.damaged], [HEAD + RIGHT, ["null"]]);
  assert.deepEqual(record.troubles, ["damaged"]);
  storeDamagedLines(store, ["null", "7"]);
  assert.deepEqual(damagedLines(store), ["null", "7"]);
  record.forgetDamaged();
  assert.deepEqual([record.damaged, record.troubles], [[], []]);
});

test("a record that has no room replaces nothing", async () => {
  const { store, record } = recordIn(HEAD + RIGHT);
  store.room = HEAD.length + RIGHT.length;
  assert.equal(await record.replace(HEAD + RIGHT + TRIED), "no_room");
  assert.equal(record.text, HEAD + RIGHT);
  assert.equal(await record.replace(HEAD + TRIED), "");
  assert.equal(record.text, HEAD + TRIED);
});

test("forgetting the record deletes it with its damaged lines", async () => {
  const { record } = recordIn(`${HEAD}\nnull${RIGHT}`);
  await record.share();
  assert.equal(await record.forget(), "");
  assert.deepEqual([record.text, record.damaged], ["", []]);
});

test("unsaved lines go with a record that another tab has replaced", () => {
  const { store, record } = recordIn(HEAD);
  store.room = HEAD.length;
  record.add(RIGHT, HEAD);
  assert.equal(record.wasReplaced(HEAD, HEAD + TRIED), false);
  assert.equal(record.text, HEAD + RIGHT);
  assert.equal(record.wasReplaced(HEAD + TRIED, HEAD), true);
  assert.equal(record.text, HEAD);
});

test("restored entries are those of before", () => {
  const { store } = recordIn(HEAD);
  const before = copyEntries(store);
  store.setItem(ENTRY, TRIED);
  storeDamagedLines(store, ["null"]);
  restoreEntries(store, before);
  assert.deepEqual([readRecord(store), damagedLines(store)], [HEAD, []]);
});
