/* The page in a frame of another page, such as that of a course. */
import { findByHash } from "../service_workers/files_by_hash";
import { ROOT } from "./root";

export const isFramed = self !== top;

/** Sends the height of this page to the page of the course, which can make its frame as high. The
    message is the one that Canvas and others understand. */
export function reportHeight(): void {
  if (!isFramed) return;
  const { height } = document.documentElement.getBoundingClientRect();
  parent.postMessage({ subject: "lti.frameResize", height: Math.ceil(height) }, "*");
}

/** Returns whether an earlier visit has stored Python's files. */
export async function hasStoredPython(): Promise<boolean> {
  try {
    const response = await fetch(new URL("pyodide/files.json", ROOT));
    const files = await response.json();
    const stored = await findByHash(files["pyodide.asm.wasm"].integrity);
    return stored !== undefined;
  } catch {
    return false;
  }
}
