/* What every part shares: the view, the words, the orders, the keys, and which row is chosen. */
import { focused, h, newId, saves, set, write } from "./dom.js";

export const rowsOf = ({ list }) => [...list.shown, ...list.missed];

export function makeShell(model, name = "") {
  const words = model.get("text"), notice = h("div", { class: "me-notice", role: "alert" });
  const root = h("div", { class: `metrics-edu ${name}`.trim(), tabindex: -1, onkeydown: saves });   // a click beside a control stays in the widget: keys too
  let text, parsed;
  const form = (word, count) => Array.isArray(word) ? word[count === 1 ? 0 : 1] : word;   // of one, or of many
  const t = (key, values = {}) => form(words[key] ?? key, values.count).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return {
    root, notice, t, uid: newId(),
    view() { const now = model.get("view"); if (now !== text) parsed = JSON.parse(text = now); return parsed; },
    /** After a restart of the kernel nobody listens: say so, instead of passing over what is asked. */
    send(what, rest, buffers) {
      try { model.send({ do: what, ...rest }, undefined, buffers); }
      catch { write(notice, t("lost")); set(root, "data-lost", ""); }
    },
    /** What Python told of a chosen row of a long list. */
    told: row => { const { id, text } = model.get("sentence") ?? {}; return id === row.id ? text : `${row.label} …`; },
    focused: () => focused(root),
  };
}

/** Do what may take away what has the focus: then it goes somewhere else. */
export function keepingFocus(root, work, otherwise) {
  const held = root.contains(focused(root));
  work();
  const active = focused(root);
  if (held && (!root.contains(active) || active.closest("[hidden]"))) otherwise();
}

/** One list: its view ({ list, chosen, choose }), the row chosen there, and its orders, each with `order` added. */
export function makeUi(shell, { view, light, update, order }) {
  let told, seen = new Set([view().chosen]);
  const ui = {
    ...shell, view, update, chosen: view().chosen ?? null,
    send(what, rest) {
      told = rest?.id ?? told;                                  // an edit of an item chooses it, too
      shell.send(what, { ...order, ...rest });
    },
    row: () => rowsOf(view()).find(row => row.id === ui.chosen),
    choose(id) {
      if (id === ui.chosen) return;
      ui.chosen = id;
      light();
      queueMicrotask(() => told === ui.chosen || ui.send("choose", { id: ui.chosen }));
    },
    /** After a new view: a row that is new, or all that is left, is chosen; else the choice stays. */
    follow(afresh) {
      const now = view(), ids = new Set(rowsOf(now).map(row => row.id));
      told = now.chosen;
      if (!ids.has(ui.chosen) || afresh || now.choose && now.chosen && !seen.has(now.chosen)) ui.chosen = now.chosen ?? null;
      else if ("chosen" in now && ui.chosen !== now.chosen) ui.send("choose", { id: ui.chosen });   // a view from before the last choice, or an undo
      seen = ids;
    },
  };
  return ui;
}

/** The keys of a whole part: the chosen item moves, undo and redo; the notebook's own keys end here. */
export function keys(event, ui) {
  event.stopPropagation();
  if (event.altKey && /^Arrow(Up|Down)$/.test(event.key) && !event.defaultPrevented && ui.row()?.rank && ui.view().list.kind === "items") {
    event.preventDefault();                                     // on a button or a term, too
    ui.send("move", { id: ui.chosen, by: event.key === "ArrowUp" ? -1 : 1 });
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input:not([readonly])")) return;
  const key = event.key.toLowerCase(), redo = key === "y" || key === "z" && event.shiftKey;
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  ui.send(redo ? "redo" : "undo");
}
