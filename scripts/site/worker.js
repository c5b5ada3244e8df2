/* Python, in a worker: the page stays free while it starts and while it computes. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PROGRESS = "/home/pyodide/progress.json", FILES = new URL("./pyodide/", self.location), plainFetch = self.fetch;
let pyodide, python, addresses, shown, kept, answered = Promise.resolve();

/** Pyodide's files are taken from where `files.json` says, and only if they are the ones that were tried. */
async function pinFiles() {
  const files = await (await plainFetch(new URL("files.json", FILES))).json();
  self.fetch = (asked, options) => {
    const file = files[String(asked.url ?? asked).split("/").pop()];
    return file ? plainFetch(new URL(file.url, FILES), { ...options, integrity: file.integrity }) : plainFetch(asked, options);
  };
}

async function start({ language, progress }) {
  const lock = `metrics_edu ${performance.timeOrigin} ${Math.random()}`;
  navigator.locks?.request(lock, () => { postMessage({ alive: lock }); return new Promise(() => {}); });   // until the worker ends
  await pinFiles();
  postMessage({ loading: "core" });
  pyodide = await loadPyodide({
    env: { HOME: "/home/pyodide", METRICS_EDU_LANG: language, METRICS_EDU_PROGRESS: PROGRESS },
    packages: ["numpy", "traitlets", "metrics-edu"],
  });
  postMessage({ loading: "package" });
  for (const name of ["anywidget.py", "addresses.py"]) pyodide.FS.writeFile(name, await (await plainFetch(new URL(`../${name}`, FILES))).text());
  if (progress) pyodide.FS.writeFile(PROGRESS, progress);
  kept = progress;
  python = pyodide.pyimport("anywidget");
  python.AnyWidget._host_send = (id, kind, traits) => postMessage({ id, kind, traits: JSON.parse(traits) });
  addresses = pyodide.pyimport("addresses");
}

function show({ address, key, seed }) {
  pyodide.pyimport("random").seed(seed);   // a list that was shuffled is shuffled alike when its part is opened again
  python.begin(key);
  shown = shown?.destroy();
  shown = addresses.Shown(address);
  return { shown: shown.part.model_id, address: shown.address };
}

function take({ id, message, buffers = [] }) {
  python.receive(id, JSON.stringify(message), buffers.map(buffer => pyodide.toPy(new Uint8Array(buffer))));
  return { address: shown?.address, ...news() };
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
  } catch (error) {
    postMessage({ done: asked.number, failed: sentence(error) });
    if (asked.start) throw error;   // nothing else is answered
  }
}

self.onmessage = ({ data }) => { answered = answered.then(() => answer(data)); };
