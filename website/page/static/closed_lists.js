/* metrics_edu; built by "npm run build"; sources sha256:ec24a59c4feefcf998d3d2a4ac55f7523459e0d3b6baa5e5bca6eb5994a6a942 */
// website/page/src/python/pinned_fetch.ts
var plainFetch = self.fetch;
function fileName(requested) {
  const url = requested instanceof Request ? requested.url : String(requested);
  return url.split("/").at(-1) ?? "";
}
function pinnedFetch(files, base) {
  return (requested, options) => {
    const file = files[fileName(requested)];
    if (!file) return fetchByHash(requested, options);
    return fetchByHash(new URL(file.url, base), { ...options, integrity: file.integrity });
  };
}
function fetchByHash(requested, options) {
  const response = plainFetch(requested, options);
  if (!options?.integrity) return response;
  return response.catch(() => plainFetch(requested, { ...options, cache: "reload" }));
}

// website/page/src/front_page/kept_file.ts
var KeptFile = class {
  #packed;
  constructor(packed) {
    this.#packed = packed;
  }
  /** Returns the JSON of an answer; undefined if it is not kept. */
  find(key) {
    const { pieces, answers } = this.#packed;
    return answers[key]?.map((number) => pieces[number]).join("");
  }
};
async function loadKept(files, base) {
  const { body } = await pinnedFetch(files, base)(Object.keys(files)[0] ?? "");
  const bytes = body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
  return new KeptFile(await new Response(bytes).json());
}

// website/page/src/front_page/root.ts
var ROOT = new URL(".", import.meta.url);

// website/page/src/front_page/host.ts
var HostModel = class {
  widget_manager;
  #id;
  #post;
  #events = new EventTarget();
  #traits;
  #unsent = {};
  constructor(id, traits, post, manager) {
    this.#id = id;
    this.#traits = traits;
    this.#post = post;
    this.widget_manager = manager;
  }
  /** The style sheet of the widget. */
  get css() {
    return this.#traits._css ?? "";
  }
  get traits() {
    return this.#traits;
  }
  get(name) {
    return this.#traits[name];
  }
  set(name, value) {
    const changed = { [name]: value };
    this.#unsent = { ...this.#unsent, ...changed };
    this.update(changed);
  }
  save_changes() {
    const set = this.#unsent;
    this.#unsent = {};
    this.#post(this.#id, { set }, []);
  }
  send(action, _callbacks, buffers = []) {
    this.#post(this.#id, { action }, buffers);
  }
  on(event, listener) {
    this.#events.addEventListener(event, listener);
  }
  off(event, listener) {
    this.#events.removeEventListener(event, listener);
  }
  /** Takes new values of traits. All are set before the first listener is called, so that each
      listener reads the new values of all. */
  update(traits) {
    const names = Object.keys(traits);
    const before = this.#traits;
    const changed = names.filter((name) => !isEqual(before[name], traits[name]));
    this.#traits = { ...before, ...traits };
    for (const name of changed) this.#events.dispatchEvent(new Event(`change:${name}`));
  }
};
var isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// website/page/src/front_page/kept_key.ts
function keyOf(messages) {
  const actions = messages.map((message) => "action" in message ? message.action : message);
  const counting = actions.filter((action, k) => {
    const next = actions[k + 1];
    return !("do" in action && action.do === "choose" && next && "id" in next);
  });
  return JSON.stringify(
    counting.map((action) => Object.fromEntries(Object.entries(action).sort()))
  );
}

// website/page/src/front_page/previews.ts
var answerTo = ({ turn }, traits = {}) => ({
  preview: { turn, traits }
});

