/* What an Explorer and an Inverse share: users, measures, the lists, the derivation and the
   figure. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type {
  BarFigure,
  CurveFigure,
  ExploredView,
  ExplorerView,
  InverseView,
} from "../core/contract";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import { Derivation, termRanksOf } from "./derivation";
import { EditBar } from "./edit-bar";
import { EditedLists } from "./edited-lists";
import { EditedScreen } from "./edited-screen";
import { Figure } from "./figure";
import { lastEdit } from "./last-edit";
import { ListSession, rowsOf } from "./list-session";
import { sentence } from "./sentence";
import { Settings } from "./settings";
import { StateLine } from "./state-line";
import { measureTiles, tabId, userTabs } from "./tabs";

const FEW = 6; // tiles that share a line with the last edit

const userOf = ({ tabs }: ExploredView): string | undefined =>
  tabs.find(({ selected }) => selected)?.key;

export const measureOf = ({ tiles }: ExploredView): string | undefined =>
  tiles.find(({ selected }) => selected)?.key;

export abstract class ExploredScreen<
  OwnView extends ExplorerView | InverseView,
> extends EditedScreen<OwnView> {
  protected readonly chosenSession = new ListSession(this.owner, () => this.seen, this.widget.view);
  readonly #settings = new Settings(this.widget, () => this.widget.model.get("controls"));
  protected readonly allLists = [
    new EditedLists(this.chosenSession, this.page, { cutOff: () => this.#settings.in("cut") }),
  ] as const;
  readonly #bar = new EditBar(this.chosenSession);
  readonly #derivation = new Derivation(this.chosenSession);
  readonly #figure = new Figure(this.chosenSession, () => this.figureData(), this.widget.send);
  readonly #state = new StateLine(this.widget.t, this.page.paint);
  #user = userOf(this.widget.view);
  #measure = measureOf(this.widget.view);
  #isSameList = true;

  constructor(props: RenderProps) {
    const traits = ["controls", "figure", "trail", "state_line", "sentence"] as const;
    super(props, { layout: "explorer", traits });
  }

  protected override begin(): void {
    super.begin();
    this.#figure.watch();
  }

  /** The view as it may be seen now. */
  protected get seen(): ExploredView {
    return this.widget.view;
  }

  protected figureData(): BarFigure | CurveFigure | undefined {
    return this.seen.list.shown.length ? this.widget.model.get("figure") : undefined;
  }

  /** What is above the list: the goals of an Inverse. */
  protected head(): unknown {
    return nothing;
  }

  /** What a prediction adds to the derivation. */
  protected predictionSlots(): { prediction?: TemplateResult; verdict?: TemplateResult } {
    return {};
  }

  /** What is below the figure of an Explorer. */
  protected belowFigure(): unknown {
    return nothing;
  }

  /** The value is being predicted, so the figure and the value are hidden. */
  protected get isPredicting(): boolean {
    return false;
  }

  /** In a lecture the measures and the last edit are beside the list, so that it never moves. */
  protected get isRevealing(): boolean {
    return false;
  }

  protected hint(): string {
    const { t } = this.widget;
    if (!rowsOf(this.seen).length) return "";
    if (this.seen.list.kind === "users") return t("hint_mean");
    return t(matchMedia("(pointer: coarse)").matches ? "hint_touch" : "hint"); // as in tokens.css
  }

  template(): TemplateResult {
    const view = this.seen;
    const settings = this.#settings;
    const { t, notice, model } = this.widget;
    const send = (key: string) => this.widget.send({ do: "user", key });
    const owner = { uid: this.widget.uid, label: t("user_tabs_label"), choose: send };
    const tools = this.page.hasOutlet ? nothing : this.tools();
    const state = this.#state.template(model.get("state_line"));
    const tileBox = this.isRevealing ? nothing : [this.#tiles(), this.#line()];
    return html`<div class="me-box">${this.head()}<div class="me-top">${[
      userTabs(view.tabs, owner),
      tools,
    ]}</div>${this.toolbar.panel()}${noticeOf(this.isPredicting ? "" : notice)}<div
      class="me-tile-box" ?data-few=${view.tiles.length < FEW}>${tileBox}</div
      >${this.#columns()}${settings.folded(view.convention, state)}</div>`;
  }

  #columns(): TemplateResult {
    const settings = this.#settings;
    const seen = this.seen;
    const tile = seen.tiles.find(({ selected }) => selected);
    const empty = settings.in("empty");
    const emptySetting = html`<div class="me-edit me-without" ?hidden=${!empty}>${empty}</div>`;
    const left = [this.allLists[0].template(), emptySetting, this.#bar.template(tile)];
    const [tiles, below] = this.isRevealing ? [this.#tiles(), this.#line()] : [nothing, nothing];
    const right = [this.#derived(), tiles, this.#figure.template(), this.belowFigure(), below];
    return html`<div class="me-columns"><div class="me-left">${left}</div
      ><div class="me-right" ?data-asks=${this.isPredicting}>${right}</div></div>`;
  }

  #tiles(): TemplateResult {
    const { t, uid, send } = this.widget;
    const choose = (key: string) => send({ do: "metric", key });
    return measureTiles(this.seen.tiles, { uid, label: t("metric_tabs_label"), choose });
  }

  #line(): TemplateResult {
    const edit = lastEdit(this.seen.last_edit, this.widget.t("change_label"), this.hint());
    return html`<div class="me-line me-note"><span>${edit}</span></div>`;
  }

  #derived(): TemplateResult {
    const { derivation, tiles } = this.seen;
    const selected = tiles.find((tile) => tile.selected);
    const session = this.chosenSession;
    const sent = this.widget.model.get("sentence");
    const say = () => sentence(session, { termRanks: termRanksOf(derivation), sent });
    return this.#derivation.template(derivation, {
      ...this.predictionSlots(),
      isPredicted: this.isPredicting,
      labelledBy: selected && tabId(this.widget.uid, "tile", selected.key),
      settings: this.#settings.in("own"),
      sentence: guard([derivation, session.row, sent], say),
    });
  }

  willPaint(): void {
    this.#derivation.willPaint();
  }

  override painted(): void {
    this.#derivation.painted();
    super.painted();
  }

  protected followView(): void {
    const [user, measure] = [userOf(this.widget.view), measureOf(this.widget.view)];
    this.chosenSession.follow(user !== this.#user);
    this.#isSameList = user === this.#user && measure === this.#measure;
    this.#user = user;
    this.#measure = measure;
  }

  /** Another user or measure is no edit. Terms and bars move also where the rows stay. */
  override takeEdit(): string | undefined {
    const moving = super.takeEdit();
    if (!this.#isSameList) return undefined;
    return moving && !this.allLists[0].isMoved ? `${moving}:not(.me-row)` : moving;
  }

  override end(): void {
    this.#figure.end();
    super.end();
  }
}
