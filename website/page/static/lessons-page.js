/* metrics_edu; built by "npm run build"; sources sha256:34ad025d87889add28e039bb0e9ed3568bb2ed4e1471006d7b6fd100fa5eb532 */
"use strict";
(() => {
  // website/page/src/lecturer/messages.ts
  var KEYS = ["PageDown", "PageUp", "Home", "b"];
  var REQUESTS = ["cue", "restart"];
  var isText = (value) => typeof value === "string";
  var isBoolean = (value) => typeof value === "boolean";
  var isAmount = (value) => Number.isFinite(value) && value >= 0;
  var isAmong = (values) => (value) => values.includes(value);
  var isList = (check) => (value) => Array.isArray(value) && value.every(check);
  var has = (checks) => (value) => {
    if (typeof value !== "object" || value === null) return false;
    const fields = value;
    const names = Object.entries(checks);
    const hasNoOther = Object.keys(fields).length === names.length;
    return hasNoOther && names.every(([name, check]) => check(fields[name]));
  };
  var isCountdown = has({ ends: isAmount, isShown: isBoolean });
  var isTimes = has({ spent: isList(isAmount), slide: isAmount, since: isAmount });
  var isPlanned = has({ title: isText, notes: isText, minutes: isAmount });
  var hasCue = has({
    isOpen: isBoolean,
    slides: isList(isPlanned),
    slide: isAmount,
    step: isAmount,
    steps: isAmount,
    next: (value) => isText(value) || isAmount(value),
    times: isTimes,
    countdown: isCountdown
  });
  var hasTalk = has({ name: isText, titles: isText, times: isTimes, countdown: isCountdown });
  var hasKey = has({ key: isAmong(KEYS) });
  var hasCountdown = has({ countdown: isCountdown });
  var hasRequest = has({ request: isAmong(REQUESTS) });
  var isTalk = (value) => hasTalk(value);
  var isCommand = (value) => [hasKey, hasCountdown, hasRequest].some((check) => check(value));

  // website/page/src/lecturer/times.ts
  var beginTimes = (slide, now) => ({ spent: [], slide, since: now });
  function spentOn({ spent, slide: shown, since }, slide, now) {
    const before = spent[slide] ?? 0;
    return slide === shown ? before + Math.max(0, now - since) : before;
  }
  function turnTo(times, slide, now) {
    if (slide === times.slide) return times;
    const length = Math.max(times.spent.length, times.slide + 1);
    const spent = Array.from({ length }, (_, k) => spentOn(times, k, now));
    return { spent, slide, since: now };
  }
  function clock(time) {
    const seconds = Math.floor(time / 1e3);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  var left = (ends, now) => clock(1e3 * Math.ceil(Math.max(0, ends - now) / 1e3));

  // website/page/src/lecturer/stage_link.ts
  var STORED = "metrics_edu talk";
  var SIZE = "popup,width=900,height=720";
  var TICK = 250;
  var TYPED_IN = "input, textarea, select, [contenteditable]";
  var NO_COUNTDOWN = { ends: 0, isShown: true };
  function storedTalk() {
    const [entry] = performance.getEntriesByType("navigation");
    if (entry?.type !== "reload") return void 0;
    try {
      const talk = JSON.parse(sessionStorage.getItem(STORED) ?? "");
      return isTalk(talk) ? talk : void 0;
    } catch {
      return void 0;
    }
  }
  var newTalk = () => ({
    name: crypto.randomUUID(),
    titles: "",
    times: beginTimes(0, Date.now()),
    countdown: NO_COUNTDOWN
  });
  function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }
  var plannedSlide = ({
    title,
    about = "",
    notes = "",
    minutes = 0
  }) => ({
    title: title || about || document.title,
    notes,
    minutes
  });
  var StageLink = class {
    constructor(words, address) {
      this.words = words;
      this.address = address;
      this.#makeElements();
      this.#channel.onmessage = ({ data }) => isCommand(data) && this.#obey(data);
      document.addEventListener("metrics-edu-stage", (event) => this.#take(event));
      document.addEventListener("keydown", this.#onKey, true);
      addEventListener("pagehide", () => this.#leave());
      setInterval(() => this.#showTimer(), TICK);
    }
    words;
    address;
    #talk = storedTalk() ?? newTalk();
    #channel = new BroadcastChannel(this.#talk.name);
    #button = document.createElement("button");
    #timer = document.createElement("span");
    #said = document.createElement("span");
    #dialog;
    /** The browser has not opened the window. */
    #isBlocked = false;
    #cue;
    #makeElements() {
      const name = this.words.lecturer;
      Object.assign(this.#button, { type: "button", className: "me-btn", textContent: "◫" });
      Object.assign(this.#button, { ariaLabel: name, title: `${name} (L)` });
      this.#button.onclick = this.#open;
      this.#timer.className = "me-lec-timer";
      this.#timer.role = "timer";
      this.#said.role = "status";
    }
    /** Takes what a stage reports. */
    #take({ target, detail }) {
      const { slides, slide, step, steps, next = "" } = detail;
      this.#isBlocked = false;
      this.#cue = { slides: slides.map(plannedSlide), slide, step, steps, next };
      this.#enter(target);
      const titles = JSON.stringify(this.#cue.slides.map(({ title }) => title));
      const isSame = titles === this.#talk.titles;
      const times = isSame ? this.#talk.times : beginTimes(slide, Date.now());
      this.#note({ titles, times: turnTo(times, slide, Date.now()) });
    }
    #enter(dialog) {
      if (dialog === this.#dialog) return;
      this.#dialog = dialog;
      dialog.addEventListener("close", () => this.#leave());
      dialog.querySelector(".me-lec-count")?.after(this.#timer, this.#said);
      dialog.querySelector(".me-lec-bar")?.append(this.#button);
      this.#showTimer();
    }
    #leave() {
      this.#dialog = void 0;
      this.#post();
    }
    /** Keeps what changes, and sends all. */
    #note(changed) {
      this.#talk = { ...this.#talk, ...changed };
      try {
        sessionStorage.setItem(STORED, JSON.stringify(this.#talk));
      } catch {
      }
      this.#post();
    }
    #post() {
      if (!this.#cue) return;
      const { times, countdown } = this.#talk;
      const cue = { ...this.#cue, isOpen: this.#dialog !== void 0, times, countdown };
      this.#channel.postMessage(cue);
    }
    #obey(command) {
      if ("key" in command) {
        const options = { key: command.key, bubbles: true, composed: true, cancelable: true };
        this.#dialog?.dispatchEvent(new KeyboardEvent("keydown", options));
        return;
      }
      if ("countdown" in command) {
        this.#note(command);
        this.#showTimer();
      } else if (command.request === "restart") {
        this.#note({ times: beginTimes(this.#talk.times.slide, Date.now()) });
      } else this.#post();
    }
    /** Shows what is left of the countdown. Only its end is announced. */
    #showTimer() {
      const { ends, isShown } = this.#talk.countdown;
      const now = Date.now();
      const isCounting = isShown && ends > 0;
      const end = isCounting && ends <= now ? this.words.time_up : "";
      setText(this.#timer, isCounting && !end ? left(ends, now) : "");
      setText(this.#said, this.#isBlocked ? this.words.pop_up : end);
      this.#said.className = this.#isBlocked ? "me-lec-said" : "me-lec-timer";
    }
    #open = () => {
      const { name } = this.#talk;
      const opened = open(`${this.address}#${name}`, name, SIZE);
      this.#isBlocked = !opened;
      this.#showTimer();
      opened?.focus();
    };
    #onKey = (event) => {
      const [target] = event.composedPath();
      const isModified = event.altKey || event.ctrlKey || event.metaKey;
      if (!this.#dialog || isModified || event.key.toLowerCase() !== "l") return;
      if (target?.matches(TYPED_IN)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#open();
    };
  };
  function linkStage(words, address) {
    if (self === top && "BroadcastChannel" in self) new StageLink(words, address);
  }

  // website/page/src/lessons/jupyterlab.ts
  var APPLICATION_EVENT = "metrics_edu:jupyterlite";

  // website/page/src/lessons/lesson_notices.ts
  var WORDS = {
    en: {
      newer: "Saved with an older version: open the new lesson; your answers are kept, and so is this copy: {name}",
      take: "Open the new lesson",
      copy: "my copy",
      own_file: "progress.txt is not a record of metrics_edu, so this page and the front page do not share what you do: rename that file.",
      not_joined: "Your answers here and on the front page could not be joined, and both are kept: free some disk space, then load the page again.",
      lecturer: "Lecturer's window",
      pop_up: "The window was blocked: allow pop-ups on this page.",
      time_up: "Time is up."
    },
    es: {
      newer: "Guardada con una versión anterior: abre la nueva; tus respuestas se conservan, y también esta copia: {name}",
      take: "Abrir la lección nueva",
      copy: "mi copia",
      own_file: "progress.txt no es un registro de metrics_edu; esta página y la portada no comparten lo que haces: cambia su nombre.",
      not_joined: "Tus respuestas de aquí y de la portada no se pudieron juntar, y ambas se conservan: libera espacio en el disco y recarga la página.",
      lecturer: "Ventana para quien expone",
      pop_up: "Ventana bloqueada: permite las ventanas emergentes.",
      time_up: "Se acabó el tiempo."
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
  var FOLDERS = { en: "", es: "es/" };
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
  linkStage(WORDS[PAGE_LANGUAGE], new URL(`../${FOLDERS[PAGE_LANGUAGE]}lecturer.html`, LITE).href);
  hideOtherServiceWorkers();
  awaitApplication();
})();
