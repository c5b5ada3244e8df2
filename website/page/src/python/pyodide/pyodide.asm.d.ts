/* Pyodide's script. It defines the global function that makes the WebAssembly module. */
import type { Module } from "./pyodide.mjs";

declare global {
  var _createPyodideModule: (settings: unknown) => Promise<Module>;
}
