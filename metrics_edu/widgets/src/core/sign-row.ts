/* On a touch screen: the signs of a computation, above the keyboard, which shows digits alone. */
import { html, render } from "lit-html";
import { focusedIn, optingOut } from "./focus";
import { rich } from "./text";

const SIGNS = ["(", ")", "+", "−", "·", "/", "^", "√(", "log2(", "|"];
const FIELD = "input[inputmode=decimal]:not([readonly])";

export interface SignRow {
  /** Shows the row while an answer field has the focus. */
  follow(): void;
  end(): void;
}

/** Types a sign as a key does: the field keeps its limit and its history, and sends its events. */
const key = (sign: string) =>
  html`<button type="button" tabindex="-1"
    @click=${() => document.execCommand("insertText", false, sign)}>${rich(sign)}</button>`;

const keepFocus = (event: Event): void => event.preventDefault();

/** A popover is above all, wherever its widget is: in a dialog, or in a cell that scrolls. */
const toolbar = (name: string) =>
  html`<div class="me-signs" popover="manual" role="toolbar" aria-label=${name}
    @pointerdown=${keepFocus} @mousedown=${keepFocus}>${SIGNS.map(key)}</div>`;

/** The row of a widget; undefined where there is a mouse. */
export function signRow(root: HTMLElement, name: string): SignRow | undefined {
  if (!matchMedia("(pointer: coarse)").matches) return undefined;
  const box = document.createElement("div");
  render(toolbar(name), box, { creationScope: optingOut });
  const row = box.firstElementChild as HTMLElement;
  const view = visualViewport;

  /** The row ends where the keyboard begins. */
  const place = (event?: Event) => {
    if (!view || !row.isConnected) return;
    const { offsetTop, offsetLeft, width, height, scale } = view;
    const edges = `${offsetTop + height}px auto auto ${offsetLeft}px`;
    row.style.cssText = `inset: ${edges}; width: ${width}px; translate: 0 -100%`;
    // It must not cover the field, unless the user has zoomed to see something else.
    if (event?.type !== "scroll" && scale <= 1)
      focusedIn(root)?.scrollIntoView({ block: "nearest" });
  };
  const follow = () => {
    if (!focusedIn(root)?.matches(FIELD)) row.remove();
    else if (!row.isConnected) {
      root.append(row);
      row.showPopover?.();
      place();
    }
  };
  const listeners = [
    [root, "focusin", follow],
    [root, "focusout", follow],
    [view, "resize", place],
    [view, "scroll", place],
  ] as const;
  for (const [target, type, listener] of listeners) target?.addEventListener(type, listener);
  const end = () => {
    for (const [target, type, listener] of listeners) target?.removeEventListener(type, listener);
  };
  return { follow, end };
}
