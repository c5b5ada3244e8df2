/* Scales, axes and marks that both figures share. */
import { nothing, svg, type TemplateResult } from "lit-html";
import type { PlotFrame } from "../core/contract";
import { richSvg } from "../core/text";

export const MARGIN = { left: 44, top: 24, bottom: 44 }; // pixels
const HEADROOM = 1.08; // of the highest value

export interface Size {
  readonly width: number;
  readonly height: number;
  /** The rank that is lit. */
  readonly lit: number | undefined;
}

/** From data to pixels. */
export interface Scales {
  x(value: number): number;
  y(value: number): number;
  readonly right: number;
  readonly floor: number;
  readonly ceiling: number;
}

interface Extent {
  readonly top: number;
  readonly first: number;
  readonly last: number;
  readonly right: number;
  readonly height: number;
}

export function scales({ top, first, last, right, height }: Extent): Scales {
  const floor = height - MARGIN.bottom;
  const y = (value: number) => floor - (value / (top * HEADROOM)) * (floor - MARGIN.top);
  const x = (value: number) =>
    MARGIN.left + ((value - first) / (last - first)) * (right - MARGIN.left);
  return { x, y, right, floor, ceiling: y(top * HEADROOM) };
}

type Anchor = "start" | "middle" | "end";

export const word = (x: number, y: number, anchor: Anchor, text: string, classes?: string) =>
  svg`<text x=${x} y=${y} text-anchor=${anchor} class=${classes ?? nothing}
    .textContent=${text}></text>`;

/** A rectangle as a path, since a rect of height 0 is not drawn. */
export const box = (left: number, right: number, low: number, high: number): string =>
  `M${left} ${low}V${high}H${right}V${low}Z`;

export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly isBold?: boolean;
}

export function axes(
  { heights, left, below }: PlotFrame,
  ticks: ReadonlyArray<Tick>,
  { x, y, right, floor }: Scales,
): TemplateResult {
  const gridLine = ([value, text]: readonly [number, string]) => {
    const line = svg`<line class="me-grid-line" x1=${MARGIN.left} x2=${right}
      y1=${y(value)} y2=${y(value)}></line>`;
    return svg`${line}${word(MARGIN.left - 6, y(value) + 4, "end", text)}`;
  };
  const tick = ({ at, text, isBold }: Tick) =>
    word(x(at), floor + 14, "middle", text, isBold ? "me-bold" : undefined);
  const name = svg`<text x=${MARGIN.left - 30} y=${MARGIN.top - 8} text-anchor="start"
    >${richSvg(left)}</text>`;
  return svg`${heights.map(gridLine)}${ticks.map(tick)}${word(
    right,
    floor + 30,
    "end",
    below,
  )}${name}`;
}
