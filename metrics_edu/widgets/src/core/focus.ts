/* Where the focus is, and where it goes when its element is gone. */

export const focused = (node: Node): Element | null =>
  (node.getRootNode() as Document | ShadowRoot).activeElement;

export const focusedIn = (root: Element): Element | null => {
  const element = focused(root);
  return root.contains(element) ? element : null;
};

/** Whether an element can have the focus: a browser takes it from a disabled field. */
const canHold = (root: Element, element: Element): boolean =>
  root.contains(element) && !element.closest("[hidden]") && !element.matches(":disabled");

/** After a paint: returns the focus to the element that had it, or else asks for another one. */
export function keepFocus(root: Element, held: Element, refocus: () => void): void {
  const now = focusedIn(root);
  if (now && canHold(root, now)) return;
  if (canHold(root, held)) (held as HTMLElement).focus({ preventScroll: true });
  else refocus();
}

const CAN_FOCUS = "button, input, select, textarea, summary, a[href], [tabindex='0']";

/** Whether an element holds more than it shows, and scrolls. */
export const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 &&
  getComputedStyle(element).overflowY !== "visible";

/** Lets keys scroll a region: it takes the focus itself if it scrolls and nothing in it can. */
export function reach(region: Element): void {
  const needsFocus = scrolls(region) && !region.querySelector(CAN_FOCUS);
  if (needsFocus) region.setAttribute("tabindex", "0");
  else region.removeAttribute("tabindex");
  suppressShortcuts(region);
}

const OPTS_OUT = "data-lm-suppress-shortcuts";
const FOCUSABLE = "button, input, select, textarea, summary, [tabindex]";

/** JupyterLab's shortcuts (m, d d) reach a focused element unless that very element opts out. */
export function suppressShortcuts(root: Element): void {
  root.setAttribute(OPTS_OUT, "true");
  suppressShortcutsIn(root);
}

export function suppressShortcutsIn(parent: ParentNode): void {
  for (const element of parent.querySelectorAll(`:is(${FOCUSABLE}):not([${OPTS_OUT}])`)) {
    element.setAttribute(OPTS_OUT, "true");
  }
}

/** Where lit-html copies its templates: each copy opts out once, and not after every paint. */
export const optingOut = {
  importNode(template: Node, isDeep?: boolean): Node {
    const copy = document.importNode(template, isDeep) as DocumentFragment;
    suppressShortcutsIn(copy);
    return copy;
  },
};
