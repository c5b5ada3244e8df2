/* Python, in a worker: the page stays free while it starts and while it computes. It imports nothing before its first message, so
   that the page hears of it, and of its end, from the beginning. */
const begin = lock => postMessage({ alive: { lock } });
/** Held until the worker ends. */
const hold = lock => { begin(lock); return new Promise(() => {}); };
if (navigator.locks) navigator.locks.request(self.name, () => hold(self.name)).catch(() => begin(""));
else begin("");   // by http

const PROGRESS = "/home/pyodide/progress.json", FILES = new URL("./pyodide/", self.location);
let pyodide, python, addresses, shown, kept, later, answered = Promise.resolve();   // `later`: what can wait until a part is shown
let fail;
/** Rejects as soon as something fails that Pyodide would wait for without end, as it does for a refused .wasm file. */
const failed = new Promise((_done, reject) => { fail = reject; });
failed.catch(() => {});   // after the start nobody waits for it

/** Take Pyodide's files from where `files.json` says, and only if they are the ones that were tried; return the text of it. */
async function pinFiles() {
  const { fileName, pinnedFetch } = await import("./pinned_fetch.js");
  const text = await (await fetch(new URL("files.json", FILES))).text(), fetchPinned = pinnedFetch(JSON.parse(text), FILES);
  self.fetch = (requested, options) => {
    const answer = fetchPinned(requested, options);
    answer.catch(error => fail(new Error(`${fileName(requested)}: ${error.message}`)));
    return answer;
  };
  const { instantiateStreaming } = WebAssembly;
  if (instantiateStreaming) WebAssembly.instantiateStreaming = (...given) => {
    const made = instantiateStreaming.apply(WebAssembly, given);
    made.catch(fail);
    return made;
  };
  return text;
}

/** Python with all that the parts need, imported. */
async function install(options, fetched) {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  pyodide = await loadPyodide({ ...options, _makeSnapshot: true });
  postMessage({ loading: "package" });
  const { FS, _api: { sitepackages: extractDir } } = pyodide;
  for (const [name, file] of fetched) {
    if (name.endsWith(".py")) FS.writeFile(`${extractDir}/${name}`, await (await file).text());
    else pyodide.unpackArchive(await (await file).arrayBuffer(), "wheel", { extractDir });
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches(); import addresses, anywidget, random");
}

async function start({ language, progress, anew }) {
  await Promise.race([startPython(await pinFiles(), anew), failed]);
  if (progress) pyodide.FS.writeFile(PROGRESS, progress);
  kept = progress;
  pyodide.pyimport("metrics_edu").set_language(language);
  python = pyodide.pyimport("anywidget");
  python.AnyWidget._host_send = (id, kind, traits) => postMessage({ id, kind, traits: JSON.parse(traits) });
  addresses = pyodide.pyimport("addresses");
}

/** Start Python as it is kept from an earlier visit, or install it. */
async function startPython(files, anew) {
  const name = files + navigator.userAgent, options = { env: { HOME: "/home/pyodide", METRICS_EDU_PROGRESS: PROGRESS } };
  const fetchAll = () => Object.keys(JSON.parse(files)).filter(file => /\.(whl|py)$/.test(file)).map(file => [file, fetch(file)]);
  postMessage({ loading: "core" });
  const { forgetSnapshots, startSnapshot, takeSnapshot } = await import("./snapshot.js");
  pyodide = await (anew ? forgetSnapshots() : startSnapshot(name, options)).catch(() => undefined);   // broken, or none may be kept
  if (pyodide) later = () => Promise.all(fetchAll().map(([, file]) => file));   // for the service worker: a start may be without the snapshot
  else {
    await install(options, fetchAll());
    try { later = takeSnapshot(pyodide, name); } catch { /* the next start takes as long as this one */ }
  }
}

function show({ address, key, seed }) {
  pyodide.pyimport("random").seed(seed);   // a list that was shuffled is shuffled alike when its part is opened again
  python.begin(key);
  shown = shown?.destroy();
  shown = addresses.Shown(address);
  return { shown: shown.part.model_id, address: shown.address, title: shown.title };
}

function take({ id, message, buffers = [] }) {
  python.receive(id, JSON.stringify(message), buffers.map(buffer => pyodide.toPy(new Uint8Array(buffer))));
  return { address: shown?.address, ...news() };
}

/** What could wait; it may fail, as where the browser has no room. */
async function doLater() {
  const act = later;
  later = undefined;
  try { await act?.(); } catch { /* the next start takes as long as this one */ }
}

/** The progress, if it has changed. */
function news() {
  const path = pyodide.FS.analyzePath(PROGRESS), text = path.exists ? pyodide.FS.readFile(PROGRESS, { encoding: "utf8" }) : "";
  if (text === kept) return {};
  kept = text;
  return { progress: text };
}

async function picture(link) {
  await pyodide.loadPackage("segno", { messageCallback() {} });
  return { picture: pyodide.pyimport("segno").make.callKwargs(link, { micro: false }).svg_data_uri.callKwargs({ scale: 8, light: "white" }) };
}

/** The last line of what Python has raised: its sentence. */
const sentence = error => String(error.message ?? error).trim().split("\n").at(-1).replace(/^[\w.]*(Error|Exception): /, "");

/** Do what one of start, show, picture and message asks for. */
async function answer(asked) {
  try {
    const act = asked.start ? start(asked.start) : asked.show ? show(asked.show) : asked.picture ? picture(asked.picture) : take(asked);
    postMessage({ done: asked.number, ...await act });
    if (asked.show) doLater();
  } catch (error) {
    postMessage({ done: asked.number, failed: sentence(error) });
    if (asked.start) throw error;   // nothing else is answered
  }
}

self.onmessage = ({ data }) => { answered = answered.then(() => answer(data)); };
