/* The stage of the page: starting, ready, or what went wrong. index.html has the sentences and
   buttons of each stage. */
import { all, byId, namesIn } from "./elements";

export type Stage =
  | "unloaded"
  | "loading"
  | "core"
  | "package"
  | "ready"
  | "cannot_start"
  | "not_begun"
  | "no_answer"
  | "stopped"
  | "bad_address"
  | "cannot_do"
  | "not_loaded"
  | "too_long"
  | "as_file"
  | "sandboxed";

/** The stages in which the QR code can be shown, or is coming. */
const STAGES_WITH_CODE: readonly Stage[] = ["loading", "core", "package", "ready"];

/** Shows the elements of a stage and hides those of all others. */
export function markStage(stage: Stage): void {
  for (const element of all("[data-stage]")) element.dataset.stage = stage;
  for (const element of all("[data-when]")) {
    element.hidden = !namesIn(element.dataset.when).includes(stage);
  }
}

/** Shows a stage with its reason, a sentence of Python or of the browser. */
export function showStage(stage: Stage, reason = ""): void {
  const hasCode = STAGES_WITH_CODE.includes(stage);
  markStage(stage);
  byId("why").textContent = reason;
  for (const button of all<HTMLButtonElement>("#code")) button.disabled = !hasCode;
  if (hasCode) return;
  // Over the page, the QR code would hide the sentence of the stage.
  for (const dialog of all<HTMLDialogElement>("#qr")) dialog.close();
}
