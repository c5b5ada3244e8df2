/* The front end of every widget, as anywidget loads it. Python computes and sends views; the front
   end shows them and sends actions. It computes no metric and keeps no list. */
import type { RenderProps } from "./core/model";
import { show } from "./screens";

function render(props: RenderProps): () => void {
  const { model } = props;
  let shown = show(props);
  const again = () => {
    shown.end();
    shown = show(props); // the words are in another language now
  };
  model.on("change:text", again);
  return () => {
    model.off("change:text", again);
    shown.end();
  };
}

export default { render };
