/* How large a slide is shown: as large as fits, the same for all its steps. A list scrolls
   before it is too small to read; a working gets smaller before it scrolls. */
import { reach, scrolls } from "../core/focus";
import type { LectureSteps, Shown } from "../core/shown";
import { UNKNOWN } from "./view-at-step";

type Layout = Shown["layout"];

const LEAST = 1.25; // the zoom below which a list scrolls, on a stage of 1280 pixels
const FLOOR = 1; // the zoom below which a working scrolls
const SHRINKING = 0.98;
const FULL_WIDTH = 1280; // pixels of the stage
const NARROW = 640; // pixels of a stage that shows a slide as a notebook does
const LISTS = ".me-item-list, .me-step-list";
const OTHERS = [
  ".me-box, .me-step-lines, .me-work, .me-where, .me-right",
  ".me-middle, .me-card-workings",
].join(", ");
/** What a step reveals, the value last: it is scrolled into sight. */
const NEWS = [
  ".me-work, .me-closing, .me-term[data-lit], .me-step-lines > [data-lit]",
  ".me-new, .me-value",
].join(", ");
const CUT_LISTS = ".me-dashed + .me-stack > .me-item-list";
/** Pixels in which a layout is arranged before it is enlarged. */
const WIDTHS: Record<Layout, number> = { explorer: 820, compare: 880, stepper: 800, card: 900 };
/** The looks in lecture.css, tried in order until all is large and in sight. */
const LOOKS: Record<Layout, ReadonlyArray<string>> = {
  explorer: ["", "tight"],
  compare: ["", "tight"],
  card: ["", "tight"],
  stepper: ["band", "beside", "tight"],
};

export class StageFit {
  private zoom = 1;
  /** How much wider the stage is than 1280 pixels. */
  private unit = 1;
  private hasScrollingList = false;

  constructor(
    private readonly dialog: HTMLElement,
    private readonly body: HTMLElement,
    private readonly slot: HTMLElement,
  ) {}

  /** Finds the look and the zoom in which the tallest step fits. */
  fit({ lectureSteps, layout }: Shown): void {
    const shown = lectureSteps?.at ?? null;
    this.unit = Math.max(1, this.body.clientWidth / FULL_WIDTH);
    this.dialog.style.setProperty("--me-unit", String(this.unit));
    for (const look of LOOKS[layout]) {
      this.dialog.dataset.fit = look;
      this.fitSteps(lectureSteps, layout);
      if (this.isGood(layout)) break;
    }
    if (!lectureSteps || lectureSteps.at === shown) return;
    lectureSteps.go(shown);
    this.shrink();
  }

  private fitSteps(lectureSteps: LectureSteps | undefined, layout: Layout): void {
    const { clientWidth: width } = this.body;
    const enlarged = Math.max(LEAST * this.unit, width / WIDTHS[layout]);
    this.hasScrollingList = false;
    this.grow(width < NARROW ? 1 : enlarged);
    for (const step of lectureSteps?.tallest?.() ?? [lectureSteps?.at ?? null]) {
      if (lectureSteps && step !== lectureSteps.at) lectureSteps.go(step);
      this.shrink();
    }
  }

  /** A list beside a figure scrolls in each look. */
  private isGood(layout: Layout): boolean {
    const isStepper = layout === "stepper";
    const least = (isStepper ? FLOOR : LEAST) * this.unit;
    const hasCutList = isStepper && this.hasScrollingList;
    return !hasCutList && this.zoom >= least && !this.overflows(OTHERS);
  }

  private overflows(selector: string): boolean {
    return [this.body, ...this.slot.querySelectorAll(selector)].some(scrolls);
  }

  private grow(zoom: number): void {
    this.zoom = zoom;
    this.slot.style.zoom = String(zoom);
    this.dialog.style.setProperty("--me-zoom", String(zoom));
  }

  /** Shrinks until all fits. A list that does not fit at all scrolls, and the rest gets its
      room. */
  shrink(): void {
    const least = Math.min(this.zoom, LEAST * this.unit);
    if (!this.hasScrollingList) this.shrinkUntilFits(`${LISTS}, ${OTHERS}`, least);
    if (!this.hasScrollingList && this.overflows(LISTS)) {
      this.hasScrollingList = true;
      this.grow(least);
    }
    this.shrinkUntilFits(OTHERS, least);
    for (const list of this.slot.querySelectorAll<HTMLElement>(CUT_LISTS)) countHiddenRows(list);
  }

  private shrinkUntilFits(selector: string, least: number): void {
    const floor = FLOOR * this.unit;
    while (this.zoom > floor && this.overflows(selector)) {
      this.grow(Math.max(this.zoom > least ? least : floor, this.zoom * SHRINKING));
    }
  }

  /** Scrolls what this step reveals into sight. */
  reveal(): void {
    for (const element of this.slot.querySelectorAll(NEWS)) {
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      if (isSeen && element.textContent !== UNKNOWN) element.scrollIntoView({ block: "nearest" });
    }
  }

  /** Lets keys scroll what scrolls. */
  reachAll(): void {
    for (const element of this.slot.querySelectorAll(OTHERS)) reach(element);
  }

  /** In the notebook these regions do not scroll. */
  leave(): void {
    for (const element of this.slot.querySelectorAll(OTHERS)) element.removeAttribute("tabindex");
  }
}

/** Marks a cut list with the number of rows below it. The mark itself takes the room of a row. */
function countHiddenRows(list: HTMLElement): void {
  const box = list.parentElement;
  if (!box) return;
  delete box.dataset.more;
  for (let round = 0; round < 2; round += 1) {
    const row = list.firstElementChild as HTMLElement | null;
    const hidden = Math.round((list.scrollHeight - list.clientHeight) / (row?.offsetHeight ?? 1));
    if (hidden) box.dataset.more = String(hidden);
    else delete box.dataset.more;
  }
}
