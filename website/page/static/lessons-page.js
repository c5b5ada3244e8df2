/* metrics_edu; built by "npm run build"; sources sha256:2085cf4b38221d6e294aab787a0166c28022f337666c838be35c2ce63dbf3fb1 */
"use strict";
(() => {
  // website/page/src/lessons/jupyterlab.ts
  var APPLICATION_EVENT = "metrics_edu:jupyterlite";

  // website/page/src/lessons/lesson_notices.ts
  var WORDS = {
    en: {
      newer: "Saved with an older version: open the new lesson; your answers are kept, and so is this copy: {name}",
      take: "Open the new lesson",
      copy: "my copy",
      own_file: "progress.txt is not a record of metrics_edu, so this page and the front page do not share what you do: rename that file.",
      not_joined: "Your answers here and on the front page could not be joined, and both are kept: free some disk space, then load the page again."
    },
    es: {
      newer: "Guardada con una versión anterior: abre la nueva; tus respuestas se conservan, y también esta copia: {name}",
      take: "Abrir la lección nueva",
      copy: "mi copia",
      own_file: "progress.txt no es un registro de metrics_edu; esta página y la portada no comparten lo que haces: cambia su nombre.",
      not_joined: "Tus respuestas de aquí y de la portada no se pudieron juntar, y ambas se conservan: libera espacio en el disco y recarga la página."
    }
  };

  // website/page/src/lessons/lite.ts
  var { src } = document.currentScript;
  var LITE = new URL(".", src).href;
  var PAGE_LANGUAGE = location.pathname.includes("/lab/es/") ? "es" : "en";

  // website/page/src/lessons/languages.ts
  var LANGUAGES = ["en", "es"];

  // website/page/src/lessons/paths.ts
  var ENDING = ".ipynb";
  var isNotebook = (path) => path.endsWith(ENDING);
  var encodePath = (path) => path.split("/").map(encodeURIComponent).join("/");
  function languageOf(path) {
    const folders = path.split("/");
    return LANGUAGES.find((language) => folders.includes(language)) ?? "en";
  }
  function splitPath(path) {
    const start = path.lastIndexOf("/") + 1;
    return { folder: path.slice(0, start), lesson: path.slice(start, -ENDING.length) };
  }
  function freeName(lesson, copy, taken) {
    const nameOf = (number2) => `${lesson} (${copy}${number2 > 1 ? ` ${number2}` : ""})${ENDING}`;
    let number = 1;
    while (taken.has(nameOf(number))) number += 1;
    return nameOf(number);
  }

  // website/page/src/lessons/newer_lesson.ts
  var TAKE_NEW = "metrics_edu:take-new";
  var NewerLessons = class {
    #app;
    #compared = /* @__PURE__ */ new WeakSet();
    constructor(app) {
      this.#app = app;
    }
    follow() {
      const { commands, shell } = this.#app;
      commands.addCommand(TAKE_NEW, { execute: (copy) => this.#takeNew(copy) });
      shell.currentChanged.connect((_shell, { newValue }) => this.#compare(newValue));
      this.#compare(shell.currentWidget);
    }
    /** Shows the notice, if the lesson of a widget has a newer version. */
    async #compare(widget) {
      const context = widget?.context;
      if (!context || !isNotebook(context.path) || this.#compared.has(context)) return;
      this.#compared.add(context);
      const notice = await this.#noticeOf(context).catch(() => void 0);
      if (notice) this.#app.commands.execute("apputils:notify", notice);
    }
    /** Returns the notice of a newer version; undefined if there is none. */
    async #noticeOf(context) {
      await context.ready;
      const { path, model } = context;
      const version = await this.#siteVersion(path);
      if (!version || model.getMetadata?.("lesson") === version) return void 0;
      const { newer, take, copy } = WORDS[languageOf(path)];
      const name = await this.#nameOfCopy(path, copy);
      const action = {
        label: take,
        commandId: TAKE_NEW,
        args: { path, name },
        displayType: "accent"
      };
      return {
        message: newer.replace("{name}", () => name),
        type: "info",
        options: { autoClose: false, actions: [action] }
      };
    }
    /** Returns the site's version of a lesson; undefined for the reader's own file, and without a
        connection. */
    async #siteVersion(path) {
      try {
        const response = await fetch(new URL(`files/${encodePath(path)}`, LITE));
        if (!response.ok) return void 0;
        const notebook = await response.json();
        return notebook.metadata?.lesson;
      } catch {
        return void 0;
      }
    }
    async #nameOfCopy(path, copy) {
      const { folder, lesson } = splitPath(path);
      const { contents } = this.#app.serviceManager;
      const { content } = await contents.get(folder.slice(0, -1), { content: true });
      return freeName(lesson, copy, new Set(content.map(({ name }) => name)));
    }
    /** Renames the reader's copy, which keeps its Python, and opens the site's version under the
        name of the lesson. */
    async #takeNew({ path, name }) {
      const { commands, serviceManager, shell } = this.#app;
      const widget = [...shell.widgets("main")].find(({ context }) => context?.path === path);
      if (widget?.context) {
        await widget.context.save();
        await widget.context.rename(name);
      } else {
        await serviceManager.contents.rename(path, splitPath(path).folder + name);
      }
      await commands.execute("docmanager:open", { path });
    }
  };

  // website/page/src/lessons/own_service_worker.ts
  function hideOtherServiceWorkers() {
    const { serviceWorker: workers } = navigator;
    if (!workers) return;
    const getRegistration = workers.getRegistration.bind(workers);
    workers.getRegistrations = async () => [];
    workers.getRegistration = async () => {
      const registration = await getRegistration(LITE);
      return registration?.scope === LITE ? registration : void 0;
    };
  }

  // website/page/src/lessons/shared_record.ts
  async function join(app) {
    await app.serviceManager.contents.get("");
    const { joinRecords } = await import(new URL("../lessons_record.js", LITE).href);
    return joinRecords(localStorage);
  }
  async function shareRecord(app) {
    const trouble = await join(app).catch(() => "");
    if (!trouble) return;
    const message = WORDS[PAGE_LANGUAGE][trouble];
    const options = { autoClose: false };
    app.commands.execute("apputils:notify", { message, type: "warning", options });
  }

  // website/page/src/lessons/lessons-page.ts
  async function begin(app) {
    document.dispatchEvent(new CustomEvent(APPLICATION_EVENT, { detail: app }));
    await app.restored;
    new NewerLessons(app).follow();
    await shareRecord(app);
  }
  function awaitApplication() {
    Object.defineProperty(window, "jupyterapp", {
      configurable: true,
      set(app) {
        Object.defineProperty(window, "jupyterapp", { value: app });
        begin(app);
      }
    });
  }
  hideOtherServiceWorkers();
  awaitApplication();
})();
