/* The file of an exercise in class: downloaded, and stored in the browser if Python writes none. */
import type { AnswerFile } from "../core/contract";

const PREFIX = "metrics_edu exercise ";
const REVOKED_AFTER = 10_000; // milliseconds

/** A tab forgets its files when it is closed; a file that shows the values stays. */
const STORES = { tab: () => sessionStorage, good: () => localStorage };

export function download({ name, text }: AnswerFile): void {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), REVOKED_AFTER);
}

export function store({ key, text, keep }: AnswerFile): void {
  if (!keep) return;
  try {
    STORES[keep]().setItem(PREFIX + key, text);
  } catch {
    // a frame may have no storage: there is the download
  }
}

/** All files of exercises that this browser stores. */
export const storedFiles = (): string[] => Object.values(STORES).flatMap(filesIn);

function filesIn(open: () => Storage): string[] {
  try {
    const entries: [string, string][] = Object.entries(open());
    return entries.filter(([key]) => key.startsWith(PREFIX)).map(([, text]) => text);
  } catch {
    return [];
  }
}

/** Calls `act` with the file that another page of this browser stores; returns how to stop. */
export function watchStoredFile(
  key: () => string | undefined,
  act: (text: string) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    const isOwn = event.key === PREFIX + key() && event.storageArea === localStorage;
    if (isOwn && event.newValue) act(event.newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
