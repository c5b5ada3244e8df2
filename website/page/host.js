/* The models of the parts, as anywidget's front end wants them; `post(id, message, buffers)` takes what they send to Python. */
export function makeHost(post) {
  let models = new Map(), opened = new Map();

  class Model extends EventTarget {
    widget_manager = { get_model: async id => models.get(id) };
    #set = {};
    constructor(id, traits) { Object.assign(super(), { id, traits }); }
    get(name) { return this.traits[name]; }
    set(name, value) { this.#set[name] = value; this.take({ [name]: value }); }
    save_changes() { post(this.id, { set: this.#set }); this.#set = {}; }
    send(action, _callbacks, buffers = []) { post(this.id, { action }, buffers); }
    on(event, hear) { this.addEventListener(event, hear); }
    off(event, hear) { this.removeEventListener(event, hear); }
    take(traits) {
      const news = Object.keys(traits).filter(name => JSON.stringify(this.traits[name]) !== JSON.stringify(traits[name]));
      Object.assign(this.traits, traits);                       // all at once: who hears of one finds the others new, too
      for (const name of news) this.dispatchEvent(new Event(`change:${name}`));
    }
  }

  return {
    open(id, traits) { opened.set(id, new Model(id, traits)); },
    update(id, traits) { (opened.get(id) ?? models.get(id))?.take(traits); },
    /** All parts of an address are open: those of another one go, and one that Python has opened again stays as it is on the page. */
    settle(id) {
      for (const [same, { traits }] of opened) if (models.has(same)) opened.set(same, models.get(same)).get(same).take(traits);
      [models, opened] = [opened, new Map()];
      return models.get(id);
    },
  };
}
