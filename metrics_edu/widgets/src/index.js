/* metrics_edu: one module for every widget; the view names its screen. Python computes and sends views, the front end shows them and sends
   orders: nothing in it computes a metric or holds a list of its own. */
import { card } from "./card.js";
import { compare } from "./compare.js";
import { explorer } from "./explorer.js";
import { faded } from "./faded.js";
import { ideal } from "./ideal.js";
import { lecture } from "./lecture.js";
import { stepper } from "./stepper.js";

const screens = {
  ranked_list: explorer, explorer, inverse: explorer, compare, ideal_list: ideal, predict: card, practice: card, exercise_sheet: card, submission_upload: card,
  stepper, faded_stepper: faded,
};
screens.lecture = lecture(screens);

function render(context) {
  const { model } = context, make = () => screens[JSON.parse(model.get("view")).screen](context).destroy;
  let end = make();
  const again = () => { end(); end = make(); };                  // the fixed words are in another language now
  model.on("change:text", again);
  return () => { model.off("change:text", again); end(); };
}

export default { render };
