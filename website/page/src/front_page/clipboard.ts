/* The clipboard. */

/** Copies a text; returns false where a page may not: by http, or in some frames. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
