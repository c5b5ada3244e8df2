/* metrics_edu; built by "npm run build"; sources sha256:44a32199c0114b5ae8507675b6a2d6717c4bfa6d0f52981b06baa097e926f3a4 */
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
var Host = class {
  #post;
  #manager;
  #models = /* @__PURE__ */ new Map();
  #opened = /* @__PURE__ */ new Map();
  constructor(post) {
    this.#post = post;
    this.#manager = { get_model: async (id) => this.find(id) };
  }
  /** Returns the model of a widget; undefined if there is no such widget. */
  find(id) {
    return this.#models.get(id) ?? this.#opened.get(id);
  }
  /** Makes the model of a widget that Python has opened. */
  open(id, traits) {
    this.#opened.set(id, new HostModel(id, traits, this.#post, this.#manager));
  }
  /** Gives the model of a widget its new traits. */
  update(id, traits) {
    (this.#opened.get(id) ?? this.#models.get(id))?.update(traits);
  }
  /** Ends the opening of an address: forgets the models of the address before, and returns the
      model of this widget. A model that is opened again stays the same, with new traits. */
  settle(id) {
    const opened = [...this.#opened.keys()];
    for (const name of opened) this.add(name);
    for (const name of [...this.#models.keys()]) {
      if (!opened.includes(name)) this.#models.delete(name);
    }
    return this.find(id);
  }
  /** Takes the model of a widget that was opened, beside the models of the others. */
  add(id) {
    const opened = this.#opened.get(id);
    if (!opened) return;
    const model = this.#models.get(id) ?? opened;
    this.#models.set(id, model);
    this.#opened.delete(id);
    model.update(opened.traits);
  }
};
var makeHost = (post) => new Host(post);
export {
  Host,
  HostModel,
  makeHost
};
