/* The models of the parts, as anywidget's front end wants them; `post(id, message, buffers)` takes what they send to Python. */
export function makeHost(post) {
  const models = new Map(), waiting = new Map();

  class Model {
    widget_manager = { get_model };
    #set = {};
    #heard = new Map();
    constructor(id, traits) { Object.assign(this, { id, traits }); }
    get(name) { return this.traits[name]; }
    set(name, value) { this.#set[name] = value; this.take({ [name]: value }); }
    save_changes() { post(this.id, { set: this.#set }); this.#set = {}; }
    send(order, _callbacks, buffers = []) { post(this.id, { order }, buffers); }
    on(event, hear) { this.#heard.set(event, [...this.#heard.get(event) ?? [], hear]); }
    off(event, hear) { this.#heard.set(event, (this.#heard.get(event) ?? []).filter(other => other !== hear)); }
    take(traits) {
      const news = Object.keys(traits).filter(name => JSON.stringify(this.traits[name]) !== JSON.stringify(traits[name]));
      Object.assign(this.traits, traits);                       // all at once: who hears of one finds the others new, too
      for (const name of news) for (const hear of this.#heard.get(`change:${name}`) ?? []) hear();
    }
  }

  /** A model that Python has opened, or will. */
  function get_model(id) {
    return models.has(id) ? Promise.resolve(models.get(id)) : new Promise(done => waiting.set(id, [...waiting.get(id) ?? [], done]));
  }

  return {
    get_model,
    open(id, traits) {
      const model = models.get(id) ?? new Model(id, traits);
      models.set(id, model);
      model.take(traits);
      for (const done of waiting.get(id) ?? []) done(model);
      waiting.delete(id);
      return model;
    },
    update(id, traits) { models.get(id)?.take(traits); },
    /** From now on the model of `before` is that of `id`, as Python has it. */
    rename(before, id) {
      const [model, { traits }] = [models.get(before), models.get(id)];
      model.id = id;
      models.delete(before);
      models.set(id, model);
      model.take(traits);
      return model;
    },
  };
}
