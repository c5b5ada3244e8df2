/* Python for the lessons: JupyterLite's kernel takes this for pyodide.js. Beside what the kernel asks for, the course is there. */
{
  /* What the kernel names, but for ssl: 2 MB for a browser, which opens no sockets; it comes when it is imported. */
  const PACKAGES = ["micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "metrics-edu"];
  const QUIET = "import logging; logging.getLogger('matplotlib.font_manager').setLevel('ERROR')";   // else a red box at the first figure

  self.loadPyodide = async options => {
    const at = name => new URL(name, options.indexURL).href;
    const files = await (await fetch(at("lessons-files.json"))).json(), { pinnedFetch } = await import(at("../pinned_fetch.js"));
    self.fetch = pinnedFetch(files, options.indexURL);
    const { loadPyodide } = await import(at("pyodide.mjs"));
    const env = { METRICS_EDU_LANG: self.navigator.language.startsWith("es") ? "es" : "en" };   // until a lesson says its own
    const pyodide = await loadPyodide({ ...options, env, packages: PACKAGES, lockFileURL: at("lessons-lock.json") });
    const { mount } = pyodide.FS;
    pyodide.FS.mount = (drive, ...place) => mount(drive.API ? keepingAnyText(drive) : drive, ...place);
    pyodide.runPython(QUIET);
    return pyodide;
  };

  /** For a file *.json that holds no JSON, as one that is begun, JupyterLite would wait for ever: it is kept as text. */
  function keepingAnyText(drive) {
    const put = drive.API.put.bind(drive.API);
    drive.API.put = (path, file) => put(path, file.format === "json" && !isJson(file.data) ? { ...file, format: "text" } : file);
    return drive;
  }

  const isJson = data => { try { JSON.parse(new TextDecoder().decode(data)); return true; } catch { return false; } };
}
