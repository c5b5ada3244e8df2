/* Python for the lessons: JupyterLite's kernel loads this script in the place of pyodide.js. It
   adds the course to what the kernel requests. */
import type { FileSystem, Options, Pyodide } from "./pyodide/pyodide.mjs";

/** JupyterLite's drive, as a type of file system. */
interface Drive {
  readonly API?: DriveApi;
}

interface DriveApi {
  put(path: string, file: DriveFile): unknown;
}

interface DriveFile {
  readonly format: string;
  readonly data: Uint8Array;
}

declare global {
  var loadPyodide: (options: Options & { readonly indexURL: string }) => Promise<Pyodide>;
}

/** The packages that the kernel names, without ssl: 2 MB for a browser, which opens no sockets. It
    is loaded when it is imported. */
const PACKAGES = [
  "micropip",
  "piplite",
  "sqlite3",
  "ipykernel",
  "comm",
  "pyodide-kernel",
  "jedi",
  "ipython",
  "metrics-edu",
];
/** Without it, the first figure of a lesson shows a warning of Matplotlib. */
const SILENCE_FONTS =
  "import logging; logging.getLogger('matplotlib.font_manager').setLevel('ERROR')";

self.loadPyodide = async (options) => {
  const at = (name: string): string => new URL(name, options.indexURL).href;
  await pinFiles(at, options.indexURL);
  const { loadPyodide }: typeof import("./pyodide/pyodide.mjs") = await import(at("pyodide.mjs"));
  const pyodide = await loadPyodide({
    ...options,
    env: { METRICS_EDU_LANG: readerLanguage() },
    packages: PACKAGES,
    lockFileURL: at("lessons-lock.json"),
  });
  acceptAnyText(pyodide.FS);
  pyodide.runPython(SILENCE_FONTS);
  return pyodide;
};

async function pinFiles(at: (name: string) => string, base: string): Promise<void> {
  const response = await fetch(at("lessons-files.json"));
  const files = await response.json();
  const { pinnedFetch }: typeof import("./pinned_fetch") = await import(at("../pinned_fetch.js"));
  self.fetch = pinnedFetch(files, base);
}

/** Returns the language until a lesson sets its own. */
const readerLanguage = (): string => (self.navigator.language.startsWith("es") ? "es" : "en");

/** Makes JupyterLite's drive store a file *.json without JSON, such as an unfinished one, as text.
    JupyterLite would wait for it forever. */
function acceptAnyText(FS: FileSystem): void {
  const { mount } = FS;
  FS.mount = (drive: Drive, ...target) => {
    if (drive.API) storeAnyText(drive.API);
    return mount(drive, ...target);
  };
}

function storeAnyText(api: DriveApi): void {
  const put = api.put.bind(api);
  api.put = (path, file) => {
    const isText = file.format === "json" && !isJson(file.data);
    return put(path, isText ? { ...file, format: "text" } : file);
  };
}

function isJson(data: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(data));
    return true;
  } catch {
    return false;
  }
}
