/* In JupyterLite's page, before anything of its own. */
{
  const LITE = new URL(".", document.currentScript.src).href, TAKE_NEW = "metrics_edu:take-new", compared = new WeakSet();
  const WORDS = {   // a notification shows 140 letters
    en: {
      newer: "Saved with an older version: open the new lesson; your answers are kept, and so is this copy: {name}",
      take: "Open the new lesson", copy: "my copy",
      own_file: "progress.txt is not a record of metrics_edu, so this page and the front page do not share what you do: rename that file.",
      not_joined: "Your answers here and on the front page could not be joined, and both are kept: free some disk space, then load the page again.",
    },
    es: {
      newer: "Guardada con una versión anterior: abre la nueva; tus respuestas se conservan, y también esta copia: {name}",
      take: "Abrir la lección nueva", copy: "mi copia",
      own_file: "progress.txt no es un registro de metrics_edu; esta página y la portada no comparten lo que haces: cambia su nombre.",
      not_joined: "Tus respuestas de aquí y de la portada no se pudieron juntar, y ambas se conservan: libera espacio en el disco y recarga la página.",
    },
  };

  /* JupyterLite would end the front page's service worker, or take it for its own: it sees its own alone. */
  if (navigator.serviceWorker) {
    const workers = navigator.serviceWorker, ask = workers.getRegistration.bind(workers);
    workers.getRegistrations = async () => [];
    workers.getRegistration = async () => {
      const own = await ask(LITE);
      return own?.scope === LITE ? own : undefined;
    };
  }

  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    set(app) {
      Object.defineProperty(window, "jupyterapp", { value: app });
      begin(app);
    },
  });

  async function begin(app) {
    document.dispatchEvent(new CustomEvent("metrics_edu:jupyterlite", { detail: app }));
    await app.restored;
    app.commands.addCommand(TAKE_NEW, { execute: ({ path, name }) => takeNew(app, path, name) });
    app.shell.currentChanged.connect((_shell, { newValue }) => compare(app, newValue));
    compare(app, app.shell.currentWidget);
    const trouble = await join(app).catch(() => "");   // without a connection: the next visit joins them
    const words = WORDS[location.pathname.includes("/lab/es/") ? "es" : "en"];
    if (trouble) app.commands.execute("apputils:notify", { message: words[trouble], type: "warning", options: { autoClose: false } });
  }

  /** Make the record here and the front page's one; return what is in the way. */
  async function join(app) {
    await app.serviceManager.contents.get("");   // from now on there is a place for files
    const { joinRecords } = await import(new URL("../lessons_record.js", LITE));
    return joinRecords(localStorage);
  }

  /** Once a reader has saved a lesson, it stays as it was then: tell if the site's is another by now. */
  async function compare(app, widget) {
    const context = widget?.context;
    if (!context?.path.endsWith(".ipynb") || compared.has(context)) return;
    compared.add(context);
    const notice = await noticeOfNewer(app, context).catch(() => undefined);   // without a connection there is none
    if (notice) app.commands.execute("apputils:notify", notice);
  }

  /** Return the notice of the site's newer version; undefined where it has none. */
  async function noticeOfNewer(app, context) {
    await context.ready;
    const { path, model } = context, version = await siteVersion(path);
    if (!version || model.getMetadata?.("lesson") === version) return undefined;
    const { newer, take, copy } = WORDS[languageOf(path)], name = await freeName(app, path, copy);
    const actions = [{ label: take, commandId: TAKE_NEW, args: { path, name }, displayType: "accent" }];
    return { message: newer.replace("{name}", () => name), type: "info", options: { autoClose: false, actions } };
  }

  /** The version of a lesson that the site has; undefined of a file that is only the reader's, and without a connection. */
  async function siteVersion(path) {
    const file = path.split("/").map(encodeURIComponent).join("/");
    try {
      const answer = await fetch(new URL(`files/${file}`, LITE));
      return answer.ok ? (await answer.json()).metadata?.lesson : undefined;
    } catch {
      return undefined;
    }
  }

  /** The language of a notebook, by its folder: en/00_lists.ipynb, lectures/es/ap.ipynb. */
  const languageOf = path => Object.keys(WORDS).find(language => path.split("/").includes(language)) ?? "en";

  /** A path's folder, with the slash after it, and the file's name without its end. */
  function splitPath(path) {
    const start = path.lastIndexOf("/") + 1;
    return [path.slice(0, start), path.slice(start, -".ipynb".length)];
  }

  async function freeName(app, path, copy) {
    const [folder, lesson] = splitPath(path);
    const { content } = await app.serviceManager.contents.get(folder.slice(0, -1), { content: true });
    const names = new Set(content.map(file => file.name)), name = number => `${lesson} (${copy}${number > 1 ? ` ${number}` : ""}).ipynb`;
    let number = 1;
    while (names.has(name(number))) number += 1;
    return name(number);
  }

  /** The reader's copy goes on under another name, with its Python; under the lesson's name the site's is seen again. */
  async function takeNew(app, path, name) {
    const context = [...app.shell.widgets("main")].find(widget => widget.context?.path === path)?.context;
    await context?.save();
    if (context) await context.rename(name);
    else await app.serviceManager.contents.rename(path, splitPath(path)[0] + name);   // its tab was closed meanwhile
    await app.commands.execute("docmanager:open", { path });
  }
}
