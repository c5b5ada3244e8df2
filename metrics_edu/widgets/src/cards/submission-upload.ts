/* SubmissionUpload: the files of a homework are checked, and its numbers compared. */
import { html, type TemplateResult } from "lit-html";
import type { AnswerField, SubmissionUploadView } from "../core/contract";
import { pythonHtml } from "../core/directives";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { about, CardScreen } from "./card";
import { FileZone } from "./file-zone";
import { pollSlides } from "./poll";
import { workings } from "./working";

class SubmissionUploadScreen extends CardScreen<SubmissionUploadView> {
  readonly #zone: FileZone;
  #slides: unknown;

  constructor(props: RenderProps) {
    super(props);
    const { t, send } = this.widget;
    const view = () => this.widget.view.zone;
    this.#zone = new FileZone({ t, view, send, paint: this.page.paint });
    this.followView();
    this.begin(props);
  }

  template(): TemplateResult {
    const { view, notice } = this.widget;
    const fields = view.fields.filter(({ submits }) => !submits);
    const asides = view.fields.filter(({ submits }) => submits);
    const head = [this.title(rich(view.title)), about(view.about)];
    return html`<div class="me-box me-card" ?data-worked=${view.workings.length}
      ><div class="me-card-head">${head}</div>${this.#zone.template(noticeOf(notice))}<div
      class="me-card-fields" ?hidden=${!view.fields.length}
      >${fields.map((field) => this.field(field))}</div
      ><div class="me-card-end">${this.buttons.template()}<div class="me-card-judged"
      >${this.summary()}</div></div
      ><div class="me-card-fields" ?hidden=${!asides.length}
      >${asides.map((field) => this.field(field))}</div>${workings(view.workings)}<div
      class="me-card-report" ${pythonHtml(view.report)}></div>${this.#slides}</div>`;
  }

  override attributes(): Record<string, string | undefined> {
    return { ...super.attributes(), "data-form": "" };
  }

  /** Another user or measure is explained at once. */
  protected override onChange(field: AnswerField, text: string): void {
    if (!field.options && !field.text) {
      super.onChange(field, text);
      return;
    }
    this.typed.type(field.key, text);
    this.press("check");
  }

  protected override followView(): void {
    const { view, t } = this.widget;
    this.#zone.follow();
    this.#slides = pollSlides(view.slides, t, this.page.root);
  }

  refocus(): void {
    this.focusFirst(".me-acts button");
  }
}

export function submissionUpload(props: RenderProps): Shown {
  const screen = new SubmissionUploadScreen(props);
  return { root: screen.page.root, layout: "card", end: () => screen.end() };
}
