/* How large a slide is shown: as large as fits, the same for all its steps. Missed items scroll
   before all is too small to read. A working and the shown items get smaller before they scroll. */
import { reach, scrolls } from "../core/focus";
import type { LectureSteps, Shown } from "../core/shown";
import { UNKNOWN } from "./view-at-step";

type Layout = Shown["layout"];

const LEAST = 1.25; // the zoom that a slide should have, on a stage of 1280 pixels
const FLOOR = 1; // the zoom below which all scrolls
const SHRINKING = 0.98;
const FULL_WIDTH = 1280; // pixels of the stage
const NARROW = 640; // pixels of a stage that shows a slide as a notebook does
const MISSED = ".me-dashed + .me-stack > .me-item-list";
const SHOWN = `.me-item-list:not(${MISSED}), .me-step-list`;
const OTHERS = [
  ".me-box, .me-step-lines, .me-work, .me-where, .me-right",
  ".me-middle, .me-card-workings, .me-card-given, .me-card-fields",
].join(", ");
/** What a step reveals, the value last: it is scrolled into sight. */
const NEWS = [
  ".me-work, .me-closing, .me-term[data-lit], .me-step-lines > [data-lit]",
  ".me-new, .me-value",
].join(", ");
/** A list that is edited: its rows below the cut-off are no longer folded, and it may scroll. */
const UNFOLDED = ".me-item-list-box:focus-within .me-item-list > .me-out";
/** What must be in sight: a sentence counts the shown items. */
const KEPT = `${SHOWN}, ${OTHERS}`;
/** Pixels in which a layout is arranged before it is enlarged. */
const WIDTHS: Record<Layout, number> = { explorer: 820, compare: 880, stepper: 800, card: 900 };
/** The looks, tried in order until all is in sight: missed items scroll in each. */
const LOOKS: Record<Layout, ReadonlyArray<string>> = {
  explorer: ["", "tight", "tight dense"],
  compare: ["", "tight", "tight dense"],
  card: ["large", "", "tight", "tight dense"],
  stepper: ["band", "beside", "tight", "tight dense"],
};

export class StageFit {
  #zoom = 1;
  /** How much wider the stage is than 1280 pixels. */
  #unit = 1;
  #hasScrollingList = false;
  /** The step in which it was fitted last. */
  #step: number | null = null;

  constructor(
    private readonly dialog: HTMLElement,
    private readonly body: HTMLElement,
    private readonly slot: HTMLElement,
  ) {}

  /** Finds the look and the zoom in which the tallest step fits. */
  fit({ lectureSteps, layout }: Shown): void {
    const shown = lectureSteps?.at ?? null;
    this.#step = shown;
    this.#unit = Math.max(1, this.body.clientWidth / FULL_WIDTH);
    this.dialog.style.setProperty("--me-unit", String(this.#unit));
    for (const look of LOOKS[layout]) {
      this.dialog.dataset.fit = look;
      const fits = this.#fitSteps(lectureSteps, layout);
      if (fits && (look !== "large" || this.#zoom >= this.#enlarged(layout))) break;
    }
    if (!lectureSteps || lectureSteps.at === shown) return;
    lectureSteps.go(shown);
    this.#shrink();
  }

  /** After an edit. The steps of a card differ, so each is fitted. */
  follow(shown: Shown): void {
    if (this.slot.querySelector(UNFOLDED)) return;
    this.#shrink();
    if (shown.layout !== "card") return;
    const isOther = (shown.lectureSteps?.at ?? null) !== this.#step;
    if (isOther || this.#overflows(KEPT)) this.fit(shown);
  }

  /** Returns whether all steps are in sight. */
  #fitSteps(lectureSteps: LectureSteps | undefined, layout: Layout): boolean {
    this.#hasScrollingList = false;
    this.#grow(this.#enlarged(layout));
    const steps = lectureSteps?.tallest?.() ?? [lectureSteps?.at ?? null];
    return steps.every((step) => this.#fitStep(lectureSteps, step));
  }

  #enlarged(layout: Layout): number {
    const { clientWidth: width } = this.body;
    return width < NARROW ? 1 : Math.max(LEAST * this.#unit, width / WIDTHS[layout]);
  }

  #fitStep(lectureSteps: LectureSteps | undefined, step: number | null): boolean {
    if (lectureSteps && step !== lectureSteps.at) lectureSteps.go(step);
    this.#shrink();
    return !this.#overflows(KEPT);
  }

  #overflows(selector: string): boolean {
    return [this.body, ...this.slot.querySelectorAll(selector)].some(scrolls);
  }

  #grow(zoom: number): void {
    this.#zoom = zoom;
    this.slot.style.zoom = String(zoom);
    this.dialog.style.setProperty("--me-zoom", String(zoom));
  }

  /** Shrinks until all fits. If it does not fit at all, the missed items scroll, and the rest gets
      their room. */
  #shrink(): void {
    const least = Math.min(this.#zoom, LEAST * this.#unit);
    if (!this.#hasScrollingList) this.#shrinkUntilFits(`${MISSED}, ${KEPT}`, least);
    if (!this.#hasScrollingList && this.#overflows(MISSED)) {
      this.#hasScrollingList = true;
      this.#grow(least);
    }
    this.#shrinkUntilFits(KEPT, least);
    for (const list of this.slot.querySelectorAll<HTMLElement>(".me-item-lists > .me-item-list")) {
      countHiddenRows(list);
    }
  }

  /** Tries each zoom, since a break of a line may let a larger one fit. */
  #shrinkUntilFits(selector: string, least: number): void {
    const floor = FLOOR * this.#unit;
    while (this.#zoom > floor && this.#overflows(selector)) {
      this.#grow(Math.max(this.#zoom > least ? least : floor, this.#zoom * SHRINKING));
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
    const below = list.scrollHeight - list.clientHeight;
    const hidden = Math.max(scrolls(list) ? 1 : 0, Math.round(below / (row?.offsetHeight ?? 1)));
    if (hidden) box.dataset.more = String(hidden);
    else delete box.dataset.more;
  }
}
