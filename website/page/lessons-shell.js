/* JupyterLite around a lesson: its address, a narrow window, and the buttons above it that a student needs. */
{
  const LITE = new URL(".", document.currentScript.src).href, NARROW = matchMedia("(max-width: 900px)"), SIDES = ["left", "right"];
  const HOME = "metrics_edu:home", RUN = "metrics_edu:run", CODE = "metrics_edu:code";
  const WORDS = {
    en: { home: "← metrics_edu", run: "▶ Run the lesson", code: "Code", show: "Show or fold the code" },
    es: { home: "← metrics_edu", run: "▶ Ejecutar la lección", code: "Código", show: "Mostrar u ocultar el código" },
  };
  const language = location.pathname.includes("/lab/es/") ? "es" : "en", words = WORDS[language];

  /* ---- The address names the lesson that is open, so that a reload shows it again. It is never a new entry of the history: with
     one press of Back a reader is where they came from. */
  const replaceState = history.replaceState.bind(history);
  let lesson = new URLSearchParams(location.search).get("path") ?? "";
  history.pushState = history.replaceState = (state, unused, url) => replaceState(state, unused, withLesson(url ?? location.href));

  function withLesson(url) {
    const address = new URL(url, location.href), path = lesson.split("/").map(encodeURIComponent).join("/");
    address.searchParams.delete("path");
    const others = address.searchParams.toString();
    address.search = [...(lesson ? [`path=${path}`] : []), ...(others ? [others] : [])].join("&");
    return address.href;
  }

  function noteLesson(widget) {
    const path = widget?.context?.path ?? "";
    lesson = path.endsWith(".ipynb") ? path : "";
    history.replaceState(history.state, "");
  }

  /* ---- On a phone or a small tablet the lesson has the whole width. JupyterLite opens its file browser with a lesson: until the
     reader touches the page, it is closed again. */
  let isTouched = false;
  addEventListener("pointerdown", () => { isTouched = true; }, { capture: true, once: true });

  function fit({ shell, commands }) {
    shell.mode = NARROW.matches ? "single-document" : "multiple-document";
    for (const side of SIDES) {
      if (shell.isSideTabBarVisible(side) === NARROW.matches) commands.execute("application:toggle-side-tabbar", { side });
    }
    closeSides(shell);
  }

  function closeSides(shell) {
    if (!NARROW.matches) return;
    if (!shell.leftCollapsed) shell.collapseLeft();
    if (!shell.rightCollapsed) shell.collapseRight();
  }

  /* ---- Buttons: jupyter-lite.json puts them above a notebook. */
  function addCommands(app) {
    const notebook = () => app.shell.currentWidget?.content?.widgets ? app.shell.currentWidget.content : undefined;
    const add = (id, label, caption, execute) => app.commands.addCommand(id, { label, caption, execute, isEnabled: () => Boolean(notebook()) });
    const save = () => app.commands.execute("docmanager:save");   // a browser asks before it leaves what is not saved
    add(HOME, words.home, "", async () => {
      await save();
      location.assign(new URL(language === "es" ? "../es/index.html" : "../index.html", LITE));
    });
    add(RUN, words.run, "", async () => {
      await app.shell.currentWidget.sessionContext.ready;   // Python may be starting: a press before that must not be lost
      await app.commands.execute("notebook:run-all-cells");
      return save();
    });
    add(CODE, words.code, words.show, () => {
      const isFolded = notebook().widgets.some(cell => cell.model.type === "code" && cell.inputHidden);
      return app.commands.execute(`notebook:${isFolded ? "show" : "hide"}-all-cell-code`);
    });
  }

  document.addEventListener("metrics_edu:jupyterlite", async ({ detail: app }) => {
    addCommands(app);
    await app.restored;
    app.shell.currentChanged.connect((_shell, { newValue }) => {
      noteLesson(newValue);
      newValue?.context?.pathChanged.connect(() => noteLesson(app.shell.currentWidget));
    });
    if (app.shell.currentWidget) noteLesson(app.shell.currentWidget);
    if (NARROW.matches) fit(app);   // in a wide window JupyterLab is as its reader has left it
    app.shell.layoutModified.connect(() => { if (!isTouched) closeSides(app.shell); });
    NARROW.addEventListener("change", () => fit(app));
  });
}
