/* metrics_edu; built by "npm run build"; sources sha256:75c254aa2adc35fed97a3dac9b6b6d82c6fdc77d700882254ff52b2aae2f8429 */
// website/page/src/record/lessons_path.ts
var LESSONS_PATH = new URL("lite/", import.meta.url).pathname;

// website/page/src/record/lessons_files.ts
var STORE = "files";
var PATIENCE = 5e3;
var LATE = /* @__PURE__ */ Symbol("late");
function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
function written({ transaction }) {
  return new Promise((resolve, reject) => {
    if (!transaction) return resolve();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
async function withFiles(action) {
  const base = await openInTime();
  if (base === LATE) return "not_joined";
  if (!base) return "";
  try {
    return await action(base.transaction(STORE, "readwrite").objectStore(STORE));
  } catch {
    return "not_joined";
  } finally {
    base.close();
  }
}
async function openInTime() {
  const opened = openFiles();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, LATE));
  const base = await Promise.race([opened, late]).catch(() => LATE);
  if (base === LATE) {
    opened.then(
      (lateBase) => lateBase?.close(),
      () => {
      }
    );
  }
  return base;
}
async function openFiles() {
  const name = (await storeNames()).find(isOfLessons);
  if (!name) return void 0;
  const base = await resultOf(indexedDB.open(name));
  if (base.objectStoreNames.contains(STORE)) return base;
  base.close();
  return void 0;
}
var isOfLessons = (name = "") => name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS_PATH);
async function storeNames() {
  try {
    const stores = await indexedDB.databases();
    return stores.map(({ name }) => name);
  } catch {
    return [];
  }
}

// website/page/src/record/record_lines.ts
var RECORD_KIND = "metrics_edu progress";
var HEAD = `{"kind": "${RECORD_KIND}"}`;
var EVENT_START = '\n{"name": ';
var KNOWN_EVENTS = /* @__PURE__ */ new Set(["tried", "right", "shown", "begun", "stepped", "typed"]);
var MAX_NUMBER = 1e300;
var HEAD_CHARACTERS = 200;
var isText = (value) => typeof value === "string";
var isTexts = (value) => Array.isArray(value) && value.every(isText);
var isWhole = (value) => Number.isInteger(value) && Math.abs(value) <= MAX_NUMBER;
var isShares = (value) => Array.isArray(value) && value.every((share) => typeof share === "number" && share >= 0 && share <= 1);
var isCount = (value) => isWhole(value) && value >= 0;
var FIELD_CHECKS = {
  answers: isTexts,
  codes: isTexts,
  shares: isShares,
  seed: isWhole,
  hints: isCount,
  metric: isText,
  at: isText
};
function firstLine(text) {
  const [first = ""] = text.split("\n", 1);
  return first;
}
function isRecord(text) {
  const [start = ""] = text.split(EVENT_START, 1);
  const namesKind = text.slice(0, HEAD_CHARACTERS).includes(RECORD_KIND);
  return namesKind || HEAD.startsWith(start);
}
function sortLines(text) {
  if (!text) return { record: "", damaged: [] };
  const lines = text.split("\n");
  const [first = "", ...rest] = lines;
  const hasHead = isHead(parseEntry(first));
  const events = (hasHead ? rest : lines).filter((line) => line.trim());
  const readable = [];
  const damaged = [];
  for (const line of events) (isReadable(line) ? readable : damaged).push(line);
  return { record: [hasHead ? first : HEAD, ...readable].join("\n"), damaged };
}
function parseEntry(line) {
  if (!line.trimStart().startsWith("{")) return void 0;
  try {
    return JSON.parse(line);
  } catch {
    return void 0;
  }
}
var isHead = (entry) => entry?.kind === RECORD_KIND;
function isReadable(line) {
  const entry = parseEntry(line);
  return isHead(entry) || isEvent(entry);
}
function isEvent(entry) {
  if (!entry || !isText(entry.name) || !isText(entry.what)) return false;
  return !KNOWN_EVENTS.has(entry.what) || hasValidFields(entry);
}
function hasValidFields(entry) {
  const checks = Object.entries(FIELD_CHECKS);
  return checks.every(([name, isValid]) => !Object.hasOwn(entry, name) || isValid(entry[name]));
}

// website/page/src/record/merge.ts
function readLength(stored, record) {
  const length = /^\d+$/.test(stored ?? "") ? Number(stored) : Number.NaN;
  return length <= record.length ? length : void 0;
}
function mergedText(file, record, storedLength) {
  const length = readLength(storedLength, record) ?? (file ? record.length : 0);
  const shared = record.slice(0, length);
  const added = record.slice(length);
  if (file) return file + linesMissingIn(file, shared) + added;
  if (file === "") return record;
  return added && firstLine(shared) + added;
}
function linesMissingIn(text, lines) {
  const counts = /* @__PURE__ */ new Map();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  const isMissing = (line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  };
  const missing = lines.split("\n").filter((line) => line && isMissing(line));
  return missing.map((line) => `
${line}`).join("");
}

