/* The learner's record on the front page: the stored record, and after it the lines for which the
   storage had no space. */
import { forgetRecord, type JoinTrouble, joinRecords, replaceRecord } from "./lessons_record";
import { MemoryStore } from "./memory_store";
import {
  damagedLines,
  forgetDamagedLines,
  RECORD_ENTRY,
  readRecord,
  type Store,
} from "./record_entries";
import { eventsIn, hasLinesOf, type RecordEvent, sortLines } from "./record_lines";

/** Why the record is not as it was or as the learner wants it; index.html has a sentence each. */
export type RecordTrouble = "blocked" | "full" | "own_file" | "not_joined" | "damaged";

/** Returns the browser's storage; undefined in a private window, or in a frame of another site. */
export function browserStorage(): Storage | undefined {
  try {
    return localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

export class PageRecord {
  readonly #isBlocked: boolean;
  readonly #store: Store;
  #unsaved = "";
  #joinTrouble: JoinTrouble = "";

  /** Without a storage the record lasts as long as the page. */
  constructor(storage: Store | undefined) {
    this.#isBlocked = !storage;
    this.#store = storage ?? new MemoryStore();
  }

  /** All of the record, for a file. */
  get text(): string {
    return readRecord(this.#store) + this.#unsaved;
  }

  /** The part of the record that Python can read. */
  get readable(): string {
    return sortLines(this.text).record;
  }

  get events(): RecordEvent[] {
    return eventsIn(this.text);
  }

  /** The damaged lines: those that were set aside, and those for which there was no space. */
  get damaged(): string[] {
    return [...damagedLines(this.#store), ...sortLines(this.text).damaged];
  }

  get troubles(): RecordTrouble[] {
    const troubles: RecordTrouble[] = [];
    if (this.#isBlocked) troubles.push("blocked");
    if (this.#unsaved) troubles.push("full");
    if (this.#joinTrouble) troubles.push(this.#joinTrouble);
    if (this.damaged.length) troubles.push("damaged");
    return troubles;
  }

  /** Adds lines, each after a line break; the first lines of all follow the head. */
  add(lines: string, head: string): void {
    this.#unsaved += this.text ? lines : head + lines;
    this.#save();
  }

  /** Shares the record with the lessons. */
  async share(): Promise<void> {
    this.#joinTrouble = await joinRecords(this.#store);
    this.#save();
  }

  /** Replaces the record by a text; returns what prevents it, and then changes nothing. */
  async replace(text: string): Promise<"" | "no_room" | "not_replaced"> {
    const trouble = await replaceRecord(this.#store, text);
    if (!trouble) this.#unsaved = "";
    return trouble;
  }

  /** Deletes the record; returns what prevents it, and then changes nothing. */
  async forget(): Promise<"" | "not_forgotten"> {
    const trouble = await forgetRecord(this.#store);
    if (!trouble) this.#unsaved = "";
    return trouble;
  }

  forgetDamaged(): void {
    forgetDamagedLines(this.#store);
  }

  /** Returns whether another tab, which has written the record, deleted or replaced it. The lines
      without space are then forgotten. */
  wasReplaced(before: string | null, now: string | null): boolean {
    const isReplaced = now === null || !hasLinesOf(now, before ?? "");
    if (isReplaced) this.#unsaved = "";
    return isReplaced;
  }

  /** Stores the unsaved lines. Without space the page says so, and tries again with the next. */
  #save(): void {
    if (!this.#unsaved) return;
    try {
      this.#store.setItem(RECORD_ENTRY, this.text);
      this.#unsaved = "";
    } catch {
      // They stay unsaved.
    }
  }
}
