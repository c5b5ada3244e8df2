/* metrics_edu; built by "npm run build"; sources sha256:1e6fc8b9da099587532f6021b3b322bae3e44c0fc0f7a5758aa213ecbd095c1e */
"use strict";
(() => {
  // website/page/src/lessons/paths.ts
  var ENDING = ".ipynb";
  var isNotebook = (path) => path.endsWith(ENDING);
  var encodePath = (path) => path.split("/").map(encodeURIComponent).join("/");

  // website/page/src/lessons/address_of_lesson.ts
  var replaceState = history.replaceState.bind(history);
  var lesson = new URLSearchParams(location.search).get("path") ?? "";
  function withLesson(url) {
    const address = new URL(url, location.href);
    address.searchParams.delete("path");
    const others = address.searchParams.toString();
    const path = lesson ? `path=${encodePath(lesson)}` : "";
    address.search = [path, others].filter(Boolean).join("&");
    return address.href;
  }
  function keepLessonInAddress() {
    const replace = (state, unused, url) => replaceState(state, unused, withLesson(url ?? location.href));
    history.replaceState = replace;
    history.pushState = replace;
  }
  function noteLesson(widget) {
    const path = widget?.context?.path ?? "";
    lesson = isNotebook(path) ? path : "";
    history.replaceState(history.state, "");
  }

  // website/page/src/lessons/jupyterlab.ts
  var APPLICATION_EVENT = "metrics_edu:jupyterlite";

  // website/page/src/lessons/lite.ts
  var { src } = document.currentScript;
  var LITE = new URL(".", src).href;
  var PAGE_LANGUAGE = location.pathname.includes("/lab/es/") ? "es" : "en";

  // website/page/src/lessons/toolbar.ts
  var WORDS = {
    en: {
      home: "← metrics_edu",
      run: "▶ Run the lesson",
      stop: "■ Stop",
      end: "End Python, also a cell that never ends, and start it again",
      stopped: "Python was stopped. Your text is kept; run the cells again from the top."
    },
    es: {
      home: "← metrics_edu",
      run: "▶ Ejecutar la lección",
      stop: "■ Detener",
      end: "Terminar Python, también una celda que no termina nunca, e iniciarlo de nuevo",
      stopped: "Python se detuvo. Tu texto se conserva; ejecuta las celdas de nuevo desde arriba."
    }
  };
  function addToolbarCommands(app) {
    const words = WORDS[PAGE_LANGUAGE];
    const add = (name, label, caption, execute) => {
      const isEnabled = () => isNotebook2(app.shell.currentWidget);
      app.commands.addCommand(`metrics_edu:${name}`, { label, caption, execute, isEnabled });
    };
    add("home", words.home, "", () => goHome(app));
    add("run", words.run, "", () => runLesson(app));
    add("stop", words.stop, words.end, () => stopPython(app));
  }
  var isNotebook2 = (widget) => widget?.content?.widgets !== void 0;
  var save = ({ commands }) => commands.execute("docmanager:save");
  async function goHome(app) {
    await save(app);
    const home = PAGE_LANGUAGE === "es" ? "../es/index.html" : "../index.html";
    location.assign(new URL(home, LITE));
  }
  async function runLesson(app) {
    const { content, sessionContext } = app.shell.currentWidget ?? {};
    if (!sessionContext) return;
    await sessionContext.ready;
    for (const cell of [...content?.widgets ?? []]) {
      if (!await runCell(cell, sessionContext)) break;
    }
    await save(app);
  }
  async function runCell(cell, session) {
    if (cell.isDisposed) return true;
    if (cell.model.type === "markdown") cell.rendered = true;
    if (cell.model.type !== "code") return true;
    const { execute } = cell.constructor;
    const reply = await execute(cell, session);
    return reply === void 0 || reply.content.status === "ok";
  }
  async function stopPython({ commands, serviceManager, shell }) {
    const { sessionContext } = shell.currentWidget ?? {};
    if (!sessionContext) return;
    await sessionContext.ready;
    const old = sessionContext.session?.kernel;
    if (old) old.hasPendingInput = false;
    await sessionContext.changeKernel({ name: "python" });
    if (old) await serviceManager.kernels.shutdown(old.id);
    const message = WORDS[PAGE_LANGUAGE].stopped;
    commands.execute("apputils:notify", { message, type: "info", options: { autoClose: 1e4 } });
  }

  // website/page/src/lessons/lessons-shell.ts
  function followLesson({ shell }) {
    shell.currentChanged.connect((_shell, { newValue }) => {
      noteLesson(newValue);
      newValue?.context?.pathChanged.connect(() => noteLesson(shell.currentWidget));
    });
    if (shell.currentWidget) noteLesson(shell.currentWidget);
  }
  async function begin(app) {
    addToolbarCommands(app);
    await app.restored;
    followLesson(app);
  }
  keepLessonInAddress();
  document.addEventListener(APPLICATION_EVENT, (event) => begin(event.detail));
})();
