/* metrics_edu: one anywidget for RankedList and Explorer. Python computes and sends a view; this edits and shows it.
   Nothing here computes a metric or holds a list of its own: messages name ids, and the next view tells what came of them. */
import { makeEditBar, makeList } from "./list.js";
import { makeDerivation, makeFigure, makeSentence } from "./derivation.js";
import { makeSettings, makeState, makeTiles, makeTools, makeUsers } from "./controls.js";
import { focused, h, set, show, write } from "./dom.js";

let widgets = 0;
const rowsOf = ({ list }) => [...list.shown, ...list.missed];

function render({ model, el }) {
  let told, text, parsed;
  const view = () => { const now = model.get("view"); if (now !== text) parsed = JSON.parse(text = now); return parsed; }, words = model.get("text");
  const ui = {
    uid: `me-${++widgets}`, view, update, chosen: view().chosen, alone: !view().derivation,
    t: (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]),
    /** After a restart of the kernel nobody listens: say so, instead of passing over what is asked. */
    send(what, rest) {
      told = rest?.id ?? told;                                  // an edit of an item chooses it, too
      try { model.send({ do: what, ...rest }); }
      catch { write(notice, ui.t("lost")); set(root, "data-lost", ""); }
    },
    row: () => rowsOf(view()).find(row => row.id === ui.chosen),
    choose(id) {
      if (id === ui.chosen) return;
      ui.chosen = id;
      light();
      queueMicrotask(() => told === ui.chosen || ui.send("choose", { id: ui.chosen }));
    },
    /** What Python told of a chosen row of a long list. */
    told: row => { const { id, say } = model.get("sentence") ?? {}; return id === row.id ? say : `${row.label} …`; },
    focusRow: () => list.focus(),
    chooseRank: rank => { const row = rank && view().list.shown.find(row => row.rank === rank); if (row) ui.choose(row.id); },
    tileId: tile => tile && `${ui.uid}-tile-${tile.key}`,
    termRanks: () => derivation.ranks(),
    focused: () => focused(root),
  };

  const users = makeUsers(ui), tools = makeTools(ui), tiles = makeTiles(ui), list = makeList(ui), bar = makeEditBar(ui);
  const settings = makeSettings(ui), sentence = makeSentence(ui), derivation = makeDerivation(ui, settings.own, sentence), figure = makeFigure(ui), state = makeState(ui);
  const { alone } = ui, last = h("span", alone ? { role: "status" } : {}), convention = h("span", { class: "me-end" }), notice = h("div", { class: "me-notice", role: "alert" });
  const left = h("div", { class: "me-left" }, list.node, bar.node), right = h("div", { class: "me-right" }, derivation.node, figure.node);
  if (alone) left.append(sentence.node);
  const box = h("div", { class: alone ? "me-box me-alone" : "me-box" },
    h("div", { class: "me-top" }, users.node, tools.node), tools.panel, notice, tiles.node,
    h("div", { class: "me-line me-note" }, last, convention),
    h("div", { class: "me-columns" }, left, right), settings.node, state.node);
  const root = h("div", { class: "metrics-edu", tabindex: -1, onkeydown: keydown }, box);   // a click beside a control stays in the widget: keys too

  function keydown(event) {
    event.stopPropagation();                                    // the notebook's own keys end here
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key) && !event.defaultPrevented && ui.row()?.rank && view().list.kind === "items") {
      event.preventDefault();                                   // on a button or a term, too, the chosen item moves
      ui.send("move", { id: ui.chosen, by: event.key === "ArrowUp" ? -1 : 1 });
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input:not([readonly])")) return;
    const key = event.key.toLowerCase(), redo = key === "y" || key === "z" && event.shiftKey;
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    ui.send(redo ? "redo" : "undo");
  }

  /** Row, term and bar of the chosen item light up together: one attribute, no round trip. */
  function light() {
    const rank = ui.row()?.rank;
    root.querySelectorAll("[data-rank], .me-row").forEach(el => set(el, "data-lit", el.dataset.id ? el.dataset.id === ui.chosen && "" : rank && Number(el.dataset.rank) === rank && ""));
    list.light(); derivation.light(); sentence.light(); bar.update(view());
  }

  let seen = { ids: new Set([view().chosen]), user: view().tabs.find(tab => tab.selected)?.key };

  function update() {
    const now = view(), held = root.contains(ui.focused());
    const ids = new Set(rowsOf(now).map(row => row.id)), user = now.tabs.find(tab => tab.selected)?.key;
    told = now.chosen;
    if (!ids.has(ui.chosen) || user !== seen.user || now.choose && now.chosen && !seen.ids.has(now.chosen)) ui.chosen = now.chosen;
    else if (ui.chosen !== now.chosen) ui.send("choose", { id: ui.chosen });     // a view from before the last choice, or an undo: the choice stays
    seen = { ids, user };
    for (const part of [users, tools, tiles, list, derivation, settings]) part.update(now);
    last.replaceChildren(...(now.last ? [alone ? "" : ui.t("change_label") + " ", h("b", { text: now.last })] : [alone ? "" : ui.t(now.list.kind === "users" ? "hint_mean" : "hint")]));
    write(convention, now.convention);
    write(notice, now.notice);
    show(right, now.derivation);
    light();
    const active = ui.focused();
    if (held && (!root.contains(active) || active.closest("[hidden]"))) list.focus();   // what had the focus is gone
  }

  const draw = () => { figure.update(model.get("figure") ?? {}); light(); }, save = () => state.update(model.get("state_line"));

  update();
  draw();
  save();
  el.append(root);
  if (!alone) figure.watch(right);
  model.on("change:view", update);
  model.on("change:figure", draw);
  model.on("change:state_line", save);
  model.on("change:sentence", sentence.light);
  return () => {
    model.off("change:view", update);
    model.off("change:figure", draw);
    model.off("change:state_line", save);
    model.off("change:sentence", sentence.light);
    list.destroy(); figure.destroy();
    root.remove();
  };
}

export default { render };
