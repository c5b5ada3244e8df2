/* Compare: two lists to edit, and between them which list each measure prefers. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Action, CompareView, EditAction, Undo } from "../core/contract";
import { focused } from "../core/focus";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { type Rich, rich } from "../core/text";
import { type CompareAtStep, compareAtStep } from "../lecture/view-at-step";
import { ViewSteps } from "../lecture/view-steps";
import { EditBar } from "./edit-bar";
import { EditedLists } from "./edited-lists";
import { EditedScreen } from "./edited-screen";
import { type ListOwner, ListSession, type ListView, rowsOf } from "./list-session";
import { preferenceTable } from "./preference-table";
import { Tools } from "./tools";

type Side = CompareView["side"];
const SIDES = [0, 1] as const;

/** Keeps "List 2" and "rank 10" on one line. */
const counted = (text: string) => text.replace(/ (?=\d)/g, "\u00a0");

const isUndo = (action: EditAction): action is Undo =>
  action.do === "undo" || action.do === "redo" || action.do === "reset";

/** One of the two lists, with its own tools. */
interface ComparedSide {
  readonly session: ListSession;
  readonly lists: EditedLists;
  readonly tools: Tools;
  readonly bar: EditBar;
}

class CompareScreen extends EditedScreen<CompareView> {
  protected override readonly lectureSteps = new ViewSteps<number>(
    () => this.#steps,
    this.page.paint,
    true,
  );
  readonly #sides = [this.#makeSide(0), this.#makeSide(1)] as const;
  protected readonly allLists = this.#sides.map(({ lists }) => lists);
  /** The list in which a row was chosen last. */
  #side: Side = this.widget.view.side;
  /** The list that had the focus before a paint. */
  #heldSide: Side | undefined;

  constructor(props: RenderProps) {
    super(props, { layout: "compare", name: "me-compare" });
    this.page.root.addEventListener("focusin", this.#onFocus, true); // before a row is chosen
    this.begin();
  }

  /** A step for each measure, and one for what they say together. */
  get #steps(): ReadonlyArray<number> {
    return Array.from({ length: this.widget.view.rows.length + 1 }, (_, k) => k);
  }

  protected get chosenSession(): ListSession {
    return this.#sides[this.#side].session;
  }

  get #seen(): CompareAtStep {
    const { view } = this.widget;
    return this.lectureSteps.step === undefined
      ? view
      : compareAtStep(view, this.lectureSteps.step);
  }

  #listView(side: Side): ListView {
    return this.widget.view.lists[side];
  }

  #makeSide(side: Side): ComparedSide {
    const { widget, page } = this;
    const send = (action: EditAction) =>
      widget.send(isUndo(action) ? action : ({ ...action, list: side } as Action));
    const preview: ListOwner["preview"] = (edit) =>
      this.owner.preview(edit && { ...edit, list: side });
    const owner = { ...this.owner, send, preview, uid: `${widget.uid}-${side}` };
    const session = new ListSession(owner, () => this.#listView(side));
    const can = () => widget.view.lists[side].can;
    const tools = new Tools(
      {
        ...owner,
        get notice() {
          return widget.notice;
        },
      },
      can,
    );
    const head = (note: Rich) => this.#head(side, note);
    const lists = new EditedLists(session, page, { head });
    return { session, lists, tools, bar: new EditBar(session) };
  }

  /** The name of a list is in the place of "Shown"; its own tools are beside it. */
  #head(side: Side, note: Rich): TemplateResult {
    const { tools, session } = this.#sides[side];
    const name = this.widget.view.lists[side].name;
    const top = html`<span class="me-list-top"><b class="me-list-name" id=${session.uid}
      title=${name}>${rich(name)}</b><span class="me-note">${note}</span></span>`;
    return html`<div class="me-head">${top}${tools.template()}</div>${tools.panel()}`;
  }

  willPaint(): void {
    const held = focused(this.page.root);
    this.#heldSide = SIDES.find((side) => this.#sides[side].lists.contains(held));
    this.#chooseTwin();
  }

  template(): TemplateResult {
    const { t, notice } = this.widget;
    const tools = this.page.hasOutlet ? nothing : this.tools();
    const lists = SIDES.map((side) => this.#list(side));
    return html`<div class="me-box"><div class="me-top"
      ><span class="me-note">${rich(t("compare_hint"))}</span>${tools}</div>${[
        this.toolbar.panel(),
        noticeOf(notice),
      ]}<div class="me-pair">${lists}${this.#edit()}<div class="me-middle"
      >${preferenceTable(t, this.#seen)}</div>${this.#closing()}</div></div>`;
  }

  #list(side: Side): TemplateResult {
    const { lists, session } = this.#sides[side];
    return html`<div class="me-left" role="group" aria-labelledby=${session.uid}
      >${lists.template()}</div>`;
  }

  /** One bar: for the list in which a row was chosen last. */
  #edit(): TemplateResult {
    const name = this.widget.view.lists[this.#side].name;
    const bars = SIDES.map((side) =>
      this.#sides[side].bar.template(undefined, side !== this.#side),
    );
    return html`<div class="me-pair-edit"><b class="me-name">${rich(name)}</b>${bars}</div>`;
  }

  #closing(): TemplateResult {
    const { last_edit: edit, closing, note } = this.#seen;
    const sentence = ([text, why]: readonly [string, string]) => {
      const reason = why && `: ${why}`;
      return html`<span><b>${rich(counted(text))}</b>${counted(`${reason}. `)}</span>`;
    };
    const last = edit && counted(`${edit}. `);
    return html`<div class="me-closing"
      ><p role="status"><span>${rich(last)}</span><span>${closing.map(sentence)}</span></p
      ><p class="me-other-users">${rich(note)}</p></div>`;
  }

  /** The same item is also chosen in the other list, if both lists have the same items. */
  #chooseTwin(): void {
    const other = this.#sides[this.#side === 0 ? 1 : 0].session;
    const label = this.widget.view.same_items && this.chosenSession.row?.label;
    const twin = label && rowsOf(other.view).find((row) => row.label === label);
    if (twin) other.chosen = twin.id;
  }

  readonly #onFocus = ({ target }: FocusEvent): void => {
    const side = SIDES.find((one) => this.#sides[one].lists.contains(target as Node));
    if (side === undefined || side === this.#side) return;
    this.#side = side;
    const session = this.chosenSession;
    if (session.chosen) session.send({ do: "choose", id: session.chosen });
    this.page.paint();
  };

  override refocus(): void {
    this.#sides[this.#heldSide ?? this.#side].lists.focus();
  }

  protected followView(): void {
    for (const { session } of this.#sides) session.follow();
  }

  protected override followTools(): void {
    super.followTools();
    for (const { tools } of this.#sides) tools.follow();
  }
}

export const compare = (props: RenderProps): Shown => new CompareScreen(props).shown;
