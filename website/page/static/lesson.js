/* metrics_edu; built by "npm run build"; sources sha256:ace3f82c2447c9956db45bda69432e204ec83b79aa955cdca1c72c9d26eee48d */
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

// website/page/src/front_page/root.ts
var ROOT = new URL(".", import.meta.url);

// website/page/src/front_page/service_worker.ts
function registerServiceWorker() {
  const script = new URL("sw.js", ROOT);
  navigator.serviceWorker?.register(script, { scope: ROOT.pathname }).catch(() => {
  });
}

// website/page/src/front_page/words.ts
var words = readJson("words");

// website/page/src/lesson_page/lesson_data.ts
var lesson = readJson("lesson");

// website/page/src/front_page/shown_widget.ts
import widgets from "./widgets.js";
var renderWidget = widgets.render;

// website/page/src/lesson_page/shown_cells.ts
var cellOf = (id) => byId(`cell-${id}`);
var ShownCells = class {
  #host;
  #mounted = /* @__PURE__ */ new Map();
  constructor(host) {
    this.#host = host;
  }
  /** Shows the outputs of a cell in the place of those before. A widget that is shown already stays
      as it is, with typed text. */
  show(cell, outputs) {
    const failed = outputs.find((output) => "error" in output);
    if (failed && !isEdited(cell)) {
      this.#addError(cell, failed);
      return;
    }
    const [first] = outputs;
    const model = first && "widget" in first ? this.#host.find(first.widget) : void 0;
    const before = this.#mounted.get(cell);
    if (model && model === before?.model) return;
    before?.remove();
    this.#mounted.delete(cell);
    const shown = cellOf(cell).querySelector(".shown");
    shown?.replaceChildren(...outputs.map(elementOf));
    if (model) this.#mount(cell, model);
  }
  /** Shows why a cell of the lesson failed, below what the build has shown: the page's Python may
      lack a package that the lesson needs. */
  #addError(cell, failed) {
    const [shown] = cellOf(cell).querySelectorAll(".shown");
    for (const before of shown?.querySelectorAll(":scope > .error") ?? []) before.remove();
    shown?.append(elementOf(failed));
  }
  #mount(cell, model) {
    const el = cellOf(cell).querySelector("[data-widget]");
    if (!el) return;
    if (model.css) adoptStyle(model.css);
    this.#mounted.set(cell, { model, remove: renderWidget({ model, el }) });
  }
};
var isEdited = (cell) => lesson.cells.some(({ id, edited }) => id === cell && edited);
function elementOf(output) {
  if ("text" in output) return textElement("text", output.text);
  if ("error" in output) return textElement("error", output.error);
  const element = document.createElement("div");
  if ("widget" in output) element.dataset.widget = output.widget;
  else Object.assign(element, { className: "document", innerHTML: output.html });
  applyStyles(element);
  return element;
}
function textElement(className, textContent) {
  return Object.assign(document.createElement("pre"), { className, textContent });
}
function applyStyles(root) {
  for (const element of root.querySelectorAll("[data-style]:not(pre)")) {
    element.style.cssText = element.dataset.style ?? "";
  }
}
var adopted = /* @__PURE__ */ new Set();
function adoptStyle(css) {
  if (adopted.has(css)) return;
  adopted.add(css);
  const style = new CSSStyleSheet();
  style.replaceSync(css);
  document.adoptedStyleSheets.push(style);
}

// website/page/src/record/lessons_path.ts
var LESSONS_PATH = new URL("lite/", import.meta.url).pathname;

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

