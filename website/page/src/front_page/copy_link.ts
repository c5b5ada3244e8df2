/* The button that copies the link. */
import { byId } from "./elements";
import { words } from "./words";

/** Copies a URL. A page by http, or in some frames, may not copy: it shows the URL instead. */
export async function copyUrl(url: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(url).then(
    () => words.copied,
    () => "",
  );
  byId("copied").textContent = copied || url;
}
