/* An Explorer alone: half the front end of all widgets, and what a page shows first. */
import { explorer } from "../../../../metrics_edu/widgets/src/lists/explorer";
import { rendererOf } from "../../../../metrics_edu/widgets/src/render";

export default { render: rendererOf(explorer) };
