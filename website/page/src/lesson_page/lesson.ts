/* The script of a lesson's page: it connects the elements of lesson.html, and starts Python. */
import { byId } from "../front_page/elements";
import { registerServiceWorker } from "../front_page/service_worker";
import { openEditors } from "./edited_cells";
import { LessonPage } from "./lesson_page";
import { keepPlace } from "./place";
import { followScrolled } from "./scrolled";
import { applyStyles } from "./shown_cells";

const CONTINUE = "#continue";

const page = new LessonPage();
const { record } = page;

/** Opens the page where the reader wants to be: at the next task, or where they were. */
function goToPlace(): void {
  if (location.hash !== CONTINUE) return;
  page.path.goOn();
  history.replaceState(null, "", location.pathname); // a reload stays where the reader is then
}

applyStyles(document.body);
page.showStored();
await record.share();
page.useRecord();
goToPlace();
keepPlace();
byId("again").onclick = () => page.startAgain();
byId("forget_damaged").onclick = () => record.forgetDamaged();
addEventListener("storage", (event) => record.followStorage(event));
followScrolled();
registerServiceWorker();
openEditors((cell) => page.run(cell));
page.start();
