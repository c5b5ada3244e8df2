/* An edit moves what it changes: rows, terms and bars slide from their old place to the new one.
   Each has a name in `data-move`. It is measured before and after a paint (FLIP). */

const DURATION = 250; // milliseconds
const MOST = 1000; // elements: of more, none slides
const THRESHOLD = 0.5; // pixels: less is no move
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** What an element moves in: if all of that moves, the element does not. */
const FRAME = "ol, .me-work, .me-where, svg";

interface Place {
  readonly box: DOMRect;
  readonly frame: Element;
  readonly frameBox: DOMRect;
}

export type Places = ReadonlyMap<string, Place>;

let running: Animation[] = [];
let lastStart = Number.NEGATIVE_INFINITY;

const movingIn = (root: Element) => [...root.querySelectorAll<HTMLElement>("[data-move]")];

/** Where everything that can move is; undefined if nothing may slide now: a key is held, or the
    reader prefers reduced motion. */
export function placesIn(root: Element): Places | undefined {
  if (reducedMotion.matches) return undefined;
  const now = performance.now();
  if (now - lastStart < DURATION) {
    lastStart = now;
    for (const animation of running.splice(0)) animation.finish();
    return undefined;
  }
  const elements = movingIn(root);
  if (elements.length > MOST) return undefined;
  return new Map(elements.map((element) => [element.dataset.move ?? "", placeOf(element)]));
}

function placeOf(element: HTMLElement): Place {
  const frame = element.closest(FRAME) ?? element;
  const box = element.getBoundingClientRect();
  return { box, frame, frameBox: frame.getBoundingClientRect() };
}

/** After a paint: everything that was in sight slides from its old place. */
export function slide(root: Element, before: Places | undefined): void {
  if (!before) return;
  const moves = movingIn(root).flatMap((element) => {
    const old = before.get(element.dataset.move ?? "");
    const start = old && startOf(element, old);
    return start ? [{ element, start }] : [];
  });
  if (!moves.length) return;
  lastStart = performance.now();
  running = moves.map(({ element, start }) =>
    element.animate([start, { transform: "none" }], { duration: DURATION, easing: "ease-out" }),
  );
}

/** How an element looks at the start of its slide; undefined: it does not move, or out of sight. */
function startOf(element: HTMLElement, old: Place): Keyframe | undefined {
  const now = placeOf(element);
  if (!isSeen(old) && !isSeen(now)) return undefined;
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
  const [oldOrigin, origin] = old.frame === now.frame ? [old.frameBox, now.frameBox] : [];
  const across = old.box.left - now.box.left - (oldOrigin?.left ?? 0) + (origin?.left ?? 0);
  const down = old.box.top - now.box.top - (oldOrigin?.top ?? 0) + (origin?.top ?? 0);
  if (Math.hypot(across, down) < THRESHOLD) return undefined;
  const zoom = element.currentCSSZoom; // of a lecture
  return { transform: `translate(${across / zoom}px, ${down / zoom}px)` };
}
