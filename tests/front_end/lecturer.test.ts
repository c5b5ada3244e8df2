/* The window of the lecturer: the times of a lecture, and which messages the two windows accept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isCommand, isCue, isTalk } from "../../website/page/src/lecturer/messages";
import {
  beginTimes,
  clock,
  left,
  pause,
  spentInAll,
  spentOn,
  turnTo,
} from "../../website/page/src/lecturer/times";

test("a slide that is shown again goes on with its time", () => {
  const first = beginTimes(0, 1000);
  const third = turnTo(first, 2, 5000);
  const again = turnTo(third, 0, 6000);
  assert.equal(turnTo(again, 0, 9000), again);
  const spent = [0, 1, 2].map((slide) => spentOn(again, slide, 8000));
  assert.deepEqual(spent, [6000, 0, 1000]);
  assert.equal(spentInAll(again, 8000), 7000);
  assert.equal(spentInAll(beginTimes(4, 1000), 3000), 2000);
});

test("the time of a closed stage does not count", () => {
  const closed = pause(beginTimes(0, 1000), 4000);
  assert.equal(spentOn(closed, 0, 9000), 3000);
  assert.deepEqual(pause(closed, 6000), closed);
  const again = turnTo(closed, 0, 9000);
  assert.equal(spentOn(again, 0, 10_000), 4000);
  assert.equal(spentInAll(turnTo(closed, 1, 9000), 10_000), 4000);
});

test("a computer whose clock is set back subtracts nothing", () => {
  assert.equal(spentOn(beginTimes(0, 5000), 0, 1000), 0);
});

test("times are minutes and seconds", () => {
  assert.deepEqual([0, 59_999, 60_000, 6_065_000].map(clock), ["0:00", "0:59", "1:00", "101:05"]);
  const ends = 10_000;
  const lefts = [8000, 8001, 9999, 10_000, 70_000].map((now) => left(ends, now));
  assert.deepEqual(lefts, ["0:02", "0:02", "0:01", "0:00", "0:00"]);
});

const COUNTDOWN = { ends: 0, isShown: true };
const TIMES = { spent: [1, 2], slide: 1, since: 3, isPaused: false };
const CUE = {
  isOpen: true,
  slides: [{ title: "One", notes: "", minutes: 2 }],
  slide: 0,
  step: 0,
  steps: 5,
  next: "work",
  times: TIMES,
  countdown: COUNTDOWN,
};

test("a cue has every field, each of its type", () => {
  assert.ok(isCue(CUE));
  assert.ok(isCue({ ...CUE, next: 3 }));
  assert.ok(!isCue({ ...CUE, more: 1 }));
  for (const name of Object.keys(CUE)) {
    assert.ok(!isCue({ ...CUE, [name]: undefined }), name);
    assert.ok(!isCue({ ...CUE, [name]: {} }), name);
    assert.ok(!isCue({ ...CUE, [name]: [{}] }), name);
  }
  assert.ok(!isCue({ ...CUE, slide: -1 }));
  assert.ok(!isCue({ ...CUE, times: { ...TIMES, spent: [Number.NaN] } }));
  assert.ok(!isCue({ ...CUE, countdown: { ...COUNTDOWN, ends: Number.POSITIVE_INFINITY } }));
});

test("a command is a key of the stage, a countdown or a request", () => {
  const commands = [{ key: "PageDown" }, { countdown: COUNTDOWN }, { request: "restart" }];
  for (const command of commands) assert.ok(isCommand(command), JSON.stringify(command));
  const others: unknown[] = [
    { key: "Escape" },
    { key: "b", countdown: COUNTDOWN },
    { toString: "cue" },
    CUE,
    { key: ["PageDown"] },
    { countdown: { ends: "1", isShown: true } },
    { request: "close" },
    CUE.slides,
    "PageDown",
    null,
    undefined,
  ];
  for (const other of others) assert.ok(!isCommand(other), JSON.stringify(other));
});

test("a talk that this tab has stored otherwise is not taken", () => {
  const talk = { name: "a", titles: "[]", times: TIMES, countdown: COUNTDOWN };
  assert.ok(isTalk(talk));
  assert.ok(!isTalk({ ...talk, name: 1 }));
  assert.ok(!isTalk({ ...talk, times: [] }));
  assert.ok(!isTalk(null));
});
