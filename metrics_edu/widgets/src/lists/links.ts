/* The lines between the rows of an item in two lists, drawn from where the rows are on the screen.
   A line that is too steep to follow, or leads out of sight, is drawn for the chosen item alone. */
import { html, nothing, render, svg, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";

const STEEPEST = 7; // pixels down for each pixel across
const GAP = 2; // pixels between a line and its row

interface End {
  readonly box: DOMRect;
  readonly y: number;
  readonly isInSight: boolean;
}

interface Link {
  readonly path: string;
  readonly isMissed: boolean;
  readonly isChosen: boolean;
}

export class Links {
  readonly #drawing = createRef<SVGSVGElement>();
  readonly #watcher: ResizeObserver;

  constructor(resized: () => void) {
    this.#watcher = new ResizeObserver(() => {
      this.draw();
      resized();
    });
  }

  template(): TemplateResult {
    return html`<svg class="me-links" aria-hidden="true" ${ref(this.#drawing)}></svg>`;
  }

  get #grid(): HTMLElement | undefined {
    return this.#drawing.value?.parentElement ?? undefined;
  }

  /** After the first paint. A list's scroll event does not bubble. */
  watch(): void {
    const grid = this.#grid;
    if (!grid) return;
    const lists = grid.querySelectorAll(".me-item-list"); // what they fold moves the rows
    for (const box of [grid, ...lists]) this.#watcher.observe(box);
    grid.addEventListener("scroll", this.draw, true);
  }

  readonly draw = (): void => {
    const grid = this.#grid;
    const drawing = this.#drawing;
    if (!grid || !drawing.value) return;
    const frame = grid.getBoundingClientRect();
    const links = linksIn(grid, frame);
    drawing.value.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const chosenLast = links.sort((one, other) => Number(one.isChosen) - Number(other.isChosen));
    render(chosenLast.map(linkPath), drawing.value);
  };

  end(): void {
    this.#watcher.disconnect();
    if (this.#drawing.value) render(nothing, this.#drawing.value);
  }
}

const linkPath = ({ path, isMissed, isChosen }: Link) =>
  svg`<path class="me-link" ?data-missed=${isMissed} ?data-lit=${isChosen} d=${path}></path>`;

function linksIn(grid: HTMLElement, frame: DOMRect): Link[] {
  const own = [...grid.querySelectorAll<HTMLElement>(".me-actual .me-row")];
  const ownRows = new Map(own.map((row) => [row.dataset.id, row]));
  const links: Link[] = [];
  for (const row of grid.querySelectorAll<HTMLElement>(".me-fixed .me-row")) {
    const from = ownRows.get(row.dataset.id);
    if (!from) continue;
    const [start, end] = [endOf(from, frame), endOf(row, frame)];
    const isChosen = "lit" in row.dataset;
    const isClear = isEasyToFollow(start, end);
    row.toggleAttribute("data-apart", !isClear);
    const isMissed = !("rank" in from.dataset);
    if (isClear || isChosen) links.push({ path: pathOf(start, end, frame), isMissed, isChosen });
  }
  return links;
}

function endOf(row: HTMLElement, frame: DOMRect): End {
  const box = row.getBoundingClientRect();
  const list = row.parentElement?.getBoundingClientRect() ?? frame;
  const middle = box.top + box.height / 2;
  const y = Math.max(list.top, Math.min(list.bottom, middle)) - frame.top;
  return { box, y, isInSight: list.top <= middle && middle <= list.bottom };
}

const across = (start: End, end: End, frame: DOMRect): readonly [number, number] => [
  start.box.right - frame.left + GAP,
  end.box.left - frame.left - GAP,
];

function isEasyToFollow(start: End, end: End): boolean {
  const width = end.box.left - start.box.right - 2 * GAP;
  const isFlat = Math.abs(start.y - end.y) < STEEPEST * width;
  return start.isInSight && end.isInSight && isFlat;
}

function pathOf(start: End, end: End, frame: DOMRect): string {
  const [left, right] = across(start, end, frame);
  const half = (left + right) / 2;
  return `M${left} ${start.y}C${half} ${start.y} ${half} ${end.y} ${right} ${end.y}`;
}
