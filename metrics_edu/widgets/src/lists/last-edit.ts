/* What the last edit changed, or what to do first. */
import { html, type TemplateResult } from "lit-html";
import { rich } from "../core/text";

/** The line beside the measures: `label` names what follows. */
export function lastEdit(edit: string, label: string, hint: string): TemplateResult {
  if (!edit) return html`${rich(hint)}`;
  return html`${label ? rich(`${label} `) : ""}<b>${rich(edit)}</b>`;
}
