/* A storage that lasts as long as the page, for where the browser has none. */
import type { Store } from "./record_entries";

export class MemoryStore implements Store {
  readonly #entries = new Map<string, string>();

  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.#entries.set(name, text);
  }

  removeItem(name: string): void {
    this.#entries.delete(name);
  }
}
