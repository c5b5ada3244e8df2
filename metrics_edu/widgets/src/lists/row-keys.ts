/* The keys of a row: what each does to its item. */
import type { EditAction } from "../core/contract";
import { arrowOf } from "../core/keys";

interface KeyedRow {
  readonly id: string;
  readonly isRanked: boolean;
  readonly isGraded: boolean;
  readonly isRelevant: boolean;
}

const MARKS: Readonly<Record<string, boolean>> = { r: true, n: false };

/** The action of a key; null: a key of rows that does nothing to this one; undefined: another
    key. */
export function actionOfKey(event: KeyboardEvent, row: KeyedRow): EditAction | null | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const { id, isRanked } = row;
  const ifRanked = (action: EditAction) => (isRanked ? action : null);
  const by = arrowOf(event);
  if (event.altKey && by) return ifRanked({ do: "move", id, by });
  if (event.key === " ") return ifRanked({ do: "toggle", id });
  if (event.key === "Delete") return { do: "remove", id };
  return event.altKey ? undefined : actionOfMark(event.key, row);
}

/** The action of a letter or a digit: a lecture needs Space. */
function actionOfMark(key: string, row: KeyedRow): EditAction | null | undefined {
  const { id, isRanked, isGraded, isRelevant } = row;
  if (isGraded) return /^[0-5]$/.test(key) ? { do: "grade", id, grade: Number(key) } : undefined;
  const mark = MARKS[key.toLowerCase()];
  if (mark === undefined) return undefined;
  return isRanked && mark !== isRelevant ? { do: "toggle", id } : null;
}
