/* How much an element is enlarged on the screen: a lecture zooms, and a drawing is scaled. */

/** The zoom that CSS gives an element; older browsers do not have it. */
export const zoomOf = (element: Element): number =>
  (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;

/** The pixels on the screen of one unit in which an element is moved. */
export function unitOf(element: Element): number {
  const scale = element instanceof SVGGraphicsElement ? element.getScreenCTM()?.a : undefined;
  return scale ?? zoomOf(element);
}
