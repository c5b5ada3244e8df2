/* Stepper: a derivation as frames that Python has made and sent all at once. This only moves among them, so it needs no kernel. */
import { button, dim, h, html, set, show, write } from "./dom.js";
import { presentable } from "./present.js";
import { makeShell } from "./shell.js";

const KEYS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, n: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, p: -1, Home: -Infinity, End: Infinity };

const unseen = el => { el.querySelectorAll("[data-rank]").forEach(term => term.removeAttribute("data-rank")); return Object.assign(el, { className: "me-unseen", ariaHidden: "true" }); };
const paragraph = (props, text) => { const el = h("p", props); write(el, text); return el; };

export function stepper({ model, el }) {
  const shell = makeShell(model, "me-stepper"), { t, root } = shell, view = shell.view(), { frames } = view, last = frames.length - 1;
  const within = at => Math.max(0, Math.min(at, last)), now = () => within(model.get("at"));

  /** The position is the widget's own, so that it is kept when it is shown again; Python need not be there to take it. */
  function go(at) {
    model.set("at", within(at));
    try { model.save_changes(); } catch { /* the kernel is gone */ }
  }

  const talk = { count: frames.length, get at() { return now(); }, go: at => at === null || go(at) };
  const back = button(t("step_back"), () => go(now() - 1), "←"), next = button(t("step_next"), () => go(now() + 1), "→", true, { class: "me-btn me-next" }), again = button(t("step_again"), () => go(0), "↺", true, { class: "me-btn me-again" });
  const count = h("span", { class: "me-count" }), say = h("p", { role: "status" });
  const bar = h("div", { class: "me-step-bar", role: "group", "aria-label": t("step_buttons") }, back, count, next, again, h("span", { class: "me-note me-keys", text: t("step_keys") }));
  const list = makeList(view, t, go), work = makeWork(view);
  const stage = h("div", { class: "me-stage", role: "group", tabindex: 0, "aria-label": view.stage }, list.node, work.node);
  stage.addEventListener("click", event => list.visit(event.target.closest(".me-term[data-rank]")?.dataset.rank));
  const spoken = h("div", { class: "me-told" }, say, ...frames.map(frame => unseen(paragraph({}, frame.sentence))));   // as it will stand there, so that nothing moves
  const box = h("div", { class: "me-box" }, h("div", { class: "me-title" }, h("span", { class: "me-metric", text: view.name }), h("span", { class: "me-long", text: view.long })), bar, spoken, stage);
  root.append(box);
  root.addEventListener("keydown", keydown);

  function keydown(event) {
    event.stopPropagation();                                    // the notebook's own keys end here
    const by = KEYS[event.key], on = event.target;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && on.matches("button") || on.matches(".me-step-list") && /^(Arrow(Up|Down)|Page|Home|End| )/.test(event.key)) return;
    event.preventDefault();
    go(now() + (event.key === " " && event.shiftKey ? -1 : by));
  }

  function update() {
    const at = now(), frame = frames[at];
    write(count, t("term_of", { k: at + 1, count: last + 1 }));
    write(say, frame.sentence);
    dim(back, at === 0); dim(again, at === 0); dim(next, at === last);
    list.update(frame); work.update(frame);
    for (const one of stage.querySelectorAll("[data-rank]")) {
      const rank = Number(one.dataset.rank);
      set(one, "data-lit", frame.lit.includes(rank) && "");
      set(one, "data-passed", frame.passed.includes(rank) && "");
    }
    list.light();
    talk.moved?.();
  }

  const watcher = new ResizeObserver(list.fit);
  el.append(root);
  update();
  watcher.observe(list.node);
  model.on("change:at", update);
  const part = { root, kind: "stepper", talk, destroy };
  bar.append(presentable(shell, el, part));
  return part;

  function destroy() { model.off("change:at", update); watcher.disconnect(); root.remove(); }
}

/** What the rows of a list begin with, before their numbers, and the heads of that: rank, badge, name. */
export function beginnings({ kind, rows, item, read }, t) {
  const hidden = text => h("span", { class: "me-vh", text }), cell = (tag, name, ...kids) => h(tag, { class: "me-" + name }, ...kids);
  const ranks = kind !== "users", badges = rows.some(row => row.badge), named = rows.some(row => row.label);
  const having = (rank, state, label) => [...(ranks ? [rank()] : []), ...(badges ? [state()] : []), ...(named ? [label()] : [])];
  const heads = having(() => h("th", { scope: "col", class: "me-rank" }, h("span", { "aria-hidden": "true", text: "i" }), hidden(t("rank_word"))), () => cell("td", "state-word"), () => h("th", { scope: "col", class: "me-label", text: item }));
  const begun = rows.map((row, k) => ({
    cells: having(() => h("td", { class: "me-rank", text: row.rank }), () => cell("td", "state-word", h("span", { class: "me-badge", "aria-hidden": "true", text: row.badge }), hidden(row.state_word)),
      () => h("th", { scope: "row", class: "me-label", title: `${row.label} ${row.note}`.trim() }, h("div", {}, h("bdi", { text: row.label }), ...(row.note ? [h("span", { class: "me-note", text: row.note })] : [])))),
    kinds: [row.relevant && "me-relevant", k >= read && "me-out"].filter(Boolean).join(" "),
  }));
  return { heads, begun };
}

/** The rows of a list, and after the last one that is read a row that says so. */
export function withCut(rows, read) {
  if (!read || read >= rows.length) return rows;
  const cut = h("tr", { class: "me-cut" }, h("td", { colspan: rows[0].cells.length }, h("span", { text: `n = ${read}` })));
  return [...rows.slice(0, read), cut, ...rows.slice(read)];
}

