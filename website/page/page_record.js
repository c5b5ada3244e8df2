/* The learner's record as the front page has it: what this browser keeps and, after it, what there was no room for. */
import { damagedLines, forgetDamagedLines, forgetRecord, joinRecords, KEPT, replaceRecord } from "./lessons_record.js";
import { eventsIn, hasLinesOf, sortLines } from "./record_lines.js";

/** The browser's storage; nothing in a private window, or in a frame of another site's page, which may have none. */
function storage() {
  try { return localStorage ?? undefined; } catch { return undefined; }
}

export function openRecord() {
  const browser = storage(), kept = browser ?? {};   // without a storage it lasts as long as the page
  let unsaved = "", trouble = "";
  const text = () => (kept[KEPT] ?? "") + unsaved;

  function save() {
    if (!unsaved) return;
    try {
      kept[KEPT] = text();
      unsaved = "";
    } catch { /* no room: the page says so, and tries again with what comes next */ }
  }

  return {
    /** All of it, as it can be saved to a file. */
    get text() { return text(); },
    /** What Python can read of it. */
    get readable() { return sortLines(text()).record; },
    get events() { return eventsIn(text()); },
    /** The damaged lines: those that were set aside, and those that there was no room for. */
    get damaged() { return [...damagedLines(kept), ...sortLines(text()).damaged]; },
    /** What the learner has to know of it, as index.html names it. */
    get troubles() {
      return [!browser && "blocked", unsaved && "full", trouble, this.damaged.length && "damaged"].filter(Boolean);
    },
    /** Add lines, each after a line break; the first of all after the head. */
    add(lines, head) {
      unsaved += text() ? lines : head + lines;
      save();
    },
    /** What was done here is there in the lessons, and what was done in them, here. */
    async share() {
      trouble = await joinRecords(kept);
      save();
    },
    /** Return what is in the way; then all is as it was. */
    async replace(other) {
      const refused = await replaceRecord(kept, other);
      if (!refused) unsaved = "";
      return refused;
    },
    /** Return what is in the way; then all is as it was. */
    async forget() {
      const refused = await forgetRecord(kept);
      if (!refused) unsaved = "";
      return refused;
    },
    forgetDamaged() { forgetDamagedLines(kept); },
    /** Another tab has written the record: return whether it has deleted or replaced it. Then the lines without room go, too. */
    wasReplaced(before, now) {
      const isReplaced = now === null || !hasLinesOf(now, before ?? "");
      if (isReplaced) unsaved = "";
      return isReplaced;
    },
  };
}
