/* An edit moves what it changes: rows, terms and bars slide from their old place to the new one.
   Each has a name in `data-move`. It is measured before and after a paint (FLIP). */
import { unitOf } from "./zoom";

const DURATION = 250; // milliseconds
const MOST = 1000; // elements: of more, none slides
const THRESHOLD = 0.5; // pixels: less is no move
/** What an element moves in: if all of that moves, the element does not. */
const FRAME = "ol, .me-work, .me-where, svg";
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

interface Place {
  readonly box: DOMRect;
  readonly frame: Element;
  readonly frameBox: DOMRect;
}

export type Places = ReadonlyMap<string, Place>;

/** The slides of one widget. */
export class Motion {
  private running: Animation[] = [];
  private lastStart = Number.NEGATIVE_INFINITY;

  constructor(private readonly root: Element) {}

  /** Where everything that can move is; undefined if nothing may slide now: a key is held, or the
      reader prefers reduced motion. */
  places(): Places | undefined {
    if (reducedMotion.matches) return undefined;
    const now = performance.now();
    if (now - this.lastStart < DURATION) {
      this.lastStart = now;
      for (const animation of this.running.splice(0)) animation.finish();
      return undefined;
    }
    const elements = movingIn(this.root);
    return elements.length > MOST ? undefined : placesOf(elements);
  }

  /** After a paint: everything that was in sight slides from its old place. `ended` follows. */
  slide(before: Places | undefined, ended: () => void): void {
    if (!before) return;
    const elements = movingIn(this.root);
    const after = placesOf(elements);
    const moves = elements.flatMap((element) => {
      const start = startOf(element, before.get(nameOf(element)), after.get(nameOf(element)));
      return start ? [{ element, start }] : [];
    });
    if (!moves.length) return;
    this.lastStart = performance.now();
    this.running = moves.map(({ element, start }) =>
      element.animate([start, { transform: "none" }], { duration: DURATION, easing: "ease-out" }),
    );
    whenEnded(this.running).then(ended);
  }
}

/** Waits until animations have ended, or were removed. */
export const whenEnded = (animations: ReadonlyArray<Animation>): Promise<unknown> =>
  Promise.allSettled(animations.map(({ finished }) => finished));

const movingIn = (root: Element) => [...root.querySelectorAll<HTMLElement>("[data-move]")];

const nameOf = ({ dataset }: HTMLElement): string => dataset.move ?? "";

/** Measures elements, and what they move in once. */
function placesOf(elements: ReadonlyArray<HTMLElement>): Places {
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

/** How an element looks at the start of its slide; undefined: it is new, still, or out of sight.
    A row that changes its list does not slide: the list would cut it off. */
function startOf(
  element: HTMLElement,
  old: Place | undefined,
  now: Place | undefined,
): Keyframe | undefined {
  if (!old || !now || old.frame !== now.frame || (!isSeen(old) && !isSeen(now))) return undefined;
  const isBar = element.matches("path.me-bar");
  return isBar ? growthOf(old, now) : shiftOf(element, old, now);
}

/** Whether a place is inside its frame and the window. */
const isSeen = ({ box, frameBox }: Place): boolean =>
  box.bottom > Math.max(0, frameBox.top) && box.top < Math.min(innerHeight, frameBox.bottom);

/** A bar keeps its rank and grows from its foot. */
function growthOf({ box: old }: Place, { box: now }: Place): Keyframe | undefined {
  const isSame = !now.height || Math.abs(old.height - now.height) < THRESHOLD;
  return isSame ? undefined : { transform: `scaleY(${old.height / now.height})` };
}

function shiftOf(element: HTMLElement, old: Place, now: Place): Keyframe | undefined {
  const across = old.box.left - old.frameBox.left - (now.box.left - now.frameBox.left);
  const down = old.box.top - old.frameBox.top - (now.box.top - now.frameBox.top);
  if (Math.hypot(across, down) < THRESHOLD) return undefined;
  const unit = unitOf(element);
  return { transform: `translate(${across / unit}px, ${down / unit}px)` };
}
