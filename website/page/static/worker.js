/* metrics_edu; built by "npm run build"; sources sha256:edc6703e354942b6519e716f0fbc8dbbacd273c6b0902d05a269980e104992e8 */
// website/page/src/python/pinned_files.ts
var FILES = new URL("./pyodide/", self.location.href);
async function pinFiles(reportFailure) {
  const { fileName, pinnedFetch } = await import("./pinned_fetch.js");
  const response = await fetch(new URL("files.json", FILES));
  const text = await response.text();
  const fetchPinned = pinnedFetch(JSON.parse(text), FILES);
  self.fetch = (requested, options) => {
    const answer2 = fetchPinned(requested, options);
    answer2.catch((error) => reportFailure(new Error(`${fileName(requested)}: ${error.message}`)));
    return answer2;
  };
  reportFailedModules(reportFailure);
  return text;
}
function reportFailedModules(reportFailure) {
  const { instantiateStreaming } = WebAssembly;
  if (!instantiateStreaming) return;
  WebAssembly.instantiateStreaming = (...values) => {
    const module = instantiateStreaming.apply(WebAssembly, values);
    module.catch(reportFailure);
    return module;
  };
}

// website/page/src/python/snapshot.ts
var CACHE = "metrics-edu python";
var TABLE_ADDRESS = 20;
var cacheKey = (name) => `snapshot?${encodeURIComponent(name)}`;
function filesIn(FS, folder) {
  const names = FS.readdir(folder).filter((name) => name !== "." && name !== "..");
  const paths = names.map((name) => `${folder}/${name}`);
  return paths.flatMap((path) => FS.isDir(FS.stat(path).mode) ? filesIn(FS, path) : [path]);
}
function symbolsOf({ GOT }) {
  const symbols = Object.entries(GOT).map(([name, { value }]) => [name, value]);
  return JSON.stringify(symbols.sort());
}
function librariesOf({ HEAPU32, LDSO }) {
  const tableOf = (handle) => HEAPU32[handle + TABLE_ADDRESS >> 2] ?? 0;
  const libraries = Object.entries(LDSO.loadedLibsByHandle).map(([handle, { name }]) => [Number(handle), name]).filter(([handle]) => handle);
  return libraries.sort(([one], [other]) => tableOf(one) - tableOf(other));
}
function takeSnapshot(pyodide, name) {
  const { _module: module, FS } = pyodide;
  const libraries = librariesOf(module);
  const memory = pyodide.makeMemorySnapshot();
  const files = filesIn(FS, pyodide._api.sitepackages).map(
    (path) => [path, FS.readFile(path)]
  );
  const contents = {
    size: memory.length,
    files: files.map(([path, bytes]) => [path, bytes.length]),
    symbols: symbolsOf(module),
    libraries
  };
  const list = JSON.stringify(contents);
  return async () => {
    await forgetSnapshots();
    const body = new Blob([memory, ...files.map(([, bytes]) => bytes), list]);
    const cache = await caches.open(CACHE);
    await cache.put(cacheKey(name), new Response(body, { headers: { list: `${list.length}` } }));
  };
}
async function forgetSnapshots() {
  await caches.delete(CACHE);
}
async function startSnapshot(name, options) {
  const snapshot = await readSnapshot(name);
  if (!snapshot) return void 0;
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  await import("./pyodide/pyodide.asm.js");
  const createModule = self._createPyodideModule;
  self._createPyodideModule = async (settings) => {
    self._createPyodideModule = createModule;
    const module = await createModule(settings);
    await fillModule(module, snapshot);
    return module;
  };
  const pyodide = await loadPyodide({ ...options, _loadSnapshot: memoryOf(snapshot) });
  delete pyodide._api.config._loadSnapshot;
  return pyodide;
}
async function readSnapshot(name) {
  const cache = await caches.open(CACHE);
  const response = await cache.match(cacheKey(name));
  if (!response) return void 0;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const list = bytes.subarray(-Number(response.headers.get("list")));
  return { bytes, contents: JSON.parse(new TextDecoder().decode(list)) };
}
var memoryOf = ({ bytes, contents }) => bytes.subarray(0, contents.size);
async function fillModule(module, snapshot) {
  const { contents } = snapshot;
  writeFiles(module.FS, snapshot);
  copyMemory(module, memoryOf(snapshot));
  for (const [handle, path] of contents.libraries) {
    const binary = module.FS.readFile(path);
    const flags = { loadAsync: true };
    const exports = await module.loadWebAssemblyModule(binary, flags, path, {}, handle);
    module.newDSO(path, handle, exports).global = false;
  }
  if (symbolsOf(module) !== contents.symbols) {
    throw new Error("A library is not at the address that it had in the snapshot.");
  }
}
function writeFiles(FS, { bytes, contents }) {
  let start = contents.size;
  for (const [path, size] of contents.files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(start, start + size));
    start += size;
  }
}
function copyMemory(module, memory) {
  const [, start = 0] = new Uint32Array(memory.buffer, 0, 2);
  module.HEAPU8.set(memory.subarray(start));
}

