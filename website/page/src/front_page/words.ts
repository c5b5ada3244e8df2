/* The words that the page's scripts show, in the reader's language (website/page/words.json). */
import { readJson } from "./elements";

interface Words {
  readonly copied: string;
  readonly outgrown: string;
  readonly qr: string;
  readonly replace: string;
  readonly really_forget: string;
  readonly really_forget_damaged: string;
  readonly record_damaged: string;
  readonly new: string;
  readonly main_of: string;
  readonly practice_of: string;
  readonly more_of: string;
  readonly done: string;
  readonly first_lesson: string;
  readonly done_of: string;
  readonly enough: string;
  readonly next_lesson: string;
  readonly code: string;
  readonly run_code: string;
  readonly reset_code: string;
  readonly lecturer: string;
  readonly pop_up: string;
  readonly time_up: string;
}

export const words = readJson<Words>("words");
