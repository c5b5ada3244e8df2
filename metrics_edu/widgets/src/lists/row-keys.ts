/* The keys of a row: what each does to its item. */
import type { EditAction } from "../core/contract";
import { arrowOf } from "../core/keys";

interface KeyedRow {
  readonly id: string;
  readonly isRanked: boolean;
  readonly isGraded: boolean;
}

/** The action of a key; null: a key of rows that does nothing to this one; undefined: another
    key. */
export function actionOfKey(
  event: KeyboardEvent,
  { id, isRanked, isGraded }: KeyedRow,
): EditAction | null | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const ifRanked = (action: EditAction) => (isRanked ? action : null);
  const by = arrowOf(event);
  if (event.altKey && by) return ifRanked({ do: "move", id, by });
  if (event.key === " ") return ifRanked({ do: "toggle", id });
  if (event.key === "Delete") return { do: "remove", id };
  const isGrade = isGraded && /^[0-5]$/.test(event.key);
  return isGrade ? { do: "grade", id, grade: Number(event.key) } : undefined;
}
