/* metrics_edu; built by "npm run build"; sources sha256:35019830a19fc4579bbf7578fc3ef895bb9338bc4112909c78b631723f1ddb6b */
// website/page/src/front_page/elements.ts
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id "${id}".`);
  return element;
}
function all(selector) {
  return [...document.querySelectorAll(selector)];
}
function namesIn(attribute = "") {
  return attribute.split(/\s+/);
}
function readJson(id) {
  return JSON.parse(byId(id).textContent);
}

// website/page/src/front_page/address.ts
var FRONT = "front&";
var STAGE = /^#stage&/;
function namesSection() {
  return document.getElementById(location.hash.slice(1)) !== null;
}
function widgetAddress() {
  return namesSection() ? "" : location.hash.replace(STAGE, "#").slice(1);
}
function opensStage() {
  return STAGE.test(location.hash);
}
function isFrontList() {
  return /^(front&|$)/.test(widgetAddress());
}
function replaceAddress(address) {
  history.replaceState(null, "", `#${isFrontList() ? FRONT : ""}${address}`);
}
function followAddress() {
  document.body.classList.toggle("alone", !isFrontList());
  for (const link of all("[data-language]")) link.hash = location.hash;
  byId("qr").close();
  byId("copied").textContent = "";
}
function urlOf(address) {
  const url = new URL(`#${address}`, location.href);
  url.searchParams.delete("language");
  return url.href;
}

// website/page/src/service_workers/files_by_hash.ts
var CACHE = "metrics-edu by hash";
var nameOf = (integrity) => `https://by-hash.invalid/${encodeURIComponent(integrity)}`;
async function findByHash(integrity) {
  const cache = await caches.open(CACHE);
  return cache.match(nameOf(integrity));
}

// website/page/src/front_page/root.ts
var ROOT = new URL(".", import.meta.url);

// website/page/src/front_page/frame.ts
var isFramed = self !== top;
function reportHeight() {
  if (!isFramed) return;
  const { height } = document.documentElement.getBoundingClientRect();
  parent.postMessage({ subject: "lti.frameResize", height: Math.ceil(height) }, "*");
}
async function hasStoredPython() {
  try {
    const response = await fetch(new URL("pyodide/files.json", ROOT));
    const files = await response.json();
    const stored2 = await findByHash(files["pyodide.asm.wasm"].integrity);
    return stored2 !== void 0;
  } catch {
    return false;
  }
}

// website/page/src/front_page/clipboard.ts
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// website/page/src/front_page/words.ts
var words = readJson("words");

// website/page/src/front_page/copy_link.ts
async function copyUrl(url) {
  byId("copied").textContent = await copyText(url) ? words.copied : url;
}

// website/page/src/front_page/things_to_try.ts
var tryMoveButtons = () => all("[data-item]");
var rowOf = (item) => all("#widget .me-row").find(({ textContent }) => textContent.includes(item));
function tryMove({ dataset }, widget) {
  const { item = "", do: move } = dataset;
  const row = rowOf(item);
  row?.click();
  row?.focus();
  if (move === "move") moveUp(item, widget);
  else miss(item, widget);
  byId("widget").scrollIntoView({ block: "start" });
}
function moveUp(item, { model }) {
  const id = rowOf(item)?.dataset.id;
  if (id) model?.send({ do: "move", by: -1, id });
}
function miss(item, { model }) {
  const id = rowOf(item)?.dataset.id;
  if (id) model?.send({ do: "miss", id });
}

// website/page/src/front_page/first_move.ts
var DELAY = 1500;
var TOUCHES = ["pointerdown", "keydown", "focusin"];
var FirstMove = class {
  #isDone = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #isPlayed = false;
  #timer;
  #play;
  #observer = new IntersectionObserver((entries) => this.#look(entries), {
    threshold: 1
  });
  constructor(play) {
    this.#play = play;
    for (const touch of TOUCHES) byId("widget").addEventListener(touch, () => this.cancel());
  }
  /** Waits until the row of the list that is shown is in sight. */
  prepare() {
    const row = rowOf(this.#item);
    if (row && !this.#isDone) this.#observer.observe(row);
  }
  /** Whether the move is the only one of the actions on the list. */
  isAlone(actions) {
    return this.#isPlayed && actions === 1;
  }
  /** The reader has touched the list, or has left it. */
  cancel() {
    this.#isDone = true;
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }
  /** The item of the first thing to try. */
  get #item() {
    return tryMoveButtons()[0]?.dataset.item ?? "";
  }
  #look(entries) {
    clearTimeout(this.#timer);
    if (this.#isDone) return;
    const isInSight = entries.at(-1)?.isIntersecting;
    if (isInSight) this.#timer = window.setTimeout(() => this.#move(), DELAY);
  }
  #move() {
    const item = this.#item;
    this.cancel();
    this.#isPlayed = true;
    this.#play(item);
  }
};

// website/page/src/front_page/front_page.ts
import { makeHost } from "./host.js";

