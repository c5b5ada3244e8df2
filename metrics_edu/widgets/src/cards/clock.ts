/* The time that is left, by the reader's clock. Python's clock decides, and may differ from it. */
import { html, type TemplateResult } from "lit-html";
import type { AnswerField, ExerciseSheetView } from "../core/contract";
import { rich } from "../core/text";
import type { Translate } from "../core/words";

const SECOND = 1000; // milliseconds

const twoDigits = (count: number) => String(count).padStart(2, "0");

/** Seconds as "17:46" or "1:05:09". */
function duration(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((count, k) => (k ? twoDigits(count) : String(count))).join(":");
}

export interface ClockOptions {
  readonly t: Translate;
  view(): ExerciseSheetView;
  paint(): void;
  /** Saving is tried again: it failed before. */
  retry(): void;
}

export class Clock {
  /** Seconds by which Python's clock is ahead of the reader's. */
  #ahead = 0;
  #left: number | undefined;
  #seconds = 0;
  readonly #interval = setInterval(() => this.#tick(), SECOND);

  constructor(private readonly options: ClockOptions) {
    this.follow();
  }

  /** After a new view. */
  follow(): void {
    const { end, left } = this.options.view();
    if (end && left !== undefined && left !== this.#left)
      this.#ahead = end - left - Date.now() / SECOND;
    this.#left = left;
  }

  #tick(): void {
    const { end, retry } = this.options.view();
    if (end) this.options.paint();
    this.#seconds += 1;
    if (retry && this.#seconds % retry === 0) this.options.retry();
  }

  template(): TemplateResult {
    const { t, view } = this.options;
    const { end, saves } = view();
    if (!end) return html`<div class="me-card-time" role="timer" hidden></div>`;
    const rest = end - this.#ahead - Date.now() / SECOND;
    const left = rest > 0 ? t("time_left", { time: duration(rest) }) : t("time_over");
    const ends = t(rest > 0 ? "time_ends" : "time_ended", { time: this.#local(end) });
    return html`<div class="me-card-time" role="timer" ?hidden=${!saves}
      ><b>${rich(left)}</b><span class="me-note">${rich(ends)}</span></div>`;
  }

  #local(time: number): string {
    const date = new Date(SECOND * (time - this.#ahead));
    const isToday = date.toDateString() === new Date().toDateString();
    const options: Intl.DateTimeFormatOptions = { timeStyle: "short" };
    return date.toLocaleString([], isToday ? options : { ...options, dateStyle: "short" });
  }

  /** When an answer was saved. An answer that was deleted is none. */
  savedNote({ value, saved }: AnswerField): string {
    const { t, view } = this.options;
    if (saved === null) return t("unsaved");
    if (saved === undefined) return "";
    if (saved && value.trim()) return this.#savedAt(saved);
    return view().saves ? t("no_answer") : "";
  }

  #savedAt(time: number): string {
    const { t, view } = this.options;
    const { end, saves } = view();
    const isLate = end !== undefined && time > end;
    if (!saves && !isLate) return "";
    return t(isLate ? "saved_late" : "saved", { time: this.#local(time) });
  }

  end(): void {
    clearInterval(this.#interval);
  }
}
