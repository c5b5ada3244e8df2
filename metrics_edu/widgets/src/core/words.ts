/* The words of the interface, which Python sends in the reader's language. */
import type { Word } from "./contract";
import type { Model } from "./model";

type Values = Readonly<Record<string, string | number | null>>;

/** Returns a text with its `{names}` filled in; `count` chooses between singular and plural. */
export type Translate = (word: Word, values?: Values) => string;

export function translator(model: Model): Translate {
  const words = model.get("text");
  return (word, values = {}) => {
    const found = words[word] ?? word;
    const text = typeof found === "string" ? found : (found[values.count === 1 ? 0 : 1] ?? word);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}
