/* Scrolling while a row is dragged near an edge of what scrolls around it. */

const EDGE = 30; // pixels from an edge within which it scrolls
const SPEED = 8; // pixels a frame

/** Scrolls the innermost box around an element that a reader could scroll towards `y`. */
export function autoScroll(element: Element, y: number): void {
  for (let box: Element | null = element; box; box = outside(box)) {
    if (!canBeScrolled(box)) continue;
    const before = box.scrollTop;
    box.scrollTop += SPEED * directionIn(box, y);
    if (box.scrollTop !== before) return;
  }
}

/** The element around another one, also outside a shadow root. */
function outside(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

const canBeScrolled = (box: Element): boolean =>
  box === document.scrollingElement || /auto|scroll/.test(getComputedStyle(box).overflowY);

function directionIn(box: Element, y: number): -1 | 0 | 1 {
  const isPage = box === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
  if (y < top + EDGE) return -1;
  return y > bottom - EDGE ? 1 : 0;
}
