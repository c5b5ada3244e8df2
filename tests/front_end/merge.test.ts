/* How the page's record and the lessons' file become one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedText } from "../../website/page/src/record/merge";

const HEAD = '{"kind": "metrics_edu progress"}';
const [ONE, TWO, THREE] = ["\n1", "\n2", "\n3"];

const lengthOf = (text: string): string => String(text.length);

test("without a file, the record stays", () => {
  assert.equal(mergedText(undefined, HEAD + ONE, null), HEAD + ONE);
  assert.equal(mergedText("", HEAD + ONE, null), HEAD + ONE);
});

test("a deleted file takes the shared lines with it", () => {
  const shared = HEAD + ONE;
  assert.equal(mergedText(undefined, shared + TWO, lengthOf(shared)), HEAD + TWO);
  assert.equal(mergedText(undefined, shared, lengthOf(shared)), "");
});

test("lines that both have added stay, also equal ones", () => {
  const shared = HEAD + ONE;
  assert.equal(mergedText(shared + TWO, shared + TWO, lengthOf(shared)), shared + TWO + TWO);
  assert.equal(mergedText(shared + TWO, shared + THREE, lengthOf(shared)), shared + TWO + THREE);
});

test("a shared line that the file has lost is added again", () => {
  const shared = HEAD + ONE + TWO;
  assert.equal(mergedText(HEAD + THREE, shared, lengthOf(shared)), HEAD + THREE + ONE + TWO);
});

test("without a valid length no line is lost or doubled", () => {
  for (const stored of [null, "", "NaN", "-5", "1e3", "0x10", "999999", "9".repeat(400)]) {
    assert.equal(mergedText(HEAD + TWO, HEAD + ONE + TWO, stored), HEAD + TWO + ONE);
    assert.equal(mergedText(undefined, HEAD + ONE, stored), HEAD + ONE);
  }
});
