/* How the page's record and the file of the lessons become one text. Events have no time, so a
   merge compares lines; it loses no line, and doubles none. */
import { firstLine } from "./record_lines";

/** Returns the length that the page has stored of the shared part of its record, if it is valid. */
function readLength(stored: string | null, record: string): number | undefined {
  const length = /^\d+$/.test(stored ?? "") ? Number(stored) : Number.NaN;
  return length <= record.length ? length : undefined;
}

/** Returns the merged text of a file and a record.

    `storedLength` is the length of the part of the record that was in the file after the last
    merge. Where it is unknown, all of the record may have been in the file, if there is one.
    `file` is undefined where there is no file: a lesson deleted it, with all that was shared. */
export function mergedText(
  file: string | undefined,
  record: string,
  storedLength: string | null,
): string {
  const length = readLength(storedLength, record) ?? (file ? record.length : 0);
  const shared = record.slice(0, length);
  const added = record.slice(length);
  if (file) return file + linesMissingIn(file, shared) + added;
  if (file === "") return record;
  return added && firstLine(shared) + added;
}

/** Returns the lines that a text lacks, each after a line break. Another page, or Python, may have
    overwritten them at the same moment. */
function linesMissingIn(text: string, lines: string): string {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  const isMissing = (line: string): boolean => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  };
  const missing = lines.split("\n").filter((line) => line && isMissing(line));
  return missing.map((line) => `\n${line}`).join("");
}
