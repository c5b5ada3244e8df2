/* Small templates that several screens use. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Change, DerivationView } from "./contract";
import { commit, fieldValue, pythonHtml } from "./directives";
import { rich } from "./text";
import type { Translate } from "./words";

export interface ButtonOptions {
  /** A plain character before the name. */
  readonly icon?: string;
  /** Show the icon alone; the name is still spoken. */
  readonly isIcon?: boolean;
  readonly title?: string;
  readonly classes?: string;
  readonly isMain?: boolean;
  readonly isDim?: boolean;
  readonly isHidden?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
}

const ifSet = (value: boolean | undefined) => (value === undefined ? nothing : String(value));

/** A button. Dim, not `disabled`: a disabled one loses the focus, and a fast click would be
    lost. */
export function button(
  name: string,
  onClick: () => void,
  options: ButtonOptions = {},
): TemplateResult {
  const { icon, isIcon, title, classes = "", isMain, isDim, isHidden } = options;
  const sign = icon ? html`<span class="me-ic" aria-hidden="true">${icon}</span>` : nothing;
  const label = isIcon ? nothing : html`<span>${rich(name)}</span>`;
  return html`<button type="button" class=${`me-btn ${classes}`.trim()} @click=${onClick}
    ?hidden=${isHidden} ?data-main=${isMain} aria-disabled=${isDim ? "true" : nothing}
    aria-expanded=${ifSet(options.expanded)} aria-pressed=${ifSet(options.pressed)}
    aria-label=${isIcon ? name : nothing} title=${title ?? (isIcon ? name : nothing)}
    >${sign}${label}</button>`;
}

export interface NumberStepper {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  by(difference: number): void;
  to(value: number): void;
}

/** A number with − and +. The buttons send a difference, so that Python adds up fast clicks. */
export function numberStepper(t: Translate, settings: NumberStepper): TemplateResult {
  const { label, value, min, max, step, by, to } = settings;
  const onChange = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    commit(field);
    if (field.value === "") field.value = String(value);
    else to(Number(field.value));
  };
  const less = { icon: "−", isIcon: true, isDim: value <= min };
  const more = { icon: "+", isIcon: true, isDim: value >= max };
  return html`<span class="me-step">${button(`${label}: ${t("less")}`, () => by(-step), less)}<input
    type="number" class="me-number" aria-label=${label} step=${step} min=${min} max=${max}
    .value=${fieldValue(String(value))} @change=${onChange}>${button(
      `${label}: ${t("more_step")}`,
      () => by(step),
      more,
    )}</span>`;
}

/** "▲ +0.0119": the triangle repeats the sign. */
export function changeOf({ delta, dir }: Change): TemplateResult {
  const triangle = ["▼ ", "", "▲ "][dir + 1] ?? "";
  const classes = dir ? "me-delta" : "me-delta me-zero";
  return html`<span class=${classes} .textContent=${triangle + delta}></span>`;
}

/** How many rows are below a cut-off: a lecture folds them into it. */
export const belowCutOff = (t: Translate, count: number): TemplateResult =>
  html`<span class="me-below" tabindex="-1" ?hidden=${!count}
    >${rich(t("below", { count }))}</span>`;

/** The refusal of the last action. It is always there, so that a screen reader reads its text. */
export const noticeOf = (text: string): TemplateResult =>
  html`<div class="me-notice" role="alert">${rich(text)}</div>`;

const EQUALS = html`<span class="me-eq">=</span>`;

/** "= 0.5", which follows the last sign of a working. */
export const equals = (result: unknown): TemplateResult => html`${EQUALS} ${result}`;

/** The same beside a working. */
export const resultOf = (result: unknown): TemplateResult =>
  html`<span class="me-result">${equals(result)}</span>`;

/** The lines below a working: what each symbol is in this list. */
export const whereLines = (
  where: DerivationView["where"],
  hasActiveTerms = false,
): ReadonlyArray<TemplateResult> =>
  where.map(({ html: source, why }) => {
    const colon = source && why ? ": " : "";
    const math = html`<span ${pythonHtml(source, { hasActiveTerms })}></span>`;
    return html`<p>${math}${colon}<span>${rich(why)}</span></p>`;
  });
