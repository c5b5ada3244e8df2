/* The entries of the browser's storage that hold the learner's record and its damaged lines. */
import { LESSONS_PATH } from "./lessons_path";
import { RECORD_KIND, sortLines } from "./record_lines";

/** The part of the browser's storage that the record needs. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The entry with the record. */
export const RECORD_ENTRY = RECORD_KIND;
/** The entry with the length of the start of the record that was in the lessons' file after the
    last merge. */
export const SHARED_ENTRY = `${RECORD_KIND} in ${LESSONS_PATH}`;

const DAMAGED_ENTRY = "metrics_edu damaged lines";
/** What is typed and Python has not recorded yet; the widgets write it (core/stored-texts.ts). */
const TYPED_ENTRY = "metrics_edu typed";
/** The entry with the cards of the record's mistakes. */
export const MISTAKES_ENTRY = "metrics_edu mistakes";
/** Where the reader is in each lesson, and the code that they have written there. */
export const LESSONS_ENTRY = "metrics_edu lessons";
const ENTRIES = [
  RECORD_ENTRY,
  SHARED_ENTRY,
  DAMAGED_ENTRY,
  TYPED_ENTRY,
  MISTAKES_ENTRY,
  LESSONS_ENTRY,
];

export const readRecord = (store: Store): string => store.getItem(RECORD_ENTRY) ?? "";

/** Returns the damaged lines that were set aside. */
export function damagedLines(store: Store): string[] {
  return (store.getItem(DAMAGED_ENTRY) ?? "").split("\n").filter(Boolean);
}

export function forgetDamagedLines(store: Store): void {
  store.removeItem(DAMAGED_ENTRY);
}

/** Stores damaged lines beside those that were set aside before. Without space the browser raises
    an error. */
export function storeDamagedLines(store: Store, lines: readonly string[]): void {
  const before = damagedLines(store);
  const known = new Set(before);
  const added = lines.filter((line) => !known.has(line));
  if (added.length) store.setItem(DAMAGED_ENTRY, [...before, ...added].join("\n"));
}

/** Returns a text without its damaged lines, which are set aside. Without space for them they stay
    in the text. */
export function setDamagedLinesAside(store: Store, text: string): string {
  const { record, damaged } = sortLines(text);
  try {
    storeDamagedLines(store, damaged);
  } catch {
    return text;
  }
  return record;
}

/** Returns what all entries hold now, for `restoreEntries`. */
export function copyEntries(store: Store): Map<string, string | null> {
  return new Map(ENTRIES.map((name) => [name, store.getItem(name)]));
}

/** Gives all entries back what they held. */
export function restoreEntries(store: Store, before: ReadonlyMap<string, string | null>): void {
  for (const [name, text] of before) {
    // The damaged lines go first: the other entries may need their space.
    if (name === DAMAGED_ENTRY || text === null) store.removeItem(name);
  }
  for (const [name, text] of before) {
    if (text !== null) store.setItem(name, text);
  }
}

export function removeEntries(store: Store): void {
  for (const name of ENTRIES) store.removeItem(name);
}
