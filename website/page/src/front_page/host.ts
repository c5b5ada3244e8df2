/* The models of widgets where there is no Jupyter, as anywidget would give them to the page. A host
   has the models of one address of the site. The website and the tests' bare page load it. */
import type { Action, Traits } from "../../../../metrics_edu/widgets/src/core/contract";
import type { Model } from "../../../../metrics_edu/widgets/src/core/model";
import type { WidgetMessage, WidgetTraits } from "../python/worker_messages";

type Buffers = ReadonlyArray<ArrayBuffer>;

/** Sends the message of a widget to Python. */
export type Post = (id: string, message: WidgetMessage, buffers: Buffers) => void;

type ChangeEvent = `change:${keyof Traits}`;

export class HostModel implements Model {
  readonly widget_manager: Model["widget_manager"];
  readonly #id: string;
  readonly #post: Post;
  readonly #events = new EventTarget();
  #traits: WidgetTraits;
  #unsent: Partial<Traits> = {};

  constructor(id: string, traits: WidgetTraits, post: Post, manager: Model["widget_manager"]) {
    this.#id = id;
    this.#traits = traits;
    this.#post = post;
    this.widget_manager = manager;
  }

  /** The style sheet of the widget. */
  get css(): string {
    return this.#traits._css ?? "";
  }

  get traits(): WidgetTraits {
    return this.#traits;
  }

  get<Name extends keyof Traits>(name: Name): Traits[Name] {
    return this.#traits[name] as Traits[Name]; // a widget reads only traits that it has
  }

  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void {
    const changed: Partial<Traits> = { [name]: value };
    this.#unsent = { ...this.#unsent, ...changed };
    this.update(changed);
  }

  save_changes(): void {
    const set = this.#unsent;
    this.#unsent = {};
    this.#post(this.#id, { set }, []);
  }

  send(action: Action, _callbacks?: undefined, buffers: Buffers = []): void {
    this.#post(this.#id, { action }, buffers);
  }

  on(event: ChangeEvent, listener: () => void): void {
    this.#events.addEventListener(event, listener);
  }

  off(event: ChangeEvent, listener: () => void): void {
    this.#events.removeEventListener(event, listener);
  }

  /** Takes new values of traits. All are set before the first listener is called, so that each
      listener reads the new values of all. */
  update(traits: WidgetTraits): void {
    const names = Object.keys(traits) as Array<keyof WidgetTraits>;
    const before = this.#traits;
    const changed = names.filter((name) => !isEqual(before[name], traits[name]));
    this.#traits = { ...before, ...traits };
    for (const name of changed) this.#events.dispatchEvent(new Event(`change:${name}`));
  }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class Host {
  readonly #post: Post;
  readonly #manager: Model["widget_manager"];
  readonly #models = new Map<string, HostModel>();
  readonly #opened = new Map<string, HostModel>();

  constructor(post: Post) {
    this.#post = post;
    this.#manager = { get_model: async (id) => this.find(id) };
  }

  /** Returns the model of a widget; undefined if there is no such widget. */
  find(id: string): HostModel | undefined {
    return this.#models.get(id) ?? this.#opened.get(id);
  }

  /** Makes the model of a widget that Python has opened. */
  open(id: string, traits: WidgetTraits): void {
    this.#opened.set(id, new HostModel(id, traits, this.#post, this.#manager));
  }

  /** Gives the model of a widget its new traits. */
  update(id: string, traits: WidgetTraits): void {
    (this.#opened.get(id) ?? this.#models.get(id))?.update(traits);
  }

  /** Ends the opening of an address: forgets the models of the address before, and returns the
      model of this widget. A model that is opened again stays the same, with new traits. */
  settle(id: string): HostModel | undefined {
    const opened = [...this.#opened.keys()];
    for (const name of opened) this.add(name);
    for (const name of [...this.#models.keys()]) {
      if (!opened.includes(name)) this.#models.delete(name);
    }
    return this.find(id);
  }

  forget(id: string): void {
    this.#models.delete(id);
  }

  /** Takes the model of a widget that was opened, beside the models of the others. */
  add(id: string): void {
    const opened = this.#opened.get(id);
    if (!opened) return;
    const model = this.#models.get(id) ?? opened;
    this.#models.set(id, model);
    this.#opened.delete(id);
    model.update(opened.traits);
  }
}

export const makeHost = (post: Post): Host => new Host(post);
