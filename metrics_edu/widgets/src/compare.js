/* Compare: two lists to edit, and between them a table of what each measure says of both. */
import { delta, h, keyed, set, write } from "./dom.js";
import { makeTools } from "./controls.js";
import { ideal } from "./ideal.js";
import { makeEditBar, makeList } from "./list.js";
import { presentable } from "./present.js";
import { keepingFocus, keys, makeShell, makeUi } from "./shell.js";
import { makeTalk } from "./veil.js";

export const compare = context => (JSON.parse(context.model.get("view")).kind === "ideal" ? ideal : pair)(context);

const MARKS = ["◀", "▶", "=", "·"];   // of which list is preferred: the words say it, too

function makeTable(t) {
  const pool = new Map(), body = h("tbody"), heads = [0, 1].map(() => h("th", { scope: "col" }, h("span", { class: "me-name" })));
  const middle = h("th", { scope: "col", text: t("measure_head") });
  const node = h("table", { class: "me-prefer" }, h("thead", {}, h("tr", {}, heads[0], middle, heads[1])), body);
  const cell = () => h("td", {}, h("span", { class: "me-of" }), h("span"));

  function make() {
    const word = h("span", { class: "me-word" }, h("span", { "aria-hidden": "true" }), h("span", { class: "me-name" }));
    return h("tr", {}, cell(), h("th", { scope: "row" }, h("span", { class: "me-measure" }), word), cell());
  }

  function patch(row, { name, title, cells, prefers, word }) {
    const [first, middle, second] = row.children, [measure, says] = middle.children;
    set(row, "data-prefers", prefers);
    write(measure, name); set(measure, "title", title);
    write(says.firstChild, MARKS[prefers] ?? ""); write(says.lastChild, word); set(says, "title", word);
    [first, second].forEach((td, k) => { write(td.firstChild, cells[k].value); delta(td.lastChild, cells[k]); });
  }

  function update({ rows, lists }) {
    lists.forEach(({ name }, k) => { write(heads[k].firstChild, name); set(heads[k], "title", name); });
    keyed(pool, [[body, rows]], "key", make, patch);
  }
  return { node, update };
}

function pair({ model, el }) {
  const shell = makeShell(model, "me-compare"), { t, root, notice } = shell, { talk, seen: view } = makeTalk("pair", { ...shell, update });
  const lists = [0, 1].map(k => {
    const ui = makeUi({ ...shell, uid: `${shell.uid}-${k}` }, { view: () => view().lists[k], light, update, order: { list: k } });
    const name = h("b", { class: "me-list-name", id: ui.uid }), list = makeList(ui), bar = makeEditBar(ui), own = makeTools(ui);
    return { ui, name, list, bar, own, node: h("div", { class: "me-left", role: "group", "aria-labelledby": ui.uid }, name, list.node, bar.node, own.node, own.panel) };
  });
  let side = view().side;
  const tools = makeTools(shell), table = makeTable(t);
  const last = h("span"), count = h("span"), note = h("p", { class: "me-other-users" });
  const middle = h("div", { class: "me-middle" }, table.node, h("p", { class: "me-count-line", role: "status" }, last, count), note);
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-top" }, h("span", { class: "me-note", text: t("compare_hint") }), tools.node), notice,
    h("div", { class: "me-pair" }, lists[0].node, middle, lists[1].node)));
  root.addEventListener("focusin", event => { const at = lists.findIndex(({ node }) => node.contains(event.target)); if (at >= 0) side = at; });
  root.addEventListener("keydown", event => keys(event, lists[side].ui));

  function light() {
    for (const { ui, list, bar } of lists) {
      list.node.querySelectorAll(".me-row").forEach(el => set(el, "data-lit", el.dataset.id === ui.chosen && ""));
      list.light(); bar.update(ui.view());
    }
  }

  function update() {
    const at = lists.findIndex(({ node }) => node.contains(shell.focused()));
    keepingFocus(root, tell, () => lists[at]?.list.focus());
  }

  function tell() {
    const now = view();
    tools.update(now);
    lists.forEach(({ ui, name, list, own }, k) => { ui.follow(); write(name, now.lists[k].name); list.update(now.lists[k]); own.update({ ...now.lists[k], notice: now.notice }); });
    table.update(now);
    write(last, now.last && now.last + ". "); write(count, now.count); write(note, now.note); write(notice, now.notice);
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
