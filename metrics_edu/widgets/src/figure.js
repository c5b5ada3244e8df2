/* The figure of a derivation, drawn from its data: a bar a rank, or precision against recall. Texts are text, colours are the page's. */
import { h, set, show, write } from "./dom.js";

const HEIGHT = 168, CURVE = 236, LEFT = 44, UP = 24, BELOW = 44;   // pixels: the figure, and what is left, above and below

export function s(tag, props = {}, ...kids) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) set(el, name, value);
  el.append(...kids);
  return el;
}
const word = (x, y, anchor, text, props) => s("text", { x, y, "text-anchor": anchor, ...props }, text);
const symbol = (x, y, text) => { const el = word(x, y, "start", ""); write(el, text, low => s("tspan", { dy: 3, "font-size": "9" }, low), after => s("tspan", { dy: -3 }, after)); return el; };
const box = (props, left, right, low, high) => s("path", { d: `M${left} ${low}V${high}H${right}V${low}Z`, ...props });   // a rect of height 0 is not drawn
const circle = (props, cx, cy, r) => s("circle", { cx, cy, r, ...props });

/** The places of a figure: from its data to pixels. */
function scales({ top }, [first, last], end, height, down = height - BELOW) {
  const x = value => LEFT + (value - first) / (last - first) * (end - LEFT);
  return { x, y: value => down - value / (top * 1.08) * (down - UP), down, end };
}

function frame({ heights, left, below }, ticks, { x, y, end, down }) {
  return [
    ...heights.flatMap(([value, text]) => [s("line", { class: "me-grid-line", x1: LEFT, x2: end, y1: y(value), y2: y(value) }), word(LEFT - 6, y(value) + 4, "end", text)]),
    ...ticks.map(([place, text, props]) => word(x(place), down + 14, "middle", text, props)),
    word(end, down + 30, "end", below), symbol(LEFT - 30, UP - 8, left),
  ];
}

/** As many ranks as there is room for; the names of users, where there are some, and a dash below each cross. */
function rankTicks({ values, unread, ideal, names, crosses, counted }, width) {
  const ranks = names.length || Math.max(values.length + unread, ideal.length), end = Math.max(ranks, ...crosses), room = width / Math.max(end, 1);
  const every = room >= 20 || ranks <= 9 ? 1 : room >= 13 ? 2 : room >= 5 ? 5 : room >= 1.3 ? 20 : 100, ticks = [];
  for (let k = 1; k <= ranks; k++) if (k === 1 || k % every === 0 || every === 2 && k < 10) ticks.push([k, names[k - 1] ?? String(k), counted.includes(k) ? { class: "me-bold" } : {}]);
  for (let k = ranks + 1; room >= 13 && k <= end; k++) ticks.push([k, "–"]);
  return ticks;
}

function bars(data, px, height) {
  const { values, unread, ideal, counted, crosses, line, top, over = [] } = data, read = values.length, bars = Math.max(read + unread, ...crosses), count = Math.max(bars, ideal.length, 1);
  const at = scales(data, [0.5, count + 0.5], px - (line ? 76 : 8), height), { x, y, down } = at, filled = new Set(counted), room = (at.end - LEFT) / count, edge = Math.min(1.1, room / 6), wide = Math.min(0.72, 66 / room);
  const boxes = (list, width, props) => list.map((value, k) => box(props(k + 1), x(k + 1 - width / 2), x(k + 1 + width / 2), y(0), y(value)));
  const slots = Array.from({ length: read + unread }, (_, k) => box({ class: "me-slot", "data-rank": k + 1 }, x(k + 0.5), x(k + 1.5), down + 18, y(1.08 * top)));
  const parts = [...slots, ...frame(data, rankTicks(data, at.end - LEFT), at),
    ...boxes(values, wide, k => ({ class: filled.has(k) ? "me-bar me-counted" : "me-bar", "stroke-width": edge })),
    ...boxes(ideal, 0.86, () => ({ class: "me-best", "stroke-width": edge }))];
  for (const k of crosses) parts.push(s("path", { class: "me-cross", d: `M${x(k) - 3} ${y(0.03 * top) - 3}l6 6m0-6l-6 6` }));
  if (unread) parts.push(s("line", { class: "me-cut-line", x1: x(read + 0.5), x2: x(read + 0.5), y1: UP - 4, y2: down }), word(x(read + 0.5), UP - 8, "middle", `n = ${read}`));
  if (!line) return parts;
  const [value, name] = line, ends = { x1: LEFT, x2: x(bars + 0.5), y1: y(value), y2: y(value) }, lines = name.split("\n");
  const inside = (k, x1 = x(k - wide / 2)) => s("line", { class: "me-under", ...ends, x1, x2: x(k + wide / 2), "stroke-dasharray": "7.5 4.5", "stroke-dashoffset": x1 - LEFT });   // over a dark bar, dashes of paper
  return [...parts, s("line", { class: "me-mean", ...ends }), ...counted.filter(k => values[k - 1] > value + 0.01 * top).map(k => inside(k)),
    ...(room < 48 ? [] : over).map((text, k) => word(x(k + 1), y(values[k] ?? 0) - 6, "middle", text, { class: "me-over" })),
    ...lines.map((text, k) => word(ends.x2 + 4, y(value) + 4 + 14 * (k - (lines.length - 1) / 2), "start", text, { class: "me-strong" }))];
}