// website/page/src/python/start_python.ts
var PROGRESS = "/home/pyodide/progress.json";
var OPTIONS = { env: { HOME: "/home/pyodide", METRICS_EDU_PROGRESS: PROGRESS } };
var IMPORTS = "import importlib; importlib.invalidate_caches(); import addresses, anywidget, cells, mistake_cards, random";
function startPython(forgetSnapshot) {
  return new Promise((resolve, reject) => {
    const files = pinFiles(reject);
    files.then((text) => startPinned(text, forgetSnapshot)).then(resolve, reject);
  });
}
async function startPinned(files, forgetSnapshot) {
  const name = files + navigator.userAgent;
  postMessage({ loading: "core" });
  const stored = forgetSnapshot ? forgetSnapshots() : startSnapshot(name, OPTIONS);
  const pyodide = await stored.catch(() => void 0);
  if (!pyodide) return install(files, name);
  const later = () => Promise.all(fetchPackages(files).map(([, response]) => response));
  return { pyodide, later };
}
function fetchPackages(files) {
  const names = Object.keys(JSON.parse(files)).filter((name) => /\.(whl|py)$/.test(name));
  return names.map((name) => [name, fetch(name)]);
}
async function install(files, name) {
  const packages = fetchPackages(files);
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
  postMessage({ loading: "package" });
  for (const fetched of packages) await installPackage(pyodide, fetched);
  pyodide.runPython(IMPORTS);
  return { pyodide, later: snapshotOf(pyodide, name) };
}
async function installPackage(pyodide, [name, fetched]) {
  const extractDir = pyodide._api.sitepackages;
  const response = await fetched;
  if (name.endsWith(".py")) {
    pyodide.FS.writeFile(`${extractDir}/${name}`, await response.text());
  } else {
    pyodide.unpackArchive(await response.arrayBuffer(), "wheel", { extractDir });
  }
}
function snapshotOf(pyodide, name) {
  try {
    return takeSnapshot(pyodide, name);
  } catch {
    return void 0;
  }
}

