/* What the browser stores of each lesson beside the record: the sections that the reader has
   opened, where they are, and what they have written and edited. Nothing of it is trusted. */
import type { Action } from "../../../../metrics_edu/widgets/src/core/contract";
import { LESSONS_ENTRY } from "../record/record_entries";

/** Where the reader is: an element of a section, and how far its top is from that of the window. */
export interface Place {
  readonly section: string;
  readonly child: number;
  readonly offset: number;
}

/** What the reader has done to the list of a cell. */
export interface StoredEdit {
  readonly cell: string;
  readonly action: Action;
  readonly seed: number;
  /** Python has recorded it. */
  readonly isAnswered: boolean;
}

export interface LessonState {
  open: readonly string[];
  place?: Place;
  /** The code that the reader has written, by cell. */
  code?: Readonly<Record<string, string>>;
  /** The edits of all lists; those of a list oldest first. */
  edits?: readonly StoredEdit[];
}

type Stored = Readonly<Record<string, Partial<LessonState>>>;

function readAll(): Stored {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LESSONS_ENTRY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Stored) : {};
  } catch {
    return {};
  }
}

export function readState(number: string): LessonState {
  const { open, ...others } = readAll()[number] ?? {};
  return { ...others, open: Array.isArray(open) ? open : [] };
}

/** Stores what has changed; a browser without space or storage forgets it. */
export function writeState(number: string, changed: Partial<LessonState>): void {
  const stored = readAll();
  const state = { ...stored[number], ...changed };
  try {
    localStorage.setItem(LESSONS_ENTRY, JSON.stringify({ ...stored, [number]: state }));
  } catch {
    // The lesson begins at its top the next time.
  }
}
