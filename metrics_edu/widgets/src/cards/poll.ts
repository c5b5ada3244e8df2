/* The slides of a poll: in the card, and on the stage. A mistake can be shown with its working. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { SubmissionUploadView } from "../core/contract";
import { button } from "../core/parts";
import { rich } from "../core/text";
import { type Screen, ViewRoot } from "../core/view-root";
import type { Translate } from "../core/words";
import { Stage } from "../lecture/stage";
import { about } from "./card";
import { question } from "./question";
import { sides } from "./working";

type SlideView = SubmissionUploadView["slides"][number];
type Bar = SlideView["bars"][number];

/** What the students of a class did in a measure. */
class PollSlide implements Screen {
  readonly page: ViewRoot = new ViewRoot(this);
  /** The mistake whose working is shown. */
  #chosen: Bar | undefined;

  constructor(
    private readonly view: SlideView,
    private readonly t: Translate,
  ) {
    this.page.paint();
  }

  template(): TemplateResult {
    const { view } = this;
    const chosen = this.#chosen;
    const bars = html`<ul>${(chosen ? [chosen] : view.bars).map(this.#bar)}</ul>`;
    const { questions, sides: workings = [], text = view.about } = chosen ?? {};
    const content = [about(text), bars, questions?.map(question), sides(workings)];
    return html`<div class="me-box me-poll">${content}</div>`;
  }

  readonly #bar = (bar: Bar): TemplateResult => {
    const { look, state, word, share, count, part } = bar;
    const title = this.t("poll_working");
    const expanded = bar === this.#chosen;
    const onClick = () => {
      this.#chosen = expanded ? undefined : bar;
      this.page.paint();
    };
    const words = bar.sides.length ? button(word, onClick, { expanded, title }) : rich(word);
    const back = expanded ? button(this.t("poll_all"), onClick) : nothing;
    return html`<li><span class="me-mark" data-kind=${state}>${words}</span><span
      class="me-poll-bar"><i data-look=${look} .style=${`--me-part: ${part}`}></i><b>${share}</b
      ><span>${count}</span></span>${back}</li>`;
  };
}

/** The slides of a card, and the button that opens them on the stage. */
export function pollSlides(
  views: ReadonlyArray<SlideView>,
  t: Translate,
  host: HTMLElement,
): ReadonlyArray<unknown> {
  const slides = views.map((view) => ({
    title: view.title,
    async open(slot: HTMLElement) {
      const { page } = new PollSlide(view, t);
      slot.append(page.root);
      const close = () => page.end();
      return { shown: { root: page.root, layout: "card" as const, end: close }, close };
    },
  }));
  const start = () => new Stage({ t, host, slides, closed() {} });
  const options = { icon: "▣", classes: "me-present", isHidden: !slides.length };
  return [
    button(t("lecture"), start, options),
    views.map((view) => html`<h3>${rich(view.title)}</h3>${new PollSlide(view, t).page.root}`),
  ];
}
