/* The figures of a PairedTest: each query as a point, and how often the ways to swap the names
   give each mean. */
import { nothing, svg, type TemplateResult } from "lit-html";
import type { FlipFigure, PairRow, PlotFrame } from "../core/contract";
import { axes, box, MARGIN, type Scales, scales, word } from "../lists/plot";

const WIDTH = 340; // pixels
const HEIGHT = { points: 260, flips: 190 }; // pixels
const HIDDEN_TOP = 1;

type Mark = FlipFigure["marks"][number];

/** A point a query: the first value to the right, the second one upwards, and the diagonal. */
export function pointsSvg(
  frame: PlotFrame,
  rows: ReadonlyArray<PairRow>,
  chosen: string,
): TemplateResult {
  const { top } = frame;
  const height = HEIGHT.points;
  const at = scales({ top, first: 0, last: top, right: WIDTH - 16, height });
  const ticks = frame.heights.map(([value, text]) => ({ at: value, text }));
  const diagonal = `M${at.x(0)} ${at.y(0)}L${at.x(top)} ${at.y(top)}`;
  const points = rows.map((row) => pointOf(row, at, row.id === chosen));
  return svg`<svg viewBox=${`0 0 ${WIDTH} ${height}`}>${axes(frame, ticks, at)}<path
    class="me-diagonal" d=${diagonal}></path>${points}</svg>`;
}

function pointOf(row: PairRow, { x, y }: Scales, isLit: boolean): TemplateResult {
  const [first, second] = row.numbers;
  return svg`<circle class="me-point" data-id=${row.id} ?data-lit=${isLit}
    ?data-out=${row.is_left_out} cx=${x(first)} cy=${y(second)} r=${isLit ? 8 : 5}></circle>`;
}

/** The bars of all ways to swap the names, and a line at the observed mean. */
export function flipsSvg(figure: FlipFigure): TemplateResult {
  const height = HEIGHT.flips;
  const ends = [...figure.ticks, ...figure.marks].map(([value]) => Math.abs(value));
  const limit = Math.max(...ends, (figure.counts.length / 2) * figure.width);
  const top = figure.counts.length ? figure.top : HIDDEN_TOP;
  const at = scales({ top, first: -limit, last: limit, right: WIDTH - 16, height });
  const ticks = figure.ticks.map(([value, text]) => ({ at: value, text }));
  const marks = figure.marks.map((mark, k) => markOf(mark, k, at));
  return svg`<svg viewBox=${`0 0 ${WIDTH} ${height}`}>${axes(figure, ticks, at)}${bars(
    figure,
    at,
  )}${marks}</svg>`;
}

const bars = ({ counts, width, far }: FlipFigure, { x, y }: Scales) =>
  counts.map((count, k) => {
    if (!count) return nothing;
    const bar = k - (counts.length - 1) / 2;
    const classes = Math.abs(bar) >= far ? "me-bar me-counted" : "me-bar";
    const shape = box(x((bar - 0.5) * width), x((bar + 0.5) * width), y(0), y(count));
    return svg`<path class=${classes} d=${shape}></path>`;
  });

/** The name of the observed mean is above the line, that of the mean after swaps below it. */
function markOf([mark, text]: Mark, k: number, { x, floor }: Scales): TemplateResult {
  const at = x(mark);
  const anchor = mark > 0 ? "end" : "start";
  const line = svg`<line class=${k ? "me-mean me-by-hand" : "me-mean"} x1=${at} x2=${at}
    y1=${MARGIN.top - 4} y2=${floor}></line>`;
  const beside = mark > 0 ? -4 : 4;
  return svg`${line}${word(at + beside, MARGIN.top + 16 * k - 6, anchor, text, "me-over")}`;
}
