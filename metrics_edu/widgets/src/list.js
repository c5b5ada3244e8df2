/* The two lanes, shown and missed, their rows, and dragging. */
import Sortable from "sortablejs";
import { button, delta, dim, fill, h, keyed, quiet, set, show, step, stepper, together, write, writeTerm } from "./dom.js";

export const isLong = name => name.length > 20;             // then it has two lines of its row

export function makeList(ui, given) {
  const { t, send } = ui, rows = new Map();
  const head = h("div", { class: "me-head" }), heading = h("b"), sub = h("span", { class: "me-note" }), term = h("span", { class: "me-note me-end me-term-head" });
  const missedHeading = h("b"), pool = h("span");
  const [count, setCount] = stepper(t, t("all_relevant"), 1, { by: by => send("set_relevant", { by }), to: to => send("set_relevant", { to: Number(to) }) });
  const cut = given ?? h("div", { class: "me-cut-off" }), empty = h("span", { class: "me-empty" }), nothing = h("div", { class: "me-empty" });
  const shown = h("ol", { class: "me-lane", role: "listbox" }), missed = h("ol", { class: "me-lane", role: "listbox", "aria-label": t("missed_label") });
  const missedBox = h("div", { class: "me-lane-box" }, h("div", { class: "me-head me-dashed" }, missedHeading, h("span", { class: "me-note me-end me-pool" }, pool, " ", h("span", { class: "me-step" }, "\u00a0=\u00a0", count))), h("div", { class: "me-stack me-lanes" }, empty, missed));
  head.append(heading, sub, term);
  const node = h("div", { class: "me-lane-box", onclick: click, onkeydown: key, onfocusin: event => ui.choose(rowOf(event)?.dataset.id ?? ui.chosen) },
    head, h("div", { class: "me-stack me-lanes" }, nothing, shown, cut), missedBox);

  const rowOf = event => event.target.closest(".me-row");
  const all = () => [...node.querySelectorAll(".me-row")];
  const users = () => ui.view().list.kind === "users", rowAt = rank => shown.children[rank - 1];

  function click(event) {
    const row = rowOf(event);
    if (!row) return;
    row.focus({ preventScroll: true });
    ui.choose(row.dataset.id);
    if (event.target.closest(".me-toggle") && row.dataset.rank && !users()) send("toggle", { id: row.dataset.id });
  }

  function key(event) {
    const row = rowOf(event), id = row?.dataset.id, ranked = row?.dataset.rank;
    if (!row) return;
    const lane = [...row.parentNode.children], ends = /^(Home|End)$/.test(event.key);
    if (step(event, ends ? lane : all(), "ArrowUp", "ArrowDown") || users() || event.ctrlKey || event.metaKey) return;
    if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) ranked && send("move", { id, by: event.key === "ArrowUp" ? -1 : 1 });
    else if (event.key === " ") ranked && send("toggle", { id });
    else if (event.key === "Delete") send("remove", { id });
    else if (/^[0-5]$/.test(event.key) && ui.view().list.graded) send("grade", { id, grade: Number(event.key) });
    else return;
    event.preventDefault();
  }

  function make({ id }) {
    const part = (name, ...kids) => h("span", { class: "me-" + name, "aria-hidden": "true" }, ...kids);
    return h("li", { class: "me-row", role: "option", tabindex: -1, "data-id": id },
      part("rank"), part("toggle", h("span", { class: "me-badge" })), part("label"), part("row-term"), part("grip", "⠿"));
  }

  function patch(row, item) {
    const [rank, toggle, label, term] = row.children, ranked = item.rank !== null;
    set(row, "class", `me-row${item.relevant ? " me-relevant" : ""}${item.counts ? " me-counts" : ""}${item.out ? " me-out" : ""}${item.user ? " me-user" : ""}`);
    set(row, "data-rank", item.rank);
    set(row, "data-last-read", item.last && "");
    write(rank, ranked ? String(item.rank) : "–");
    write(toggle.firstChild, item.badge);
    if (row.named !== item.label + item.note) label.replaceChildren(...(item.note ? [h("bdi", { text: item.label }), h("span", { class: "me-note", text: item.note })] : [item.label]));
    row.named = item.label + item.note;
    set(label, "data-long", isLong(row.named)); set(label, "title", item.label); set(label, "dir", item.note ? null : "auto");   // where it is cut off: at its end
    writeTerm(term, item);
    const place = item.user ? "" : ranked ? `${t("rank_word")} ${item.rank}` : t("missed_word");
    set(row, "aria-label", [place, item.state_word, item.label, item.note, item.term && `${t("term_word")} ${item.work ? item.work + " = " : ""}${item.term}`].filter(Boolean).join(", "));
  }

  /** After a drop the row stays where it was dropped until Python's next view puts it in its place, or puts it back. */
  let dragging = false, timer;
  const drag = lane => new Sortable(lane, {
    draggable: ".me-row", group: "me-" + ui.uid, forceFallback: true, fallbackOnBody: true, fallbackTolerance: 4, fallbackClass: "me-clone", ghostClass: "me-ghost",
    emptyInsertThreshold: 20, preventOnFilter: false,
    filter: event => users() || (event.touches || event.pointerType === "touch") && !event.target.closest(".me-grip"),
    onStart: ({ item }) => {
      dragging = true;
      ui.choose(item.dataset.id);
      const frame = h("div", { class: "metrics-edu me-frame" });   // the clone hangs on the body, outside our root: give it a root of its own
      (node.closest("dialog") ?? document.body).append(frame);   // what is not in a dialog lies under it
      frame.append(Sortable.ghost);
    },
    onEnd: ({ item, from, to, newDraggableIndex: i, oldDraggableIndex: old }) => {
      dragging = false;
      document.querySelectorAll(".me-frame").forEach(frame => frame.remove());
      const id = item.dataset.id;
      if (to === shown && (from !== to || i !== old)) send("move", { id, rank: i + 1 });
      else if (to === missed && from === shown) send("miss", { id });
      timer = setTimeout(ui.update, from === to && (i === old || to === missed) ? 0 : 800);
      item.focus({ preventScroll: true });
    },
  });
  const sortables = [shown, missed].map(drag);
  quiet(shown); quiet(missed);

  const worded = text => together(text).split(/( [^\d|+=]+)(?=\s[+=]|$)/).map((part, k) => h("span", { text: part, class: k % 2 && "me-pool-word" }));   // which lists side by side have no room for
  const whyNoneIsMissed = count => t(count ? "all_shown" : "none_relevant", { count });

  function update({ list }) {
    if (dragging) return;
    clearTimeout(timer);
    const user = list.kind === "users", stage = node.closest("dialog"), sum = list.pool?.replace(/ = \d+$/, "");
    write(heading, t(user ? "users_label" : "shown"));
    write(sub, user ? t("users_each") : list.shown.length ? t("shown_sub", { hits: list.hits, shown: list.shown.length }) : "");
    write(term, stage ? list.term.replace(/ \(.*/, "") : list.term);   // on a stage bold says it
    set(shown, "aria-label", t(user ? "users_label" : "list_label"));
    show(missedBox, !user);
    if (!user) { write(missedHeading, t("missed")); pool.replaceChildren(...worded(stage ? sum.replace(/\s*(=[^+]*)?\+ 0\D*$/, "") : sum)); setCount(list.relevant); }
    write(nothing, user || list.shown.length ? "" : t("shown_empty"));
    write(empty, user || list.missed.length ? "" : whyNoneIsMissed(list.relevant.value));
    read = list.cut === null ? 0 : Math.min(list.cut, list.shown.length);
    const ranked = list.shown.map(item => ({ ...item, user, last: item.rank === read }));
    set(node, "data-long", [...ranked, ...list.missed].some(item => isLong(item.label)));
    keyed(rows, [[shown, ranked], [missed, list.missed]], "id", make, patch);
    if (!given) { show(cut, list.cut !== null && read < list.shown.length); cut.parentNode.toggleAttribute("data-cut", !cut.hidden); write(cut, t("cut_off", { n: list.cut })); }
    placeCut();
  }

  /** The cut-off stands below the last rank that is read, in the room that its row leaves: no option of a list holds a button. */
  let read = 0;
  const placeCut = () => { cut.style.top = `calc(var(--me-row) * ${read} - ${shown.scrollTop}px)`; };
  shown.addEventListener("scroll", placeCut);
  cut.addEventListener("focusin", () => rowAt(read)?.scrollIntoView({ block: "nearest" }));

  let place;
  /** Exactly one row is a Tab stop: the chosen one, else the first. */
  function light() {
    const stop = rows.get(ui.chosen) ?? all()[0];
    for (const row of rows.values()) {
      set(row, "aria-selected", String(row.dataset.id === ui.chosen));
      set(row, "tabindex", row === stop ? 0 : -1);
    }
    for (const lane of [shown, missed]) set(lane, "tabindex", !lane.contains(stop ?? lane) && lane.children.length > 7 && 0);   // to scroll it by keys
    const row = rows.get(ui.chosen), lane = row?.parentNode, now = row && `${ui.chosen} ${row.dataset.rank}`;
    if (now === place) return;
    place = now;                                             // moved or newly chosen: into sight in its lane, without moving the page
    if (!row) return;
    const top = row.offsetTop;                               // the lane is what it is positioned in
    if (top < lane.scrollTop) lane.scrollTop = top;
    else if (top + row.offsetHeight > lane.scrollTop + lane.clientHeight) lane.scrollTop = top + row.offsetHeight - lane.clientHeight;
  }

  const focus = () => (rows.get(ui.chosen) ?? all()[0])?.focus({ preventScroll: true });
  return { node, update, light, focus, destroy: () => sortables.forEach(sortable => sortable.destroy()) };
}

