/* The value with the chosen item at each rank; a ring is around the rank where it is. */
import { svg, type TemplateResult } from "lit-html";
import type { TrailFigure } from "../core/contract";
import { axes, type Size, scales } from "./plot";

export function trailSvg(data: TrailFigure, { width, height }: Size): TemplateResult {
  const { top, by_rank: values, rank } = data;
  const { length } = values;
  const at = scales({ top, first: 0.5, last: length + 0.5, right: width - 8, height });
  const isFar = (end: number) => Math.abs(at.x(end) - at.x(rank)) > ROOM_FOR_RANK;
  const ends = [1, length].filter(isFar).map((end) => ({ at: end, text: String(end) }));
  const ticks = [...ends, { at: rank, text: String(rank), isBold: true }];
  const line = values.map((value, k) => `${at.x(k + 1)},${at.y(value)}`).join(" ");
  return svg`${axes(data, ticks, at)}<polyline class="me-path" points=${line}></polyline
    ><circle class="me-ring" data-move="trail" cx=${at.x(rank)} cy=${at.y(values[rank - 1] ?? 0)}
    r="6.5"></circle>`;
}

const ROOM_FOR_RANK = 24; // pixels
