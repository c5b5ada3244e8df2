/* Explorer: every measure of a list, with its derivation and figure, while the list is edited. */
import { html, nothing } from "lit-html";
import type { BarFigure, CurveFigure, ExploredView, ExplorerView } from "../core/contract";
import type { RenderProps } from "../core/model";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import {
  EXPLORER_STEPS,
  type ExplorerStep,
  explorerAtStep,
  explorerWhilePredicting,
} from "../lecture/view-at-step";
import { ViewSteps } from "../lecture/view-steps";
import { ExploredScreen, measureOf } from "./explored";
import { Figure } from "./figure";
import { Prediction } from "./prediction";

const WITHOUT_FIGURE: ReadonlyArray<ExplorerStep> = ["ask", "work", "value"];

class ExplorerScreen extends ExploredScreen<ExplorerView> {
  protected override readonly lectureSteps = new ViewSteps(() => EXPLORER_STEPS, this.page.paint);
  readonly #trail = new Figure(
    this.chosenSession,
    () => this.widget.model.get("trail"),
    this.widget.send,
  );
  #isTrailOpen = false;
  readonly #prediction = new Prediction(this.widget);
  #revealed = measureOf(this.widget.view);

  constructor(props: RenderProps) {
    super(props);
    props.model.on("change:prediction", this.#onPrediction);
    this.begin();
  }

  protected override get seen(): ExploredView {
    const { view } = this.widget;
    if (this.isPredicting) return explorerWhilePredicting(view);
    return this.lectureSteps.step ? explorerAtStep(view, this.lectureSteps.step) : view;
  }

  /** A lecture hides the value itself. */
  protected override get isPredicting(): boolean {
    return this.#prediction.isOn && !this.isRevealing;
  }

  protected override get isRevealing(): boolean {
    return this.lectureSteps.at !== null;
  }

  protected override figureData(): BarFigure | CurveFigure | undefined {
    const { step } = this.lectureSteps;
    const isHidden = this.isPredicting || (step !== undefined && WITHOUT_FIGURE.includes(step));
    return isHidden ? undefined : super.figureData();
  }

  protected override hint(): string {
    return this.isPredicting ? this.widget.t("prediction_line") : super.hint();
  }

  protected override moreTools(): ReadonlyArray<unknown> {
    return [this.#prediction.toggle()];
  }

  /** The value with the chosen item at each rank. */
  protected override belowFigure(): unknown {
    const { t, view, model } = this.widget;
    if (view.list.kind === "users" || !this.figureData()) return nothing;
    const figure = model.get("trail").caption ? this.#trail.template() : nothing;
    return html`<details class="me-trail" ?open=${this.#isTrailOpen} @toggle=${this.#onToggle}
      ><summary>${rich(t("trail"))}</summary>${figure}</details>`;
  }

  readonly #onToggle = ({ currentTarget }: Event) => {
    const { open } = currentTarget as HTMLDetailsElement;
    if (open === this.#isTrailOpen) return; // it is on the page again
    this.#isTrailOpen = open;
    this.widget.send({ do: "trail", open });
  };

  override painted(): void {
    this.#trail.watch();
    super.painted();
  }

  protected override predictionSlots() {
    const { derivation } = this.widget.view;
    return {
      prediction: this.#prediction.form(derivation.name, this.widget.notice),
      verdict: this.#prediction.verdict(),
    };
  }

  /** What a verdict on a prediction is about. */
  get #value(): string {
    const { last_edit, derivation } = this.widget.view;
    return JSON.stringify([last_edit, derivation]);
  }

  protected override followView(): void {
    super.followView();
    this.#prediction.follow(this.#value);
    const measure = measureOf(this.widget.view);
    const isOther = measure !== this.#revealed;
    this.#revealed = measure;
    // Nothing of this measure is revealed yet.
    if (isOther && this.isRevealing) this.lectureSteps.go(0);
  }

  readonly #onPrediction = (): void => {
    this.#prediction.judge(this.widget.model.get("prediction"), this.#value);
  };

  override end(): void {
    this.#trail.end();
    this.widget.model.off("change:prediction", this.#onPrediction);
    super.end();
  }
}

export const explorer = (props: RenderProps): Shown => new ExplorerScreen(props).shown;
