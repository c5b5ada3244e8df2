/* The edits of the lists of a lesson survive a reload: the browser stores them, and the page and
   Python repeat them. */
import type { OpenedAddress } from "../front_page/opened_address";
import { makeTask, type Task } from "../front_page/python_worker";
import { lesson } from "./lesson_data";
import { readState, type StoredEdit, writeState } from "./stored_lesson";

const MOST = 200; // actions on a list; a list with more begins anew

/** Whether a widget shows a list that the reader edits: no other widget has previews. */
const isList = (id: string): boolean => lesson.traits[id]?.preview !== undefined;

/** Stores the edits of the lists among all actions of a lesson. */
export function storeEdits(opened: OpenedAddress): void {
  const edits = Object.entries(lesson.widgets).flatMap(([cell, id]) => {
    const actions = isList(id) ? opened.actionsOf(id) : [];
    return actions.length > MOST ? [] : actions.flatMap((task) => editOf(cell, task));
  });
  writeState(lesson.number, { edits });
}

function editOf(cell: string, { request, isAnswered }: Task): StoredEdit[] {
  if (!("message" in request && "action" in request.message)) return [];
  return [{ cell, action: request.message.action, seed: request.seed, isAnswered }];
}

/** Returns the actions that were stored, without those that no list of the lesson takes. */
export function storedActions(): Task[] {
  const { edits } = readState(lesson.number);
  return (Array.isArray(edits) ? edits : []).flatMap((edit: Partial<StoredEdit> | null) => {
    const { [edit?.cell ?? ""]: id = "" } = lesson.widgets;
    if (typeof edit?.action?.do !== "string" || !isList(id)) return [];
    const request = { id, message: { action: edit.action }, seed: Number(edit.seed), buffers: [] };
    return [{ ...makeTask(request, "cannot_do"), isAnswered: edit.isAnswered === true }];
  });
}
