/* RankedList, Explorer and Inverse. Python computes and sends a view; this edits and shows it.
   Nothing here computes a metric or holds a list of its own: messages name ids, and the next view tells what came of them. */
import { makeAsk } from "./ask.js";
import { makeEditBar, makeList } from "./list.js";
import { makeDerivation, makeSentence } from "./derivation.js";
import { makeFigure } from "./figure.js";
import { makeSettings, makeState, makeTiles, makeTools, makeUsers } from "./controls.js";
import { h, set, show, write } from "./dom.js";
import { makeGoals } from "./goals.js";
import { presentable } from "./present.js";
import { keepingFocus, keys, makeShell, makeUi, rowsOf } from "./shell.js";
import { makeTalk, unpredicted, veiled } from "./veil.js";

/** What the view of a RankedList does not have. */
const NOTHING = { tabs: [], tiles: [], convention: "", derivation: null };

export function explorer({ model, el }) {
  const made = makeShell(model), shell = { ...made, view: () => ({ ...NOTHING, ...made.view() }) }, { root, notice } = shell, plain = !shell.view().derivation || shell.view().goals;
  const { talk, seen } = makeTalk("explorer", { ...shell, update: again }), ask = makeAsk(shell, asked);
  const asks = () => ask.on && talk.at === null, view = () => asks() ? unpredicted(veiled("explorer", seen(), "ask")) : seen();
  const ui = Object.assign(makeUi(shell, { view, light, update }), {
    alone: !view().derivation,
    focusRow: () => list.focus(),
    light,
    chooseRank: rank => { const row = rank && view().list.shown.find(row => row.rank === rank); if (row) ui.choose(row.id); },
    tileId: tile => tile && `${ui.uid}-tile-${tile.key}`,
    termRanks: () => derivation.ranks(),
  });

  const users = makeUsers(ui), tools = makeTools(ui), tiles = makeTiles(ui), settings = makeSettings(ui), list = makeList(ui, settings.cut), bar = makeEditBar(ui);
  const sentence = makeSentence(ui), derivation = makeDerivation(ui, settings.own, sentence, ask), figure = makeFigure(ui), state = makeState(ui);
  const { alone } = ui, last = h("span", alone ? { role: "status" } : {}), goals = makeGoals(ui);
  const tileLine = h("div", { class: "me-line me-note" }, last);
  const tileBox = h("div", { class: "me-tile-box" }, tiles.node, tileLine);
  const left = h("div", { class: "me-left" }, list.node, settings.empty, bar.node), right = h("div", { class: "me-right" }, derivation.node, figure.node);
  if (alone) left.append(sentence.node);
  const columns = h("div", { class: "me-columns" }, left, right);
  const box = h("div", { class: alone ? "me-box me-alone" : "me-box" }, goals.node,
    h("div", { class: "me-top" }, users.node, tools.node), tools.panel, notice, tileBox, columns, settings.node);
  settings.node.append(state.node);
  root.append(box);
  root.addEventListener("keydown", event => keys(event, ui));

  /** Row, term and bar of the chosen item light up together: one attribute, no round trip. */
  function light() {
    const rank = ui.row()?.rank;
    root.querySelectorAll("[data-rank], .me-row").forEach(el => set(el, "data-lit", el.dataset.id ? el.dataset.id === ui.chosen && "" : rank && Number(el.dataset.rank) === rank && ""));
    list.light(); derivation.light(); sentence.light(); bar.update(view());
  }

  /** The same view, with more or less of it told. In a lecture tiles and last edit stand beside the list: it never moves. */
  function again() {
    if (talk.at === null) tileBox.append(tiles.node, tileLine);
    else if (!right.contains(tiles.node)) { right.prepend(tiles.node); right.append(tileLine); }
    update();
    draw();
  }

  const userOf = now => now.tabs.find(tab => tab.selected)?.key;
  const metricOf = now => now.tiles.find(tile => tile.selected)?.key;
  let user = userOf(view()), metric = metricOf(view());

  let toldOf;
  /** What is wrong with a prediction is said below its field. */
  function asked() {
    if (ask.on) ask.form.append(notice); else tileBox.before(notice);
    update(); draw();
  }

  function updated() {
    if (toldOf && valueTold() !== toldOf) toldOf = ask.forget();  // what was said of a prediction is about another value now
    update();
  }

  function update() {
    keepingFocus(root, tell, list.focus);
  }

  function tell() {
    const now = view();
    ui.follow(userOf(now) !== user);
    user = userOf(now);
    if (talk.at !== null && metricOf(now) !== metric) { metric = metricOf(now); return talk.go(0); }   // another metric: nothing of it is told yet
    metric = metricOf(now);
    for (const part of [goals, users, tools, tiles, list, derivation]) part.update(now);
    last.replaceChildren(...(now.last_edit ? [alone ? "" : ui.t("change_label") + " ", h("b", { text: now.last_edit })] : [alone || !rowsOf(now).length ? "" : ui.t(asks() ? "prediction_line" : now.list.kind === "users" ? "hint_mean" : "hint")]));
    write(notice, now.notice);
    settings.agree(now.convention);
    show(right, now.derivation); set(right, "data-asks", asks() && "");
    set(tileBox, "data-few", now.tiles.length < 6 && "");
    light();
  }

  const draw = () => { figure.update(asks() || !view().list.shown.length || ["ask", "work", "value"].includes(talk.step()) ? {} : model.get("figure") ?? {}); light(); }, save = () => state.update(model.get("state_line"));

  const setControls = () => keepingFocus(root, () => settings.update({ settings: model.get("controls") ?? [] }), list.focus);

  setControls();
  update();
  draw();
  save();
  el.append(root);
  if (!alone) figure.watch();
  const valueTold = () => JSON.stringify([shell.view().last_edit, shell.view().derivation]);
  const told = () => { ask.tell(model.get("prediction")); toldOf = valueTold(); };
  model.on("change:view", updated);
  model.on("change:prediction", told);
  model.on("change:controls", setControls);
  model.on("change:figure", draw);
  model.on("change:state_line", save);
  model.on("change:sentence", sentence.light);
  const part = { root, kind: "explorer", talk: plain ? null : talk, reset: () => shell.send("reset"), tools: tools.node, destroy };
  if (!plain) tools.add(ask.toggle);
  if (!alone) tools.add(presentable(shell, el, part));
  return part;

  function destroy() {
    model.off("change:view", updated);
    model.off("change:prediction", told);
    model.off("change:controls", setControls);
    model.off("change:figure", draw);
    model.off("change:state_line", save);
    model.off("change:sentence", sentence.light);
    list.destroy(); figure.destroy();
    root.remove();
  }
}
