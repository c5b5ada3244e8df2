/* The front end of every widget, as anywidget loads it. Python computes and sends views; the front
   end shows them and sends actions. It computes no metric and keeps no list. */
import { rendererOf } from "./render";
import { show } from "./screens";

export default { render: rendererOf(show) };