// website/page/src/closed_lists/closed_list.ts
var withNames = (text, names) => text.replace(/\bi(\d)\b/g, (item, rank) => names[rank] ?? item);
var differ = (one, other) => one.state !== other.state || one.names.join() !== other.names.join();
var ClosedList = class {
  model;
  #file;
  /** The sentence about an edit that leaves the states. */
  #refusal;
  #table;
  #start;
  #place;
  #past = [];
  #future = [];
  #last = { last_edit: "", delta: "", dir: 0, edited: null };
  constructor(file, refusal) {
    this.#file = file;
    this.#refusal = refusal;
    this.#table = this.#read("table", []);
    const { start: state, names } = this.#table;
    this.#start = { state, names: [...names], chosen: null };
    this.#place = this.#start;
    const post = (_, message) => {
      if ("action" in message) this.#act(message.action);
    };
    const manager = { get_model: async () => void 0 };
    this.model = new HostModel("", this.#read("first", this.#start.names), post, manager);
  }
  #read(key, names) {
    return JSON.parse(withNames(this.#file.find(key) ?? "{}", names));
  }
  #act(action) {
    const id = "id" in action ? action.id : null;
    if (action.do === "table") return;
    if (action.do === "preview") this.#preview(action);
    else if (action.do === "choose") this.#place = { ...this.#place, chosen: id };
    else this.#show(this.#edit(action, id) ? "" : this.#refusal);
  }
  /** Carries out an edit; returns false if it leaves the states. */
  #edit(action, id) {
    const { state, names, chosen } = this.#place;
    const step = this.#step(action, id);
    const by = step?.by[state];
    if (!step || typeof by !== "number") return false;
    const said = this.#sentence(step);
    const order = step.order.map((k) => names[k] ?? "");
    const edited = { ...this.#change(step.change[state]), last_edit: said, edited: id };
    if (action.do === "undo") this.#go(this.#past, this.#future, said);
    else if (action.do === "redo") this.#go(this.#future, this.#past, said);
    else if (action.do === "reset") this.#commit(this.#start, edited);
    else this.#commit({ state: state + by, names: order, chosen: id ?? chosen }, edited);
    return true;
  }
  /** Goes to another place; an edit that leads to the present one does nothing. */
  #commit(place, last) {
    if (!differ(place, this.#place)) return;
    this.#past.push(this.#place);
    this.#future = [];
    this.#place = place;
    this.#last = last;
  }
  #sentence({ said }) {
    const { state, names } = this.#place;
    return withNames(this.#table.texts[said[state] ?? -1] ?? "", names);
  }
  /** Finds an edit in the table, where an item has the name of its rank. */
  #step(action, id) {
    const rank = this.#place.names.indexOf(id ?? "");
    const ranked = rank < 0 ? action : { ...action, id: `i${rank}` };
    return this.#table.steps[keyOf([{ action: ranked }])];
  }
  #go(source, target, said) {
    const place = source.pop();
    if (!place) return;
    const { state } = this.#place;
    const { steps, back } = this.#table;
    const way = Object.values(steps).find(({ by }) => by[state] === place.state - state);
    const change = this.#change(way ? way.change[state] : back[place.state]);
    target.push(this.#place);
    this.#place = place;
    this.#last = { last_edit: said, ...change, edited: null };
  }
  #change(number) {
    const [delta, dir] = this.#table.changes[number ?? -1] ?? ["", 0];
    return { delta, dir };
  }
  /** Shows what an edit would change, and takes it back. */
  #preview(preview) {
    const [place, last] = [this.#place, this.#last];
    const [past, future] = [[...this.#past], [...this.#future]];
    const { edit } = preview;
    const traits = this.#edit(edit, edit.id) ? this.#traits("") : {};
    [this.#place, this.#last] = [place, last];
    [this.#past, this.#future] = [past, future];
    this.model.update(answerTo(preview, traits));
  }
  #show(notice) {
    this.model.update(this.#traits(notice));
  }
  /** Returns the state as Python does after the last edit. */
  #traits(notice) {
    const { state, names } = this.#place;
    const traits = this.#read(String(state), names);
    const view = JSON.parse(traits.view ?? "");
    const { last_edit, edited, ...change } = this.#last;
    const rows = [...view.list.shown, ...view.list.missed];
    const chosen = rows.find(({ id }) => id === this.#place.chosen)?.id ?? null;
    const can = {
      undo: this.#past.length > 0,
      redo: this.#future.length > 0,
      reset: differ(this.#place, this.#start)
    };
    const own = { last_edit, choose: last_edit !== "", notice, chosen, edited, can };
    const tiles = view.tiles.map((tile) => ({ ...tile, ...change }));
    const shown = { ...view, ...own, tiles, derivation: { ...view.derivation, ...change } };
    this.#place = { ...this.#place, chosen };
    return { ...traits, view: JSON.stringify(shown) };
  }
};

// website/page/src/closed_lists/closed_lists.ts
import widgets from "./widgets.js";
async function addStyle() {
  const response = await fetch(new URL("widgets.css", ROOT));
  const style2 = new CSSStyleSheet();
  style2.replaceSync(await response.text());
  document.adoptedStyleSheets.push(style2);
}
async function show(element) {
  const { file = "", refusal = "" } = element.dataset;
  const { model } = new ClosedList(await loadKept(JSON.parse(file), document.baseURI), refusal);
  await style;
  const el = document.createElement("div");
  element.prepend(el);
  widgets.render({ model, el });
  const link = element.querySelector("a");
  model.on("change:state_line", () => {
    if (link) link.hash = model.get("state_line");
  });
}
var style = addStyle();
for (const element of document.querySelectorAll(".closed-list")) show(element);
