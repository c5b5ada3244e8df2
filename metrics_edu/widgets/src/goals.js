/* The goals of an Inverse, above its list: each with its value now, and a solution that is shown when it is asked for twice. */
import { button, h, keyed, set, show, write } from "./dom.js";

export function makeGoals(ui) {
  const { t } = ui, pool = new Map(), lines = h("ul", { class: "me-goal-list" }), done = h("p", { class: "me-goals-done", role: "status" });
  const close = to => { question.hidden = true; show(ask, true); to.focus(); };
  const ask = button(t("solution"), () => { question.hidden = false; show(ask, false); sure.focus(); });
  const sure = button(t("solution_show"), () => { ui.send("solution"); close(ask); }), not = button(t("solution_not"), () => close(ask));
  const question = h("div", { class: "me-acts", role: "group", hidden: true, onkeydown: event => { if (event.key === "Escape") close(ask); } },
    h("span", { text: t("solution_sure") }), sure, not);
  set(question, "aria-label", t("solution_sure"));
  const foot = h("div", {}, ask, question);
  const node = h("div", { class: "me-goals", role: "group", "aria-label": t("goals_label"), hidden: true },
    h("b", { text: t("goals_label") }), lines, done, foot);

  const make = () => h("li", {}, h("span", { class: "me-goal-mark", "aria-hidden": "true" }), h("span", {}, h("b"), h("span"), h("span", { class: "me-met" })));
  function patch(el, { text, now, met, word }) {
    const [mark, line] = el.children, [goal, value, says] = line.children;
    set(el, "data-met", met && "");
    write(mark, met ? "✓" : ""); write(goal, text); write(value, `, ${now}: `); write(says, word);
  }

  function update({ goals }) {
    show(node, goals);
    if (!goals) return;
    keyed(pool, [[lines, goals.lines]], "key", make, patch);
    set(node, "data-done", goals.done ? "" : null);
    write(done, goals.done); show(foot, goals.solution);
  }
  return { node, update };
}