// website/page/src/record/record_entries.ts
var RECORD_ENTRY = RECORD_KIND;
var SHARED_ENTRY = `${RECORD_KIND} in ${LESSONS_PATH}`;
var DAMAGED_ENTRY = "metrics_edu damaged lines";
var TYPED_ENTRY = "metrics_edu typed";
var MISTAKES_ENTRY = "metrics_edu mistakes";
var LESSONS_ENTRY = "metrics_edu lessons";
var ENTRIES = [
  RECORD_ENTRY,
  SHARED_ENTRY,
  DAMAGED_ENTRY,
  TYPED_ENTRY,
  MISTAKES_ENTRY,
  LESSONS_ENTRY
];
var readRecord = (store) => store.getItem(RECORD_ENTRY) ?? "";
function damagedLines(store) {
  return (store.getItem(DAMAGED_ENTRY) ?? "").split("\n").filter(Boolean);
}
function storeDamagedLines(store, lines) {
  const before = damagedLines(store);
  const known = new Set(before);
  const added = lines.filter((line) => !known.has(line));
  if (added.length) store.setItem(DAMAGED_ENTRY, [...before, ...added].join("\n"));
}
function setDamagedLinesAside(store, text) {
  const { record, damaged } = sortLines(text);
  try {
    storeDamagedLines(store, damaged);
  } catch {
    return text;
  }
  return record;
}
function copyEntries(store) {
  return new Map(ENTRIES.map((name) => [name, store.getItem(name)]));
}
function restoreEntries(store, before) {
  for (const [name, text] of before) {
    if (name === DAMAGED_ENTRY || text === null) store.removeItem(name);
  }
  for (const [name, text] of before) {
    if (text !== null) store.setItem(name, text);
  }
}
function removeEntries(store) {
  for (const name of ENTRIES) store.removeItem(name);
}

// website/page/src/record/lessons_record.ts
var FILE = "progress.txt";
function joinRecords(store) {
  cleanRecord(store);
  return withFiles((files) => join(store, files));
}
async function join(store, files) {
  const file = await resultOf(files.get(FILE));
  if (file && !isOurs(file)) return "own_file";
  const content = file && setDamagedLinesAside(store, file.content);
  const text = mergedText(content, readRecord(store), store.getItem(SHARED_ENTRY));
  store.removeItem(SHARED_ENTRY);
  store.setItem(RECORD_ENTRY, text);
  if (text && text !== file?.content) await written(files.put(textFile(text, file), FILE));
  store.setItem(SHARED_ENTRY, String(text.length));
  return "";
}
function isOurs(file) {
  return typeof file?.content === "string" && isRecord(file.content);
}
function textFile(content, before) {
  const now = (/* @__PURE__ */ new Date()).toISOString();
  return {
    name: FILE,
    path: FILE,
    type: "file",
    format: "text",
    mimetype: "text/plain",
    writable: true,
    created: now,
    ...before,
    content,
    size: new Blob([content]).size,
    last_modified: now
  };
}
function cleanRecord(store) {
  const record = readRecord(store);
  const clean = setDamagedLinesAside(store, record);
  if (clean === record) return;
  store.removeItem(SHARED_ENTRY);
  try {
    store.setItem(RECORD_ENTRY, clean);
  } catch {
  }
}
function deleteFile() {
  return withFiles(async (files) => {
    const file = await resultOf(files.get(FILE));
    if (isOurs(file)) await written(files.delete(FILE));
    return "";
  });
}
async function replaceRecord(store, text) {
  const before = copyEntries(store);
  try {
    writeRecord(store, text);
  } catch {
    restoreEntries(store, before);
    return "no_room";
  }
  if (!await deleteFile()) return "";
  restoreEntries(store, before);
  return "not_replaced";
}
function writeRecord(store, text) {
  const { record, damaged } = sortLines(text);
  store.removeItem(SHARED_ENTRY);
  store.setItem(RECORD_ENTRY, record);
  storeDamagedLines(store, damaged);
}
async function forgetRecord(store) {
  if (await deleteFile()) return "not_forgotten";
  removeEntries(store);
  return "";
}
export {
  RECORD_ENTRY as KEPT,
  forgetRecord,
  joinRecords,
  replaceRecord,
  sortLines
};
