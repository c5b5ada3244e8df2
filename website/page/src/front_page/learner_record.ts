/* The learner's record on the page: it gets lines from Python, from files and from other tabs. */
import { browserStorage, PageRecord } from "../record/page_record";
import { RECORD_ENTRY } from "../record/record_entries";
import { firstLine, isRecord, type RecordEvent } from "../record/record_lines";
import { type Refusal, showRecordNotices } from "./record_notices";
import { words } from "./words";

const MAX_BYTES = 16_000_000; // more than any browser stores for a page

export class LearnerRecord {
  readonly #record = new PageRecord(browserStorage());
  readonly #onOtherRecord: () => void;
  readonly #showEvents: (events: readonly RecordEvent[]) => void;
  #refusal: Refusal = "";
  /** The record as Python has it. */
  #pythonRecord = "";

  /** `onOtherRecord` is called after the record was replaced or deleted, `showEvents` after each
      change. */
  constructor(onOtherRecord: () => void, showEvents: (events: readonly RecordEvent[]) => void) {
    this.#onOtherRecord = onOtherRecord;
    this.#showEvents = showEvents;
  }

  /** The part of the record that Python can read. */
  get readable(): string {
    return this.#record.readable;
  }

  /** Shares the record with the lessons, and shows it. */
  async share(): Promise<void> {
    await this.#record.share();
    this.#show();
  }

  /** Notes the record with which Python starts. */
  noteStart(record: string): void {
    this.#pythonRecord = record;
  }

  /** Takes the record as Python has it now. The lines of a repeated action are known already. */
  async take(text: string, isRepeated: boolean): Promise<void> {
    const head = firstLine(text); // Python writes the head with the first line
    const added = text.slice((this.#pythonRecord || head).length);
    this.#pythonRecord = text;
    if (isRepeated) return;
    this.#record.add(added, head); // only the new lines: another tab may have added some
    await this.share();
  }

  /** Asks to replace the record by the file that was chosen. */
  async readFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    const text = file.size > MAX_BYTES ? "" : await file.text().catch(() => "");
    input.value = ""; // else the same file could not be chosen again
    this.#refusal = refusalOf(file, text);
    const isConfirmed = !this.#refusal && (!this.#record.text || confirm(words.replace));
    if (isConfirmed) await this.#replace(text);
    else this.#show();
  }

  async #replace(text: string): Promise<void> {
    this.#refusal = await this.#record.replace(text);
    if (this.#refusal) {
      this.#show();
      return;
    }
    await this.share();
    this.#useOtherRecord();
  }

  /** Asks to delete the record. */
  async forget(): Promise<void> {
    if (!confirm(words.really_forget)) return;
    this.#refusal = await this.#record.forget();
    if (this.#refusal) this.#show();
    else this.#useOtherRecord();
  }

  /** Asks to delete the damaged lines. */
  forgetDamaged(): void {
    if (!confirm(words.really_forget_damaged)) return;
    this.#record.forgetDamaged();
    this.#show();
  }

  /** Follows another tab, which has added to the record, or replaced or deleted it. */
  followStorage({ key, oldValue, newValue }: StorageEvent): void {
    if (key !== RECORD_ENTRY && key !== null) return; // null: all entries of the site
    if (this.#record.wasReplaced(oldValue, newValue)) this.#useOtherRecord();
    else this.#show();
  }

  #useOtherRecord(): void {
    this.#show();
    this.#onOtherRecord();
  }

  #show(): void {
    this.#showEvents(this.#record.events);
    showRecordNotices(this.#record, this.#refusal);
  }
}

/** Returns why a file is not read as a record; "" if it is. */
function refusalOf(file: File, text: string): Refusal {
  if (file.size > MAX_BYTES) return "too_large";
  if (!text) return "unreadable_file";
  return isRecord(text) ? "" : "no_progress_file";
}
