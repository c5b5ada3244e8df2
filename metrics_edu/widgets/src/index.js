/* metrics_edu: one module for every widget; the view says which part it is. Python computes and sends views, the front end shows them and sends
   orders: nothing in it computes a metric or holds a list of its own. */
import { card } from "./card.js";
import { compare } from "./compare.js";
import { explorer } from "./explorer.js";
import { stepper } from "./stepper.js";

const parts = { card, compare, stepper };

export default { render: context => (parts[JSON.parse(context.model.get("view")).part] ?? explorer)(context) };
