/* The QR code of the link, over the whole window. */
import { byId } from "./elements";
import { words } from "./words";

const dialog = (): HTMLDialogElement => byId<HTMLDialogElement>("qr");

export const isCodeOpen = (): boolean => dialog().open;

/** Opens the dialog: below the code are the name of what it opens, and the link to type. */
export function openCode(title: string, url: string): void {
  byId("code_title").textContent = title;
  byId("code_link").textContent = url.replace(/^https?:\/\//, "");
  dialog().showModal();
}

export const closeCode = (): void => dialog().close();

/** Shows the picture of the code, or none while Python draws it. */
export function showPicture(address?: string): void {
  const pictures = address ? [Object.assign(new Image(), { src: address, alt: words.qr })] : [];
  byId("picture").replaceChildren(...pictures);
}
