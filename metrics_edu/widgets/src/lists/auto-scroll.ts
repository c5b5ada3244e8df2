/* Scrolling while a row is dragged near an edge of what scrolls around it. */

const EDGE = 30; // pixels from an edge within which it scrolls
const SPEED = 8; // pixels a frame

/** Scrolls the innermost box around an element that can scroll towards `y`; returns whether one
    did. */
export function autoScroll(element: Element, y: number): boolean {
  for (let box: Element | null = element; box; box = box.parentElement) {
    const before = box.scrollTop;
    box.scrollTop += SPEED * directionIn(box, y);
    if (box.scrollTop !== before) return true;
  }
  return false;
}

function directionIn(box: Element, y: number): -1 | 0 | 1 {
  const isPage = box === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
  if (y < top + EDGE) return -1;
  return y > bottom - EDGE ? 1 : 0;
}
