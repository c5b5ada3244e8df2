/* Inverse: an Explorer with goals above its list, and a solution that is shown after a question. */
import { html, nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { Goals, InverseView } from "../core/contract";
import type { RenderProps } from "../core/model";
import { button } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { ExploredScreen } from "./explored";

class InverseScreen extends ExploredScreen<InverseView> {
  /** The question is open. */
  #isAsking = false;

  constructor(props: RenderProps) {
    super(props);
    this.begin();
  }

  protected override head(): TemplateResult {
    const { t, view } = this.widget;
    const { goals } = view;
    const lines = repeat(goals.lines, ({ key }) => key, goalLine);
    return html`<div class="me-goals" role="group" aria-label=${t("goals_label")}
      ?data-done=${goals.done}><b>${rich(t("goals_label"))}</b
      ><ul class="me-goal-list">${lines}</ul
      ><p class="me-goals-done" role="status">${rich(goals.done)}</p
      ><div ?hidden=${!goals.solution}>${this.#solution()}</div></div>`;
  }

  #solution(): TemplateResult {
    const { t } = this.widget;
    const isAsking = this.#isAsking;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") this.#ask(false);
    };
    const open = button(t("solution"), () => this.#ask(true), { isHidden: isAsking });
    const show = button(t("solution_show"), () => {
      this.widget.send({ do: "solution" });
      this.#ask(false);
    });
    const cancel = button(t("solution_not"), () => this.#ask(false));
    return html`${open}<div class="me-acts" role="group" aria-label=${t("solution_sure")}
      ?hidden=${!isAsking} @keydown=${onKey}
      ><span>${rich(t("solution_sure"))}</span>${show}${cancel}</div>`;
  }

  /** Opens or closes the question; the focus goes to its first button, or back. */
  #ask(isAsking: boolean): void {
    this.#isAsking = isAsking;
    const selector = isAsking ? ".me-goals .me-acts button" : ".me-goals > div > button";
    this.page.paint(() => this.page.root.querySelector<HTMLElement>(selector));
  }
}

function goalLine({ text, now, met, word }: Goals["lines"][number]): TemplateResult {
  const mark = html`<span class="me-goal-mark" aria-hidden="true">${met ? "✓" : nothing}</span>`;
  return html`<li ?data-met=${met}>${mark}<span><b>${rich(text)}</b
    ><span>${rich(`, ${now}: `)}</span><span class="me-met">${rich(word)}</span></span></li>`;
}

export const inverse = (props: RenderProps): Shown => new InverseScreen(props).shown;
