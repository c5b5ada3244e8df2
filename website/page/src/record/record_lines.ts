/* The lines of a learner's record: those that can be read, and the damaged ones. None is trusted.
   Python reads by the same rules (metrics_edu/practice/record/record_lines.py). */

/** The kind of file that the first line of a record names. */
export const RECORD_KIND = "metrics_edu progress";

/** A line about an exercise or a prediction. */
export interface RecordEvent {
  readonly name: string;
  readonly what: string;
}

/** The lines of a text: a record of those that can be read, and the damaged lines. */
export interface SortedLines {
  readonly record: string;
  readonly damaged: string[];
}

/** An object that a line holds; its fields are not checked yet. */
type Entry = Readonly<Record<string, unknown>>;

const HEAD = `{"kind": "${RECORD_KIND}"}`;
const EVENT_START = '\n{"name": ';
const KNOWN_EVENTS = new Set<unknown>(["tried", "right", "shown", "begun", "stepped", "typed"]);
const MAX_NUMBER = 1e300; // JavaScript reads 309 digits as infinite
const HEAD_CHARACTERS = 200; // in which the kind of a file must be named

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_NUMBER;
const isShares = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((share) => typeof share === "number" && share >= 0 && share <= 1);
const isCount = (value: unknown): boolean => isWhole(value) && value >= 0;

/** The fields that a known event may have, each with the check of its value. */
const FIELD_CHECKS = {
  answers: isTexts,
  codes: isTexts,
  shares: isShares,
  seed: isWhole,
  hints: isCount,
  metric: isText,
  at: isText,
};

/** Returns the text before the first line break. */
export function firstLine(text: string): string {
  const [first = ""] = text.split("\n", 1);
  return first;
}

/** Returns whether a text starts as a record, or as one that was cut off in its first line. */
export function isRecord(text: string): boolean {
  const [start = ""] = text.split(EVENT_START, 1);
  const namesKind = text.slice(0, HEAD_CHARACTERS).includes(RECORD_KIND);
  return namesKind || HEAD.startsWith(start);
}

/** Separates the lines that can be read from the damaged ones; a record without a head gets one. */
export function sortLines(text: string): SortedLines {
  if (!text) return { record: "", damaged: [] };
  const lines = text.split("\n");
  const [first = "", ...rest] = lines;
  const hasHead = isHead(parseEntry(first));
  const events = (hasHead ? rest : lines).filter((line) => line.trim());
  const readable: string[] = [];
  const damaged: string[] = [];
  for (const line of events) (isReadable(line) ? readable : damaged).push(line);
  return { record: [hasHead ? first : HEAD, ...readable].join("\n"), damaged };
}

/** Returns whether a record has all readable lines of another one, in any order, with any head. */
export function hasLinesOf(text: string, other: string): boolean {
  const lines = new Set(text.split("\n"));
  const [, ...wanted] = sortLines(other).record.split("\n");
  return wanted.every((line) => lines.has(line));
}

/** Returns the known events of a record, oldest first; a newer version may have added others. */
export function eventsIn(text: string): RecordEvent[] {
  const entries = text.split("\n").map(parseEntry);
  return entries.filter(isEvent).filter(({ what }) => KNOWN_EVENTS.has(what));
}

/** Returns the object that a line holds, or undefined if it holds none. */
function parseEntry(line: string): Entry | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

const isHead = (entry: Entry | undefined): boolean => entry?.kind === RECORD_KIND;

function isReadable(line: string): boolean {
  const entry = parseEntry(line);
  return isHead(entry) || isEvent(entry);
}

/** Returns whether an entry has the fields of an event. The fields of an event that only a newer
    version knows are not checked. */
function isEvent(entry: Entry | undefined): entry is Entry & RecordEvent {
  if (!entry || !isText(entry.name) || !isText(entry.what)) return false;
  return !KNOWN_EVENTS.has(entry.what) || hasValidFields(entry);
}

function hasValidFields(entry: Entry): boolean {
  const checks = Object.entries(FIELD_CHECKS);
  return checks.every(([name, isValid]) => !Object.hasOwn(entry, name) || isValid(entry[name]));
}
