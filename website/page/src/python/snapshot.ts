/* A snapshot of Python after all its imports, stored in this browser. The next start copies its
   memory and its files. Pyodide's own snapshot knows no dynamic libraries, such as NumPy's: they
   are loaded again to the addresses that they had before the memory is copied. */
import type { FileSystem, Module, Options, Pyodide } from "./pyodide/pyodide.mjs";

/** What the bytes of a stored snapshot are: the memory, then the files, then this list as JSON. */
interface Contents {
  /** The bytes of the memory. */
  readonly size: number;
  /** The path and the bytes of each file. */
  readonly files: ReadonlyArray<readonly [string, number]>;
  /** The addresses of all symbols of the libraries. */
  readonly symbols: string;
  /** The handle and the path of each library, in the order of loading. */
  readonly libraries: ReadonlyArray<readonly [number, string]>;
}

interface Snapshot {
  readonly bytes: Uint8Array;
  readonly contents: Contents;
}

const CACHE = "metrics-edu python";
const TABLE_ADDRESS = 20; // bytes from the handle of a library to the address of its table

const cacheKey = (name: string): string => `snapshot?${encodeURIComponent(name)}`;

function filesIn(FS: FileSystem, folder: string): string[] {
  const names = FS.readdir(folder).filter((name) => name !== "." && name !== "..");
  const paths = names.map((name) => `${folder}/${name}`);
  return paths.flatMap((path) => (FS.isDir(FS.stat(path).mode) ? filesIn(FS, path) : [path]));
}

/** Returns the addresses of all symbols of the libraries, as a text to compare. */
function symbolsOf({ GOT }: Module): string {
  const symbols = Object.entries(GOT).map(([name, { value }]) => [name, value]);
  return JSON.stringify(symbols.sort());
}

/** Returns the handle and the path of each library, in the order of loading. */
function librariesOf({ HEAPU32, LDSO }: Module): Array<readonly [number, string]> {
  const tableOf = (handle: number): number => HEAPU32[(handle + TABLE_ADDRESS) >> 2] ?? 0;
  const libraries = Object.entries(LDSO.loadedLibsByHandle)
    .map(([handle, { name }]) => [Number(handle), name] as const)
    .filter(([handle]) => handle);
  return libraries.sort(([one], [other]) => tableOf(one) - tableOf(other));
}

/** Takes a snapshot; returns the function that stores it, for when there is time. */
export function takeSnapshot(pyodide: Pyodide, name: string): () => Promise<void> {
  const { _module: module, FS } = pyodide;
  const libraries = librariesOf(module);
  const memory = pyodide.makeMemorySnapshot();
  const files = filesIn(FS, pyodide._api.sitepackages).map(
    (path) => [path, FS.readFile(path)] as const,
  );
  const contents: Contents = {
    size: memory.length,
    files: files.map(([path, bytes]) => [path, bytes.length]),
    symbols: symbolsOf(module),
    libraries,
  };
  const list = JSON.stringify(contents);
  return async () => {
    await forgetSnapshots(); // there is space for one
    const body = new Blob([memory, ...files.map(([, bytes]) => bytes), list]);
    const cache = await caches.open(CACHE);
    await cache.put(cacheKey(name), new Response(body, { headers: { list: `${list.length}` } }));
  };
}

export async function forgetSnapshots(): Promise<void> {
  await caches.delete(CACHE);
}

/** Starts Python from the snapshot of this name; undefined if there is none. */
export async function startSnapshot(name: string, options: Options): Promise<Pyodide | undefined> {
  const snapshot = await readSnapshot(name);
  if (!snapshot) return undefined;
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
  delete pyodide._api.config._loadSnapshot; // 50 MB
  return pyodide;
}

async function readSnapshot(name: string): Promise<Snapshot | undefined> {
  const cache = await caches.open(CACHE);
  const response = await cache.match(cacheKey(name));
  if (!response) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const list = bytes.subarray(-Number(response.headers.get("list")));
  return { bytes, contents: JSON.parse(new TextDecoder().decode(list)) };
}

const memoryOf = ({ bytes, contents }: Snapshot): Uint8Array => bytes.subarray(0, contents.size);

/** Gives a new module the files, the memory and the libraries of a snapshot. */
async function fillModule(module: Module, snapshot: Snapshot): Promise<void> {
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

function writeFiles(FS: FileSystem, { bytes, contents }: Snapshot): void {
  let start = contents.size;
  for (const [path, size] of contents.files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(start, start + size));
    start += size;
  }
}

/** Copies the memory; the second number of the snapshot's header is the byte at which it starts. */
function copyMemory(module: Module, memory: Uint8Array): void {
  const [, start = 0] = new Uint32Array(memory.buffer, 0, 2);
  module.HEAPU8.set(memory.subarray(start));
}
