/* Attributes of elements that lit-html does not render. */

/** Writes an attribute if it changes; undefined: the element does not have it. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
