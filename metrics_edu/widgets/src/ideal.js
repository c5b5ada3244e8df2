/* IdealList: the list to edit, beside it the ideal one, a line from each item to its place there, what both are worth, and the quotient. */
import { delta, equals, h, keyed, reach, set, show, write, writeTerm } from "./dom.js";
import { makeSettings, makeTools } from "./controls.js";
import { makeSentence } from "./derivation.js";
import { isLong, makeEditBar, makeList } from "./list.js";
import { presentable } from "./present.js";
import { s as svg } from "./figure.js";
import { keepingFocus, keys, makeShell, makeUi } from "./shell.js";
import { makeTalk } from "./veil.js";

/** The ideal list, to read: a click on an item chooses it in the list that is edited. */
function makeIdeal(ui) {
  const { t } = ui, pool = new Map(), ties = h("p", { class: "me-note" }), heading = h("b", { text: t("ideal_list") }), sub = h("span", { class: "me-note" }), term = h("span", { class: "me-note me-end" }), empty = h("div", { class: "me-empty" });
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
    write(label, item.label); set(label, "title", item.label); set(label, "data-long", isLong(item.label));
    write(where, item.now); show(where, item.now);
    writeTerm(term, item);
  }

  function update({ ideal }) {
    write(sub, ideal.sub); write(term, ideal.term); write(empty, ideal.empty);
    show(empty, ideal.empty); write(ties, ideal.ties); show(ties, ideal.ties);
    set(rows, "aria-label", `${t("ideal_list")}: ${ideal.sub}`);
    keyed(pool, [[rows, ideal.rows]], "id", make, patch);
    reach(rows);
  }
  return { node, ties, update, reach: () => reach(rows) };
}

/** Lines between rows of the same item in two lists. Of those that are too steep to follow or lead to a row that is scrolled out of sight only that of the chosen one, as far as the edge. */
function makeLinks(grid, resized) {
  const node = svg("svg", { class: "me-links", "aria-hidden": "true" });

  function draw() {
    const frame = grid.getBoundingClientRect(), chosen = [], others = [];
    const ends = el => {
      const row = el.getBoundingClientRect(), lane = el.parentNode.getBoundingClientRect(), middle = row.top + row.height / 2;
      return { row, y: Math.max(lane.top, Math.min(lane.bottom, middle)) - frame.top, inSight: lane.top <= middle && middle <= lane.bottom };
    };
    const actual = new Map([...grid.querySelectorAll(".me-actual .me-row")].map(el => [el.dataset.id, el]));
    for (const el of grid.querySelectorAll(".me-fixed .me-row")) {
      const from = actual.get(el.dataset.id), lit = "lit" in el.dataset;
      if (!from) continue;
      const a = ends(from), b = ends(el), left = a.row.right - frame.left + 2, right = b.row.left - frame.left - 2, half = (left + right) / 2, clear = a.inSight && b.inSight && Math.abs(a.y - b.y) < 7 * (right - left);
      set(el, "data-apart", clear ? null : "");
      if (clear || lit) (lit ? chosen : others).push(svg("path", { class: "me-link", "data-missed": "rank" in from.dataset ? null : "", "data-lit": lit && "", d: `M${left} ${a.y}C${half} ${a.y} ${half} ${b.y} ${right} ${b.y}` }));
    }
    set(node, "viewBox", `0 0 ${frame.width} ${frame.height}`);   // pixels of the screen, however a lecture enlarges them
    node.replaceChildren(...others, ...chosen);
  }

  const watcher = new ResizeObserver(() => {
    draw();
    resized();
  });
  watcher.observe(grid);
  grid.addEventListener("scroll", draw, true);                   // a lane's, which does not bubble
  grid.append(node);
  return { draw, destroy: () => watcher.disconnect() };
}

const sum = () => h("div", { class: "me-sum-line" }, h("span"), h("b"));
const fraction = () => h("span", { class: "me-fr" }, h("span", { class: "me-nu" }), h("span", { class: "me-de" }));

function makeQuotient() {
  const name = h("span"), values = fraction(), result = h("span", { class: "me-value" }), by = h("span"), spoken = h("span", { class: "me-vh" });
  const why = h("p", { class: "me-note" });
  const node = h("div", { class: "me-quotient" }, h("p", { class: "me-work", "aria-hidden": "true" }, name, equals(values), equals(result), by), why);

  function update({ sums, result: found, why: reason, last_edit }) {
    write(name, found.name); write(result, found.value); delta(by, found); write(why, reason); show(why, reason);
    sums.forEach(({ value }, k) => write(values.children[k], value));
    const [up, down] = sums;
    write(spoken, [last_edit, `${found.name} = ${up.name} / ${down.name} = ${up.value} / ${down.value} = ${found.value}`].filter(Boolean).join(". "));
  }
  return { node, spoken, update };
}

export function ideal({ model, el }) {
  const shell = makeShell(model, "me-ideal-list"), { t, root, notice } = shell, { talk, seen: view } = makeTalk("ideal", { ...shell, update });
  const ui = Object.assign(makeUi(shell, { view, light, update }), { alone: true, inStatus: true, termRanks: () => [] });
  const plainRow = ui.row, placeOf = row => row && view().ideal.rows.find(place => place.id === row.id && place.counts);
  ui.row = () => {                                               // what is said of a row tells of its place in the ideal list, too
    const row = plainRow(), place = placeOf(row);
    return place?.sentence ? { ...row, sentence: `${row.sentence ?? ui.told(row)} ${place.sentence}` } : row;
  };
  const tools = makeTools(ui), list = makeList(ui), bar = makeEditBar(ui), best = makeIdeal(ui), settings = makeSettings(ui), sentence = makeSentence(ui);
  const sums = [sum(), sum()], quotient = makeQuotient(), last = h("b"), hint = h("span");
  const said = h("div", { role: "status", "aria-atomic": "false" }, quotient.spoken, sentence.node);   // of what an edit does and of the chosen row, in one
  const beside = h("div", { class: "me-beside" }, h("div", { class: "me-actual" }, list.node, sums[0]), best.node, h("div", { class: "me-worth" }, quotient.node, said, best.ties), bar.node), links = makeLinks(beside, best.reach);
  best.node.append(sums[1]);
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-top" }, settings.own, h("span", { class: "me-note" }, last, hint), tools.node), tools.panel, notice, beside, settings.node));
  root.addEventListener("keydown", event => keys(event, ui));

  function light() {
    root.querySelectorAll(".me-row").forEach(el => set(el, "data-lit", el.dataset.id === ui.chosen && ""));
    list.light(); sentence.light(); bar.update(view()); links.draw(); write(hint, view().last_edit ? "" : t(ui.chosen ? "ideal_lines" : "ideal_hint"));
  }

  function update() {
    keepingFocus(root, tell, list.focus);
  }

  function tell() {
    const now = view();
    ui.follow();
    for (const part of [tools, list, best, settings, quotient]) part.update(now);
    sums.forEach((el, k) => { write(el.firstChild, now.sums[k].name + " ="); write(el.lastChild, now.sums[k].value); });
    write(last, now.last_edit); write(notice, now.notice);
    light();
  }

  update();
  el.append(root);
  model.on("change:view", update);
  model.on("change:sentence", sentence.light);
  const part = { root, kind: "compare", talk, reset: () => shell.send("reset"), tools: tools.node, destroy };
  tools.add(presentable(shell, el, part));
  return part;

  function destroy() { model.off("change:view", update); model.off("change:sentence", sentence.light); list.destroy(); links.destroy(); root.remove(); }
}
