/* What anywidget calls to show a widget, for the screens that a bundle has. */
import type { RenderProps } from "./core/model";
import type { Shown } from "./core/shown";

export type Render = (props: RenderProps) => () => void;

/** Shows a widget, and again once its words are in another language. */
export function rendererOf(show: (props: RenderProps) => Shown): Render {
  return (props) => {
    const { model } = props;
    let shown = show(props);
    const again = () => {
      shown.end();
      shown = show(props);
    };
    model.on("change:text", again);
    return () => {
      model.off("change:text", again);
      shown.end();
    };
  };
}
