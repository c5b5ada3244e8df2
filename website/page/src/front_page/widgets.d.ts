/* The widgets' front end, which the site serves (metrics_edu/widgets/static/widgets.js). */
import type { RenderProps } from "../../../../metrics_edu/widgets/src/core/model";

declare const widgets: {
  /** Shows a widget in an element; returns the function that removes it. */
  render(props: RenderProps): () => void;
};
export default widgets;
