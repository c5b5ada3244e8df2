/* Precision against recall, a point for each rank. */
import { nothing, svg, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { CurveFigure } from "../core/contract";
import { axes, type Scales, type Size, scales, word } from "./plot";

const MOST_NUMBERED = 14; // points; of more, none has its number
const MOST_LARGE = 60; // points

interface Point {
  readonly rank: number;
  readonly x: number;
  readonly y: number;
  readonly isHit: boolean;
}

export function curveSvg(data: CurveFigure, { width, height, lit }: Size): TemplateResult {
  const right = width - 16;
  const at = scales({ top: data.top, first: -0.04, last: 1.04, right, height });
  const points = pointsOf(data, at);
  const targets = points.map((point) => target(point, lit));
  return svg`${targets}${guard([data, width, height], () => drawn(data, points, at))}`;
}

function drawn(data: CurveFigure, points: ReadonlyArray<Point>, at: Scales): unknown {
  const ticks = data.heights.map(([value, text]) => ({ at: value, text }));
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const hitsLast = [
    ...points.filter(({ isHit }) => !isHit),
    ...points.filter(({ isHit }) => isHit),
  ];
  const end = data.end === null ? undefined : points[data.end];
  return svg`${axes(data, ticks, at)}<polyline class="me-path" points=${line}></polyline>${[
    marks(hitsLast),
    numbers(points, end),
    end ? ring(end) : nothing,
  ]}`;
}

const pointsOf = ({ recall, precision, hits }: CurveFigure, { x, y }: Scales): Point[] =>
  recall.map((value, k) => ({
    rank: k + 1,
    x: x(value),
    y: y(precision[k] ?? 0),
    isHit: hits[k] ?? false,
  }));

/** What can be clicked and lit. */
const target = ({ rank, x, y }: Point, lit: number | undefined) =>
  svg`<circle class="me-slot" data-rank=${rank} ?data-lit=${lit === rank} cx=${x} cy=${y}
    r="7"></circle>`;

function marks(points: ReadonlyArray<Point>): TemplateResult[] {
  const radius = points.length <= MOST_LARGE ? 3 : 1.75;
  return points.map(({ rank, x, y, isHit }) => {
    const classes = isHit ? "me-bar me-counted" : "me-bar";
    return svg`<circle class=${classes} data-move=${`point ${rank}`} cx=${x} cy=${y}
      r=${radius}></circle>`;
  });
}

const numbers = (points: ReadonlyArray<Point>, end: Point | undefined) =>
  points
    .filter((point) => point.isHit && points.length <= MOST_NUMBERED && point !== end)
    .map(({ rank, x, y }) => word(x - 5, y - 8, "end", String(rank)));

/** The point of the cut-off. */
function ring({ rank, x, y, isHit }: Point): TemplateResult {
  const name = word(x - (isHit ? 5 : 11), y + (isHit ? -10 : 4), "end", `n = ${rank}`, "me-bold");
  return svg`<circle class="me-ring" cx=${x} cy=${y} r="6.5"></circle>${name}`;
}