// website/page/src/python/pinned_fetch.ts
var plainFetch = self.fetch;
function fileName(requested) {
  const url = requested instanceof Request ? requested.url : String(requested);
  return url.split("/").at(-1) ?? "";
}
function pinnedFetch(files, base) {
  return (requested, options) => {
    const file = files[fileName(requested)];
    if (!file) return fetchByHash(requested, options);
    return fetchByHash(new URL(file.url, base), { ...options, integrity: file.integrity });
  };
}
function fetchByHash(requested, options) {
  const response = plainFetch(requested, options);
  if (!options?.integrity) return response;
  return response.catch(() => plainFetch(requested, { ...options, cache: "reload" }));
}

// website/page/src/front_page/kept_file.ts
var KeptFile = class {
  #packed;
  constructor(packed) {
    this.#packed = packed;
  }
  /** Returns the JSON of an answer; undefined if it is not kept. */
  find(key) {
    const { pieces, answers } = this.#packed;
    return answers[key]?.map((number) => pieces[number]).join("");
  }
};
async function loadKept(files, base) {
  const { body } = await pinnedFetch(files, base)(Object.keys(files)[0] ?? "");
  const bytes = body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
  return new KeptFile(await new Response(bytes).json());
}

// website/page/src/front_page/kept_key.ts
function keyOf(messages) {
  const actions = messages.map((message) => "action" in message ? message.action : message);
  const counting = actions.filter((action, k) => {
    const next = actions[k + 1];
    return !("do" in action && action.do === "choose" && next && "id" in next);
  });
  return JSON.stringify(
    counting.map((action) => Object.fromEntries(Object.entries(action).sort()))
  );
}