// website/page/src/python/running_python.ts
var HOMEWORK = "metrics-homework";
var CHECK = ["pydantic", "pyyaml"];
var NAMES_HOMEWORK = /\bmetrics_homework\b/;
var IN_CLASS = /^(exercise|poll)(=|&|$)/;
var RunningPython = class {
  #pyodide;
  #anywidget;
  #addresses;
  #later;
  #shown;
  #lesson;
  /** The learner's record as the page has it. */
  #progress;
  constructor({ pyodide, later }, { language, progress }) {
    if (progress) pyodide.FS.writeFile(PROGRESS, progress);
    pyodide.pyimport("metrics_edu").set_language(language);
    this.#pyodide = pyodide;
    this.#later = later;
    this.#progress = progress;
    this.#anywidget = pyodide.pyimport("anywidget");
    this.#anywidget.AnyWidget._host_send = (id, kind, traits) => postMessage({ id, kind, traits: JSON.parse(traits) });
    this.#addresses = pyodide.pyimport("addresses");
  }
  /** Makes the widget of an address. The same seed draws the same lists again. */
  async show({ address, key, seed }) {
    if (IN_CLASS.test(address)) await this.#load(HOMEWORK);
    this.#begin(key, seed);
    this.#shown?.destroy();
    this.#shown = void 0;
    const shown = this.#addresses.LinkedWidget(address);
    this.#shown = shown;
    const { widget, address: link, title, note } = shown;
    return { shown: widget.model_id, address: link, title, note };
  }
  /** Begins a lesson whose cells will be run. */
  beginLesson({ key, seed }) {
    this.#begin(key, seed);
    this.#lesson?.destroy();
    this.#lesson = this.#pyodide.pyimport("cells").Cells();
    return {};
  }
  /** Runs a cell of the lesson. */
  async runCell(source) {
    if (NAMES_HOMEWORK.test(source)) await this.#loadCheck();
    const outputs = JSON.parse(this.#lesson?.run(source) ?? "[]");
    return { outputs, ...this.#newProgress() };
  }
  /** Loads what a check of a homework needs. A site without the files of the others, which only a
      public server has, says in the cell what is missing. */
  async #loadCheck() {
    await this.#load(HOMEWORK);
    for (const name of CHECK) await this.#load(name).catch(() => {
    });
  }
  #begin(key, seed) {
    this.#pyodide.pyimport("random").seed(seed);
    this.#anywidget.begin(key);
  }
  /** Gives a widget an action, or traits that the page has set. */
  take({ id, message, buffers }) {
    const bytes = this.#pyodide.toPy(buffers.map((buffer) => new Uint8Array(buffer)));
    this.#anywidget.receive(id, JSON.stringify(message), bytes);
    bytes.destroy();
    return { address: this.#shown?.address, ...this.#newProgress() };
  }
  /** Makes the cards of the mistakes that a record names. */
  mistakeCards(record) {
    return { cards: this.#pyodide.pyimport("mistake_cards").cards_by_day(record) };
  }
  /** Draws the QR code of a link. */
  async picture(link) {
    await this.#load("segno");
    const code = this.#pyodide.pyimport("segno").make.callKwargs(link, { micro: false });
    return { picture: code.svg_data_uri.callKwargs({ scale: 8, light: "white" }) };
  }
  /** Loads a package that most visitors do not need. */
  async #load(name) {
    await this.#pyodide.loadPackage(name, { messageCallback() {
    } });
  }
  /** Does what could wait until a widget was shown. If it fails, the next start takes longer. */
  async finishStart() {
    const later = this.#later;
    this.#later = void 0;
    try {
      await later?.();
    } catch {
    }
  }
  /** Returns the learner's record, if it has changed. */
  #newProgress() {
    const { FS } = this.#pyodide;
    const hasFile = FS.analyzePath(PROGRESS).exists;
    const progress = hasFile ? FS.readFile(PROGRESS, { encoding: "utf8" }) : "";
    if (progress === this.#progress) return {};
    this.#progress = progress;
    return { progress };
  }
};

// website/page/src/python/worker.ts
var python;
var answered = Promise.resolve();
var reportAlive = (lock) => postMessage({ alive: { lock } });
function begin() {
  const hold = () => {
    reportAlive(self.name);
    return new Promise(() => {
    });
  };
  if (navigator.locks) navigator.locks.request(self.name, hold).catch(() => reportAlive(""));
  else reportAlive("");
}
function sentenceOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.trim().split("\n");
  return (lines.at(-1) ?? "").replace(/^[\w.]*(Error|Exception): /, "");
}
async function carryOut(request) {
  if ("start" in request) {
    python = new RunningPython(await startPython(request.start.forgetSnapshot), request.start);
    return {};
  }
  if (!python) throw new Error("Python has not started.");
  if ("show" in request) return python.show(request.show);
  if ("cards" in request) return python.mistakeCards(request.cards);
  if ("lesson" in request) return python.beginLesson(request.lesson);
  if ("cell" in request) return python.runCell(request.cell);
  return "picture" in request ? python.picture(request.picture) : python.take(request);
}
async function answer(request) {
  const done = request.number;
  try {
    postMessage({ done, ...await carryOut(request) });
    if ("show" in request || "cell" in request) python?.finishStart();
  } catch (error) {
    postMessage({ done, failed: sentenceOf(error) });
    if ("start" in request) throw error;
  }
}
begin();
self.onmessage = ({ data }) => {
  answered = answered.then(() => answer(data));
};