/** The list, whose columns come as the steps go. */
function makeList({ list, columns, frames }, t, go) {
  const first = new Map();                                      // where a rank counts, or is passed over
  frames.forEach((frame, k) => [...frame.lit, ...frame.passed].forEach(rank => first.has(rank) || first.set(rank, k)));
  const visit = rank => { if (first.has(Number(rank))) go(first.get(Number(rank))); };

  const { heads: before, begun } = beginnings(list, t), heads = columns.map(column => h("th", { scope: "col", text: column.head })), top = h("tr", {}, ...before, ...heads);
  const rows = list.rows.map(({ rank }, k) => {
    const cells = columns.map(() => h("td")), visited = first.has(rank) ? " me-visit" : "";
    return { cells, node: h("tr", { class: begun[k].kinds + visited, "data-rank": rank, onclick: () => visit(rank) }, ...begun[k].cells, ...cells) };
  });
  const labels = rows.map(({ node }) => node.querySelector(".me-label")).filter(Boolean);
  const table = h("table", {}, h("caption", { class: "me-vh", text: list.heading }), h("thead", {}, top), h("tbody", {}, ...withCut(rows.map(row => row.node), list.read)));
  const lane = h("div", { class: list.named ? "me-step-list" : "me-step-list me-bare" }, table), empty = h("p", { class: "me-empty", text: list.empty }), missed = paragraph({ class: "me-note" }, list.missed);
  show(empty, !list.rows.length); show(lane, list.rows.length); show(missed, list.missed);
  const node = h("div", { class: "me-left" }, lane, empty, missed);
  let frame, place;

  function update(to) {
    frame = to;
    rows.forEach(({ node, cells }, k) => {
      set(node, "data-joined", frame.joined.includes(Number(node.dataset.rank)) && "");
      cells.forEach((el, c) => write(el, columns[c].cells[k][c === frame.columns - 1 ? 0 : 1]));
    });
    fit();
  }

  /** Show the columns that are there, but none whose numbers the next one repeats; where it is narrow, leave out the oldest of them. */
  function fit() {
    const column = (c, see) => [heads[c], ...rows.map(row => row.cells[c])].forEach(el => {
      show(el, see);
      set(el, "data-lit", c === frame.column && "");
      set(el, "data-newest", c === frame.columns - 1 && "");
    });
    const repeated = c => c < frame.columns - 2 && columns[c].cells.every(([, value], k) => value === columns[c + 1].cells[k][1]);
    columns.forEach((_, c) => column(c, c < frame.columns && !repeated(c)));
    for (let c = 0; c < frame.columns - 1 && table.offsetWidth > lane.clientWidth; c++) column(c, false);
    for (const el of labels) set(el, "data-long");
    for (const el of labels.filter(el => el.scrollWidth > el.clientWidth)) set(el, "data-long", "");
    const long = lane.scrollHeight > lane.clientHeight + 1;
    const byKeys = { tabindex: 0, role: "group", "aria-label": list.heading, "data-lm-suppress-shortcuts": "true" };
    for (const [name, value] of Object.entries(byKeys)) set(lane, name, long && value);
  }

  /** Bring the rows of this step into sight in their lane, without moving the page. */
  function light() {
    const ranks = frame.lit.length ? frame.lit : frame.passed, first = rows[ranks[0] - 1]?.node, end = rows[ranks[ranks.length - 1] - 1]?.node;
    for (const { node } of rows) set(node, "aria-current", node.hasAttribute("data-lit") && "step");
    if (!first || place === ranks.join()) return;
    place = ranks.join();
    lane.scrollTop = Math.max(lane.scrollTop, end.offsetTop + end.offsetHeight - lane.clientHeight);
    lane.scrollTop = Math.min(lane.scrollTop, first.offsetTop - table.tHead.offsetHeight);   // of a group that is too long its beginning
  }
  return { node, update, fit, light, visit };
}

/** The definition, the parts of the working line by line, and the working as far as it has got. */
function makeWork({ definition, lines, frames }) {
  const end = frames[frames.length - 1], work = makeSlot("me-work", [frames[0].working, end.working]), defined = h("div", { class: "me-definition" });
  const parts = lines.map(([open, done], k) => makeSlot("", [open, done, ...frames.map(frame => frame.lines === k && frame.aside).filter(Boolean)]));
  html(defined, definition); show(defined, definition);

  function update(frame) {
    work.update(frame.working);
    parts.forEach(({ node, update }, k) => {
      const [open, done] = lines[k], doing = k === frame.lines && (frame.line || frame.aside);
      update(k < frame.lines ? done : doing || open);
      set(node, "data-lit", doing || frame.new && k === frame.lines - 1 ? "" : null);
    });
    const names = Array.from(whole.querySelectorAll(".me-whole > :first-child > *"), name => name.offsetWidth);
    whole.style.setProperty("--me-side", `${Math.max(0, ...names)}px`);   // so that on a slide each sign stands below the other
  }
  const whole = h("div", {}, defined, h("div", { class: "me-step-lines" }, ...parts.map(({ node }) => node)), work.node);
  update(end);
  return { node: h("div", { class: "me-stack me-right" }, whole, unseen(whole.cloneNode(true))), update };   // on a telephone the end keeps the room, not each line
}

/** A place as large as what will stand there, which lies unseen behind what stands there now: so nothing below moves. */
function makeSlot(name, later) {
  const seen = h("div"), kept = later.map(source => { const el = h("div"); html(el, source); return unseen(el); });
  return { node: h("div", { class: name }, h("div", { class: "me-stack" }, seen, ...kept)), update: source => html(seen, source) };
}
