/* What the learner did, one record in two places: the file progress.txt, where JupyterLite keeps files in this browser, and the
   page's copy of it in `kept`, which is all there is until a lesson is opened. Neither is trusted: damaged lines are set aside. */
import { isRecord, KEPT, sortLines } from "./record_lines.js";

const LESSONS = new URL("lite/", import.meta.url).pathname, FILE = "progress.txt", FILES = "files";
const SHARED = `${KEPT} in ${LESSONS}`;   // how much of the copy, from its begin, was in the file when they were last one
const ASIDE = "metrics_edu damaged lines", ENTRIES = [KEPT, SHARED, ASIDE];
const PATIENCE = 5_000, LATE = Symbol("late");   // a store that another page blocks is never opened
export { KEPT };

const answer = asked => new Promise((done, failed) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => failed(asked.error); });

/** Wait until what a request changes is written: its transaction may fail after the request itself has not. */
const written = ({ transaction }) => new Promise((done, failed) => {
  transaction.oncomplete = () => done();
  transaction.onabort = () => failed(transaction.error);
});

/** Return the names of the stores in this browser; none in a private window, or in a frame of another site's page. */
async function storeNames() {
  try { return (await indexedDB.databases()).map(({ name }) => name); } catch { return []; }
}

/** Open the store of JupyterLite's files; nothing where no lesson has been opened yet, or nothing is kept. */
async function openFiles() {
  const name = (await storeNames()).find(name => name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS));
  const base = name && await answer(indexedDB.open(name));
  if (base?.objectStoreNames.contains(FILES)) return base;
  base?.close();
  return undefined;
}

/** Do something with the files, if there are any; return what it returns, or that it failed. */
async function withFiles(act) {
  const opened = openFiles(), late = new Promise(done => setTimeout(done, PATIENCE, LATE));
  const base = await Promise.race([opened, late]).catch(() => LATE);
  if (base === LATE) {
    opened.then(base => base?.close(), () => {});
    return "not_joined";
  }
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
  if (file && !isOurs(file)) return "own_file";
  const content = file && setAside(kept, file.content), text = joined(content, kept[KEPT] ?? "", kept[SHARED]);
  delete kept[SHARED];   // whatever ends this from here on: without it, no line is taken for one that a lesson has deleted
  kept[KEPT] = text;
  if (text && text !== file?.content) await written(files.put(textFile(text, file), FILE));
  kept[SHARED] = text.length;
  return "";
}

const isOurs = file => typeof file?.content === "string" && isRecord(file.content);

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

/** Delete the lessons' file, unless it is the student's own; return what is in the way. */
const deleteFile = () => withFiles(async files => {
  const file = await answer(files.get(FILE));
  if (isOurs(file)) await written(files.delete(FILE));
  return "";
});

/** Put a text in the place of the record. Return what is in the way, then all is as it was: no room for it ("no_room"), or the
    lessons' file, which could not be deleted and would bring the old record back ("not_replaced"). */
export async function replaceRecord(kept, text) {
  const { record, damaged } = sortLines(text), before = entriesOf(kept);
  delete kept[SHARED];
  try {
    kept[KEPT] = record;
    keepAside(kept, damaged);
  } catch {
    putBack(kept, before);
    return "no_room";
  }
  if (!await deleteFile()) return "";
  putBack(kept, before);
  return "not_replaced";
}

const entriesOf = kept => Object.fromEntries(ENTRIES.filter(name => name in kept).map(name => [name, kept[name]]));

function putBack(kept, before) {
  for (const name of ENTRIES) if (name === ASIDE || !(name in before)) delete kept[name];   // the others may need the room
  Object.assign(kept, before);
}

/** Delete the record. Return "not_forgotten" if the lessons' file, which would bring it back, could not be deleted: then all stays. */
export async function forgetRecord(kept) {
  if (await deleteFile()) return "not_forgotten";
  for (const name of ENTRIES) delete kept[name];
  return "";
}
