/* The bar that edits the chosen item: frequent edits in sight, the rest behind "more". */
import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { EditAction, ItemList, ItemRow, Tile } from "../core/contract";
import { commit, fieldValue } from "../core/directives";
import { button, changeOf } from "../core/parts";
import { rich } from "../core/text";
import type { ListSession } from "./list-session";

const TOP_GRADE = 5;

interface NumberField {
  readonly label: string;
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly isHidden: boolean;
  go(value: number): void;
}

export class EditBar {
  #isOpen = false;
  readonly #name = createRef<HTMLInputElement>();

  constructor(private readonly session: ListSession) {}

  /** The bar; on a narrow screen it also shows the chosen measure. */
  template(tile?: Tile, isHidden = false): TemplateResult {
    const { t, view, row } = this.session;
    const { list } = view;
    const isItems = list.kind === "items";
    const acts = isItems && row ? [this.#acts(list, row), this.#more(row)] : nothing;
    const change = tile && this.session.isEdited ? changeOf(tile) : nothing;
    const now = tile ? html`<b>${rich(`${tile.name} ${tile.value} `)}</b>${change}` : nothing;
    const add = button(t("add"), this.#add, { icon: "+", isHidden: Boolean(row) });
    return html`<div class="me-edit" role="toolbar" aria-label=${t("edit_label")}
      ?hidden=${!isItems || isHidden}
      ><div class="me-who">${this.#who()}<span class="me-now">${now}</span>${add}</div
      >${acts}</div>`;
  }

  #who(): TemplateResult {
    const { t, view, row } = this.session;
    if (!row) {
      const isEmpty = !view.list.shown.length && !view.list.missed.length;
      return html`<span><span>${isEmpty ? "" : rich(t("choose_to_edit"))}</span></span>`;
    }
    const place = row.rank === null ? t("edit_missed") : t("edit_rank", { rank: row.rank });
    return html`<span data-one><span>${rich(`${place}: `)}</span
      ><b class="me-name" title=${row.label}>${rich(row.label)}</b></span>`;
  }

  #acts(list: ItemList, row: ItemRow): TemplateResult {
    const { t } = this.session;
    const { id, rank } = row;
    const isMissed = rank === null;
    const isHidden = isMissed;
    const send = (action: EditAction) => () => this.session.send(action);
    const up = { icon: "↑", isIcon: true, isDim: rank === 1, isHidden };
    const down = { icon: "↓", isIcon: true, isDim: rank === list.shown.length, isHidden };
    const relevance = { isHidden: isMissed || list.graded };
    const otherList = { isHidden: !isMissed && !row.relevant };
    const more = { icon: "⋯", isIcon: true, expanded: this.#isOpen };
    return html`<div class="me-acts">${[
      button(t("up"), send({ do: "move", id, by: -1 }), up),
      button(t("down"), send({ do: "move", id, by: 1 }), down),
      button(t(row.relevant ? "make_n" : "make_r"), send({ do: "toggle", id }), relevance),
      this.#rank(list, row),
      this.#grade(list, row),
      button(
        t(isMissed ? "show" : "miss"),
        send({ do: isMissed ? "show" : "miss", id }),
        otherList,
      ),
      button(t("more"), () => this.#toggle(), more),
    ]}</div>`;
  }

  #rank(list: ItemList, { id, rank }: ItemRow): TemplateResult {
    return this.#number({
      label: this.session.t("to_rank"),
      value: rank ?? undefined,
      min: 1,
      max: list.shown.length,
      isHidden: rank === null,
      go: (to) => this.session.send({ do: "move", id, rank: to }),
    });
  }

  #grade(list: ItemList, { id, grade }: ItemRow): TemplateResult {
    return this.#number({
      label: this.session.t("grade"),
      value: grade,
      min: 0,
      max: TOP_GRADE,
      isHidden: !list.graded,
      go: (to) => this.session.send({ do: "grade", id, grade: to }),
    });
  }

  #number({ label, value, min, max, isHidden, go }: NumberField): TemplateResult {
    const onChange = ({ target }: Event) => {
      const field = target as HTMLInputElement;
      commit(field);
      const to = Math.max(min, Math.min(max, Math.round(Number(field.value))));
      if (field.value === "" || to === value) this.session.paint();
      else go(to);
    };
    return html`<label class="me-field" ?hidden=${isHidden}>${label}<input
      type="number" class="me-number" step="1" min=${min} max=${max}
      .value=${fieldValue(String(value ?? ""))} @change=${onChange}></label>`;
  }

  #more(row: ItemRow): TemplateResult {
    const { t, send } = this.session;
    const rename = () => this.#rename(row.id);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Enter") rename();
    };
    const remove = button(t("remove"), () => send({ do: "remove", id: row.id }), { icon: "×" });
    const add = button(t("add"), this.#add, { icon: "+" });
    return html`<div class="me-more" ?hidden=${!this.#isOpen}
      ><div class="me-field"><label class="me-field">${t("rename")}<input type="text"
        class="me-text" .value=${fieldValue(row.label)} @keydown=${onKey} ${ref(this.#name)}></label
      >${button(t("rename_ok"), rename)}</div>${remove}${add}</div>`;
  }

  readonly #add = () => this.session.send({ do: "add", after: this.session.chosen });

  #rename(id: string): void {
    const field = this.#name.value;
    if (!field) return;
    commit(field);
    const label = field.value.trim();
    if (label) this.session.send({ do: "rename", id, label });
  }

  #toggle(): void {
    this.#isOpen = !this.#isOpen;
    this.session.paint();
  }
}
