/* An edit moves what it changes: rows, terms and bars slide from their old place to the new one,
   and values roll. What slides has a name in `data-move`. It is measured before and after a paint
   (FLIP); of a bar, its path is read, which needs no layout. */
import { unitOf } from "./zoom";

const DURATION = 250; // milliseconds
const MOST = 1000; // elements: of more, none slides
const THRESHOLD = 0.5; // pixels: less is no move
const GROWTH = 2; // pixels: a bar that grows by less does not move; fifty take a millisecond
/** What an element moves in: if all of that moves, the element does not. */
const FRAME = "ol, .me-work, .me-where, svg";
const BAR = "path.me-bar";
const VALUE = ".me-tile-value, .me-of, .me-result .me-value";
const BAR_ENDS = /^M\S+ (\S+)V([^H]+)H/; // its foot and its top, as plot.ts draws a box
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

interface Place {
  readonly box: DOMRect;
  readonly frame: Element;
  readonly frameBox: DOMRect;
}

export interface Places {
  readonly boxes: ReadonlyMap<string, Place>;
  /** The height of each bar, in the units of its drawing. */
  readonly heights: ReadonlyMap<string, number>;
  /** The values, in the order of the page. */
  readonly values: ReadonlyArray<string>;
}

interface Move {
  readonly element: Element;
  readonly start: Keyframe;
}

/** The slides of one widget. */
export class Motion {
  #running: Animation[] = [];
  #lastStart = Number.NEGATIVE_INFINITY;
  #start = () => {};
  /** Where everything was before a slide that has not started. */
  #waiting: Places | undefined;
  /** Calls back after the next layout, before it is seen: a measurement then costs none. */
  readonly #laidOut = new ResizeObserver(() => {
    this.#laidOut.disconnect();
    this.#waiting = undefined;
    this.#start();
  });

  constructor(private readonly root: Element) {}

  /** Where everything is that may move; undefined if nothing may slide now: a key is held, or the
      reader prefers reduced motion. */
  places(moving: string): Places | undefined {
    if (reducedMotion.matches) return undefined;
    if (this.#waiting) return this.#waiting;
    const now = performance.now();
    if (now - this.#lastStart < DURATION) {
      this.#lastStart = now;
      for (const animation of this.#running.splice(0)) animation.finish();
      return undefined;
    }
    if (this.root.querySelectorAll("[data-move]").length > MOST) return undefined;
    const [elements, bars] = this.#find(moving);
    const heights = new Map(bars.map((bar) => [nameOf(bar), heightOf(bar)]));
    const values = this.#values().map(({ textContent }) => textContent);
    return { boxes: placesOf(elements), heights, values };
  }

  /** After a paint: everything that was in sight slides from its old place. `ended` follows. */
  slide(before: Places, moving: string, ended: (() => void) | undefined): void {
    this.#waiting = before;
    this.#start = () => this.#slide(before, moving, ended);
    this.#laidOut.observe(this.root);
  }

  end(): void {
    this.#laidOut.disconnect();
  }

  #slide(before: Places, moving: string, ended: (() => void) | undefined): void {
    const [elements, bars] = this.#find(moving);
    const moves = [
      ...shiftsOf(elements, before.boxes),
      ...growthsOf(bars, before.heights),
      ...rollsOf(this.#values(), before.values),
    ];
    if (!moves.length) return;
    this.#lastStart = performance.now();
    this.#running = moves.map(({ element, start }) =>
      element.animate([start, { transform: "none" }], { duration: DURATION, easing: "ease-out" }),
    );
    if (ended) whenEnded(this.#running).then(ended);
  }

  #values(): Element[] {
    return [...this.root.querySelectorAll(VALUE)];
  }

  #find(moving: string): readonly [Element[], SVGElement[]] {
    return [
      [...this.root.querySelectorAll(`${moving}:not(${BAR})`)],
      [...this.root.querySelectorAll<SVGElement>(BAR)],
    ];
  }
}

/** A value that has changed comes from below. */
const rollsOf = (
  values: ReadonlyArray<Element>,
  before: ReadonlyArray<string>,
): ReadonlyArray<Move> =>
  values
    .filter(({ textContent }, k) => before[k] !== textContent)
    .map((element) => ({ element, start: { transform: "translateY(60%)", opacity: 0 } }));

/** Waits until animations have ended, or were removed. */
export const whenEnded = (animations: ReadonlyArray<Animation>): Promise<unknown> =>
  Promise.allSettled(animations.map(({ finished }) => finished));

const nameOf = (element: Element): string => element.getAttribute("data-move") ?? "";

/** Measures elements, and what they move in once. */
function placesOf(elements: ReadonlyArray<Element>): ReadonlyMap<string, Place> {
  const frames = new Map<Element, DOMRect>();
  const places = new Map<string, Place>();
  for (const element of elements) {
    const frame = element.closest(FRAME) ?? element;
    const frameBox = frames.get(frame) ?? frame.getBoundingClientRect();
    frames.set(frame, frameBox);
    places.set(nameOf(element), { box: element.getBoundingClientRect(), frame, frameBox });
  }
  return places;
}

/** How elements look at the start of their slides: not those that are new, still, or out of sight.
    A row that changes its list does not slide: the list would cut it off. */
function shiftsOf(
  elements: ReadonlyArray<Element>,
  before: ReadonlyMap<string, Place>,
): ReadonlyArray<Move> {
  const after = placesOf(elements);
  return elements.flatMap((element) => {
    const [old, now] = [before.get(nameOf(element)), after.get(nameOf(element))];
    if (!old || !now || old.frame !== now.frame || (!isSeen(old) && !isSeen(now))) return [];
    const start = shiftOf(element, old, now);
    return start ? [{ element, start }] : [];
  });
}

/** Whether a place is inside its frame and the window. */
const isSeen = ({ box, frameBox }: Place): boolean =>
  box.bottom > Math.max(0, frameBox.top) && box.top < Math.min(innerHeight, frameBox.bottom);

function shiftOf(element: Element, old: Place, now: Place): Keyframe | undefined {
  const across = old.box.left - old.frameBox.left - (now.box.left - now.frameBox.left);
  const down = old.box.top - old.frameBox.top - (now.box.top - now.frameBox.top);
  if (Math.hypot(across, down) < THRESHOLD) return undefined;
  const unit = unitOf(element);
  return { transform: `translate(${across / unit}px, ${down / unit}px)` };
}

function heightOf(bar: Element): number {
  const [, foot, top] = BAR_ENDS.exec(bar.getAttribute("d") ?? "") ?? [];
  return Number(foot) - Number(top);
}

/** A bar keeps its rank and grows from its foot, if its drawing is in the window. */
function growthsOf(
  bars: ReadonlyArray<SVGElement>,
  before: ReadonlyMap<string, number>,
): ReadonlyArray<Move> {
  const drawing = bars[0]?.ownerSVGElement;
  const box = drawing?.getBoundingClientRect();
  if (!drawing || !box || box.bottom <= 0 || box.top >= innerHeight) return [];
  const unit = unitOf(drawing);
  return bars.flatMap((element) => {
    const old = before.get(nameOf(element));
    const now = heightOf(element);
    if (old === undefined || !now || Math.abs(old - now) * unit < GROWTH) return [];
    return [{ element, start: { transform: `scaleY(${old / now})` } }];
  });
}