/* The bar that edits the chosen item: what is used all the time in sight, the rest behind "more". */
export function makeEditBar(ui) {
  const { t, send } = ui, it = (name, rest) => () => send(name, { id: ui.chosen, ...rest });
  const number = (label, min, go) => {
    const input = h("input", { type: "number", min, step: 1, class: "me-number", onchange: () => {
      input.given = null;
      if (input.value !== "") go(Math.max(min, Math.min(Number(input.max), Math.round(Number(input.value)))));
    } });
    return Object.assign(h("label", { class: "me-field" }, label, input), { input });
  };
  const who = h("span"), name = h("b", { class: "me-name" }), now = h("span", { class: "me-now" }), nowValue = h("b"), nowDelta = h("span");
  now.append(nowValue, nowDelta);
  const up = button(t("up"), it("move", { by: -1 }), "↑", false), down = button(t("down"), it("move", { by: 1 }), "↓", false);
  const toggle = button(" ", it("toggle")), lane = button(" ", () => send(ui.row().rank === null ? "show" : "miss", { id: ui.chosen }));
  const toRank = number(t("to_rank"), 1, rank => send("move", { id: ui.chosen, rank }));
  const grade = number(t("grade"), 0, grade => send("grade", { id: ui.chosen, grade }));
  grade.input.max = 5;
  const more = button(t("more"), () => { panel.hidden = !panel.hidden; set(more, "aria-expanded", String(!panel.hidden)); }, "⋯", false, { "aria-expanded": "false" });
  const label = h("input", { type: "text", class: "me-text", onkeydown: event => { if (event.key === "Enter") rename(); } });
  const rename = () => { const text = label.value.trim(); label.given = null; if (text) send("rename", { id: ui.chosen, label: text }); };
  const add = () => send("add", { after: ui.chosen });
  const panel = h("div", { class: "me-more", hidden: true }, h("div", { class: "me-field" }, h("label", { class: "me-field" }, t("rename"), label), button(t("rename_ok"), rename)),
    button(t("remove"), it("remove"), "×"), button(t("add"), add, "+"));
  const tools = h("div", { class: "me-acts" }, up, down, toggle, toRank, grade, lane, more);
  const addAlone = button(t("add"), add, "+");
  const node = h("div", { class: "me-edit", role: "toolbar", "aria-label": t("edit_label") }, h("div", { class: "me-who" }, h("span", {}, who, name), now, addAlone), tools, panel);

  function update(view) {
    const row = ui.row(), items = view.list.kind === "items", tile = view.tiles.find(tile => tile.selected);
    show(node, items);
    show(tools, row); show(name, row); set(name.parentNode, "data-one", row && ""); show(addAlone, !row);
    panel.hidden = !row || more.getAttribute("aria-expanded") === "false";
    if (tile) { write(nowValue, `${tile.name} ${tile.value} `); delta(nowDelta, tile); }
    if (!items || !row) return write(who, view.list.shown.length + view.list.missed.length ? t("choose_to_edit") : "");
    const ranked = row.rank !== null;
    write(who, (ranked ? t("edit_rank", row) : t("edit_missed")) + ": ");
    write(name, row.label); set(name, "title", row.label);
    for (const el of [up, down, toRank]) show(el, ranked);
    dim(up, row.rank === 1); dim(down, row.rank === view.list.shown.length);
    write(toggle.firstChild, t(row.relevant ? "make_n" : "make_r"));
    write(lane.firstChild, t(ranked ? "miss" : "show"));
    show(lane, !ranked || row.relevant);
    show(toggle, ranked && !view.list.graded); show(grade, view.list.graded);
    toRank.input.max = view.list.shown.length;
    fill(toRank.input, String(row.rank ?? "")); fill(grade.input, String(row.grade)); fill(label, row.label);
  }
  return { node, update };
}
