/* The button that copies the link. */
import { copyText } from "./clipboard";
import { byId } from "./elements";
import { words } from "./words";

/** Copies a URL. A page that may not copy shows the URL instead. */
export async function copyUrl(url: string): Promise<void> {
  byId("copied").textContent = (await copyText(url)) ? words.copied : url;
}
