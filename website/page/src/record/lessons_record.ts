/* The learner's record in its two places: the page's storage, and the lessons' file progress.txt.
   Until a lesson is opened there is no file. Neither place is trusted: damaged lines are set
   aside. Front page and lessons load this module. */
import { resultOf, type StoredFile, withFiles, written } from "./lessons_files";
import { mergedText } from "./merge";
import {
  copyEntries,
  RECORD_ENTRY,
  readRecord,
  removeEntries,
  restoreEntries,
  SHARED_ENTRY,
  type Store,
  setDamagedLinesAside,
  storeDamagedLines,
} from "./record_entries";
import { isRecord, sortLines } from "./record_lines";

export { RECORD_ENTRY as KEPT } from "./record_entries";
export { sortLines } from "./record_lines";

/** Why the record is not in both places: the file of that name is the student's own, or there is
    no space; "" if it is. */
export type JoinTrouble = "" | "own_file" | "not_joined";

const FILE = "progress.txt";

/** Gives both places the lines that either got since the last time. Where a lesson has deleted the
    file, all that was shared is forgotten. Returns what prevents it. */
export function joinRecords(store: Store): Promise<JoinTrouble> {
  cleanRecord(store);
  return withFiles<JoinTrouble>((files) => join(store, files));
}

async function join(store: Store, files: IDBObjectStore): Promise<JoinTrouble> {
  const file: StoredFile | undefined = await resultOf(files.get(FILE));
  if (file && !isOurs(file)) return "own_file";
  const content = file && setDamagedLinesAside(store, file.content);
  const text = mergedText(content, readRecord(store), store.getItem(SHARED_ENTRY));
  // An interruption from here on leaves no length: no line is then taken for a deleted one.
  store.removeItem(SHARED_ENTRY);
  store.setItem(RECORD_ENTRY, text);
  if (text && text !== file?.content) await written(files.put(textFile(text, file), FILE));
  store.setItem(SHARED_ENTRY, String(text.length));
  return "";
}

function isOurs(file: StoredFile | undefined): file is StoredFile & { readonly content: string } {
  return typeof file?.content === "string" && isRecord(file.content);
}

/** Returns a file of JupyterLite with this text. */
function textFile(content: string, before: StoredFile | undefined): StoredFile {
  const now = new Date().toISOString();
  return {
    name: FILE,
    path: FILE,
    type: "file",
    format: "text",
    mimetype: "text/plain",
    writable: true,
    created: now,
    ...before,
    content,
    size: new Blob([content]).size,
    last_modified: now,
  };
}

/** Takes the damaged lines out of the page's record. */
function cleanRecord(store: Store): void {
  const record = readRecord(store);
  const clean = setDamagedLinesAside(store, record);
  if (clean === record) return;
  store.removeItem(SHARED_ENTRY);
  try {
    store.setItem(RECORD_ENTRY, clean);
  } catch {
    // No space for the head that it lacks: every reader skips the damaged lines.
  }
}

/** Deletes the lessons' file, unless it is the student's own; returns what prevents it. */
function deleteFile(): Promise<"" | "not_joined"> {
  return withFiles<"">(async (files) => {
    const file: StoredFile | undefined = await resultOf(files.get(FILE));
    if (isOurs(file)) await written(files.delete(FILE));
    return "";
  });
}

/** Replaces the record by a text. Returns what prevents it, and then changes nothing: there is no
    space, or the lessons' file, which would bring the old record back, could not be deleted. */
export async function replaceRecord(
  store: Store,
  text: string,
): Promise<"" | "no_room" | "not_replaced"> {
  const before = copyEntries(store);
  try {
    writeRecord(store, text);
  } catch {
    restoreEntries(store, before);
    return "no_room";
  }
  if (!(await deleteFile())) return "";
  restoreEntries(store, before);
  return "not_replaced";
}

function writeRecord(store: Store, text: string): void {
  const { record, damaged } = sortLines(text);
  store.removeItem(SHARED_ENTRY);
  store.setItem(RECORD_ENTRY, record);
  storeDamagedLines(store, damaged);
}

/** Deletes the record. Returns "not_forgotten", and changes nothing, if the lessons' file, which
    would bring it back, could not be deleted. */
export async function forgetRecord(store: Store): Promise<"" | "not_forgotten"> {
  if (await deleteFile()) return "not_forgotten";
  removeEntries(store);
  return "";
}
