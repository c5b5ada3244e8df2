/* The note beside what was pressed and waits for Python. */
import { byId } from "./elements";

const GAP = 4; // pixels

let pressed: DOMRect | undefined;

/** Notes where the reader presses: also the row that is dragged, which gets no click. What is pressed
    by a key has the focus. */
export function followPresses(): void {
  for (const type of ["pointerdown", "click", "keydown"]) {
    byId("widget").addEventListener(type, ({ target }) => notePress(target), { capture: true });
  }
}

/** The widget may replace the element as it takes the press. */
function notePress(target: EventTarget | null): void {
  if (target instanceof Element) pressed = target.getBoundingClientRect();
}

/** Shows the note below what was pressed last, inside the frame. */
export function showWait(): void {
  if (!pressed) return;
  const note = byId("wait");
  const frame = byId("frame").getBoundingClientRect();
  note.hidden = false;
  const last = frame.width - note.offsetWidth - GAP;
  const left = Math.max(GAP, Math.min(pressed.left - frame.left, last));
  note.style.translate = `${left}px ${pressed.bottom - frame.top + GAP}px`;
}

export function hideWait(): void {
  byId("wait").hidden = true;
}
