/* The QR code of the link, over the whole window. */
import { byId } from "./elements";
import { words } from "./words";

const dialog = (): HTMLDialogElement => byId<HTMLDialogElement>("qr");

export const isCodeOpen = (): boolean => dialog().open;
export const openCode = (): void => dialog().showModal();
export const closeCode = (): void => dialog().close();

/** Shows the picture of the code, or none while Python draws it. */
export function showPicture(address?: string): void {
  const pictures = address ? [Object.assign(new Image(), { src: address, alt: words.qr })] : [];
  byId("picture").replaceChildren(...pictures);
}
