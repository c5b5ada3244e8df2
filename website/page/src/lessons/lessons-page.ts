/* Runs in JupyterLite's page before JupyterLite's scripts: it shares the learner's record with the
   front page, shows a notice where the site has a newer lesson, and gives a lecture its window. */
import { linkStage } from "../lecturer/stage_link";
import { APPLICATION_EVENT, type JupyterLab } from "./jupyterlab";
import { WORDS } from "./lesson_notices";
import { LITE, PAGE_LANGUAGE } from "./lite";
import { NewerLessons } from "./newer_lesson";
import { hideOtherServiceWorkers } from "./own_service_worker";
import { shareRecord } from "./shared_record";

/** Where the site has its pages of a language. */
const FOLDERS = { en: "", es: "es/" };

async function begin(app: JupyterLab): Promise<void> {
  document.dispatchEvent(new CustomEvent(APPLICATION_EVENT, { detail: app }));
  await app.restored;
  new NewerLessons(app).follow();
  await shareRecord(app);
}

/** Calls `begin` when JupyterLite sets its application as `window.jupyterapp`. */
function awaitApplication(): void {
  Object.defineProperty(window, "jupyterapp", {
    configurable: true,
    set(app: JupyterLab) {
      Object.defineProperty(window, "jupyterapp", { value: app });
      begin(app);
    },
  });
}

linkStage(WORDS[PAGE_LANGUAGE], new URL(`../${FOLDERS[PAGE_LANGUAGE]}lecturer.html`, LITE).href);
hideOtherServiceWorkers();
awaitApplication();
