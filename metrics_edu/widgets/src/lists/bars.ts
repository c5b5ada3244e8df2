/* A bar for each rank or user: what it adds to the value. */
import { nothing, svg, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { BarFigure } from "../core/contract";
import { axes, box, MARGIN, type Scales, type Size, scales, type Tick, word } from "./plot";

const WIDEST = 66; // pixels of a bar
const ROOM_FOR_LINE_NAME = 76; // pixels at the right
const ROOM_FOR_VALUE = 48; // pixels of a rank, for the value over its bar

interface Plot extends Scales {
  readonly data: BarFigure;
  /** Pixels of a rank. */
  readonly room: number;
  /** The part of the room that a bar fills. */
  readonly wide: number;
  readonly edge: number;
}

export function barsSvg(data: BarFigure, { width, height, lit }: Size): TemplateResult {
  const count = Math.max(ranksOf(data), data.ideal.length, 1);
  const right = width - (data.line ? ROOM_FOR_LINE_NAME : 8);
  const at = scales({ top: data.top, first: 0.5, last: count + 0.5, right, height });
  const room = (right - MARGIN.left) / count;
  const wide = Math.min(0.72, WIDEST / room);
  const plot: Plot = { ...at, data, room, wide, edge: Math.min(1.1, room / 6) };
  const drawn = () => [
    axes(data, ticks(plot), at),
    filled(plot),
    ideal(plot),
    crosses(plot),
    cutLine(plot),
    data.line ? meanLine(plot, data.line) : nothing,
  ];
  return svg`${slots(plot, lit)}${guard([data, width, height], drawn)}`;
}

const ranksOf = ({ values, unread, crosses: ranks }: BarFigure): number =>
  Math.max(values.length + unread, ...ranks);

const counting = (count: number): number[] => Array.from({ length: count }, (_, k) => k + 1);

/** The rank numbers that fit, or the names of users; a dash below each cross. */
function ticks({ data, right }: Plot): Tick[] {
  const { names, values, unread, counted } = data;
  const ranks = names.length || Math.max(values.length + unread, data.ideal.length);
  const end = Math.max(ranks, ...data.crosses);
  const room = (right - MARGIN.left) / Math.max(end, 1);
  const every = spacing(room, ranks);
  const isShown = (rank: number) => rank === 1 || rank % every === 0 || (every === 2 && rank < 10);
  const numbers = counting(ranks).filter(isShown);
  const dashes = counting(room >= 13 ? end - ranks : 0);
  return [
    ...numbers.map((rank) => ({
      at: rank,
      text: names[rank - 1] ?? String(rank),
      isBold: counted.includes(rank),
    })),
    ...dashes.map((k) => ({ at: ranks + k, text: "–" })),
  ];
}

function spacing(room: number, ranks: number): number {
  if (room >= 20 || ranks <= 9) return 1;
  if (room >= 13) return 2;
  if (room >= 5) return 5;
  return room >= 1.3 ? 20 : 100;
}

/** What can be clicked and lit: the strip of each rank. */
const slots = ({ data, x, floor, ceiling }: Plot, lit: number | undefined) =>
  counting(data.values.length + data.unread).map((rank) => {
    const shape = box(x(rank - 0.5), x(rank + 0.5), floor + 18, ceiling);
    return svg`<path class="me-slot" data-rank=${rank} ?data-lit=${lit === rank}
      d=${shape}></path>`;
  });

function filled({ data, x, y, wide, edge }: Plot): TemplateResult[] {
  const counted = new Set(data.counted);
  return data.values.map((value, k) => {
    const rank = k + 1;
    const classes = counted.has(rank) ? "me-bar me-counted" : "me-bar";
    const shape = box(x(rank - wide / 2), x(rank + wide / 2), y(0), y(value));
    return svg`<path class=${classes} data-move=${`bar ${rank}`} stroke-width=${edge}
      d=${shape}></path>`;
  });
}

const ideal = ({ data, x, y, edge }: Plot) =>
  data.ideal.map((value, k) => {
    const shape = box(x(k + 0.57), x(k + 1.43), y(0), y(value));
    return svg`<path class="me-best" stroke-width=${edge} d=${shape}></path>`;
  });

const crosses = ({ data, x, y }: Plot) =>
  data.crosses.map((rank) => {
    const shape = `M${x(rank) - 3} ${y(0.03 * data.top) - 3}l6 6m0-6l-6 6`;
    return svg`<path class="me-cross" d=${shape}></path>`;
  });

function cutLine({ data, x, floor }: Plot) {
  const read = data.values.length;
  if (!data.unread) return nothing;
  const at = x(read + 0.5);
  const line = svg`<line class="me-cut-line" x1=${at} x2=${at} y1=${MARGIN.top - 4}
    y2=${floor}></line>`;
  return svg`${line}${word(at, MARGIN.top - 8, "middle", `n = ${read}`)}`;
}

/** The line of the mean. Over a dark bar its dashes have the colour of the paper. */
function meanLine(plot: Plot, [value, name]: readonly [number, string]): TemplateResult {
  const { data, x, y, wide } = plot;
  const high = y(value);
  const end = x(ranksOf(data) + 0.5);
  const isCrossed = (rank: number) => (data.values[rank - 1] ?? 0) > value + 0.01 * data.top;
  const under = data.counted.filter(isCrossed).map((rank) => {
    const left = x(rank - wide / 2);
    return svg`<line class="me-under" x1=${left} x2=${x(rank + wide / 2)} y1=${high} y2=${high}
      stroke-dasharray="7.5 4.5" stroke-dashoffset=${left - MARGIN.left}></line>`;
  });
  const line = svg`<line class="me-mean" x1=${MARGIN.left} x2=${end} y1=${high} y2=${high}></line>`;
  return svg`${line}${under}${valuesOver(plot)}${lineName(name, end + 4, high + 4)}`;
}

const valuesOver = ({ data, x, y, room }: Plot) =>
  (room < ROOM_FOR_VALUE ? [] : data.over).map((text, k) =>
    word(x(k + 1), y(data.values[k] ?? 0) - 6, "middle", text, "me-over"),
  );

const lineName = (name: string, x: number, y: number) =>
  name
    .split("\n")
    .map((text, k, { length }) =>
      word(x, y + 14 * (k - (length - 1) / 2), "start", text, "me-strong"),
    );
