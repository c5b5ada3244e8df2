/* metrics_edu; built by "npm run build"; sources sha256:4cd0b7de6133b9af4bd48c8dcf09123309a8ecb9252db63be47ee777a87b16be */
"use strict";
(() => {
  // website/page/src/python/lessons.ts
  var PACKAGES = [
    "micropip",
    "piplite",
    "sqlite3",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "metrics-edu"
  ];
  var SILENCE_FONTS = "import logging; logging.getLogger('matplotlib.font_manager').setLevel('ERROR')";
  self.loadPyodide = async (options) => {
    const at = (name) => new URL(name, options.indexURL).href;
    await pinFiles(at, options.indexURL);
    const { loadPyodide } = await import(at("pyodide.mjs"));
    const pyodide = await loadPyodide({
      ...options,
      env: { METRICS_EDU_LANG: readerLanguage() },
      packages: PACKAGES,
      lockFileURL: at("lessons-lock.json")
    });
    acceptAnyText(pyodide.FS);
    pyodide.runPython(SILENCE_FONTS);
    return pyodide;
  };
  async function pinFiles(at, base) {
    const response = await fetch(at("lessons-files.json"));
    const files = await response.json();
    const { pinnedFetch } = await import(at("../pinned_fetch.js"));
    self.fetch = pinnedFetch(files, base);
  }
  var readerLanguage = () => self.navigator.language.startsWith("es") ? "es" : "en";
  function acceptAnyText(FS) {
    const { mount } = FS;
    FS.mount = (drive, ...target) => {
      if (drive.API) storeAnyText(drive.API);
      return mount(drive, ...target);
    };
  }
  function storeAnyText(api) {
    const put = api.put.bind(api);
    api.put = (path, file) => {
      const isText = file.format === "json" && !isJson(file.data);
      return put(path, isText ? { ...file, format: "text" } : file);
    };
  }
  function isJson(data) {
    try {
      JSON.parse(new TextDecoder().decode(data));
      return true;
    } catch {
      return false;
    }
  }
})();
