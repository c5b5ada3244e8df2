/* IdealList: the list to edit, beside it the ideal one, below both what they are worth, and the quotient. */
import { delta, h, keyed, set, show, write } from "./dom.js";
import { makeSettings, makeTools } from "./controls.js";
import { makeSentence } from "./derivation.js";
import { makeEditBar, makeList } from "./list.js";
import { presentable } from "./present.js";
import { keepingFocus, keys, makeShell, makeUi } from "./shell.js";
import { makeTalk } from "./veil.js";

/** The ideal list, to read: a click on an item chooses it in the list that is edited. */
function makeIdeal(ui) {
  const { t } = ui, pool = new Map(), heading = h("b", { text: t("ideal_list") }), sub = h("span", { class: "me-note" }), term = h("span", { class: "me-note me-end" }), empty = h("p", { class: "me-empty" });
  const rows = h("ol", { class: "me-lane", tabindex: -1, onclick: event => { const id = event.target.closest(".me-row")?.dataset.id; if (pool.get(id)?.known) ui.choose(id); } });
  const node = h("div", { class: "me-fixed" }, h("div", { class: "me-head" }, heading, sub, term), empty, rows);

  const make = ({ id }) => h("li", { class: "me-row", "data-id": id }, h("span", { class: "me-rank" }),
    h("span", { class: "me-toggle" }, h("span", { class: "me-badge", "aria-hidden": "true" }), h("span", { class: "me-vh" })),
    h("span", { class: "me-label" }), h("span", { class: "me-where" }), h("span", { class: "me-row-term" }));

  function patch(row, item) {
    const [rank, toggle, label, where, term] = row.children;
    set(row, "class", `me-row${item.relevant ? " me-relevant" : ""}${item.counts ? " me-counts" : ""}${item.missed ? " me-is-missed" : ""}`);
    row.known = item.known;
    write(rank, String(item.rank)); write(toggle.firstChild, item.badge); write(toggle.lastChild, item.state_word);
    write(label, item.label); set(label, "title", item.label);
    write(where, item.now); show(where, item.now);
    write(term, item.term); set(term, "data-work", item.work || null);
  }

  function update({ ideal }) {
    write(sub, ideal.sub); write(term, ideal.term); write(empty, ideal.empty);
    show(empty, ideal.empty);
    set(rows, "aria-label", `${t("ideal_list")}: ${ideal.sub}`);
    keyed(pool, [[rows, ideal.rows]], "id", make, patch);
    set(rows, "tabindex", ideal.rows.length > 7 ? 0 : null);      // to scroll it by keys
  }
  return { node, update };
}

const sum = () => h("div", { class: "me-sum-line" }, h("span"), h("b"));
const fraction = () => h("span", { class: "me-fr" }, h("span", { class: "me-nu" }), h("span", { class: "me-de" }));
const is = (...what) => h("span", { class: "me-result" }, h("span", { class: "me-eq", text: "=" }), ...what);

function makeQuotient() {
  const name = h("span"), names = fraction(), values = fraction(), result = h("span", { class: "me-value" }), by = h("span"), spoken = h("span", { class: "me-vh" });
  const why = h("p", { class: "me-note" });
  const node = h("div", { class: "me-quotient" }, h("p", { class: "me-work", "aria-hidden": "true" }, name, is(names), is(values), is(result, by)), why);

  function update({ sums, result: found, why: reason, last }) {
    write(name, found.name); write(result, found.value); delta(by, found); write(why, reason); show(why, reason);
    sums.forEach((one, k) => { write(names.children[k], one.name); write(values.children[k], one.value); });
    const [up, down] = sums;
    write(spoken, [last, `${found.name} = ${up.name} / ${down.name} = ${up.value} / ${down.value} = ${found.value}`].filter(Boolean).join(". "));
  }
  return { node, spoken, update };
}

export function ideal({ model, el }) {
  const shell = makeShell(model, "me-ideal-list"), { root, notice } = shell, { talk, seen: view } = makeTalk("ideal", { ...shell, update });
  const ui = Object.assign(makeUi(shell, { view, light, update }), { alone: true, inStatus: true, termRanks: () => [] });
  const tools = makeTools(ui), list = makeList(ui), bar = makeEditBar(ui), best = makeIdeal(ui), settings = makeSettings(ui), sentence = makeSentence(ui);
  const sums = [sum(), sum()], quotient = makeQuotient(), last = h("b");
  const said = h("div", { role: "status", "aria-atomic": "false" }, quotient.spoken, sentence.node);   // of what an edit does and of the chosen row, in one
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-top" }, h("span", { class: "me-note" }, last), tools.node), tools.panel, notice, settings.own,
    h("div", { class: "me-beside" }, h("div", { class: "me-actual" }, list.node), sums[0], h("div", { class: "me-tend" }, bar.node, said), best.node, sums[1], quotient.node), settings.node));
  root.addEventListener("keydown", event => keys(event, ui));

  function light() {
    root.querySelectorAll(".me-row").forEach(el => set(el, "data-lit", el.dataset.id === ui.chosen && ""));
    list.light(); sentence.light(); bar.update(view());
  }

  function update() {
    keepingFocus(root, tell, list.focus);
  }

  function tell() {
    const now = view();
    ui.follow();
    for (const part of [tools, list, best, settings, quotient]) part.update(now);
    sums.forEach((el, k) => { write(el.firstChild, now.sums[k].name + " ="); write(el.lastChild, now.sums[k].value); });
    write(last, now.last); write(notice, now.notice);
    light();
  }

  update();
  el.append(root);
  model.on("change:view", update);
  model.on("change:sentence", sentence.light);
  const part = { root, kind: "compare", talk, reset: () => shell.send("reset"), tools: tools.node, destroy };
  tools.add(presentable(shell, el, part));
  return part;

  function destroy() { model.off("change:view", update); model.off("change:sentence", sentence.light); list.destroy(); root.remove(); }
}
