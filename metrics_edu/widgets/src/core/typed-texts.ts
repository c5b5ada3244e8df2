/* What is typed into the fields of a widget and not checked. The browser stores each character at
   once, and Python records it after a pause: a page may be closed at any moment. */
import type { Action, FieldsView } from "./contract";
import { StoredTexts } from "./stored-texts";
import { TypedFormulas } from "./typed-formula";

type Texts = Readonly<Record<string, string>>;

/** The number of characters that an answer has at most. */
export const LONGEST = 200;
const PAUSE = 400; // milliseconds without a key until Python gets what is typed

/** What the texts need of their widget. */
export interface FieldsOwner {
  readonly uid: string;
  readonly isLost: boolean;
  readonly notice: string;
  readonly view: FieldsView;
  send(action: Action): void;
}

export interface TypedOptions {
  /** What Python has in a field; undefined: it takes no text. */
  held(key: string): string | undefined;
  /** What all fields hold now. */
  answers(): Texts;
  /** Where the browser stores the texts. */
  readonly storage?: () => Storage;
}

export class TypedTexts {
  readonly #texts = new Map<string, string>();
  readonly #formulas = new TypedFormulas();
  readonly #stored: StoredTexts;
  #draw: string;
  #turns = 0;
  /** What the fields held at the last action. */
  #sent: Texts = {};
  #sentTurn = "";
  /** The action that gives other lists, until Python has answered it. */
  #awaited: string | undefined;
  #timer: number | undefined;

  constructor(
    private readonly owner: FieldsOwner,
    private readonly options: TypedOptions,
  ) {
    this.#stored = new StoredTexts(options.storage ?? (() => localStorage));
    this.#draw = owner.view.draw;
    this.#restore();
    addEventListener("pagehide", this.flush);
    document.addEventListener("visibilitychange", this.flush);
  }

  /** Other lists are on their way, or no kernel knows the widget: an answer could not be judged. */
  get isBlocked(): boolean {
    return this.isWaiting || this.owner.isLost;
  }

  get isWaiting(): boolean {
    return this.#awaited !== undefined && !this.owner.isLost;
  }

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  /** All that Python has not confirmed, by the keys of the fields. */
  get all(): Texts {
    return Object.fromEntries(this.#texts);
  }

  /** The formula of what a field holds. Without Python there is none of a new text. */
  formula(key: string): unknown {
    const { view, isLost } = this.owner;
    const held = this.options.held(key) ?? "";
    const text = this.#texts.get(key) ?? held;
    const source = text.trim() === held.trim() ? view.formulas?.[key] : undefined;
    return this.#formulas.template(key, isLost ? "" : text, source);
  }

  type(key: string, text: string): void {
    this.#texts.set(key, text);
    if (this.#draw) this.#stored.add(this.#draw, key, text);
    this.#flushLater();
  }

  /** Python has stored the text of a field, which stays as it is typed. */
  release(key: string): void {
    this.#stored.remove(this.#draw, key, this.#texts.get(key) ?? "");
  }

  /** The field shows what Python has. */
  drop(key: string): void {
    this.#texts.delete(key);
  }

  forget(key: string): void {
    this.release(key);
    this.drop(key);
  }

  /** Sends what is typed, if Python does not have it. */
  readonly flush = (): void => {
    if (this.#timer === undefined) return;
    const answers = this.options.answers();
    this.owner.send({ do: "type", answers, ...this.stamp(answers) });
  };

  /** Returns what an action carries: the lists that it is about, and a name. */
  stamp(answers: Texts = {}): { draw: string; turn: string } {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if ([...this.#texts.keys()].some((key) => !(key in answers))) this.#flushLater();
    this.#turns += 1;
    this.#sent = answers;
    this.#sentTurn = `${this.owner.uid} ${this.#turns}`;
    return { draw: this.#draw, turn: this.#sentTurn };
  }

  /** The action that was stamped last gives other lists. */
  wait(): void {
    this.#awaited = this.#sentTurn;
  }

  /** After a new view: Python's texts are in the fields. What was typed since, or refused,
      stays. */
  follow(): void {
    if (this.followLists()) return;
    for (const [key, text] of this.#texts) {
      const held = this.options.held(key);
      if (held === text || this.#isTaken(key, text)) this.forget(key);
      else if (held === undefined) this.drop(key); // closed by another page
    }
  }

  /** Whether the last action took a text, and Python was content with it. */
  #isTaken(key: string, text: string): boolean {
    const { view, notice } = this.owner;
    return view.turn === this.#sentTurn && this.#sent[key] === text && notice === "";
  }

  /** After a new view: texts that were typed under other lists go with them. */
  followLists(): boolean {
    const { draw, turn } = this.owner.view;
    if (turn === this.#awaited) this.#awaited = undefined;
    if (draw === this.#draw) return false;
    this.#awaited = undefined;
    this.#stored.removeAll(this.#draw);
    this.#texts.clear();
    this.#draw = draw;
    this.#restore();
    return true;
  }

  /** Takes what the browser has stored of these lists, and Python did not get. */
  #restore(): void {
    const stored = this.#draw ? this.#stored.of(this.#draw) : {};
    for (const [key, text] of Object.entries(stored)) {
      const held = this.options.held(key);
      this.#texts.set(key, text);
      if (held === undefined || held === text) this.forget(key);
    }
    if (this.#texts.size) this.#flushLater();
  }

  #flushLater(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.flush, PAUSE);
  }

  end(): void {
    this.flush();
    removeEventListener("pagehide", this.flush);
    document.removeEventListener("visibilitychange", this.flush);
  }
}
