/* The steps of a screen that hides parts of its view, and the one that is shown. */
import type { LectureSteps } from "../core/shown";

export class ViewSteps<Step extends string | number> implements LectureSteps {
  at: number | null = null;
  moved: (() => void) | undefined;

  constructor(
    private readonly steps: () => ReadonlyArray<Step>,
    private readonly paint: () => void,
    /** Which steps may be the tallest: any, unless the last one is. */
    private readonly growsToTheLast = false,
  ) {}

  get count(): number {
    return this.steps().length;
  }

  /** The step that is shown; undefined: no lecture, all is shown. */
  get step(): Step | undefined {
    return this.at === null ? undefined : this.steps()[this.at];
  }

  get next(): Step | undefined {
    return this.steps()[(this.at ?? 0) + 1];
  }

  go(at: number | null): void {
    this.at = at;
    this.paint();
    this.moved?.();
  }

  tallest(): ReadonlyArray<number> {
    return this.growsToTheLast ? [this.count - 1] : this.steps().map((_, k) => k);
  }
}
