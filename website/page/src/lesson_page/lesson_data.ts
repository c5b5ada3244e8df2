/* What the build wrote into the page of a lesson (website/build/lesson_pages.py). */
import type { Traits } from "../../../../metrics_edu/widgets/src/core/contract";
import { readJson } from "../front_page/elements";
import type { WidgetTraits } from "../python/worker_messages";

export interface LessonCell {
  readonly id: string;
  readonly source: string;
  /** Whether the reader writes or changes the code. */
  readonly edited: boolean;
}

export interface LessonTask {
  /** The name under which the record keeps it. */
  readonly name: string;
  readonly cell: string;
}

interface LessonData {
  readonly number: string;
  /** The page of the next lesson; "" after the last one. */
  readonly following: string;
  readonly cells: readonly LessonCell[];
  readonly tasks: readonly LessonTask[];
  /** The widget of each cell that shows one. */
  readonly widgets: Readonly<Record<string, string>>;
  /** The words of all widgets. */
  readonly text: Traits["text"];
  /** The traits of each widget as Python opens it for a learner without a record. */
  readonly traits: Readonly<Record<string, WidgetTraits>>;
}

export const lesson = readJson<LessonData>("lesson");
