/* The lines of a learner's record, of which none is trusted: those that can be read, and the damaged ones. Python reads by the same
   rules (metrics_edu/exercises/record_lines.py). */
export const KEPT = "metrics_edu progress";   // a record begins with an object of this kind
const HEAD = `{"kind": "${KEPT}", "records": {}}`, HEADS = [`{"kind": "${KEPT}`, `{\n "kind": "${KEPT}`], EVENT = '\n{"name": ';
const WHAT = new Set(["tried", "right", "shown", "begun"]);

const isText = value => typeof value === "string", isWhole = value => Number.isInteger(value) && Math.abs(value) <= 1e300;
const isCount = value => isWhole(value) && value >= 0;
const isTexts = value => Array.isArray(value) && value.every(isText);
const FIELDS = { answers: isTexts, codes: isTexts, seed: isWhole, hints: isCount, metric: isText, at: isText };
const fitsField = (entry, [name, fits]) => !Object.hasOwn(entry, name) || fits(entry[name]);

/** Whether a text is a record: it begins as one, or as one that was cut in its first line. */
export function isRecord(text) {
  const [begin] = text.split(EVENT, 1);
  return text.slice(0, 200).includes(KEPT) || HEADS.some(head => head.startsWith(begin));
}

/** Return the record of the lines that can be read, and the damaged lines. */
export function sortLines(text) {
  if (!text) return { record: "", damaged: [] };
  const [first, ...rest] = linesOf(text), hasHead = isHead(parsed(first)), record = [hasHead ? first : HEAD], damaged = [];
  for (const line of hasHead ? rest : [first, ...rest]) {
    if (line.trim()) (isReadable(line) ? record : damaged).push(line);
  }
  return { record: record.join("\n"), damaged };
}

/** Whether a record has all lines of another one that can be read, in any order. */
export function hasLinesOf(text, other) {
  const lines = new Set(text.split("\n")), [, ...wanted] = sortLines(other).record.split("\n");   // of any head
  return wanted.every(line => lines.has(line));
}

/** Return what happened, the first first; not what a newer version may have noted. */
export const eventsIn = text => text.split("\n").map(parsed).filter(entry => isEvent(entry) && WHAT.has(entry.what));

/** Return the lines of a record; what an older version wrote, one object over several lines, is the first. */
function linesOf(text) {
  const lines = text.split("\n"), end = lines[0].trim() === "{" ? lines.findIndex(line => line.trimEnd() === "}") : 0;
  return [lines.slice(0, end + 1).join("\n"), ...lines.slice(end + 1)];
}

/** Return the object that a line holds; nothing if it holds no object. */
function parsed(line) {
  if (!line.trimStart().startsWith("{")) return undefined;
  try { return JSON.parse(line); } catch { return undefined; }
}

const isHead = entry => entry?.kind === KEPT;

function isReadable(line) {
  const entry = parsed(line);
  return isHead(entry) || isEvent(entry);
}

/** Whether an entry has the fields of an event; those of one that only a newer version knows are its own. */
function isEvent(entry) {
  if (!isText(entry?.name) || !isText(entry.what)) return false;
  return !WHAT.has(entry.what) || Object.entries(FIELDS).every(field => fitsField(entry, field));
}
