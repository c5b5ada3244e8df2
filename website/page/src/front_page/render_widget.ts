/* Shows a widget in an element: an Explorer at once, another when all widgets' file is there. */
import type { View } from "../../../../metrics_edu/widgets/src/core/contract";
import type { RenderProps } from "../../../../metrics_edu/widgets/src/core/model";
import explorer from "./explorer.js";

export interface Rendered {
  /** Done when the widget is shown. */
  readonly shown: Promise<void>;
  remove(): void;
}

/** Loads the file of all widgets, which is twice as large as that of an Explorer. */
export const loadWidgets = async () => (await import("./widgets.js")).default;

export function renderWidget(props: RenderProps): Rendered {
  let isRemoved = false;
  let end = () => {};
  const show = async () => {
    const { screen } = JSON.parse(props.model.get("view")) as View;
    const { render } = screen === "explorer" ? explorer : await loadWidgets();
    if (!isRemoved) end = render(props);
  };
  return {
    shown: show(),
    remove: () => {
      isRemoved = true;
      end();
    },
  };
}
