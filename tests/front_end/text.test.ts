/* Subscripts, powers and signs, as every screen writes them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rich, together } from "../../metrics_edu/widgets/src/core/text";

interface Template {
  readonly strings: ReadonlyArray<string>;
  readonly values: ReadonlyArray<unknown>;
}

/** The markup of a text, put together from its templates. */
function markup(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "symbol") return "";
  if (Array.isArray(value)) return value.map(markup).join("");
  const { strings, values } = value as Template;
  return strings.map((string, k) => string + (k < values.length ? markup(values[k]) : "")).join("");
}

const plain = (text: string) => markup(rich(text)).replace(/<[^>]*>/g, "");

test("a subscript of small characters is a true one", () => {
  assert.match(
    markup(rich("relᵢ / log₂(i + 1)")),
    /rel<sub[^>]*>i<\/sub> \/ log<sub[^>]*>2<\/sub>/,
  );
  assert.equal(plain("DCGₘₐₓ"), "DCGmax");
});

test("a power is written as one, and only where it is one", () => {
  assert.equal(rich("2^g − 1 and 2^gold"), "2ᵍ − 1 and 2^gold");
  assert.match(markup(rich("2^(g − 1)")), /2<span class="me-vh">\^\(<\/span><sup>g − 1<\/sup>/);
  assert.equal(plain("x2^(g − 1)"), "x2^(g − 1)");
});

test("a sign stays on the line of its numbers", () => {
  assert.equal(together("P = 0.5 × 2 (grade 4)"), "P\u00a0=\u00a00.5 ×\u00a02 (grade\u00a04)");
});

test("a text without subscripts stays a string", () => {
  assert.equal(rich("<b>Gala</b> & Fuji"), "<b>Gala</b> & Fuji");
});
