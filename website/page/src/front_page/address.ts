/* The address of a widget: the text after the "#" in the page's URL. A name of a section of the
   page may be there instead. The address of the front page's own list begins with "front". */
import { all, byId } from "./elements";

const FRONT = "front&";
const STAGE = /^#stage&/;

/** Returns whether the URL names a section of the page. */
export function namesSection(): boolean {
  return document.getElementById(location.hash.slice(1)) !== null;
}

/** Returns the address of the widget; "" for the front page's own list, as it is at first. */
export function widgetAddress(): string {
  return namesSection() ? "" : location.hash.replace(STAGE, "#").slice(1);
}

/** Returns whether the widget opens on the stage, with its values hidden. */
export function opensStage(): boolean {
  return STAGE.test(location.hash);
}

/** Returns whether the widget is the front page's own list. */
export function isFrontList(): boolean {
  return /^(front&|$)/.test(widgetAddress());
}

/** Writes the address of the widget, as it is now, into the URL. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", `#${isFrontList() ? FRONT : ""}${address}`);
}

/** Makes the page fit its address: another widget than the front page's list is shown alone. */
export function followAddress(): void {
  document.body.classList.toggle("alone", !isFrontList());
  for (const link of all<HTMLAnchorElement>("[data-language]")) link.hash = location.hash;
  byId<HTMLDialogElement>("qr").close();
  byId("copied").textContent = "";
}

/** Returns the URL that opens a widget of this address. It does not name the language: readers
    have their own. */
export function urlOf(address: string): string {
  const url = new URL(`#${address}`, location.href);
  url.searchParams.delete("language");
  return url.href;
}
