/* Predict in an Explorer: the value of the chosen measure is hidden until a number is committed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { PredictionView, PredictValue } from "../core/contract";
import { button, noticeOf } from "../core/parts";
import { boldStart, rich } from "../core/text";
import { LONGEST } from "../core/typed-texts";
import type { Paint } from "../core/view-root";
import type { Translate } from "../core/words";

/** What a prediction needs of its widget. */
export interface PredictionOwner {
  readonly t: Translate;
  send(action: PredictValue): void;
  readonly paint: Paint;
}

export class Prediction {
  /** The value is being predicted. */
  isOn = false;
  #verdictView: PredictionView = {};
  /** The value that the verdict is about. */
  #about: string | undefined;
  readonly #field = createRef<HTMLInputElement>();
  readonly #toggleButton = createRef<HTMLElement>();

  constructor(private readonly owner: PredictionOwner) {}

  toggle(): TemplateResult {
    const name = this.owner.t("predict");
    return html`<button type="button" class="me-btn me-predict" aria-pressed=${String(this.isOn)}
      @click=${() => this.#turn(!this.isOn)} ${ref(this.#toggleButton)}
      ><span>${rich(name)}</span></button>`;
  }

  /** The field, in place of the value; a refused answer has its notice here. */
  form(symbol: string, notice: string): TemplateResult {
    const { t } = this.owner;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#commit();
    };
    const commit = button(t("commit"), () => this.#commit(), { classes: "me-commit" });
    const show = button(t("just_show"), () => this.#turn(false), { classes: "me-plain" });
    const help = html`<span class="me-note">${rich(t("prediction_help"))}</span>`;
    return html`<span class="me-guess" ?hidden=${!this.isOn}
      ><b class="me-asked">${rich(`${symbol} =`)}</b
      ><input type="text" class="me-text me-number" placeholder="??" inputmode="decimal"
        autocomplete="off" aria-label=${t("prediction")} maxlength=${LONGEST}
        @keydown=${onKey} ${ref(this.#field)}
      >${commit}${show}${help}${this.isOn ? noticeOf(notice) : nothing}</span>`;
  }

  /** The verdict; it is always there, so that a screen reader reads its text. */
  verdict(): TemplateResult {
    const { text = "", right } = this.#verdictView;
    const kind = right ? "right" : "wrong";
    return html`<p class="me-judged me-mark" role="status" data-kind=${text ? kind : nothing}
      >${boldStart(text)}</p>`;
  }

  /** Python has judged the answer, which was about this value. */
  judge(verdict: PredictionView, about: string): void {
    if (this.isOn) this.#turn(false);
    this.#verdictView = verdict;
    this.#about = about;
    this.owner.paint();
  }

  /** After an edit: a verdict on another value goes. */
  follow(value: string): void {
    if (this.#about !== undefined && this.#about !== value) this.#forget();
  }

  #forget(): void {
    this.#verdictView = {};
    this.#about = undefined;
  }

  #commit(): void {
    this.owner.send({ do: "predict", answer: this.#field.value?.value ?? "" });
  }

  #turn(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) this.#forget();
    if (isOn && this.#field.value) this.#field.value.value = "";
    this.owner.paint(() => (isOn ? this.#field.value : this.#toggleButton.value));
  }
}
