/* The files that JupyterLite keeps in this browser, in a store of IndexedDB. */
import { LESSONS_PATH } from "./lessons_path";

/** A text file, with the fields that JupyterLite gives it. */
export interface StoredFile {
  readonly content: unknown;
  readonly [field: string]: unknown;
}

const STORE = "files";
const PATIENCE = 5_000; // milliseconds; a store that another page blocks is never opened
const LATE = Symbol("late");

/** Returns the result of a request. */
export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Waits until the change of a request is written. Its transaction may fail after the request has
    succeeded. */
export function written({ transaction }: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!transaction) return resolve();
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Runs an action on the files and returns what it returns; "" where there are no files, and
    "not_joined" where the action fails. */
export async function withFiles<Trouble extends string>(
  action: (files: IDBObjectStore) => Promise<Trouble>,
): Promise<Trouble | "" | "not_joined"> {
  const base = await openInTime();
  if (base === LATE) return "not_joined";
  if (!base) return "";
  try {
    return await action(base.transaction(STORE, "readwrite").objectStore(STORE));
  } catch {
    return "not_joined";
  } finally {
    base.close();
  }
}

/** Opens the store; LATE if the browser does not open it. */
async function openInTime(): Promise<IDBDatabase | undefined | typeof LATE> {
  const opened = openFiles();
  const late = new Promise<typeof LATE>((resolve) => setTimeout(resolve, PATIENCE, LATE));
  const base = await Promise.race([opened, late]).catch((): typeof LATE => LATE);
  if (base === LATE) {
    opened.then(
      (lateBase) => lateBase?.close(),
      () => {},
    );
  }
  return base;
}

/** Opens the store; undefined where no lesson was opened yet, or the browser stores nothing. */
async function openFiles(): Promise<IDBDatabase | undefined> {
  const name = (await storeNames()).find(isOfLessons);
  if (!name) return undefined;
  const base = await resultOf(indexedDB.open(name));
  if (base.objectStoreNames.contains(STORE)) return base;
  base.close();
  return undefined;
}

const isOfLessons = (name = ""): boolean =>
  name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS_PATH);

/** Returns the names of the stores; none in a private window, or in a frame of another site. */
async function storeNames(): Promise<Array<string | undefined>> {
  try {
    const stores = await indexedDB.databases();
    return stores.map(({ name }) => name);
  } catch {
    return [];
  }
}
