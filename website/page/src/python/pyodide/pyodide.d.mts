/* Pyodide 0.27.7, the pinned version, as far as the site uses it. Its names that begin with an
   underscore are not documented. */

export interface FileSystem {
  readFile(path: string): Uint8Array<ArrayBuffer>;
  readFile(path: string, options: { readonly encoding: "utf8" }): string;
  writeFile(path: string, data: string | Uint8Array): void;
  readdir(path: string): string[];
  stat(path: string): { readonly mode: number };
  isDir(mode: number): boolean;
  mkdirTree(path: string): void;
  analyzePath(path: string): { readonly exists: boolean };
  mount(type: object, ...target: unknown[]): unknown;
}

/** The WebAssembly module: memory and dynamic libraries. */
export interface Module {
  readonly FS: FileSystem;
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  /** The addresses of all symbols of the libraries. */
  readonly GOT: Readonly<Record<string, { readonly value: number }>>;
  readonly LDSO: {
    readonly loadedLibsByHandle: Readonly<Record<string, { readonly name: string }>>;
  };
  loadWebAssemblyModule(
    binary: Uint8Array,
    flags: { readonly loadAsync: boolean },
    path: string,
    scope: object,
    handle: number,
  ): Promise<object>;
  newDSO(path: string, handle: number, exports: object): { global: boolean };
}

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly indexURL?: string;
  readonly packages?: readonly string[];
  readonly lockFileURL?: string;
  readonly _makeSnapshot?: boolean;
  readonly _loadSnapshot?: Uint8Array;
}

/** A list in Python, which stays there until it is destroyed. */
export interface PythonList {
  destroy(): void;
}

export interface Pyodide {
  readonly FS: FileSystem;
  readonly _module: Module;
  readonly _api: {
    readonly sitepackages: string;
    readonly config: { _loadSnapshot?: Uint8Array };
  };
  loadPackage(name: string, options: { messageCallback(): void }): Promise<unknown>;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  /** Imports a module; the caller knows its names. */
  pyimport<PythonModule>(name: string): PythonModule;
  runPython(code: string): unknown;
  toPy(value: ReadonlyArray<Uint8Array>): PythonList;
  unpackArchive(
    archive: ArrayBuffer,
    format: "wheel",
    options: { readonly extractDir: string },
  ): void;
}

export function loadPyodide(options: Options): Promise<Pyodide>;
