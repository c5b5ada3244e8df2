/* Compare: two lists to edit, between them a bar for each measure towards the list it prefers, and what a person would say of it. */
import { delta, h, keyed, set, write } from "./dom.js";
import { makeTools } from "./controls.js";
import { makeEditBar, makeList } from "./list.js";
import { presentable } from "./present.js";
import { keepingFocus, keys, makeShell, makeUi, rowsOf } from "./shell.js";
import { makeTalk } from "./veil.js";

const counted = text => text.replace(/ (?=\d)/g, "\u00a0");   // "List 2" and "rank 10" stand on one line
const before = ["◀ "], after = [, " ▶"];   // beside the middle, towards the bar: the words say it, too

function makeTable(t) {
  const pool = new Map(), body = h("tbody"), heads = [0, 1].map(() => h("th", { scope: "col" }, h("span", { class: "me-name" })));
  const middle = h("th", { scope: "col", text: t("measure_head") });
  const node = h("table", { class: "me-prefer" }, h("thead", {}, h("tr", {}, heads[0], middle, heads[1])), body);
  const cell = () => h("td", {}, h("span", { class: "me-of" }), h("span"));

  function make() {
    const gap = h("span", { class: "me-lead" }, h("span", { class: "me-lead-bar" }), h("span", { class: "me-lead-by" }), h("span"));
    return h("tr", {}, cell(), h("th", { scope: "row" }, h("span", { class: "me-measure" }), gap), cell());
  }

  function patch(row, { name, title, cells, prefers, word, by, share, beyond }) {
    const [first, middle, second] = row.children, [measure, gap] = middle.children, [bar, size, says] = gap.children;
    set(row, "data-prefers", prefers); set(row, "data-beyond", beyond && "");
    write(measure, name); set(measure, "title", title);
    bar.style.setProperty("--me-share", share ?? 0);
    write(size, by ? (before[prefers] ?? "") + by + (after[prefers] ?? "") : ""); write(says, word); set(says, "class", by ? "me-vh" : "me-word"); set(gap, "title", word);
    [first, second].forEach((td, k) => { write(td.firstChild, cells[k].value); delta(td.lastChild, cells[k]); });
  }

  function update({ rows, lists }) {
    lists.forEach(({ name }, k) => { write(heads[k].firstChild, name); set(heads[k], "title", name); });
    set(node, "data-long", lists.some(({ name }) => name.length > 10) && ""); set(node, "data-few", rows.length < 5 && "");
    keyed(pool, [[body, rows]], "key", make, patch);
  }
  return { node, update };
}

export function compare({ model, el }) {
  const shell = makeShell(model, "me-compare"), { t, root, notice } = shell, { talk, seen: view } = makeTalk("pair", { ...shell, update });
  const lists = [0, 1].map(k => {
    const ui = makeUi({ ...shell, uid: `${shell.uid}-${k}` }, { view: () => view().lists[k], light, update, order: { list: k } });
    const name = h("b", { class: "me-list-name", id: ui.uid }), list = makeList(ui), bar = makeEditBar(ui), own = makeTools(ui);
    const head = list.node.firstChild;
    head.replaceChildren(h("span", { class: "me-list-top" }, name, head.children[1]), own.node);   // the name in the place of "Shown"
    head.after(own.panel);
    return { ui, name, list, bar, own, node: h("div", { class: "me-left", role: "group", "aria-labelledby": ui.uid }, list.node) };
  });
  let side = view().side;
  const tools = makeTools(shell), table = makeTable(t), edited = h("b", { class: "me-name" });
  const last = h("span"), closing = h("span"), note = h("p", { class: "me-other-users" });
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-top" }, h("span", { class: "me-note", text: t("compare_hint") }), tools.node), notice,
    h("div", { class: "me-pair" }, ...lists.map(({ node }) => node), h("div", { class: "me-pair-edit" }, edited, ...lists.map(({ bar }) => bar.node)), h("div", { class: "me-middle" }, table.node),
      h("div", { class: "me-closing" }, h("p", { role: "status" }, last, closing), note))));
  root.addEventListener("keydown", event => keys(event, lists[side].ui));
  root.addEventListener("focusin", event => {
    const at = lists.findIndex(({ node }) => node.contains(event.target));
    if (at < 0 || at === side) return;
    side = at;
    if (lists[at].ui.chosen) lists[at].ui.send("choose", { id: lists[at].ui.chosen });
    light();
  });

  /** The same item in the other list is chosen there, too, where the lists are of the same items. */
  function chooseTwin() {
    const [from, to] = [lists[side].ui, lists[1 - side].ui], label = view().same_items && from.row()?.label;
    to.chosen = label ? rowsOf(to.view()).find(row => row.label === label).id : to.chosen;
  }

  function light() {
    chooseTwin();
    lists.forEach(({ ui, list, bar }, k) => {
      list.node.querySelectorAll(".me-row").forEach(el => set(el, "data-lit", el.dataset.id === ui.chosen && ""));
      list.light(); bar.update(ui.view());
      bar.node.hidden = k !== side;                              // one bar: for the list that was chosen in last
    });
    write(edited, view().lists[side].name);
  }

  function update() {
    const at = lists.findIndex(({ node }) => node.contains(shell.focused()));
    keepingFocus(root, tell, () => lists[at]?.list.focus());
  }

  function tell() {
    const now = view();
    tools.update(now);
    lists.forEach(({ ui, name, list, own }, k) => { ui.follow(); write(name, now.lists[k].name); set(name, "title", now.lists[k].name); list.update(now.lists[k]); own.update({ ...now.lists[k], notice: now.notice }); });
    table.update(now);
    write(last, now.last_edit && counted(now.last_edit + ". ")); write(note, now.note); write(notice, now.notice);
    closing.replaceChildren(...now.closing.map(([says, why]) => h("span", {}, h("b", { text: counted(says) }), counted(why && `: ${why}`) + ". ")));
    light();
  }

  update();
  el.append(root);
  model.on("change:view", update);
  const part = { root, kind: "compare", talk, reset: () => shell.send("reset"), tools: tools.node, destroy };
  tools.add(presentable(shell, el, part));
  return part;

  function destroy() { model.off("change:view", update); lists.forEach(({ list }) => list.destroy()); root.remove(); }
}
