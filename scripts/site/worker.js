/* Python, in a worker: the page stays free while it starts and while it computes. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PROGRESS = "/home/pyodide/progress.json", FILES = new URL("./pyodide/", self.location), plainFetch = self.fetch;
let pyodide, python, partAt, kept;

/** Pyodide's files are taken from where `files.json` says, and only if they are the ones that were tried. */
async function pinFiles() {
  const files = await (await plainFetch(new URL("files.json", FILES))).json();
  self.fetch = (asked, options) => {
    const file = files[String(asked.url ?? asked).split("/").pop()];
    return file ? plainFetch(new URL(file.url, FILES), { ...options, integrity: file.integrity }) : plainFetch(asked, options);
  };
}

async function start({ language, progress }) {
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
  partAt = pyodide.pyimport("addresses").part_at;
  postMessage({ started: true });
}

function show(address, seed) {
  pyodide.pyimport("random").seed(seed);   // a list that was shuffled is shuffled alike when its part is opened again
  const part = partAt(address);
  try { return { shown: part.model_id }; } finally { part.destroy(); }
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

self.onmessage = async ({ data }) => {
  const starting = data.start ? "python" : data.show === undefined ? undefined : "address";
  try {
    if (data.start) await start(data.start);
    if (data.picture) postMessage({ done: data.number, ...await picture(data.picture) });
    if (starting === "address") postMessage({ done: data.number, ...show(data.show, data.seed) });
    if (data.message) {
      python.receive(data.id, JSON.stringify(data.message), data.buffers.map(buffer => pyodide.toPy(new Uint8Array(buffer))));
      postMessage({ done: data.number, ...news() });
    }
  } catch (error) {
    postMessage({ done: data.number, failed: sentence(error), starting });
  }
};
