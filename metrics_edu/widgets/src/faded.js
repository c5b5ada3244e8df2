/* FadedStepper: a working with blanks. Python judges each entry and sends what is known by then: what an open blank holds is not on the page. */
import { fill, focused, h, html, set, show, write } from "./dom.js";
import { makeShell } from "./shell.js";
import { beginnings, withCut } from "./stepper.js";

const MARKS = { right: "✓", wrong: "✗" }, WORDS = { right: "right_word", wrong: "wrong_word" };

export function faded({ model, el }) {
  const { t, root, notice, view, send, uid } = makeShell(model, "me-faded");
  let inputs = [], going = false;                                // the blanks in the order of the working; whether the next one gets the focus

  function commit(input, on) {
    going = on;
    if (input.value !== input.given) send("fill", { at: input.at, text: input.value });
    else if (on) go(input.readOnly || !input.value ? input.at + 1 : view().next);
  }
  const go = at => { const to = inputs[at]; if (to) { to.focus(); to.select(); } };

  function keydown(event) {
    const by = { Enter: 0, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (by) go(event.target.at + by); else commit(event.target, true);
  }

  /** One number: a blank to fill in, or what is known of it. */
  function cell(node, about) {
    if (!about || !("at" in about)) { node.input = null; set(node, "data-state"); return write(node, about?.text ?? ""); }
    if (!node.input) {
      const input = h("input", { type: "text", class: "me-text me-blank", inputmode: "decimal", autocomplete: "off", spellcheck: "false", placeholder: "?", maxlength: 60, onkeydown: keydown, onchange: () => commit(input, false) });
      node.mark = h("span", { class: "me-blank-mark", "aria-hidden": "true" });
      node.replaceChildren(h("span", { class: "me-blank-box" }, node.input = input, node.mark));
    }
    const { input, mark } = node, { at, text, state, label } = about;
    Object.assign(input, { at, readOnly: state === "right" });
    inputs[at] = input;
    fill(input, text);
    set(input, "aria-label", state ? `${label}: ${t(WORDS[state])}` : label); set(input, "aria-invalid", state === "wrong" && "true");
    set(node, "data-state", at === view().next && state !== "wrong" ? "now" : state || "open"); write(mark, MARKS[state] ?? "");
  }

  /** A table of rows by columns; made anew where it has others. */
  function table(place, key, heads, rows, columns, read = 0) {
    if (place.key !== key) {
      place.key = key;
      place.cells = columns.map(() => rows.map(() => h("td")));
      const top = [...heads, ...columns.map(column => h("th", { scope: "col", text: column.head }))];
      const body = rows.map((row, k) => h("tr", { class: row.kinds || null }, ...row.cells, ...place.cells.map(cells => cells[k])));
      place.replaceChildren(h("table", {}, h("caption", { class: place.about ? "" : "me-vh", text: place.about || view().list.heading }), h("thead", {}, h("tr", {}, ...top)), h("tbody", {}, ...withCut(body, read))));
    }
    columns.forEach((column, c) => rows.forEach((_, k) => cell(place.cells[c][k], column.cells[k])));
    for (const row of place.querySelectorAll("tbody tr")) set(row, "data-lit", Array.from(row.cells).some(td => ["now", "wrong"].includes(td.dataset.state)) && "");
    return place;
  }

  const rounds = h("div", { class: "me-rounds", role: "group", "aria-label": t("rounds_label") }), filled = h("span", { class: "me-note me-filled" });
  const main = h("div", { class: "me-step-list me-scroll" }), missed = h("p", { class: "me-note" }), more = h("div", { class: "me-fade-more" }), lines = h("div", { class: "me-fade-lines" });
  const sign = h("b", { "aria-hidden": "true" }), say = h("p", { id: uid, role: "status" }), said = h("div", { class: "me-fade-said" }, sign, say);
  const why = h("div", { class: "me-why", role: "group" }), name = h("span", { class: "me-metric" }), long = h("span", { class: "me-long" });
  const stage = h("div", { class: "me-fade" }, h("div", {}, main, missed), more, h("div", {}, lines, notice, said, why));
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-rounds-bar" }, rounds, filled), h("div", { class: "me-title" }, name, long), stage));
  root.addEventListener("keydown", event => event.stopPropagation());   // the notebook's own keys end here

  const tab = k => h("button", { class: "me-round", onclick: () => send("round", { round: k + 1 }) }, h("b"), h("span", { class: "me-note" }));
  const many = (parent, items, make) => { while (parent.children.length > items.length) parent.lastChild.remove(); while (parent.children.length < items.length) parent.append(make(parent.children.length)); return [...parent.children]; };
  const line = () => { const math = h("span"), number = h("span"); return Object.assign(h("div", {}, math, h("span", { class: "me-fade-number" }, h("span", { class: "me-eq", text: "=" }), " ", number)), { math, number }); };
  const choice = k => h("button", { class: "me-choice", onclick: () => send("choose", { choice: k }) }, h("b", { "aria-hidden": "true" }), h("span", {}, h("span"), h("span", { class: "me-note", role: "status" })));

  function ask(now) {
    show(why, now);
    if (!now) return why.replaceChildren();
    const question = why.firstChild ?? why.appendChild(h("b", { id: `${uid}-why` })), list = question.nextSibling ?? why.appendChild(h("div"));
    set(why, "aria-labelledby", question.id); write(question, now.question);
    many(list, now.choices, choice).forEach((node, k) => {
      const [mark, { children: [text, answer] }] = node.children, state = k !== now.chosen ? "" : now.right ? "right" : "wrong";
      write(text, now.choices[k]); write(answer, state && now.answer); write(mark, MARKS[state] ?? "○");
      set(node, "data-state", state || null); set(node, "aria-pressed", String(k === now.chosen));
    });
  }

  function update() {
    const now = view(), held = inputs.includes(focused(root)), was = rounds.now;
    rounds.now = now.rounds.findIndex(one => one.chosen);
    inputs = [];
    many(rounds, now.rounds, tab).forEach((node, k) => { const { title, about, chosen } = now.rounds[k]; write(node.firstChild, title); write(node.lastChild, about); set(node, "aria-pressed", String(chosen)); set(node, "data-next", now.why?.right && k === rounds.now + 1 && ""); });
    write(filled, now.filled); write(name, now.name); write(long, now.long); write(missed, now.list.missed);
    main.about = now.more.length && now.list.heading;
    const { heads, begun: rows } = beginnings(now.list, t), key = JSON.stringify([now.list, now.columns.length]);
    table(main, key, heads, rows, now.columns, now.list.read); show(main, rows.length && heads.length);
    many(more, now.more, () => h("div", { class: "me-step-list me-scroll" })).forEach((place, k) => {
      const { heading, columns } = now.more[k], ranks = columns[0].cells.map((_, i) => ({ cells: [h("td", { class: "me-rank", text: String(i + 1) })] }));
      place.about = heading;
      table(place, heading + ranks.length, [h("th", { scope: "col", class: "me-rank", text: "i" })], ranks, columns);
    });
    many(lines, now.lines, line).forEach((node, k) => { html(node.math, now.lines[k].html); cell(node.number, now.lines[k].cell); });
    show(more, now.more.length); set(stage, "data-more", now.more.length ? now.list.item ? "below" : "beside" : null);
    write(sign, MARKS[now.state] ?? ""); write(say, now.sentence); set(said, "data-done", now.next < 0 && ""); write(notice, now.notice);
    ask(now.why);
    if (going || held && was !== rounds.now) { if (now.next >= 0) go(now.next); else why.querySelector("button")?.focus(); }
    going = false;
  }

  update();
  el.append(root);
  model.on("change:view", update);
  return { root, kind: "card", destroy() { model.off("change:view", update); root.remove(); } };
}
