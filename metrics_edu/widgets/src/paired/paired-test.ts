/* PairedTest: the two values of each query, and all ways to swap the names. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { NamedValue, PairedTestView, PairRow } from "../core/contract";
import { arrowOf, hasModifier } from "../core/keys";
import type { RenderProps } from "../core/model";
import { button, noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { LectureButton } from "../lecture/lecture-button";
import { PAIRED_TEST_STEPS, pairedTestAtStep } from "../lecture/view-at-step";
import { ViewSteps } from "../lecture/view-steps";
import { compare } from "../lists/compare";
import { undoKeys } from "../lists/list-keys";
import { Tools } from "../lists/tools";
import { nestedModel } from "./nested-model";
import { flipsSvg, pointsSvg } from "./pair-figures";

class PairedTestScreen implements Screen {
  readonly page = new ViewRoot(this, "me-paired");
  readonly #widget: Widget<PairedTestView>;
  readonly #tools: Tools;
  readonly #lectureButton: LectureButton;
  readonly #lectureSteps = new ViewSteps(() => this.#steps, this.page.paint);
  readonly #endFollowing: () => void;
  readonly #slot = createRef<HTMLElement>();
  #lists: Shown | undefined;
  /** The run and the query whose lists are shown. */
  #listsOf = "";

  constructor({ model, el }: RenderProps) {
    const widget = new Widget<PairedTestView>(model, this.page.paint);
    this.#widget = widget;
    this.#tools = new Tools(widget, () => widget.view.can);
    this.#lectureButton = new LectureButton(widget.t, el, () => this.shown);
    this.#endFollowing = this.page.follow(model, "view", "lists");
    this.page.root.addEventListener("keydown", this.#onKey);
    el.append(this.page.root);
    this.page.paint();
  }

  get shown(): Shown {
    const { root, showTools } = this.page;
    return {
      root,
      showTools,
      layout: "compare",
      lectureSteps: this.#lectureSteps,
      reset: () => this.#widget.send({ do: "reset" }),
      end: () => this.#end(),
    };
  }

  get #steps() {
    const hasRuns = this.#widget.view.runs.rows.length > 0;
    return hasRuns ? PAIRED_TEST_STEPS : PAIRED_TEST_STEPS.slice(0, -1);
  }

  get #seen(): PairedTestView {
    const { view } = this.#widget;
    const { step } = this.#lectureSteps;
    return step ? pairedTestAtStep(view, step) : view;
  }

  readonly #set = (key: string, value: string): void =>
    this.#widget.send({ do: "set", key, value });

  attributes(): Record<string, string | undefined> {
    return { "data-lecture-step": this.#lectureSteps.step };
  }

  tools(): TemplateResult {
    const { t, view } = this.#widget;
    const { order, flips } = view.chosen;
    const isSorted = order === "difference";
    const isAll = flips === "all";
    const sort = () => this.#set("order", isSorted ? "given" : "difference");
    const all = () => this.#set("flips", isAll ? "none" : "all");
    return this.#tools.template(
      button(t("paired_sort"), sort, { pressed: isSorted }),
      button(t("paired_flips"), all, { pressed: isAll }),
      this.#lectureButton.template(),
    );
  }

  template(): TemplateResult {
    const { t, notice } = this.#widget;
    const { title, heads, numbers, others, sentences } = this.#seen;
    const means = heads.map(({ name, value }) => html`<span>${rich(name)} <b>${value}</b></span>`);
    const tools = this.page.hasOutlet ? nothing : this.tools();
    const lines = sentences.map((text) => html`<p>${rich(text)}</p>`);
    const left = html`<div class="me-scroll me-pairs">${this.#table()}</div><div role="status"
      >${numbersOf(numbers)}<div class="me-closing">${lines}</div></div>`;
    const more = html`<summary>${rich(t("paired_others"))}</summary>${numbersOf(others)}`;
    const hint = html`<span class="me-note">${rich(t("paired_hint"))}</span>`;
    return html`<div class="me-box"><div class="me-top">${hint}${tools}</div>${noticeOf(notice)}<p
      class="me-paired-title"><b>${rich(title)}</b>${means}</p><div
      class="me-paired-grid"><div>${left}</div>${this.#figures()}</div
      ><div ${ref(this.#slot)}></div><details ?hidden=${!others.length}>${more}</details
      >${this.#runs()}</div>`;
  }

  #table(): TemplateResult {
    const { t } = this.#widget;
    const { rows, heads } = this.#seen;
    const names = heads.map(({ name }) => html`<th scope="col">${rich(name)}</th>`);
    return html`<table><thead><tr><td></td>${names}<th scope="col" class="me-gain-head">${rich(
      t("paired_difference"),
    )}</th><td></td></tr></thead><tbody>${repeat(
      rows,
      ({ id }) => id,
      (row) => this.#row(row),
    )}</tbody></table>`;
  }

  #row(row: PairRow): TemplateResult {
    const { t, send, view } = this.#widget;
    const { id, label: query, texts } = row;
    const isChosen = view.chosen.query === id;
    const choose = () => this.#set("query", isChosen ? "" : id);
    const swap = { icon: "⇄", isIcon: true, pressed: row.is_swapped, classes: "me-swap" };
    const leave = { icon: "×", isIcon: true, pressed: row.is_left_out, classes: "me-leave" };
    const [first, second, difference] = texts;
    return html`<tr ?data-lit=${isChosen} ?data-out=${row.is_left_out}><th scope="row">${button(
      query,
      choose,
      {
        classes: "me-query",
        pressed: isChosen,
        ...(view.has_lists ? { title: t("paired_open", { query }) } : {}),
      },
    )}</th><td>${first}</td><td>${second}</td><td class="me-gain" data-sign=${Math.sign(
      row.numbers[2],
    )}><span class="me-gain-bar" .style=${`--me-share: ${Math.abs(row.numbers[2])}`}></span><span
      >${difference}</span></td><td>${[
        button(t("paired_swap", { query }), () => send({ do: "swap", id }), swap),
        button(t("paired_leave", { query }), () => send({ do: "leave", id }), leave),
      ]}</td></tr>`;
  }

  #figures(): TemplateResult {
    const { t, view } = this.#widget;
    const { points, rows, flips, heads } = this.#seen;
    const caption = t("paired_points", { name: heads[1]?.name ?? "" });
    return html`<div class="me-paired-figures"><figure class="me-figure"><div class="me-svg"
      role="img" aria-label=${caption} @click=${this.#onPoint}>${pointsSvg(
        points,
        rows,
        view.chosen.query ?? "",
      )}</div><figcaption>${rich(caption)}</figcaption></figure><figure class="me-figure"><div
      class="me-svg" role="img" aria-label=${flips.caption || flips.below}>${flipsSvg(flips)}</div
      ><figcaption>${rich(flips.caption)}</figcaption></figure></div>`;
  }

  #runs(): TemplateResult {
    const { t, view } = this.#widget;
    const { head, rows } = this.#seen.runs;
    const heads = head.map((cell) => html`<th scope="col">${rich(cell)}</th>`);
    const lines = rows.map(([name = "", ...cells], k) => {
      const options = {
        pressed: view.chosen.run === String(k),
        title: t("paired_runs", { name }),
      };
      const run = k ? button(name, () => this.#set("run", String(k)), options) : rich(name);
      const values = cells.map((cell) => html`<td>${cell}</td>`);
      return html`<tr><th scope="row">${run}</th>${values}</tr>`;
    });
    const note = html`<p class="me-note">${rich(view.runs_note)}</p>`;
    return html`<div class="me-scroll me-runs" ?hidden=${!rows.length}
      ><table class="me-table"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table
      >${note}</div>`;
  }

  /** The lists of the chosen query, in a Compare. */
  painted(): void {
    const { view, model } = this.#widget;
    const { run, query } = view.chosen;
    const key = model.get("lists") ? `${run} ${query}` : "";
    if (key === this.#listsOf) return;
    this.#listsOf = key;
    this.#lists?.end();
    const el = this.#slot.value;
    this.#lists = key && el ? compare({ model: nestedModel(model), el }) : undefined;
    if (key) el?.scrollIntoView({ block: "nearest" });
  }

  readonly #onPoint = ({ target }: Event): void => {
    const id = (target as Element).closest<SVGElement>("[data-id]")?.dataset.id;
    if (id) this.#set("query", id);
  };

  /** The arrows move within a column of buttons. */
  readonly #onKey = (event: KeyboardEvent): void => {
    undoKeys(event, this.#widget.send);
    const target = event.target as HTMLElement;
    const by = arrowOf(event);
    if (!by || hasModifier(event) || !target.closest(".me-pairs button")) return;
    event.preventDefault();
    const [, column] = target.classList;
    const same = [...this.page.root.querySelectorAll<HTMLElement>(`.me-pairs .${column}`)];
    same[same.indexOf(target) + by]?.focus();
  };

  #end(): void {
    this.#lists?.end();
    this.#lectureButton.end();
    this.#endFollowing();
  }
}

const numbersOf = (items: ReadonlyArray<NamedValue>): TemplateResult =>
  html`<dl class="me-numbers">${items.map(
    ({ name, value }) => html`<div><dt>${rich(name)}</dt><dd>${rich(value)}</dd></div>`,
  )}</dl>`;

export const pairedTest = (props: RenderProps): Shown => new PairedTestScreen(props).shown;
