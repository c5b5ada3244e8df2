/* Python for the lessons: JupyterLite's kernel takes this for pyodide.js. Beside what the kernel asks for, the course is there. */
{
  /* What the kernel names, but for ssl: 2 MB for a browser, which opens no sockets; it comes when it is imported. */
  const PACKAGES = ["micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "metrics-edu"];
  const plainFetch = self.fetch;

  self.loadPyodide = async options => {
    const at = name => new URL(name, options.indexURL).href;
    const files = await (await plainFetch(at("lessons-files.json"))).json();
    self.fetch = (asked, how) => {
      const file = files[String(asked.url ?? asked).split("/").pop()];
      return file ? plainFetch(at(file.url), { ...how, integrity: file.integrity }) : plainFetch(asked, how);
    };
    const { loadPyodide } = await import(at("pyodide.mjs"));
    const env = { METRICS_EDU_LANG: self.navigator.language.startsWith("es") ? "es" : "en" };   // until a lesson says its own
    const pyodide = await loadPyodide({ ...options, env, packages: PACKAGES, lockFileURL: at("lessons-lock.json") });
    pyodide.runPython("import logging; logging.getLogger('matplotlib.font_manager').setLevel('ERROR')");   // a red box at the first figure
    return pyodide;
  };
}