// website/page/src/front_page/kept_answers.ts
var KeptAnswers = class {
  /** A browser that cannot load them waits for Python. */
  #file = loadKept(readJson("kept"), ROOT).catch(() => void 0);
  /** Returns the traits that the last of these messages changes; undefined if they are not kept.
      `widget` is its id where the page has several. */
  async find(messages, widget = "") {
    const answer = (await this.#file)?.find(widget + keyOf(messages));
    return answer === void 0 ? void 0 : JSON.parse(answer);
  }
};

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
function hasLinesOf(text, other) {
  const lines = new Set(text.split("\n"));
  const [, ...wanted] = sortLines(other).record.split("\n");
  return wanted.every((line) => lines.has(line));
}
function eventsIn(text) {
  const entries = text.split("\n").map(parseEntry);
  return entries.filter(isEvent).filter(({ what }) => KNOWN_EVENTS.has(what));
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
function readLength(stored2, record2) {
  const length = /^\d+$/.test(stored2 ?? "") ? Number(stored2) : Number.NaN;
  return length <= record2.length ? length : void 0;
}
function mergedText(file, record2, storedLength) {
  const length = readLength(storedLength, record2) ?? (file ? record2.length : 0);
  const shared = record2.slice(0, length);
  const added = record2.slice(length);
  if (file) return file + linesMissingIn(file, shared) + added;
  if (file === "") return record2;
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
var readRecord = (store2) => store2.getItem(RECORD_ENTRY) ?? "";
function damagedLines(store2) {
  return (store2.getItem(DAMAGED_ENTRY) ?? "").split("\n").filter(Boolean);
}
function forgetDamagedLines(store2) {
  store2.removeItem(DAMAGED_ENTRY);
}
function storeDamagedLines(store2, lines) {
  const before = damagedLines(store2);
  const known = new Set(before);
  const added = lines.filter((line) => !known.has(line));
  if (added.length) store2.setItem(DAMAGED_ENTRY, [...before, ...added].join("\n"));
}
function setDamagedLinesAside(store2, text) {
  const { record: record2, damaged } = sortLines(text);
  try {
    storeDamagedLines(store2, damaged);
  } catch {
    return text;
  }
  return record2;
}
function copyEntries(store2) {
  return new Map(ENTRIES.map((name) => [name, store2.getItem(name)]));
}
function restoreEntries(store2, before) {
  for (const [name, text] of before) {
    if (name === DAMAGED_ENTRY || text === null) store2.removeItem(name);
  }
  for (const [name, text] of before) {
    if (text !== null) store2.setItem(name, text);
  }
}
function removeEntries(store2) {
  for (const name of ENTRIES) store2.removeItem(name);
}

// website/page/src/record/lessons_record.ts
var FILE = "progress.txt";
function joinRecords(store2) {
  cleanRecord(store2);
  return withFiles((files) => join(store2, files));
}
async function join(store2, files) {
  const file = await resultOf(files.get(FILE));
  if (file && !isOurs(file)) return "own_file";
  const content = file && setDamagedLinesAside(store2, file.content);
  const text = mergedText(content, readRecord(store2), store2.getItem(SHARED_ENTRY));
  store2.removeItem(SHARED_ENTRY);
  store2.setItem(RECORD_ENTRY, text);
  if (text && text !== file?.content) await written(files.put(textFile(text, file), FILE));
  store2.setItem(SHARED_ENTRY, String(text.length));
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
function cleanRecord(store2) {
  const record2 = readRecord(store2);
  const clean = setDamagedLinesAside(store2, record2);
  if (clean === record2) return;
  store2.removeItem(SHARED_ENTRY);
  try {
    store2.setItem(RECORD_ENTRY, clean);
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
async function replaceRecord(store2, text) {
  const before = copyEntries(store2);
  try {
    writeRecord(store2, text);
  } catch {
    restoreEntries(store2, before);
    return "no_room";
  }
  if (!await deleteFile()) return "";
  restoreEntries(store2, before);
  return "not_replaced";
}
function writeRecord(store2, text) {
  const { record: record2, damaged } = sortLines(text);
  store2.removeItem(SHARED_ENTRY);
  store2.setItem(RECORD_ENTRY, record2);
  storeDamagedLines(store2, damaged);
}
async function forgetRecord(store2) {
  if (await deleteFile()) return "not_forgotten";
  removeEntries(store2);
  return "";
}

// website/page/src/record/memory_store.ts
var MemoryStore = class {
  #entries = /* @__PURE__ */ new Map();
  getItem(name) {
    return this.#entries.get(name) ?? null;
  }
  setItem(name, text) {
    this.#entries.set(name, text);
  }
  removeItem(name) {
    this.#entries.delete(name);
  }
};

// website/page/src/record/page_record.ts
function browserStorage() {
  try {
    return localStorage ?? void 0;
  } catch {
    return void 0;
  }
}
var PageRecord = class {
  #isBlocked;
  #store;
  #unsaved = "";
  #joinTrouble = "";
  /** Without a storage the record lasts as long as the page. */
  constructor(storage) {
    this.#isBlocked = !storage;
    this.#store = storage ?? new MemoryStore();
  }
  /** All of the record, for a file. */
  get text() {
    return readRecord(this.#store) + this.#unsaved;
  }
  /** The part of the record that Python can read. */
  get readable() {
    return sortLines(this.text).record;
  }
  get events() {
    return eventsIn(this.text);
  }
  /** The damaged lines: those that were set aside, and those for which there was no space. */
  get damaged() {
    return [...damagedLines(this.#store), ...sortLines(this.text).damaged];
  }
  get troubles() {
    const troubles = [];
    if (this.#isBlocked) troubles.push("blocked");
    if (this.#unsaved) troubles.push("full");
    if (this.#joinTrouble) troubles.push(this.#joinTrouble);
    if (this.damaged.length) troubles.push("damaged");
    return troubles;
  }
  /** Adds lines, each after a line break; the first lines of all follow the head. */
  add(lines, head) {
    this.#unsaved += this.text ? lines : head + lines;
    this.#save();
  }
  /** Shares the record with the lessons. */
  async share() {
    this.#joinTrouble = await joinRecords(this.#store);
    this.#save();
  }
  /** Replaces the record by a text; returns what prevents it, and then changes nothing. */
  async replace(text) {
    const trouble = await replaceRecord(this.#store, text);
    if (!trouble) this.#unsaved = "";
    return trouble;
  }
  /** Deletes the record; returns what prevents it, and then changes nothing. */
  async forget() {
    const trouble = await forgetRecord(this.#store);
    if (!trouble) this.#unsaved = "";
    return trouble;
  }
  forgetDamaged() {
    forgetDamagedLines(this.#store);
  }
  /** Returns whether another tab, which has written the record, deleted or replaced it. The lines
      without space are then forgotten. */
  wasReplaced(before, now) {
    const isReplaced = now === null || !hasLinesOf(now, before ?? "");
    if (isReplaced) this.#unsaved = "";
    return isReplaced;
  }
  /** Stores the unsaved lines. Without space the page says so, and tries again with the next. */
  #save() {
    if (!this.#unsaved) return;
    try {
      this.#store.setItem(RECORD_ENTRY, this.text);
      this.#unsaved = "";
    } catch {
    }
  }
};

// website/page/src/front_page/record_notices.ts
function showRecordNotices(record2, refusal) {
  const { damaged } = record2;
  const troubles = record2.troubles;
  if (refusal) troubles.push(refusal);
  byId("record").hidden = troubles.length === 0;
  for (const element of all("[data-record]")) {
    element.hidden = !namesIn(element.dataset.record).some((name) => troubles.includes(name));
  }
  byId("damaged").textContent = words.record_damaged.replace("{count}", `${damaged.length}`);
  offerFile("record", record2.text);
  offerFile("damaged", damaged.join("\n"));
}
function offerFile(file, text) {
  for (const link of all(`[data-save=${file}]`)) {
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  }
}

// website/page/src/front_page/learner_record.ts
var MAX_BYTES = 16e6;
var LearnerRecord = class {
  #record = new PageRecord(browserStorage());
  #onOtherRecord;
  #showEvents;
  #refusal = "";
  /** The record as Python has it. */
  #pythonRecord = "";
  /** `onOtherRecord` is called after the record was replaced or deleted, `showEvents` after each
      change. */
  constructor(onOtherRecord, showEvents) {
    this.#onOtherRecord = onOtherRecord;
    this.#showEvents = showEvents;
  }
  /** The part of the record that Python can read. */
  get readable() {
    return this.#record.readable;
  }
  /** Shares the record with the lessons, and shows it. */
  async share() {
    await this.#record.share();
    this.#show();
  }
  /** Notes the record with which Python starts. */
  noteStart(record2) {
    this.#pythonRecord = record2;
  }
  /** Takes the record as Python has it now. The lines of a repeated action are known already. */
  async take(text, isRepeated) {
    const head = firstLine(text);
    const added = text.slice((this.#pythonRecord || head).length);
    this.#pythonRecord = text;
    if (isRepeated) return;
    this.#record.add(added, head);
    await this.share();
  }
  /** Asks to replace the record by the file that was chosen. */
  async readFile(input) {
    const file = input.files?.[0];
    if (!file) return;
    const text = file.size > MAX_BYTES ? "" : await file.text().catch(() => "");
    input.value = "";
    this.#refusal = refusalOf(file, text);
    const isConfirmed = !this.#refusal && (!this.#record.text || confirm(words.replace));
    if (isConfirmed) await this.#replace(text);
    else this.#show();
  }
  async #replace(text) {
    this.#refusal = await this.#record.replace(text);
    if (this.#refusal) {
      this.#show();
      return;
    }
    await this.share();
    this.#useOtherRecord();
  }
  /** Asks to delete the record. */
  async forget() {
    if (!confirm(words.really_forget)) return;
    this.#refusal = await this.#record.forget();
    if (this.#refusal) this.#show();
    else this.#useOtherRecord();
  }
  /** Asks to delete the damaged lines. */
  forgetDamaged() {
    if (!confirm(words.really_forget_damaged)) return;
    this.#record.forgetDamaged();
    this.#show();
  }
  /** Follows another tab, which has added to the record, or replaced or deleted it. */
  followStorage({ key, oldValue, newValue }) {
    if (key !== RECORD_ENTRY && key !== null) return;
    if (this.#record.wasReplaced(oldValue, newValue)) this.#useOtherRecord();
    else this.#show();
  }
  #useOtherRecord() {
    this.#show();
    this.#onOtherRecord();
  }
  #show() {
    this.#showEvents(this.#record.events);
    showRecordNotices(this.#record, this.#refusal);
  }
};
function refusalOf(file, text) {
  if (file.size > MAX_BYTES) return "too_large";
  if (!text) return "unreadable_file";
  return isRecord(text) ? "" : "no_progress_file";
}

// website/page/src/front_page/lesson_cards.ts
var PARTS = ["main", "practice", "more"];
var TEXTS = { main: words.main_of, practice: words.practice_of, more: words.more_of };
function readCard(element) {
  const { lesson = "", tasks = "{}" } = element.dataset;
  return { element, lesson, tasks: JSON.parse(tasks) };
}
function isDone({ name, what }) {
  return what === "right" || what === "tried" && name.startsWith("predict ");
}
function lessonsOf(events, cards) {
  return events.flatMap(({ name }) => {
    const found = cards.filter(({ tasks }) => PARTS.some((part) => tasks[part].includes(name)));
    return found.map(({ lesson }) => lesson);
  });
}
function countDone({ tasks }, done) {
  return PARTS.map((part) => tasks[part].filter((task) => done.has(task)).length);
}
function stateOf({ tasks }, [main = 0, ...others], isBegun) {
  if (tasks.main.length && main === tasks.main.length) return "done";
  return isBegun || main || others.some(Boolean) ? "begun" : "new";
}
function describe({ tasks }, counts) {
  const texts = PARTS.map((part, position) => {
    const text = TEXTS[part].replace("{right}", `${counts[position]}`);
    return tasks[part].length ? text.replace("{all}", `${tasks[part].length}`) : "";
  });
  return texts.filter(Boolean).join(", ");
}
function showState(card, counts, state) {
  const { element, tasks } = card;
  const isAllDone = PARTS.every((part, position) => counts[position] === tasks[part].length);
  const text = state === "new" ? words.new : isAllDone ? words.done : describe(card, counts);
  element.dataset.state = state;
  for (const label of element.querySelectorAll("em")) label.textContent = text;
  for (const bar of element.querySelectorAll("progress")) bar.value = counts[0] ?? 0;
}
function showProgress(events) {
  const cards = all("[data-lesson]").map(readCard);
  const lessons = lessonsOf(events, cards);
  const done = new Set(events.filter(isDone).map(({ name }) => name));
  for (const card of cards) {
    const counts = countDone(card, done);
    showState(card, counts, stateOf(card, counts, lessons.includes(card.lesson)));
  }
  markNextLesson(cards, lessons.at(-1));
}
function markNextLesson(cards, last) {
  const isNext = ({ element, lesson }) => last !== void 0 && lesson >= last && element.dataset.state !== "done";
  const next = cards.find(isNext);
  for (const card of cards) card.element.toggleAttribute("data-here", card === next);
  leadTo(next ?? cards[0], next ? words.next_lesson : words.first_lesson);
}
function leadTo(card, text) {
  const link = byId("lesson");
  link.textContent = text.replace("{lesson}", card?.lesson ?? "");
  link.href = card?.element.getAttribute("href") ?? "";
}

// website/page/src/front_page/my_mistakes.ts
var NOTHING = { language: "", end: "", cards: {}, crossed: [] };
var stored = readEntry();
var shownHtml = "";
function readEntry() {
  try {
    const entry = JSON.parse(localStorage.getItem(MISTAKES_ENTRY) ?? "null");
    return isStored(entry) ? entry : NOTHING;
  } catch {
    return NOTHING;
  }
}
function isStored(entry) {
  const { end, cards, crossed } = entry ?? {};
  return typeof end === "string" && cards instanceof Object && Array.isArray(crossed);
}
function store(news) {
  stored = { ...stored, ...news };
  try {
    localStorage.setItem(MISTAKES_ENTRY, JSON.stringify(stored));
  } catch {
  }
}
var endOf = (record2) => `${record2.length} ${record2.slice(-300)}`;
function isContinued(record2) {
  const length = Number.parseInt(stored.end, 10);
  return stored.end === endOf(record2.slice(0, length));
}
function hasCards(record2) {
  return stored.language === document.documentElement.lang && stored.end === endOf(record2);
}
function storeCards(json, record2) {
  const { lang: language } = document.documentElement;
  store({ language, end: endOf(record2), cards: JSON.parse(json) });
}
function showCards(record2) {
  const isFresh = hasCards(record2);
  const isOurs2 = stored.language === document.documentElement.lang && isContinued(record2);
  const html = isOurs2 ? cardsOf(today()) : "";
  const section = byId("mistakes");
  section.hidden = !record2;
  section.dataset.state = !isFresh ? "waiting" : html ? "cards" : "none";
  showHtml(html);
  if (isFresh && isFrontList()) crossOut();
}
function showHtml(html) {
  if (html === shownHtml) return;
  shownHtml = html;
  byId("mistake_cards").innerHTML = html;
}
function today() {
  const now = /* @__PURE__ */ new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => `${part}`.padStart(2, "0")).join("-");
}
function cardsOf(day) {
  const [, html = ""] = Object.entries(stored.cards).findLast(([from]) => from <= day) ?? [];
  return html;
}
function crossOut() {
  const gone = [...byId("mistake_cards").querySelectorAll("[data-gone=true]")];
  const keys = gone.map(({ dataset }) => dataset.key ?? "");
  gone.forEach((card, k) => {
    card.toggleAttribute("data-crossing", !stored.crossed.includes(keys[k] ?? ""));
  });
  store({ crossed: keys });
}

// website/page/src/front_page/opened_address.ts
var OpenedAddress = class {
  address;
  /** The number of the address on this page. */
  key;
  /** The learner's record, as Python gets it at its start. */
  startRecord;
  /** The address of the widget as it is now; "" if it is too long for a link, undefined before
      one was reported. */
  link;
  /** The number of the last request to show the widget. */
  showNumber;
  #actions = [];
  #unanswered;
  constructor(address, key, startRecord) {
    this.address = address;
    this.key = key;
    this.startRecord = startRecord;
  }
  /** All actions of the widget since the address was opened, oldest first. */
  get actions() {
    return this.#actions;
  }
  /** The messages of these actions. */
  get messages() {
    return this.#actions.flatMap(messagesIn);
  }
  /** The actions of one widget of several. */
  actionsOf(id) {
    return this.#actions.filter(({ request }) => "id" in request && request.id === id);
  }
  /** The messages of these actions. */
  messagesOf(id) {
    return this.actionsOf(id).flatMap(messagesIn);
  }
  /** The address for a link. */
  get linkAddress() {
    return this.link ?? this.address;
  }
  get isTooLong() {
    return this.link === "";
  }
  add(action) {
    this.#actions.push(action);
  }
  /** Drops an action that Python could not answer twice. */
  noteUnanswered(task) {
    if (task === this.#unanswered) {
      this.#actions = this.#actions.filter((action) => action !== task);
    }
    this.#unanswered = task;
  }
};
var messagesIn = ({ request }) => "message" in request ? [request.message] : [];

// website/page/src/front_page/previews.ts
function previewIn(message) {
  return "action" in message && message.action.do === "preview" ? message.action : void 0;
}
var answerTo = ({ turn }, traits = {}) => ({
  preview: { turn, traits }
});

// website/page/src/front_page/stages.ts
var STAGES_WITH_CODE = ["loading", "core", "package", "ready"];
function markStage(stage) {
  for (const element of all("[data-stage]")) element.dataset.stage = stage;
  for (const element of all("[data-when]")) {
    element.hidden = !namesIn(element.dataset.when).includes(stage);
  }
}
function showStage(stage, reason = "") {
  const hasCode = STAGES_WITH_CODE.includes(stage);
  markStage(stage);
  byId("why").textContent = reason;
  for (const button of all("#code")) button.disabled = !hasCode;
  if (hasCode) return;
  for (const dialog2 of all("#qr")) dialog2.close();
}

// website/page/src/front_page/silence.ts
var SilenceTimer = class {
  #timer;
  /** Shows a stage after some milliseconds, unless the timer is stopped or started again. */
  start(stage, milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(showStage, milliseconds, stage);
  }
  /** Starts the timer, unless it was started already. */
  startOnce(stage, milliseconds) {
    if (this.#timer === void 0) this.start(stage, milliseconds);
  }
  stop() {
    clearTimeout(this.#timer);
    this.#timer = void 0;
  }
};

// website/page/src/front_page/python_worker.ts
var PATIENCE_BEFORE_START = 3e3;
var PATIENCE_AT_START = 12e4;
var PATIENCE2 = 2e4;
var makeTask = (request, trouble) => ({
  request,
  trouble,
  isAnswered: false
});
var PythonWorker = class {
  #listener;
  #silence = new SilenceTimer();
  #waiting = /* @__PURE__ */ new Map();
  #worker;
  #lock;
  #lastNumber = 0;
  constructor(listener) {
    this.#listener = listener;
  }
  get isStarted() {
    return this.#worker !== void 0;
  }
  get isWaiting() {
    return this.#waiting.size > 0;
  }
  /** The request that waits for its answer longest. */
  get oldestTask() {
    const [oldest] = this.#waiting.values();
    return oldest;
  }
  /** Starts a new worker and ends the one before. */
  start(start) {
    this.#worker?.terminate();
    this.#lock = void 0;
    this.#waiting.clear();
    const worker = new Worker(new URL("worker.js", ROOT), {
      type: "module",
      name: `metrics_edu ${performance.timeOrigin} ${Math.random()}`
    });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#reportFailedStart(event.message);
    };
    this.#worker = worker;
    this.#silence.start("not_begun", PATIENCE_BEFORE_START);
    this.send(makeTask({ start }, "cannot_start"));
  }
  /** Sends a request; returns the number of its answer. */
  send(task) {
    this.#lastNumber += 1;
    this.#waiting.set(this.#lastNumber, task);
    this.#worker?.postMessage({ ...task.request, number: this.#lastNumber });
    this.#silence.startOnce("no_answer", PATIENCE2);
    return this.#lastNumber;
  }
  #receive(message) {
    if ("kind" in message) this.#listener.onTraits(message);
    else if ("loading" in message) showStage(message.loading);
    else if ("alive" in message) this.#noteAlive(message.alive.lock);
    else this.#receiveAnswer(message);
  }
  /** Waits for the lock that the worker holds: the browser gives it as soon as the worker ends. */
  #noteAlive(lock) {
    this.#lock = lock;
    this.#silence.start("no_answer", PATIENCE_AT_START);
    showStage("loading");
    if (!lock) return;
    navigator.locks.request(lock, () => {
      if (lock !== this.#lock) return;
      this.#silence.stop();
      this.#listener.onEnd();
    });
  }
  #receiveAnswer(answer) {
    const task = this.#waiting.get(answer.done);
    if (!task) return;
    this.#waiting.delete(answer.done);
    if ("start" in task.request && answer.failed) {
      this.#reportFailedStart(answer.failed);
      return;
    }
    this.#silence.stop();
    if (this.isWaiting) this.#silence.start("no_answer", PATIENCE2);
    this.#listener.onAnswer(task, answer);
  }
  /** Ends the worker: else its further messages would say that Python is starting. */
  #reportFailedStart(reason) {
    this.#silence.stop();
    this.#waiting.clear();
    this.#worker?.terminate();
    this.#lock = void 0;
    showStage("cannot_start", reason);
  }
};

// website/page/src/front_page/qr_code.ts
var dialog = () => byId("qr");
var isCodeOpen = () => dialog().open;
function openCode(title, url) {
  byId("code_title").textContent = title;
  byId("code_link").textContent = url.replace(/^https?:\/\//, "");
  dialog().showModal();
}
var closeCode = () => dialog().close();
function showPicture(address) {
  const pictures = address ? [Object.assign(new Image(), { src: address, alt: words.qr })] : [];
  byId("picture").replaceChildren(...pictures);
}

// website/page/src/front_page/shown_widget.ts
import widgets from "./widgets.js";
var renderWidget = widgets.render;
var ShownWidget = class {
  #model;
  #remove;
  get model() {
    return this.#model;
  }
  /** Shows the widget of a model. If it is shown already, it stays as it is, with typed text. */
  show(model) {
    if (model === this.#model) return;
    this.close();
    const style = new CSSStyleSheet();
    style.replaceSync(model.css);
    document.adoptedStyleSheets = [style];
    const el = document.createElement("div");
    byId("widget").append(el);
    this.#model = model;
    this.#remove = renderWidget({ model, el });
  }
  /** Opens the widget on the stage, as its own button does. */
  openStage() {
    byId("widget").querySelector(".me-present")?.click();
  }
  close() {
    this.#remove?.();
    this.#model = void 0;
    this.#remove = void 0;
    byId("widget").replaceChildren();
    document.adoptedStyleSheets = [];
  }
};

// website/page/src/front_page/wait_note.ts
var GAP = 4;
var pressed;
function followPresses() {
  for (const type of ["pointerdown", "click", "keydown"]) {
    byId("widget").addEventListener(type, ({ target }) => notePress(target), { capture: true });
  }
}
function notePress(target) {
  if (target instanceof Element) pressed = target.getBoundingClientRect();
}
function showWait() {
  if (!pressed) return;
  const note = byId("wait");
  const frame = byId("frame").getBoundingClientRect();
  note.hidden = false;
  const last = frame.width - note.offsetWidth - GAP;
  const left = Math.max(GAP, Math.min(pressed.left - frame.left, last));
  note.style.translate = `${left}px ${pressed.bottom - frame.top + GAP}px`;
}
function hideWait() {
  byId("wait").hidden = true;
}

// website/page/src/front_page/front_page.ts
var TITLE = document.title;
var LONG_LINK = 1e3;
var FrontPage = class {
  record = new LearnerRecord(
    () => this.#restartWithRecord(),
    (events) => {
      showProgress(events);
      this.#showMistakes();
    }
  );
  #host = makeHost((id, message, buffers) => this.#act({ id, message, buffers }));
  #python = new PythonWorker({
    onTraits: ({ kind, id, traits }) => this.#host[kind](id, traits),
    onAnswer: (task, answer) => this.#receive(task, answer),
    onEnd: () => this.#reportEnd()
  });
  #widget = new ShownWidget();
  #firstMove = new FirstMove((item) => moveUp(item, this.#widget));
  #opened = new OpenedAddress(widgetAddress(), 0, this.record.readable);
  /** Whether Python has the widget of the address. */
  #isReady = false;
  /** The widget that Python has made, until Python has answered the last task that was waiting. */
  #unshown;
  /** The record whose cards were requested last. */
  #cardsRecord = "";
  /** The link whose QR code was drawn last. */
  #drawn = "";
  /** The answers to first edits of the front page's own list. */
  #kept;
  /** The widget on the page: its model sends its actions. */
  get widget() {
    return this.#widget;
  }
  /** Shows the front page's own list as the build has stored it: Python is not there yet. */
  showFirstList() {
    const id = `part-${this.#opened.key}-0`;
    this.#host.open(id, readJson("first"));
    const model = this.#host.settle(id);
    if (model) this.#widget.show(model);
    this.#kept = new KeptAnswers();
    this.#firstMove.prepare();
  }
  /** Makes the record of now that with which Python starts. */
  useRecord() {
    this.#opened.startRecord = this.record.readable;
  }
  /** Starts Python, and opens the address in it. */
  start(options = { forgetSnapshot: false }) {
    const { startRecord: progress } = this.#opened;
    const { lang: language } = document.documentElement;
    this.#isReady = false;
    this.#cardsRecord = "";
    this.record.noteStart(progress);
    this.#python.start({ language, progress, ...options });
    this.#showAddress();
  }
  /** Starts Python again without its snapshot, and repeats all actions of the widget. */
  startAgain() {
    this.#opened.noteUnanswered(this.#python.oldestTask);
    this.start({ forgetSnapshot: true });
  }
  /** Opens the address that the URL has now. */
  followUrl() {
    followAddress();
    if (namesSection()) return;
    this.#showMistakes();
    this.#firstMove.cancel();
    this.#kept = void 0;
    hideWait();
    scrollTo(0, 0);
    this.#opened = new OpenedAddress(widgetAddress(), this.#opened.key + 1, this.record.readable);
    this.#isReady = false;
    if (!this.#python.isStarted) return;
    if (byId("again").hidden) this.#showAddress();
    else this.start();
  }
  /** Opens the QR code. Where there is no link, the page shows why. */
  openCode() {
    if (this.#opened.isTooLong) return;
    openCode(document.title.replace(/ · metrics_edu$/, ""), urlOf(this.#opened.linkAddress));
    this.#drawCode();
  }
  /** Copies the link. Where there is no link, the page shows why. */
  async copyLink() {
    if (!this.#opened.isTooLong) await copyUrl(urlOf(this.#opened.linkAddress));
  }
  #restartWithRecord() {
    this.useRecord();
    if (this.#python.isStarted) this.start();
  }
  #reportEnd() {
    this.#isReady = false;
    showStage("stopped");
  }
  #showAddress() {
    const { address, key } = this.#opened;
    this.#unshown = void 0;
    const request = { show: { address, key, seed: performance.timeOrigin } };
    this.#opened.showNumber = this.#python.send(makeTask(request, "bad_address"));
    showStage("loading");
  }
  /** Sends an action of the widget; it waits until Python has the widget. */
  #act(request) {
    const task = makeTask(request, "cannot_do");
    const preview = previewIn(request.message);
    if (preview) {
      this.#preview(task, request.id, preview);
      return;
    }
    this.#opened.add(task);
    if (this.#isReady) this.#python.send(task);
    else this.#showKept(this.#opened);
  }
  /** Shows what an edit would change: what is kept, else what Python answers. It is not logged. */
  async #preview(task, id, preview) {
    const actions = [...this.#opened.messages, { action: preview.edit }];
    const traits = await this.#kept?.find(actions);
    if (!traits && this.#isReady) this.#python.send(task);
    else this.#host.find(id)?.update(answerTo(preview, traits));
  }
  /** Shows what the last action changes, if it is kept: Python will repeat it and change nothing. */
  async #showKept(opened) {
    const traits = await this.#kept?.find(opened.messages);
    if (this.#isReady || opened !== this.#opened) return;
    if (!traits) {
      showWait();
      return;
    }
    this.#widget.model?.update(traits);
    if (traits.state_line !== void 0) this.#noteLink(traits.state_line);
  }
  #receive(task, answer) {
    const isShow = "show" in task.request;
    if (isShow && answer.done !== this.#opened.showNumber) return;
    if (isShow) this.#takeWidget(task, answer);
    if (task === this.#unshown?.last) this.#showWidget(this.#unshown.id);
    if ("cards" in task.request) this.#takeCards(task.request.cards, answer.cards);
    else if (answer.failed) {
      this.#reportFailure(task, answer.failed);
      return;
    }
    this.#useResults(task, answer);
    task.isAnswered = true;
    showStage(this.#isReady && !this.#unshown ? "ready" : "loading");
  }
  /** Shows the sentence of Python; that of the QR code's library is in English only. */
  #reportFailure({ request, trouble }, sentence) {
    if ("picture" in request) this.#drawn = "";
    showStage(trouble, "picture" in request ? "" : sentence);
  }
  #useResults({ isAnswered }, { progress, picture, address }) {
    if (progress !== void 0) this.record.take(progress, isAnswered);
    if (picture) showPicture(picture);
    if (address !== void 0 && this.#isReady && !this.#unshown) this.#noteLink(address);
  }
  /** Takes the widget that Python has made, and repeats its actions. */
  #takeWidget(task, { failed, shown, title, address, note = "" }) {
    byId("note").textContent = note;
    if (failed || !shown) {
      this.#widget.close();
      return;
    }
    document.title = isFrontList() ? TITLE : `${title} · metrics_edu`;
    this.#isReady = true;
    this.#opened.link ??= address;
    const { actions } = this.#opened;
    for (const action of actions) this.#python.send(action);
    this.#unshown = { id: shown, last: actions.at(-1) ?? task };
  }
  /** Shows the widget that Python has made. All actions are repeated: the page never shows the
      widget as it was before them. */
  #showWidget(id) {
    this.#unshown = void 0;
    hideWait();
    const model = this.#host.settle(id);
    if (model) this.#widget.show(model);
    if (opensStage()) this.#widget.openStage();
    this.#drawCode();
    this.#requestCards();
  }
  /** Shows the cards of the learner's mistakes as Python has made them, perhaps at an earlier visit;
      of a record that has changed since, asks for new ones. */
  #showMistakes() {
    showCards(this.record.readable);
    this.#requestCards();
  }
  /** Asks for the cards of the record; the widget comes first. */
  #requestCards() {
    if (!this.#isReady || this.#unshown) return;
    const record2 = this.record.readable;
    if (!record2 || hasCards(record2) || record2 === this.#cardsRecord) return;
    this.#cardsRecord = record2;
    this.#python.send(makeTask({ cards: record2 }, "cannot_do"));
  }
  /** Without cards the page stays as it is. */
  #takeCards(record2, cards) {
    if (cards === void 0) return;
    storeCards(cards, record2);
    this.#showMistakes();
  }
  /** Draws the QR code of a link once: at the start, and after an edit when it is opened. A long
      one is drawn only when it is opened, since it may be too long. */
  #drawCode() {
    const url = urlOf(this.#opened.linkAddress);
    if (!this.#isReady || url === this.#drawn) return;
    if (!isCodeOpen() && url.length > LONG_LINK) return;
    this.#drawn = url;
    showPicture();
    this.#python.send(makeTask({ picture: url }, "too_long"));
  }
  /** Takes the address of the widget as it is now; "" if it is too long for a link. */
  #noteLink(link) {
    const before = this.#opened.link;
    this.#opened.link = link;
    if (!link) {
      closeCode();
      byId("copied").textContent = words.outgrown;
      return;
    }
    if (link === before) return;
    if (this.#firstMove.isAlone(this.#opened.actions.length)) return;
    replaceAddress(link);
    followAddress();
  }
};

// website/page/src/front_page/service_worker.ts
function registerServiceWorker() {
  const script = new URL("sw.js", ROOT);
  navigator.serviceWorker?.register(script, { scope: ROOT.pathname }).catch(() => {
  });
}

// website/page/src/front_page/page.ts
var page = new FrontPage();
var { record } = page;
var BUTTONS = {
  again: () => page.startAgain(),
  close: closeCode,
  code: () => page.openCode(),
  copy: () => page.copyLink(),
  forget: () => record.forget(),
  forget_damaged: () => record.forgetDamaged(),
  load: () => page.start()
};
function connectElements() {
  for (const [id, press] of Object.entries(BUTTONS)) byId(id).onclick = press;
  for (const button of tryMoveButtons()) button.onclick = () => tryMove(button, page.widget);
  for (const link of all("nav a")) {
    link.onclick = (event) => {
      event.preventDefault();
      byId(link.hash.slice(1)).scrollIntoView();
    };
  }
  followPresses();
  const input = byId("read");
  input.onchange = () => record.readFile(input);
}
function followWindow() {
  new ResizeObserver(reportHeight).observe(document.documentElement);
  addEventListener("storage", (event) => record.followStorage(event));
  addEventListener("hashchange", () => page.followUrl());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) record.share();
  });
}
async function startPython() {
  if (!isFramed || isFrontList() || await hasStoredPython()) page.start();
  else showStage("unloaded");
}
async function openPage() {
  await record.share();
  page.useRecord();
  registerServiceWorker();
  if (!widgetAddress()) page.showFirstList();
  await startPython();
}
connectElements();
followWindow();
followAddress();
if (self.origin === "null") showStage("sandboxed");
else await openPage();