// website/page/src/lesson_page/stored_lesson.ts
function readAll() {
  try {
    const stored = JSON.parse(localStorage.getItem(LESSONS_ENTRY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
function readState(number) {
  const { open: open2, ...others } = readAll()[number] ?? {};
  return { ...others, open: Array.isArray(open2) ? open2 : [] };
}
function writeState(number, changed) {
  const stored = readAll();
  const state = { ...stored[number], ...changed };
  try {
    localStorage.setItem(LESSONS_ENTRY, JSON.stringify({ ...stored, [number]: state }));
  } catch {
  }
}

// website/page/src/lesson_page/edited_cells.ts
var AHEAD = "600px";
function sourceOf({ id, source }) {
  const code = readState(lesson.number).code?.[id];
  return typeof code === "string" ? code : source;
}
function store({ id, source }, text) {
  const { [id]: _before, ...others } = readState(lesson.number).code ?? {};
  writeState(lesson.number, { code: text === source ? others : { ...others, [id]: text } });
}
var buttonOf = (textContent, onclick) => Object.assign(document.createElement("button"), { type: "button", textContent, onclick });
async function open(cell, run) {
  const [code] = cellOf(cell.id).querySelectorAll(".code");
  if (!code) return;
  const { showEditor } = await import(new URL("editor.js", ROOT).href);
  const place2 = document.createElement("div");
  const press = () => run(cell.id);
  const reset = buttonOf(words.reset_code, () => {
    editor.text = cell.source;
    press();
  });
  const change = (text) => {
    store(cell, text);
    reset.hidden = text === cell.source;
  };
  reset.hidden = sourceOf(cell) === cell.source;
  code.replaceChildren(place2, buttonOf(words.run_code, press), reset);
  const editor = showEditor(place2, sourceOf(cell), words.code, { run: press, change });
}
function openEditors(run) {
  const edited = lesson.cells.filter((cell) => cell.edited);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
        observer.unobserve(target);
        const cell = edited.find(({ id }) => cellOf(id) === target);
        if (cell) open(cell, run);
      }
    },
    { rootMargin: AHEAD }
  );
  for (const { id } of edited) observer.observe(cellOf(id));
}

// website/page/src/front_page/host.ts
var HostModel = class {
  widget_manager;
  #id;
  #post;
  #events = new EventTarget();
  #traits;
  #unsent = {};
  constructor(id, traits, post, manager) {
    this.#id = id;
    this.#traits = traits;
    this.#post = post;
    this.widget_manager = manager;
  }
  /** The style sheet of the widget. */
  get css() {
    return this.#traits._css ?? "";
  }
  get traits() {
    return this.#traits;
  }
  get(name) {
    return this.#traits[name];
  }
  set(name, value) {
    const changed = { [name]: value };
    this.#unsent = { ...this.#unsent, ...changed };
    this.update(changed);
  }
  save_changes() {
    const set = this.#unsent;
    this.#unsent = {};
    this.#post(this.#id, { set }, []);
  }
  send(action, _callbacks, buffers = []) {
    this.#post(this.#id, { action }, buffers);
  }
  on(event, listener) {
    this.#events.addEventListener(event, listener);
  }
  off(event, listener) {
    this.#events.removeEventListener(event, listener);
  }
  /** Takes new values of traits. All are set before the first listener is called, so that each
      listener reads the new values of all. */
  update(traits) {
    const names = Object.keys(traits);
    const before = this.#traits;
    const changed = names.filter((name) => !isEqual(before[name], traits[name]));
    this.#traits = { ...before, ...traits };
    for (const name of changed) this.#events.dispatchEvent(new Event(`change:${name}`));
  }
};
var isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
var Host = class {
  #post;
  #manager;
  #models = /* @__PURE__ */ new Map();
  #opened = /* @__PURE__ */ new Map();
  constructor(post) {
    this.#post = post;
    this.#manager = { get_model: async (id) => this.find(id) };
  }
  /** Returns the model of a widget; undefined if there is no such widget. */
  find(id) {
    return this.#models.get(id) ?? this.#opened.get(id);
  }
  /** Makes the model of a widget that Python has opened. */
  open(id, traits) {
    this.#opened.set(id, new HostModel(id, traits, this.#post, this.#manager));
  }
  /** Gives the model of a widget its new traits. */
  update(id, traits) {
    (this.#opened.get(id) ?? this.#models.get(id))?.update(traits);
  }
  /** Ends the opening of an address: forgets the models of the address before, and returns the
      model of this widget. A model that is opened again stays the same, with new traits. */
  settle(id) {
    const opened = [...this.#opened.keys()];
    for (const name of opened) this.add(name);
    for (const name of [...this.#models.keys()]) {
      if (!opened.includes(name)) this.#models.delete(name);
    }
    return this.find(id);
  }
  /** Takes the model of a widget that was opened, beside the models of the others. */
  add(id) {
    const opened = this.#opened.get(id);
    if (!opened) return;
    const model = this.#models.get(id) ?? opened;
    this.#models.set(id, model);
    this.#opened.delete(id);
    model.update(opened.traits);
  }
};
var makeHost = (post) => new Host(post);

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

// website/page/src/record/merge.ts
function readLength(stored, record2) {
  const length = /^\d+$/.test(stored ?? "") ? Number(stored) : Number.NaN;
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
  for (const dialog of all("#qr")) dialog.close();
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

// website/page/src/front_page/lesson_cards.ts
var TEXTS = { main: words.main_of, practice: words.practice_of, more: words.more_of };
function isDone({ name, what }) {
  return what === "right" || what === "tried" && name.startsWith("predict ");
}

// website/page/src/lesson_page/lesson_path.ts
var DRILL = "drill ";
var LessonPath = class {
  #tasks;
  #sections = all("main > section");
  #state = readState(lesson.number);
  #observer = new IntersectionObserver((entries) => this.#noteNear(entries), {
    threshold: 0.3
  });
  #done = /* @__PURE__ */ new Set();
  #last;
  #next;
  constructor(tasks) {
    this.#tasks = tasks;
    for (const section of this.#sections) {
      const [button] = section.querySelectorAll(":scope > .show");
      if (button) button.onclick = () => this.open(section);
    }
    byId("all").onclick = () => this.#openAll();
    byId("continue").onclick = (event) => this.#follow(event);
  }
  /** Shows how far the learner is after these events. */
  follow(events) {
    this.#done = new Set(events.filter(isDone).map(({ name }) => name));
    this.#last = events.at(-1)?.name;
    this.#show();
  }
  /** Opens a section, and keeps it open. */
  open(section) {
    this.#remember([section.id]);
  }
  /** Leads to the text before the first task that is open; who is there already, to the task. */
  goOn() {
    if (!this.#next) return;
    const start = this.#startOf(this.#next);
    const isThere = start.getBoundingClientRect().top < innerHeight / 2 && isInView(start);
    const target = isThere ? cellOf(this.#next.cell) : start;
    target.scrollIntoView();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  #openAll() {
    this.#remember(this.#sections.map(({ id }) => id));
  }
  #remember(ids) {
    this.#state.open = [.../* @__PURE__ */ new Set([...this.#state.open, ...ids])];
    writeState(lesson.number, { open: this.#state.open });
    this.#show();
  }
  #follow(event) {
    if (!this.#next) return;
    event.preventDefault();
    this.goOn();
  }
  #show() {
    this.#next = this.#tasks.find(({ name }) => !this.#done.has(name));
    const last = this.#next ? this.#sections.indexOf(sectionOf(this.#next)) : this.#sections.length;
    this.#sections.forEach((section, k) => {
      setOpen(section, k <= last || this.#state.open.includes(section.id));
    });
    byId("all").hidden = all("main > section > [hidden]:not(.show)").length === 0;
    this.#showNext();
  }
  #showNext() {
    const next = this.#next;
    const link = byId("continue");
    link.href = next ? `#cell-${next.cell}` : lesson.following || byId("home").href;
    byId("next").textContent = next ? titleOf(sectionOf(next)) : words.next_lesson;
    byId("done").textContent = this.#count();
    byId("way").hidden = false;
    this.#observer.disconnect();
    byId("way").toggleAttribute("data-near", false);
    if (next) this.#observer.observe(cellOf(next.cell));
  }
  /** Returns how many tasks are done; a Drill has no end of its own. */
  #count() {
    const done = this.#tasks.filter(({ name }) => this.#done.has(name));
    const text = words.done_of.replace("{done}", `${done.length}`).replace("{all}", `${this.#tasks.length}`);
    const isDrilled = done.some(({ name }) => name === this.#last && name.startsWith(DRILL));
    return isDrilled ? `${words.enough} ${text}` : text;
  }
  #noteNear(entries) {
    byId("way").toggleAttribute("data-near", entries.at(-1)?.isIntersecting ?? false);
  }
  /** Returns the first element that leads to a task: what follows the task before it, or the heading
      of its section if it is the first one there. */
  #startOf({ cell }) {
    const tasks = new Set(this.#tasks.map((task) => cellOf(task.cell)));
    let first = cellOf(cell);
    for (let before = first.previousElementSibling; before; before = first.previousElementSibling) {
      if (tasks.has(before)) return first;
      first = before;
    }
    return first.closest("section")?.querySelector("h1, h2") ?? cellOf(cell);
  }
};
var isInView = (element) => element.getBoundingClientRect().bottom > 0;
var sectionOf = ({ cell }) => cellOf(cell).closest("section") ?? document.body;
var titleOf = (section) => section.querySelector("h2, h1")?.textContent ?? "";
function setOpen(section, isOpen) {
  const [body] = section.querySelectorAll(":scope > div");
  const [button] = section.querySelectorAll(":scope > .show");
  if (body) body.hidden = !isOpen;
  if (button) button.hidden = isOpen;
}

// website/page/src/lesson_page/lesson_page.ts
var LessonPage = class {
  path = new LessonPath(lesson.tasks);
  record = new LearnerRecord(
    () => this.#restartWithRecord(),
    (events) => this.path.follow(events)
  );
  #host = makeHost((id, message, buffers) => this.#act({ id, message, buffers }));
  #cells = new ShownCells(this.#host);
  #python = new PythonWorker({
    onTraits: ({ kind, id, traits }) => {
      this.#host[kind](id, traits);
      if (kind === "open") this.#unshown.set(id, void 0);
    },
    onAnswer: (task, answer) => this.#receive(task, answer),
    onEnd: () => showStage("stopped")
  });
  #opened = new OpenedAddress("", 0, this.record.readable);
  /** The widgets that Python has, as far as the page does not show them yet, each with the last of
      its actions that Python repeats. */
  #unshown = /* @__PURE__ */ new Map();
  /** The widgets to which actions are sent at once. */
  #live = /* @__PURE__ */ new Set();
  /** The answers to first edits; they are loaded with the first one. */
  #kept;
  #waiting = [];
  #running;
  /** The cells whose code has not ended. */
  #spoiled = /* @__PURE__ */ new Set();
  /** Shows all widgets as the build has stored them: Python is not there yet. */
  showStored() {
    for (const [id, traits] of Object.entries(lesson.traits)) {
      this.#host.open(id, { text: lesson.text, ...traits });
      this.#host.add(id);
    }
    for (const [cell, widget] of Object.entries(lesson.widgets))
      this.#cells.show(cell, [{ widget }]);
  }
  /** Starts Python, and runs all cells in it. */
  start(options = { forgetSnapshot: false }) {
    const { startRecord: progress } = this.#opened;
    const { lang: language } = document.documentElement;
    this.#live.clear();
    this.#unshown.clear();
    this.record.noteStart(progress);
    this.#python.start({ language, progress, ...options });
    const begin = { key: 0, seed: progress ? performance.timeOrigin : 0 };
    this.#python.send(makeTask({ lesson: begin }, "cannot_do"));
    this.#waiting = [...lesson.cells];
    this.#runNext();
  }
  /** Runs a cell with the code that the reader has written, and the cells after it in its section
      that show what follows from it: those without a widget. */
  run(cell) {
    this.#spoiled.delete(cell);
    const start = lesson.cells.findIndex(({ id }) => id === cell);
    const section = cellOf(cell).closest("section");
    const following = lesson.cells.slice(start + 1);
    const isDependent = ({ id }) => section === cellOf(id).closest("section") && !lesson.widgets[id];
    this.#waiting.push(...lesson.cells.slice(start, start + 1), ...following.filter(isDependent));
    if (!this.#running && this.#python.isStarted) this.#runNext();
  }
  /** Starts Python again without its snapshot, and repeats all actions. */
  startAgain() {
    if (this.#running) this.#spoiled.add(this.#running.cell.id);
    this.#opened.noteUnanswered(this.#python.oldestTask);
    this.start({ forgetSnapshot: true });
  }
  /** Makes the record of now that with which Python starts. */
  useRecord() {
    this.#opened.startRecord = this.record.readable;
  }
  #restartWithRecord() {
    this.useRecord();
    if (this.#python.isStarted) this.start();
  }
  /** Runs the next cell. One is sent at a time, so that an action need not wait for all. */
  #runNext() {
    const cell = this.#waiting.shift();
    this.#running = cell && { cell, task: makeTask({ cell: this.#codeOf(cell) }, "cannot_do") };
    if (this.#running) this.#python.send(this.#running.task);
  }
  /** Returns the code of a cell: the reader's, unless Python had to be stopped in it. */
  #codeOf(cell) {
    return this.#spoiled.has(cell.id) ? cell.source : sourceOf(cell);
  }
  /** Sends an action of a widget; it waits until Python has the widget. */
  #act(request) {
    const task = makeTask(request, "cannot_do");
    const preview = previewIn(request.message);
    if (preview) {
      this.#preview(task, request.id, preview);
      return;
    }
    this.#opened.add(task);
    if (this.#live.has(request.id)) this.#python.send(task);
    else this.#showKept(request.id);
  }
  /** Shows what an edit would change: what is kept, else what Python answers. It is not logged. */
  async #preview(task, id, preview) {
    const isLive = this.#live.has(id);
    if (!isLive) this.#kept ??= new KeptAnswers();
    const actions = [...this.#opened.messagesOf(id), { action: preview.edit }];
    const traits = await this.#kept?.find(actions, id);
    if (!traits && isLive) this.#python.send(task);
    else this.#host.find(id)?.update(answerTo(preview, traits));
  }
  /** Shows what the last action of a widget changes, if it is kept: Python will repeat it and
      change nothing. */
  async #showKept(id) {
    this.#kept ??= new KeptAnswers();
    const actions = this.#opened.messagesOf(id);
    const traits = await this.#kept.find(actions, id);
    if (traits && !this.#live.has(id)) this.#host.find(id)?.update(traits);
  }
  #receive(task, answer) {
    if (task === this.#running?.task) {
      this.#takeCell(this.#running.cell.id, answer.outputs ?? []);
      this.#runNext();
    }
    this.#showAnswered(task);
    if (answer.failed) {
      showStage(task.trouble, answer.failed);
      return;
    }
    if (answer.progress !== void 0) this.record.take(answer.progress, task.isAnswered);
    task.isAnswered = true;
    showStage(this.#running ? "loading" : "ready");
  }
  /** Shows what a cell shows, and repeats the actions of its widgets. */
  #takeCell(cell, outputs) {
    for (const id of [...this.#unshown.keys()].filter((name) => !this.#live.has(name))) {
      const actions = this.#opened.actions.filter(
        ({ request }) => "id" in request && request.id === id
      );
      for (const action of actions) this.#python.send(action);
      this.#live.add(id);
      this.#unshown.set(id, actions.at(-1));
    }
    this.#showAnswered(void 0);
    this.#cells.show(cell, outputs);
  }
  /** Shows the widgets whose last action that was repeated is this one; undefined: those that
      repeat none. */
  #showAnswered(task) {
    for (const [id, last] of this.#unshown) {
      if (last !== task) continue;
      this.#unshown.delete(id);
      this.#host.add(id);
    }
  }
};

