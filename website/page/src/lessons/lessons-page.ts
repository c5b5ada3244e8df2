/* Runs in JupyterLite's page before JupyterLite's scripts: it shares the learner's record with the
   front page, and shows a notice where the site has a newer lesson. */
import { APPLICATION_EVENT, type JupyterLab } from "./jupyterlab";
import { NewerLessons } from "./newer_lesson";
import { hideOtherServiceWorkers } from "./own_service_worker";
import { shareRecord } from "./shared_record";

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

hideOtherServiceWorkers();
awaitApplication();
