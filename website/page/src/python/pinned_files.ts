/* Makes Pyodide fetch its files as files.json pins them. */

/** The folder of Python's files. */
export const FILES = new URL("./pyodide/", self.location.href);

/** Pins the files, and returns the text of files.json. `reportFailure` is called as soon as a file
    fails: Pyodide would wait forever for a rejected .wasm file. */
export async function pinFiles(reportFailure: (reason: unknown) => void): Promise<string> {
  const { fileName, pinnedFetch } = await import("./pinned_fetch.js");
  const response = await fetch(new URL("files.json", FILES));
  const text = await response.text();
  const fetchPinned = pinnedFetch(JSON.parse(text), FILES);
  self.fetch = (requested, options) => {
    const answer = fetchPinned(requested, options);
    answer.catch((error) => reportFailure(new Error(`${fileName(requested)}: ${error.message}`)));
    return answer;
  };
  reportFailedModules(reportFailure);
  return text;
}

/** Reports each WebAssembly module that the browser cannot make. */
function reportFailedModules(reportFailure: (reason: unknown) => void): void {
  const { instantiateStreaming } = WebAssembly;
  if (!instantiateStreaming) return;
  WebAssembly.instantiateStreaming = (...values) => {
    const module = instantiateStreaming.apply(WebAssembly, values);
    module.catch(reportFailure);
    return module;
  };
}
