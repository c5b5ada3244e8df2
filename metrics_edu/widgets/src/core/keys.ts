/* Keys: arrows inside one Tab stop, and saving the notebook. */

export const hasModifier = (event: KeyboardEvent): boolean =>
  event.altKey || event.ctrlKey || event.metaKey;

export const arrowOf = ({ key }: KeyboardEvent): -1 | 0 | 1 => {
  if (key === "ArrowUp") return -1;
  return key === "ArrowDown" ? 1 : 0;
};

/** Moves the focus by two arrows, Home and End; returns the element that receives it. */
export function moveFocus(
  event: KeyboardEvent,
  elements: ReadonlyArray<HTMLElement>,
  [back, forward]: readonly [string, string],
): HTMLElement | undefined {
  if (hasModifier(event)) return undefined;
  const stop = (event.target as Element).closest<HTMLElement>("[tabindex]");
  const index = stop ? elements.indexOf(stop) : -1;
  const next = new Map([
    [back, index - 1],
    [forward, index + 1],
    ["Home", 0],
    ["End", elements.length - 1],
  ]).get(event.key);
  if (next === undefined) return undefined;
  event.preventDefault();
  elements[next]?.focus();
  return elements[next];
}

/** Ctrl+S saves the notebook: the page receives the key as if nothing of the widget had the
    focus. */
export function saveKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (event.key.toLowerCase() !== "s") return;
  event.stopPropagation();
  if (!document.body.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}
