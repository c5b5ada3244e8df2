/* What the learner did, one record in two places: the file progress.txt, where JupyterLite keeps files in this browser, and the
   page's copy of it in `kept`, which is all there is until a lesson is opened. Neither is trusted: damaged lines are set aside. */
import { isRecord, KEPT, sortLines } from "./record_lines.js";

const LESSONS = new URL("lite/", import.meta.url).pathname, FILE = "progress.txt", FILES = "files";
const SHARED = `${KEPT} in ${LESSONS}`;   // how much of the copy, from its begin, was in the file when they were last one
const ASIDE = "metrics_edu damaged lines", PATIENCE = 5_000, LATE = Symbol("late");   // a store that another page blocks is never opened
export { KEPT };

const answer = asked => new Promise((done, failed) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => failed(asked.error); });

/** Open the store of JupyterLite's files; nothing where no lesson has been opened yet, or nothing is kept. */
async function openFiles() {
  const name = (await indexedDB.databases()).map(base => base.name).find(name => name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS));
  const base = name && await answer(indexedDB.open(name));
  if (base?.objectStoreNames.contains(FILES)) return base;
  base?.close();
  return undefined;
}

/** Do something with the files, if there are any; return what it returns, or that it failed. */
async function withFiles(act) {
  const opened = openFiles().catch(() => undefined);   // a private window, or a frame of another site's page
  const base = await Promise.race([opened, new Promise(done => setTimeout(done, PATIENCE, LATE))]);
  if (base === LATE) opened.then(late => late?.close());
  if (base === LATE) return "not_joined";
  if (!base) return "";
  try {
    return await act(base.transaction(FILES, "readwrite").objectStore(FILES));
  } catch {
    return "not_joined";
  } finally {
    base.close();
  }
}

/** Make both one: what was added to either since they were one is in both. Where the file was deleted, in a lesson, all before is
    forgotten. Return what is in the way: a file of the student's own of that name ("own_file"), or no room ("not_joined"). */
export function joinRecords(kept) {
  cleanCopy(kept);
  return withFiles(files => join(kept, files));
}

async function join(kept, files) {
  const file = await answer(files.get(FILE));
  if (file && !(typeof file.content === "string" && isRecord(file.content))) return "own_file";
  const content = file && setAside(kept, file.content), text = joined(content, kept[KEPT] ?? "", kept[SHARED]);
  delete kept[SHARED];   // whatever ends this from here on: without it, no line is taken for one that a lesson has deleted
  kept[KEPT] = text;
  if (text && text !== file?.content) await answer(files.put(textFile(text, file), FILE));
  kept[SHARED] = text.length;
  return "";
}

/** Return the text of both. Where it is not known how much of the copy was in the file, all of it may have been, if there is one. */
function joined(content, copy, sharedLength) {
  const length = /^\d+$/.test(sharedLength) && sharedLength <= copy.length ? Number(sharedLength) : content ? copy.length : 0;
  const shared = copy.slice(0, length), added = copy.slice(length);
  if (content) return content + linesNotIn(content, shared) + added;
  return content === "" ? copy : added && shared.split("\n", 1)[0] + added;
}

/** The lines that another page, or Python, has written over at the same moment. */
function linesNotIn(text, lines) {
  const counts = new Map();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  const isNew = line => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  };
  return lines.split("\n").filter(line => line && isNew(line)).map(line => `\n${line}`).join("");
}

function textFile(content, before) {
  const now = new Date().toISOString(), size = new Blob([content]).size;
  const added = { name: FILE, path: FILE, type: "file", format: "text", mimetype: "text/plain", writable: true, created: now };
  return { ...added, ...before, content, size, last_modified: now };
}

/** Take the damaged lines out of the copy. */
function cleanCopy(kept) {
  const copy = kept[KEPT] ?? "", clean = setAside(kept, copy);
  if (clean === copy) return;
  delete kept[SHARED];
  try { kept[KEPT] = clean; } catch { /* no room for the head that it lacks: who reads it skips what is damaged */ }
}

/** Return a text without its damaged lines, which are set aside; where there is no room for them, they stay in it. */
function setAside(kept, text) {
  const { record, damaged } = sortLines(text);
  try { keepAside(kept, damaged); } catch { return text; }
  return record;
}

function keepAside(kept, damaged) {
  const before = damagedLines(kept), there = new Set(before), news = damaged.filter(line => !there.has(line));
  if (news.length) kept[ASIDE] = [...before, ...news].join("\n");
}

/** Return the damaged lines that were set aside. */
export const damagedLines = kept => (kept[ASIDE] ?? "").split("\n").filter(Boolean);

export function forgetDamagedLines(kept) { delete kept[ASIDE]; }

/** Put a text in the place of the record; throws, and leaves all as it is, where there is no room for it. */
export async function replaceRecord(kept, text) {
  const before = kept[KEPT] ?? "", { record, damaged } = sortLines(text);
  delete kept[SHARED];
  kept[KEPT] = record;
  try {
    keepAside(kept, damaged);
  } catch (error) {
    kept[KEPT] = before;
    throw error;
  }
  await withFiles(files => answer(files.delete(FILE)));
}

export async function forgetRecord(kept) {
  await withFiles(files => answer(files.delete(FILE)));
  for (const name of [KEPT, SHARED, ASIDE]) delete kept[name];
}
