/* The paths of notebooks in JupyterLite. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodePath, freeName, languageOf, splitPath } from "../../website/page/src/lessons/paths";

test("the folder of a notebook names its language", () => {
  assert.equal(languageOf("es/04_average_precision.ipynb"), "es");
  assert.equal(languageOf("lectures/es/04_ndcg.ipynb"), "es");
  assert.equal(languageOf("en/essay.ipynb"), "en");
  assert.equal(languageOf("notes.ipynb"), "en");
});

test("a path has a folder and a name", () => {
  assert.deepEqual(splitPath("lectures/es/ap.ipynb"), { folder: "lectures/es/", lesson: "ap" });
  assert.deepEqual(splitPath("notes.ipynb"), { folder: "", lesson: "notes" });
});

test("each folder and name of a path is encoded", () => {
  assert.equal(encodePath("es/50% #1?.ipynb"), "es/50%25%20%231%3F.ipynb");
});

test("a copy gets the first free name", () => {
  assert.equal(freeName("ap", "my copy", new Set()), "ap (my copy).ipynb");
  const taken = new Set(["ap (my copy).ipynb", "ap (my copy 2).ipynb"]);
  assert.equal(freeName("ap", "my copy", taken), "ap (my copy 3).ipynb");
});
