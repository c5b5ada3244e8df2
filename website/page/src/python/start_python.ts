/* Starts Python with all that the widgets need: from a snapshot, or installed. */
import { pinFiles } from "./pinned_files";
import type { Options, Pyodide } from "./pyodide/pyodide.mjs";
import { forgetSnapshots, startSnapshot, takeSnapshot } from "./snapshot";

/** The file in which Python stores the learner's record. */
export const PROGRESS = "/home/pyodide/progress.json";

const OPTIONS: Options = { env: { HOME: "/home/pyodide", METRICS_EDU_PROGRESS: PROGRESS } };
const IMPORTS =
  "import importlib; importlib.invalidate_caches(); import addresses, anywidget, cells, mistake_cards, random";

export interface StartedPython {
  readonly pyodide: Pyodide;
  /** Work that can wait until a widget is shown; it may fail, as where the browser has no space. */
  readonly later: (() => Promise<unknown>) | undefined;
}

/** The name of a file, and its response. */
type Fetched = readonly [string, Promise<Response>];

/** Starts Python. Rejects as soon as one of its files fails. */
export function startPython(forgetSnapshot: boolean): Promise<StartedPython> {
  return new Promise((resolve, reject) => {
    const files = pinFiles(reject);
    files.then((text) => startPinned(text, forgetSnapshot)).then(resolve, reject);
  });
}

/** Starts Python from these files: the text of files.json. */
async function startPinned(files: string, forgetSnapshot: boolean): Promise<StartedPython> {
  const name = files + navigator.userAgent;
  postMessage({ loading: "core" });
  // A snapshot may be broken, and some browsers store none.
  const stored = forgetSnapshot ? forgetSnapshots() : startSnapshot(name, OPTIONS);
  const pyodide = await stored.catch(() => undefined);
  if (!pyodide) return install(files, name);
  // The service worker stores the packages then: a later start may have no snapshot.
  const later = (): Promise<unknown> =>
    Promise.all(fetchPackages(files).map(([, response]) => response));
  return { pyodide, later };
}

function fetchPackages(files: string): Fetched[] {
  const names = Object.keys(JSON.parse(files)).filter((name) => /\.(whl|py)$/.test(name));
  return names.map((name) => [name, fetch(name)]);
}

async function install(files: string, name: string): Promise<StartedPython> {
  const packages = fetchPackages(files);
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const pyodide = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
  postMessage({ loading: "package" });
  for (const fetched of packages) await installPackage(pyodide, fetched);
  pyodide.runPython(IMPORTS);
  return { pyodide, later: snapshotOf(pyodide, name) };
}

async function installPackage(pyodide: Pyodide, [name, fetched]: Fetched): Promise<void> {
  const extractDir = pyodide._api.sitepackages;
  const response = await fetched;
  if (name.endsWith(".py")) {
    pyodide.FS.writeFile(`${extractDir}/${name}`, await response.text());
  } else {
    pyodide.unpackArchive(await response.arrayBuffer(), "wheel", { extractDir });
  }
}

/** Takes a snapshot, if that is possible; else the next start takes as long as this one. */
function snapshotOf(pyodide: Pyodide, name: string): (() => Promise<void>) | undefined {
  try {
    return takeSnapshot(pyodide, name);
  } catch {
    return undefined;
  }
}
