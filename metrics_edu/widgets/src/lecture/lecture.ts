/* Lecture: the slides in order, as they are in the notebook, and the button that starts it. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { LectureView } from "../core/contract";
import { pythonHtml } from "../core/directives";
import type { RenderProps } from "../core/model";
import { button } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { StateLine } from "../lists/state-line";
import { type Slide, Stage } from "./stage";

type SlideView = LectureView["slides"][number];
type Show = (props: RenderProps) => Shown;

const MODEL_PREFIX = "IPY_MODEL_";

class LectureScreen implements Screen {
  readonly page = new ViewRoot(this, "me-deck");
  readonly #widget: Widget<LectureView>;
  readonly #states: ReadonlyArray<StateLine>;
  readonly #slides: ReadonlyArray<Slide>;
  #current: number | undefined;
  #stage: Stage | undefined;

  constructor(
    private readonly props: RenderProps,
    private readonly show: Show,
  ) {
    this.#widget = new Widget(props.model, this.page.paint);
    const { t, view } = this.#widget;
    const ids = props.model.get("slides");
    this.#states = view.slides.map(() => new StateLine(t, this.page.paint));
    this.#slides = view.slides.map((slide, k) => ({ ...slide, open: this.#opener(ids[k]) }));
    props.el.append(this.page.root);
    this.page.paint();
  }

  #opener(id: string | null | undefined): Slide["open"] {
    if (!id) return undefined;
    return async (slot) => {
      const { widget_manager } = this.props.model;
      const model = await widget_manager.get_model(id.slice(MODEL_PREFIX.length));
      if (!model) throw new Error(`the kernel does not have the widget ${id}`);
      const shown = this.show({ model, el: slot });
      return { shown, close: () => shown.end() };
    };
  }

  template(): TemplateResult {
    const { t, view } = this.#widget;
    const start = { icon: "▶", isMain: true };
    const items = view.slides.map((slide, k) => this.#item(slide, k));
    return html`<div class="me-box"
      ><div class="me-top"><b>${rich(t("lecture"))}</b>${button(
        t("lecture_start"),
        () => this.#start(0),
        start,
      )}<span class="me-note">${rich(t("lecture_keys"))}</span></div
      ><ol class="me-deck-list">${items}</ol></div>`;
  }

  #item({ title, about, picture, state }: SlideView, index: number): TemplateResult {
    const isCurrent = index === this.#current;
    const note = title && about ? html`<span class="me-note">${rich(about)}</span>` : nothing;
    return html`<li aria-current=${isCurrent ? "step" : nothing}
      >${[
        button(title || about, () => this.#start(index)),
        note,
      ]}<div class="me-deck-picture" aria-hidden="true" ?hidden=${!picture}
      ${pythonHtml(picture)}></div><details ?hidden=${!state}
      ><summary>${rich(this.#widget.t("more"))}</summary
      >${this.#states[index]?.template(state)}</details></li>`;
  }

  #start(first: number): void {
    this.#stage = new Stage({
      t: this.#widget.t,
      host: this.page.root,
      slides: this.#slides,
      first,
      moved: (index) => {
        this.#current = index;
        this.page.paint();
      },
      closed: () => this.#focusCurrent(),
    });
  }

  #focusCurrent(): void {
    const current = this.page.root.querySelector<HTMLElement>("[aria-current] button");
    current?.focus();
  }

  end(): void {
    this.#stage?.close();
    this.page.end();
  }
}

export function lecture(props: RenderProps, show: Show): Shown {
  const screen = new LectureScreen(props, show);
  return { root: screen.page.root, layout: "explorer", end: () => screen.end() };
}