// website/page/src/lesson_page/place.ts
var PAUSE = 200;
var place;
var timer;
var width = innerWidth;
var elementsOf = (section) => [
  ...section.querySelectorAll(":scope > div > *")
];
function placeNow() {
  for (const section of all("main > section")) {
    if (section.getBoundingClientRect().bottom <= 0) continue;
    const elements = elementsOf(section);
    const child = elements.findIndex((element) => element.getBoundingClientRect().bottom > 0);
    const top = (elements[child] ?? section).getBoundingClientRect().top;
    return { section: section.id, child, offset: Math.round(top) };
  }
  return void 0;
}
function notePlace() {
  place = scrollY > 0 ? placeNow() : void 0;
  writeState(lesson.number, place ? { place } : {});
}
function restore({ section, child, offset }) {
  const element = document.getElementById(section);
  const target = element && (elementsOf(element)[child] ?? element);
  if (target) scrollBy({ top: target.getBoundingClientRect().top - offset, behavior: "instant" });
}
function keepPlace() {
  history.scrollRestoration = "manual";
  const { place: stored } = readState(lesson.number);
  if (stored && !location.hash) restore(stored);
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(notePlace, PAUSE);
  });
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    if (place) restore(place);
  });
}

// website/page/src/lesson_page/scrolled.ts
function mark() {
  for (const element of all("main .document :is(table, div)")) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}
function followScrolled() {
  new ResizeObserver(mark).observe(document.body);
}

// website/page/src/lesson_page/lesson.ts
var CONTINUE = "#continue";
var page = new LessonPage();
var { record } = page;
function goToPlace() {
  if (location.hash !== CONTINUE) return;
  page.path.goOn();
  history.replaceState(null, "", location.pathname);
}
applyStyles(document.body);
page.showStored();
await record.share();
page.useRecord();
goToPlace();
keepPlace();
byId("again").onclick = () => page.startAgain();
byId("forget_damaged").onclick = () => record.forgetDamaged();
addEventListener("storage", (event) => record.followStorage(event));
followScrolled();
registerServiceWorker();
openEditors((cell) => page.run(cell));
page.start();
