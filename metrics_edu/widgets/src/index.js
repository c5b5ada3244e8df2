/* metrics_edu: one module for every widget; the view says which part it is. Python computes and sends views, the front end shows them and sends
   orders: nothing in it computes a metric or holds a list of its own. */
import { card } from "./card.js";
import { compare } from "./compare.js";
import { explorer } from "./explorer.js";
import { faded } from "./faded.js";
import { lecture } from "./lecture.js";
import { stepper } from "./stepper.js";

const parts = { card, compare, explorer, faded, stepper };
parts.lecture = lecture(parts);

function render(context) {
  const { model } = context, make = () => (parts[JSON.parse(model.get("view")).part] ?? explorer)(context).destroy;
  let end = make();
  const again = () => { end(); end = make(); };                  // the fixed words are in another language now
  model.on("change:text", again);
  return () => { model.off("change:text", again); end(); };
}

export default { render };
