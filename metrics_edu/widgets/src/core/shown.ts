/* What a lecture knows of the widget that it presents. */

/** How a lecture reveals a widget step by step. */
export interface LectureSteps {
  readonly count: number;
  /** The step that is shown; null: no lecture, all is shown. */
  readonly at: number | null;
  /** What the next step shows: its name or its sentence; undefined after the last one. */
  readonly next?: string | number | undefined;
  go(at: number | null): void;
  /** The steps that may be the tallest; without it, the one that is shown. */
  tallest?(): ReadonlyArray<number>;
  /** The lecture listens here for steps that the widget makes itself. */
  moved: (() => void) | undefined;
}

export interface Shown {
  readonly root: HTMLElement;
  /** How a lecture lays it out. */
  readonly layout: "explorer" | "compare" | "stepper" | "card";
  readonly lectureSteps?: LectureSteps | undefined;
  /** Checks what was typed since the last check, as Enter does; returns whether there was any. */
  take?(): boolean;
  /** Returns the list to its start. */
  reset?(): void;
  /** Shows the tools in an element of the lecture; undefined: in the widget again. */
  showTools?(outlet: HTMLElement | undefined): void;
  end(): void;
}
