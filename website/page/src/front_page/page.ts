/* The script of the front page: it connects the elements of index.html, and opens the address. */
import { linkStage } from "../lecturer/stage_link";
import { followAddress, isFrontList, widgetAddress } from "./address";
import { all, byId } from "./elements";
import { hasStoredPython, isFramed, reportHeight } from "./frame";
import { FrontPage } from "./front_page";
import { closeCode } from "./qr_code";
import { registerServiceWorker } from "./service_worker";
import { showStage } from "./stages";
import { tryMove, tryMoveButtons } from "./things_to_try";
import { followPresses } from "./wait_note";
import { words } from "./words";

const page = new FrontPage();
const { record } = page;

const BUTTONS: Readonly<Record<string, () => void>> = {
  again: () => page.startAgain(),
  close: closeCode,
  code: () => page.openCode(),
  copy: () => page.copyLink(),
  forget: () => record.forget(),
  forget_damaged: () => record.forgetDamaged(),
  load: () => page.start(),
};

function connectElements(): void {
  for (const [id, press] of Object.entries(BUTTONS)) byId(id).onclick = press;
  for (const button of tryMoveButtons()) button.onclick = () => tryMove(button, page.widget);
  for (const link of all<HTMLAnchorElement>("nav a")) {
    link.onclick = (event) => {
      event.preventDefault(); // else the URL would lose the address of the widget
      byId(link.hash.slice(1)).scrollIntoView();
    };
  }
  followPresses();
  const input = byId<HTMLInputElement>("read");
  input.onchange = () => record.readFile(input);
}

function followWindow(): void {
  new ResizeObserver(reportHeight).observe(document.documentElement);
  addEventListener("storage", (event) => record.followStorage(event));
  addEventListener("hashchange", () => page.followUrl());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) record.share(); // the learner may come back from a lesson
  });
}

/** Starts Python; in the page of a course only after a click, unless Python is stored already. */
async function startPython(): Promise<void> {
  if (!isFramed || isFrontList() || (await hasStoredPython())) page.start();
  else showStage("unloaded");
}

async function openPage(): Promise<void> {
  await record.share();
  page.useRecord();
  registerServiceWorker();
  if (!widgetAddress()) page.showFirstList();
  await startPython();
}

connectElements();
followWindow();
followAddress();
if (self.origin === "null") showStage("sandboxed");
else {
  linkStage(words, new URL("lecturer.html", location.href).href);
  await openPage();
}
