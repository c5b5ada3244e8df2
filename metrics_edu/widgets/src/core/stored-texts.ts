/* The browser's copy of what is typed and Python has not recorded yet, by the lists of the fields.
   Nothing of it is trusted. */

type Texts = Readonly<Record<string, string>>;
type Entry = Readonly<Record<string, Texts>>;

const ENTRY = "metrics_edu typed";
const MOST = 50; // lists whose texts are stored

export class StoredTexts {
  constructor(private readonly open: () => Storage) {}

  /** The texts of these lists, by the keys of their fields. */
  of(draw: string): Texts {
    return this.#read()[draw] ?? {};
  }

  add(draw: string, key: string, text: string): void {
    const { [draw]: texts, ...others } = this.#read();
    this.#write({ ...others, [draw]: { ...texts, [key]: text } });
  }

  /** Removes a text, unless another page has stored another one. */
  remove(draw: string, key: string, text: string): void {
    const { [draw]: texts = {}, ...others } = this.#read();
    if (texts[key] !== text) return;
    const { [key]: _, ...left } = texts;
    this.#write(Object.keys(left).length ? { ...others, [draw]: left } : others);
  }

  removeAll(draw: string): void {
    const { [draw]: texts, ...others } = this.#read();
    if (texts) this.#write(others);
  }

  #read(): Entry {
    try {
      const entry: unknown = JSON.parse(this.open().getItem(ENTRY) ?? "{}");
      return isEntry(entry) ? entry : {};
    } catch {
      return {};
    }
  }

  #write(entry: Entry): void {
    const last = Object.entries(entry).slice(-MOST);
    try {
      if (last.length) this.open().setItem(ENTRY, JSON.stringify(Object.fromEntries(last)));
      else this.open().removeItem(ENTRY);
    } catch {
      // A frame may have no storage, or no space: Python records the texts after a pause.
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is Texts =>
  isObject(value) && Object.values(value).every((text) => typeof text === "string");

const isEntry = (value: unknown): value is Entry =>
  isObject(value) && Object.values(value).every(isTexts);
