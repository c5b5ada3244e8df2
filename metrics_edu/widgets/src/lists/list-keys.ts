/* The keys of a whole screen with lists: the chosen item moves, edits are undone and redone. */
import type { Undo } from "../core/contract";
import { arrowOf } from "../core/keys";
import type { ListSession } from "./list-session";

export function listKeys(event: KeyboardEvent, session: ListSession): void {
  const { row, view } = session;
  const by = arrowOf(event);
  const isMove = event.altKey && by && !event.defaultPrevented;
  if (isMove && row?.rank && view.list.kind === "items") {
    event.preventDefault(); // also on a button or a term
    session.send({ do: "move", id: row.id, by });
  }
  undoKeys(event, session.send);
}

export function undoKeys(event: KeyboardEvent, send: (action: Undo) => void): void {
  const isTyping = (event.target as Element).matches(
    "textarea, input:not([readonly], [type=radio])",
  );
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  send({ do: key === "y" || event.shiftKey ? "redo" : "undo" });
}
