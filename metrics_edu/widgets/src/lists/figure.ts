/* The figure: Python's data drawn as SVG, for the room that it has. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { BarFigure, CurveFigure, OpenTable, TableView, TrailFigure } from "../core/contract";
import { rich } from "../core/text";
import { barsSvg } from "./bars";
import { curveSvg } from "./curve";
import type { ListSession } from "./list-session";
import type { Size } from "./plot";
import { trailSvg } from "./trail";

type FigureData = BarFigure | CurveFigure | TrailFigure;

const HEIGHT = { bars: 168, curve: 236, trail: 140 }; // pixels
const START_WIDTH = 580; // pixels
const STEP = 20; // pixels: a new width is drawn from this difference on
const TEXT = 12; // pixels of the texts that are drawn, as in figure.css

type Kind = keyof typeof HEIGHT;

const kindOf = (data: FigureData): Kind =>
  "recall" in data ? "curve" : "by_rank" in data ? "trail" : "bars";

const drawing = (data: FigureData, size: Size): TemplateResult => {
  if ("recall" in data) return curveSvg(data, size);
  return "by_rank" in data ? trailSvg(data, size) : barsSvg(data, size);
};

export class Figure {
  #width = START_WIDTH;
  #height: number | undefined; // only in a lecture, which fills its room
  readonly #plot = createRef<HTMLElement>();
  readonly #watcher = new ResizeObserver(() => this.#fit());

  constructor(
    private readonly session: ListSession,
    /** The figure that is shown now. */
    private readonly data: () => FigureData | undefined,
    private readonly send: (action: OpenTable) => void,
  ) {}

  template(): TemplateResult {
    const data = this.data();
    const caption = data?.caption ?? "";
    const drawn = data && caption ? this.#drawn(data) : nothing;
    return html`<figure class="me-figure" ?hidden=${!caption}
      ><div class="me-svg" role="img" aria-label=${caption || nothing} ${ref(this.#plot)}
        @click=${this.#onClick}>${drawn}</div
      ><figcaption>${rich(caption)}</figcaption
      >${data && "by_rank" in data ? nothing : this.#table(data)}</figure>`;
  }

  #table(data: FigureData | undefined): TemplateResult {
    return html`<details @toggle=${this.#onToggle}
      ><summary>${rich(this.session.t("as_table"))}</summary
      ><div class="me-scroll">${table(data?.table)}</div></details>`;
  }

  #drawn(data: FigureData): TemplateResult {
    const width = this.#width;
    const height = this.#height ?? HEIGHT[kindOf(data)];
    const size = { width, height, lit: this.session.row?.rank ?? undefined };
    return html`<svg viewBox=${`0 0 ${width} ${height}`}>${drawing(data, size)}</svg>`;
  }

  readonly #onClick = ({ target }: Event) => {
    const rank = (target as Element).closest<SVGElement>("[data-rank]")?.dataset.rank;
    if (!rank) return;
    this.session.chooseRank(Number(rank));
    this.session.focusRow(); // as if the row had been clicked: its keys are ready
  };

  readonly #onToggle = ({ currentTarget }: Event) =>
    this.send({ do: "table", open: (currentTarget as HTMLDetailsElement).open });

  /** After the first paint: draws again when the room changes. */
  watch(): void {
    if (this.#plot.value) this.#watcher.observe(this.#plot.value);
  }

  #fit(): void {
    const plot = this.#plot.value;
    if (!plot?.clientWidth) return;
    const isOnStage = plot.closest("dialog") !== null;
    const scale = isOnStage ? TEXT / Number.parseFloat(getComputedStyle(plot).fontSize) : 1;
    const room = plot.clientWidth * scale;
    const width = Math.floor(room / STEP) * STEP;
    const ratio = plot.clientHeight / plot.clientWidth;
    const height = isOnStage ? Math.round(width * ratio) : undefined;
    if (!width || (width === this.#width && height === this.#height)) return;
    this.#width = width;
    this.#height = height;
    this.session.paint();
  }

  end(): void {
    this.#watcher.disconnect();
  }
}

function table({ head, rows }: TableView = { head: [], rows: [] }): TemplateResult {
  const heads = head.map((cell) => html`<th>${rich(cell)}</th>`);
  const lines = rows.map((cells) => {
    const row = cells.map((cell) => html`<td>${rich(cell)}</td>`);
    return html`<tr>${row}</tr>`;
  });
  return html`<table class="me-table"><thead><tr>${heads}</tr></thead
    ><tbody>${lines}</tbody></table>`;
}
