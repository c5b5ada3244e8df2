/* Undo, redo, sort, shuffle, reset, and the panel in which a list is pasted. */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { Can, Paste, Rearrange, Undo } from "../core/contract";
import { button } from "../core/parts";
import { rich } from "../core/text";
import type { Paint } from "../core/view-root";
import type { Translate } from "../core/words";

/** What the toolbar needs of its widget. */
export interface ToolsOwner {
  readonly t: Translate;
  /** The refusal of the last action. */
  readonly notice: string;
  send(action: Rearrange | Undo | Paste): void;
  readonly paint: Paint;
}

type Act = (Rearrange | Undo)["do"];

const ICONS: Partial<Record<Act, readonly [string, string]>> = {
  undo: ["↶", "Ctrl+Z"],
  redo: ["↷", "Ctrl+Shift+Z"],
};
const ACTS: ReadonlyArray<Act> = ["undo", "redo", "ideal", "shuffle", "reset"];

export class Tools {
  #isOpen = false;
  #isSent = false;
  readonly #field = createRef<HTMLTextAreaElement>();
  readonly #bar = createRef<HTMLElement>();

  constructor(
    private readonly owner: ToolsOwner,
    /** Which tools there are, and which of them can be used now. */
    private readonly can: () => Partial<Can>,
  ) {}

  /** The toolbar; `more` are the buttons of the screen itself. */
  template(...more: ReadonlyArray<unknown>): TemplateResult {
    const { t } = this.owner;
    const acts = ACTS.map((act) => this.#act(act));
    return html`<div class="me-tools" role="toolbar" aria-label=${t("tools_label")}
      ${ref(this.#bar)}>${acts}${this.#paste()}${more}</div>`;
  }

  #act(act: Act): unknown {
    const { t, send } = this.owner;
    const isUsable = this.can()[act];
    if (isUsable === undefined) return nothing;
    const [icon, keys] = ICONS[act] ?? [];
    const look = icon && keys ? { icon, isIcon: true, title: `${t(act)} (${keys})` } : {};
    return button(t(act), () => send({ do: act }), { ...look, isDim: !isUsable });
  }

  #paste(): unknown {
    const { t } = this.owner;
    const isUsable = this.can().paste;
    if (isUsable === undefined) return nothing;
    const options = { expanded: this.#isOpen, isDim: !isUsable };
    return button(t("paste"), () => this.#open(!this.#isOpen), options);
  }

  panel(): TemplateResult {
    const { t, send } = this.owner;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") this.#open(false);
    };
    const accept = () => {
      this.#isSent = true;
      send({ do: "paste", text: this.#field.value?.value ?? "" });
    };
    return html`<div class="me-paste" ?hidden=${!this.#isOpen} @keydown=${onKey}>
      <b>${rich(t("paste_title"))}</b>
      <p class="me-note">${rich(t("paste_help"))}</p>
      <textarea rows="5" class="me-text" spellcheck="false" aria-label=${t("paste_title")}
        ${ref(this.#field)}></textarea>
      <div class="me-acts">${button(t("paste_ok"), accept)}${button(t("paste_cancel"), () =>
        this.#open(false),
      )}</div>
    </div>`;
  }

  /** After a new view: a list that Python could not read stays in the panel, under its notice. */
  follow(): void {
    const field = this.#field.value;
    if (this.#isSent && field && !this.owner.notice) {
      field.value = "";
      this.#open(false);
    }
    this.#isSent = false;
  }

  #open(isOpen: boolean): void {
    this.#isOpen = isOpen;
    const button = () => this.#bar.value?.querySelector<HTMLElement>("[aria-expanded]");
    this.owner.paint(isOpen ? () => this.#field.value : button);
  }
}
