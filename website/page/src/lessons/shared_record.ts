/* The learner's record in the lessons, which the front page shares. */
import type { JoinTrouble } from "../record/lessons_record";
import type { JupyterLab } from "./jupyterlab";
import { WORDS } from "./lesson_notices";
import { LITE, PAGE_LANGUAGE } from "./lite";

/** Joins the record of the lessons with that of the front page; returns what prevents it. */
async function join(app: JupyterLab): Promise<JoinTrouble> {
  await app.serviceManager.contents.get(""); // JupyterLite then makes its store of files
  const { joinRecords }: typeof import("../record/lessons_record") = await import(
    new URL("../lessons_record.js", LITE).href
  );
  return joinRecords(localStorage);
}

/** Joins the records, and shows a notice if that is not possible. Without a connection the next
    visit joins them. */
export async function shareRecord(app: JupyterLab): Promise<void> {
  const trouble = await join(app).catch((): JoinTrouble => "");
  if (!trouble) return;
  const message = WORDS[PAGE_LANGUAGE][trouble];
  const options = { autoClose: false };
  app.commands.execute("apputils:notify", { message, type: "warning", options });
}
