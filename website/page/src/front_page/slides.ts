/* The buttons of the page of examples: each copies the link of its card. A page that may not copy
   shows the link instead. */
import { copyText } from "./clipboard";

async function copyLink(button: HTMLButtonElement): Promise<void> {
  const link = button.previousElementSibling as HTMLAnchorElement;
  const status = button.nextElementSibling as HTMLElement;
  status.textContent = (await copyText(link.href)) ? (button.dataset.copied ?? "") : link.href;
}

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copied]")) {
  button.onclick = () => copyLink(button);
}
