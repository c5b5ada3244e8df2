/* Predict: what tells the chosen value is ?? until a number is committed to; the list can be edited meanwhile. */
import { button, h, lead, set, show, write } from "./dom.js";

export function makeAsk({ t, send }, changed) {
  const commit = () => send("predict", { answer: input.value });
  const name = h("b", { class: "me-asked" }), input = h("input", { type: "text", class: "me-text me-number", placeholder: "??", inputmode: "decimal", autocomplete: "off", "aria-label": t("prediction"),
    onkeydown: event => { if (event.key === "Enter") { event.preventDefault(); commit(); } } });
  const form = h("span", { class: "me-guess", hidden: "" }, name, input, button(t("commit"), commit, "", true, { class: "me-btn me-commit" }), button(t("just_show"), () => turn(false), "", true, { class: "me-btn me-plain" }), h("span", { class: "me-note", text: t("prediction_help") })), said = h("p", { class: "me-judged me-mark", role: "status" });
  const toggle = button(t("predict"), () => turn(!ask.on), "", true, { class: "me-btn me-predict", "aria-pressed": "false" });

  function turn(on) {
    ask.on = on;
    if (!on) toggle.focus({ preventScroll: true });              // before the field that may hold the focus goes
    set(toggle, "aria-pressed", String(on)); show(form, on);
    if (on) { write(said, ""); input.value = ""; }
    changed();
    if (on) input.focus({ preventScroll: true });
  }

  function tell({ text, right }) {
    turn(false);
    set(said, "data-kind", right ? "right" : "wrong");
    lead(said, text);
  }

  const ask = { on: false, form, said, toggle, tell, of: symbol => write(name, `${symbol} =`), forget() { write(said, ""); } };
  return ask;
}
