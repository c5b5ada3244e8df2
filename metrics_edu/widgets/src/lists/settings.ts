/* The settings, each where it acts: in the derivation, at the cut-off, below the list, or
   folded. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import type {
  Control,
  SegmentControl,
  SelectControl,
  SetSetting,
  StepControl,
} from "../core/contract";
import { button, numberStepper } from "../core/parts";
import { rich, together } from "../core/text";
import type { Translate } from "../core/words";

type Group = Control["group"];

/** What the settings need of their widget. */
export interface SettingsOwner {
  readonly t: Translate;
  send(action: SetSetting): void;
}

export class Settings {
  /** How many changes were sent: the next paint shows Python's values again. */
  #changes = 0;

  constructor(
    private readonly owner: SettingsOwner,
    private readonly all: () => ReadonlyArray<Control>,
  ) {}

  /** The settings of these groups; undefined if there are none. */
  in(...groups: ReadonlyArray<Group>): TemplateResult | undefined {
    const controls = this.#controls(...groups);
    if (!controls.length) return undefined;
    const key = (control: Control) => control.kind + control.key;
    const setting = (control: Control) =>
      guard([control, this.#changes], () => this.#setting(control));
    return html`${repeat(controls, key, setting)}`;
  }

  #set(action: Omit<SetSetting, "do">): void {
    this.#changes += 1;
    this.owner.send({ do: "set", ...action });
  }

  /** The folded settings; `convention` names the whole set, `state` follows them. */
  folded(convention: string, state: unknown = nothing): TemplateResult {
    const { t } = this.owner;
    const [shared, other] = [this.in("shared", "idle"), this.in("other")];
    const summary = this.#summary();
    return html`<details class="me-settings" ?hidden=${!shared && !other}
      ><summary><span>${rich(t("settings"))}</span><span>${rich(convention)}</span
      ><span>${summary}</span></summary
      ><div class="me-grid">${shared}</div
      ><p class="me-note" ?hidden=${!other}>${rich(t("other_settings"))}</p
      ><div class="me-grid">${other}</div>${state}</details>`;
  }

  #controls(...groups: ReadonlyArray<Group>): ReadonlyArray<Control> {
    return this.all().filter(({ group }) => groups.includes(group));
  }

  #summary(): unknown {
    const others = this.#controls("other").filter(({ key }) => key === "empty");
    const named = [...this.#controls("shared"), ...others].filter(
      ({ key }) => key !== "convention",
    );
    return rich(named.map((control) => inWords(control).replaceAll(" ", "\u00a0")).join("; "));
  }

  #setting(control: Control): TemplateResult {
    const label = rich(control.lead ?? control.label);
    return html`<div class="me-setting"><span class="me-label">${label}</span
      >${this.#control(control)}<span class="me-note">${rich(control.why)}</span></div>`;
  }

  #control(control: Control): TemplateResult {
    switch (control.kind) {
      case "step":
        return this.#step(control);
      case "select":
        return this.#select(control);
      case "segment":
        return this.#segment(control);
    }
  }

  #step({ key, label, value, min, max, step }: StepControl): TemplateResult {
    const by = (difference: number) => this.#set({ key, by: difference });
    const to = (typed: number) => this.#set({ key, value: Math.max(min, Math.min(max, typed)) });
    return numberStepper(this.owner.t, { label, value, min, max, step, by, to });
  }

  #select({ key, label, value, options, groups }: SelectControl): TemplateResult {
    const onChange = ({ target }: Event) =>
      this.#set({ key, value: (target as HTMLSelectElement).value });
    const option = ([name, text]: readonly [string, string]) =>
      html`<option value=${name} .selected=${live(name === value)}>${together(text)}</option>`;
    const group = ([title, names]: readonly [string, ReadonlyArray<string>]) => {
      const members = options.filter(([name]) => names.includes(name));
      return html`<optgroup label=${title}>${members.map(option)}</optgroup>`;
    };
    const content = groups ? groups.map(group) : options.map(option);
    return html`<select aria-label=${label} @change=${onChange}>${content}</select>`;
  }

  #segment({ key, label, value, options }: SegmentControl): TemplateResult {
    const choice = ([name, text]: readonly [string, string]) =>
      button(text, () => this.#set({ key, value: name }), {
        pressed: name === value,
      });
    return html`<span class="me-segment" role="group" aria-label=${label}
      >${options.map(choice)}</span>`;
  }
}

/** "cut-off n 10", "0/0 counts as 0": a setting in the folded line. */
function inWords(control: Control): string {
  const { key, kind, label } = control;
  const chosen = kind === "step" ? control.display : chosenText(control);
  if (key === "empty") return `0/0 ${chosen}`;
  if (kind === "segment") return chosen;
  const colon = kind === "select" ? ":" : "";
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}${colon} ${chosen}`;
}

const chosenText = ({ options, value }: SelectControl | SegmentControl): string =>
  options.find(([name]) => name === value)?.[1] ?? "";
