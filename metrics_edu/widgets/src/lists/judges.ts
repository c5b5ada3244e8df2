/* Judges: the votes on some results, two systems by the judgments of each judge, and the working
   of what is chosen. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { JudgedResult, JudgesView, QrelsRow, SegmentControl } from "../core/contract";
import { pythonHtml } from "../core/directives";
import { arrowOf, hasModifier } from "../core/keys";
import type { RenderProps } from "../core/model";
import { button, equals, noticeOf, whereLines } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { LectureButton } from "../lecture/lecture-button";
import { ViewSteps } from "../lecture/view-steps";
import { undoKeys } from "./list-keys";
import { Tools } from "./tools";

const MARKS = [
  ["1", "✓", "vote_yes"],
  ["0", "✗", "vote_no"],
  ["-", "–", "vote_none"],
] as const;

class JudgesScreen implements Screen {
  readonly #page = new ViewRoot(this, "me-judges");
  readonly #widget: Widget<JudgesView>;
  readonly #tools: Tools;
  readonly #lecture: LectureButton;
  readonly #end: () => void;
  /** Each row of values is a step; the last one shows how far the judges agree. */
  readonly #steps = new ViewSteps<number>(
    () => Array.from({ length: this.#widget.view.rows.length + 2 }, (_, k) => k),
    this.#page.paint,
    true,
  );

  constructor({ model, el }: RenderProps) {
    const widget = new Widget<JudgesView>(model, this.#page.paint);
    this.#widget = widget;
    this.#tools = new Tools(widget, () => widget.view.can);
    this.#lecture = new LectureButton(widget.t, el, () => this.shown);
    this.#end = this.#page.follow(model, "view");
    this.#page.root.addEventListener("keydown", (event) => undoKeys(event, widget.send));
    this.#page.paint();
    el.append(this.#page.root);
  }

  get shown(): Shown {
    const { root, showTools } = this.#page;
    return {
      root,
      showTools,
      layout: "compare",
      lectureSteps: this.#steps,
      reset: () => this.#widget.send({ do: "reset" }),
      end: () => {
        this.#lecture.end();
        this.#end();
      },
    };
  }

  tools(): TemplateResult {
    return this.#tools.template(this.#lecture.template());
  }

  attributes(): Record<string, string | undefined> {
    return { "data-lost": this.#widget.isLost ? "" : undefined };
  }

  template(): TemplateResult {
    const { t, notice, view } = this.#widget;
    const rows = view.rows.slice(0, this.#steps.step ?? view.rows.length);
    const isWhole = (this.#steps.at ?? this.#steps.count) > view.rows.length;
    const tools = this.#page.hasOutlet ? nothing : this.tools();
    const votes = html`<div class="me-scroll">${this.#votes(view)}</div>`;
    return html`<div class="me-box"><div class="me-top"
      ><span class="me-note">${rich(t("judges_hint"))}</span>${tools}</div
      >${noticeOf(notice)}<div class="me-bench">${votes}<div
      >${this.#segment(view.rule)}${this.#values(view, rows)}${
        isWhole ? this.#agreement(view) : nothing
      }</div></div>${this.#closing(view, isWhole)}</div>`;
  }

  #votes({ systems, judges, results, rule }: JudgesView): TemplateResult {
    const heads = [this.#widget.t("result"), ...systems, ...judges, rule.label];
    const cells = heads.map((head) => html`<th scope="col">${rich(head)}</th>`);
    return html`<table class="me-votes"><thead><tr>${cells}</tr></thead><tbody>${repeat(
      results,
      ({ id }) => id,
      (result) => this.#result(result),
    )}</tbody></table>`;
  }

  #result(result: JudgedResult): TemplateResult {
    const ranks = result.ranks.map((rank, list) => this.#rank(result, rank, list as 0 | 1));
    const votes = result.votes.map((vote, k) => this.#vote(result, vote, String(k + 1)));
    return html`<tr data-move=${result.id}><th scope="row">${rich(result.label)}</th
      >${ranks}${votes}<td class="me-decision">${result.decision}</td></tr>`;
  }

  /** The rank in a system: a click moves the result up, the arrow keys up or down. */
  #rank({ id, label }: JudgedResult, rank: number, list: 0 | 1): TemplateResult {
    const { t, view, send } = this.#widget;
    const move = (by: number) => send({ do: "move", id, list, by });
    const onKey = (event: KeyboardEvent) => {
      const by = arrowOf(event);
      if (!by || hasModifier(event)) return;
      event.preventDefault();
      move(by);
    };
    const name = t("rank_in", { item: label, rank, list: view.systems[list] ?? "" });
    return html`<td><button type="button" class="me-btn" aria-label=${name} title=${name}
      @click=${() => move(-1)} @keydown=${onKey}>${rank}</button></td>`;
  }

  #vote({ id, label }: JudgedResult, vote: string, judge: string): TemplateResult {
    const { t, uid, view, send } = this.#widget;
    const who = view.judges[Number(judge) - 1] ?? "";
    const mark = ([value, sign, word]: (typeof MARKS)[number]) =>
      html`<label title=${t(word)}><input type="radio" name=${`${uid}-${judge}-${id}`}
        aria-label=${t(word)} .checked=${live(vote === value)}
        @change=${() => send({ do: "vote", id, judge, vote: value })}><span aria-hidden="true"
        >${sign}</span></label>`;
    return html`<td><span class="me-marks" role="radiogroup" aria-label=${`${who}: ${label}`}
      >${MARKS.map(mark)}</span></td>`;
  }

  #segment({ key, label, value, options }: SegmentControl): TemplateResult {
    const { send } = this.#widget;
    const pick = (name: string) =>
      key === "user" ? send({ do: "user", key: name }) : send({ do: "set", key, value: name });
    const choice = ([name, text]: readonly [string, string]) =>
      button(text, () => pick(name), { pressed: name === value });
    return html`<div class="me-choice"><span class="me-note">${rich(label)}</span><span
      class="me-segment" role="group" aria-label=${label}>${options.map(choice)}</span></div>`;
  }

  #values({ systems }: JudgesView, rows: ReadonlyArray<QrelsRow>): TemplateResult {
    const { t } = this.#widget;
    const heads = [t("judgments_of"), ...systems, t("better")];
    const row = ({ key, name, cells, prefers, word }: QrelsRow) => {
      const values = cells.map((value, k) => {
        const shown = this.#chooser(`${key} ${k}`, value);
        return html`<td ?data-better=${prefers === k}>${shown}</td>`;
      });
      return html`<tr><th scope="row">${rich(name)}</th>${values}<td>${rich(word)}</td></tr>`;
    };
    return html`<table class="me-qrels"><thead><tr>${heads.map(
      (head) => html`<th scope="col">${rich(head)}</th>`,
    )}</tr></thead><tbody>${rows.map(row)}</tbody></table>`;
  }

  /** A value whose working can be shown. */
  #chooser(key: string, text: string): TemplateResult {
    const { view, send } = this.#widget;
    return button(text, () => send({ do: "metric", key }), { pressed: view.chosen === key });
  }

  #agreement({ pairs, table }: JudgesView): TemplateResult {
    const { t } = this.#widget;
    const [one = "", two = ""] = pairs.value.split(" ").map((k) => this.#judge(k));
    const words = [t("vote_yes"), t("vote_no")];
    const row = (counts: ReadonlyArray<number>, k: number) =>
      html`<tr><th scope="row">${rich(`${one}: ${words[k]}`)}</th>${counts.map(
        (count) => html`<td>${count}</td>`,
      )}</tr>`;
    const heads = words.map((word) => html`<th scope="col">${rich(`${two}: ${word}`)}</th>`);
    return html`${this.#segment(pairs)}<div class="me-choice"><table class="me-two"
      ><thead><tr><td></td>${heads}</tr></thead><tbody>${table.map(row)}</tbody></table
      >${this.#chooser("kappa", "κ")}</div>`;
  }

  #judge(k: string): string {
    return this.#widget.view.judges[Number(k) - 1] ?? "";
  }

  #closing({ last_edit: edit, sentences, derivation }: JudgesView, isWhole: boolean): unknown {
    const { name, long, definition, working, result, where } = derivation;
    const end = equals(html`<span class="me-value">${result}</span>`);
    const work = working
      ? html`<span ${pythonHtml(working, { end })}></span>`
      : html`<span class="me-sym">${name}</span> ${end}`;
    const shown = isWhole
      ? html`<div class="me-derivation"><div class="me-title"><span class="me-metric"
          >${rich(name)}</span><span class="me-definition" ${pythonHtml(definition)}></span><span
          class="me-long">${rich(long)}</span></div><div class="me-work">${work}</div><div
          class="me-where">${whereLines(where)}</div></div>`
      : nothing;
    const said = isWhole ? sentences.map((text) => html`<span>${rich(text)} </span>`) : nothing;
    return html`<p class="me-said" role="status"><span class="me-note"
      >${rich(edit && `${edit}. `)}</span>${said}</p>${shown}`;
  }

  takeEdit(): string | undefined {
    return this.#widget.view.last_edit ? "[data-move]" : undefined;
  }
}

export const judges = (props: RenderProps): Shown => new JudgesScreen(props).shown;
