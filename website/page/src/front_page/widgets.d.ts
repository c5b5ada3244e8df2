/* The widgets' front end, which the site serves (metrics_edu/widgets/static/widgets.js). */
import type { Render } from "../../../../metrics_edu/widgets/src/render";

declare const widgets: {
  /** Shows a widget in an element; returns the function that removes it. */
  render: Render;
};
export default widgets;