function curve(data, px, height) {
  const { recall, precision, hits, end } = data, at = scales(data, [-0.04, 1.04], px - 16, height), { x, y } = at;
  const dots = (radius, props) => recall.map((r, k) => circle(props(k), x(r), y(precision[k]), radius));
  const points = dots(hits.length <= 60 ? 3 : 1.75, k => ({ class: hits[k] ? "me-bar me-counted" : "me-bar" }));
  return [...dots(7, k => ({ class: "me-slot", "data-rank": k + 1 })), ...frame(data, data.heights, at),
    s("polyline", { class: "me-path", points: recall.map((r, k) => `${x(r)},${y(precision[k])}`).join(" ") }),
    ...points.filter((_, k) => !hits[k]), ...points.filter((_, k) => hits[k]), ...recall.flatMap((r, k) => hits[k] && hits.length <= 14 && k !== end ? [word(x(r) - 5, y(precision[k]) - 8, "end", `${k + 1}`)] : []),
    ...(end === null ? [] : [circle({ class: "me-ring" }, x(recall[end]), y(precision[end]), 6.5), word(x(recall[end]) - (hits[end] ? 5 : 11), y(precision[end]) + (hits[end] ? -10 : 4), "end", `n = ${end + 1}`, { class: "me-bold" })])];
}

export function makeFigure(ui) {
  const plot = h("div", { class: "me-svg", role: "img", onclick(event) {
    const rank = Number(event.target.closest("[data-rank]")?.dataset.rank);
    if (rank) { ui.chooseRank(rank); ui.focusRow(); }               // as if the row had been clicked: its keys are ready
  } });
  const caption = h("figcaption"), table = h("table", { class: "me-table" });
  const more = h("details", { ontoggle: () => ui.send("table", { open: more.open }) },   // it is made only while it is open
    h("summary", { text: ui.t("as_table") }), h("div", { class: "me-scroll" }, table));
  const node = h("figure", { class: "me-figure", hidden: true }, plot, caption, more);
  let px = 580, height = HEIGHT, data = {};

  const draw = () => plot.replaceChildren(...(data.caption ? [s("svg", { viewBox: `0 0 ${px} ${height}` }, ...(data.recall ? curve : bars)(data, px, height))] : []));

  function update(figure) {
    data = figure;
    show(node, data.caption);
    if (!node.closest("dialog")) height = data.recall ? CURVE : HEIGHT;
    draw();
    set(plot, "aria-label", data.caption);
    write(caption, data.caption ?? "");
    const line = (tag, cells) => h("tr", {}, ...cells.map(text => h(tag, { text })));
    const { head, rows } = data.table ?? { head: [], rows: [] };
    table.replaceChildren(h("thead", {}, line("th", head)), h("tbody", {}, ...rows.map(cells => line("td", cells))));
  }

  const watcher = new ResizeObserver(() => {
    const stage = node.closest("dialog"), wide = Math.round(plot.clientWidth * (stage ? 0.75 : 1) / 20) * 20, high = stage ? Math.round(wide * plot.clientHeight / plot.clientWidth) : data.recall ? CURVE : HEIGHT;   // for the back row, larger texts
    if (wide && (wide !== px || high !== height)) { px = wide; height = high; draw(); ui.light(); }
  });
  return { node, update, watch: () => watcher.observe(plot), destroy: () => watcher.disconnect() };
}
