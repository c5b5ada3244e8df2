/* Python as it stands once all is imported, kept in this browser: the next start copies its memory and its files. Pyodide's own
   snapshot knows of no libraries, such as NumPy's: they are put back to where they lay before the memory comes over them. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const KEPT = "metrics-edu python", key = name => `snapshot?${encodeURIComponent(name)}`;
const filesIn = (FS, folder) => FS.readdir(folder).filter(name => name !== "." && name !== "..").map(name => `${folder}/${name}`)
  .flatMap(path => FS.isDir(FS.stat(path).mode) ? filesIn(FS, path) : [path]);
/** Where each symbol of the libraries lies. */
const symbols = ({ GOT }) => JSON.stringify(Object.entries(GOT).map(([name, { value }]) => [name, value]).sort());

/** Take the snapshot; return the function that keeps it, for when there is time. */
export function takeSnapshot(pyodide, name) {
  const { _module: module, FS } = pyodide, tableAt = handle => module.HEAPU32[Number(handle) + 20 >> 2];
  const handles = Object.keys(module.LDSO.loadedLibsByHandle).filter(Number).sort((one, other) => tableAt(one) - tableAt(other));   // as they were loaded
  const memory = pyodide.makeMemorySnapshot(), paths = filesIn(FS, pyodide._api.sitepackages), contents = paths.map(path => FS.readFile(path));
  const list = JSON.stringify({
    size: memory.length, files: paths.map((path, k) => [path, contents[k].length]), symbols: symbols(module),
    libraries: handles.map(handle => [Number(handle), module.LDSO.loadedLibsByHandle[handle].name]),
  });
  return async () => {
    await forgetSnapshots();   // there is room for one
    await (await caches.open(KEPT)).put(key(name), new Response(new Blob([memory, ...contents, list]), { headers: { list: list.length } }));
  };
}

export async function forgetSnapshots() { await caches.delete(KEPT); }

/** Start the Python that is kept under this name, if there is one. */
export async function startSnapshot(name, options) {
  const answer = await (await caches.open(KEPT)).match(key(name));
  if (!answer) return undefined;
  const bytes = new Uint8Array(await answer.arrayBuffer()), list = bytes.subarray(-Number(answer.headers.get("list")));
  const before = JSON.parse(new TextDecoder().decode(list)), memory = bytes.subarray(0, before.size);
  await import("./pyodide/pyodide.asm.js");
  const create = self._createPyodideModule;
  self._createPyodideModule = async settings => {
    self._createPyodideModule = create;
    const module = await create(settings), { FS } = module;
    let at = before.size;
    for (const [path, size] of before.files) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, bytes.subarray(at, at += size));
    }
    module.HEAPU8.set(memory.subarray(new Uint32Array(memory.buffer, 0, 2)[1]));   // it says where each library lay
    for (const [handle, path] of before.libraries) {
      const exports = await module.loadWebAssemblyModule(FS.readFile(path), { loadAsync: true }, path, {}, handle);
      module.newDSO(path, handle, exports).global = false;
    }
    if (symbols(module) !== before.symbols) throw new Error("A library does not lie where it lay.");
    return module;
  };
  const pyodide = await loadPyodide({ ...options, _loadSnapshot: memory });
  delete pyodide._api.config._loadSnapshot;   // 50 MB
  return pyodide;
}
