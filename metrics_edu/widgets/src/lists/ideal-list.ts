/* IdealList: the edited list, beside it the ideal one, what both are worth, and the quotient. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { IdealListView, NamedValue } from "../core/contract";
import type { RenderProps } from "../core/model";
import { changeOf, noticeOf, resultOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { rich } from "../core/text";
import { IDEAL_STEPS, idealListAtStep } from "../lecture/view-at-step";
import { ViewSteps } from "../lecture/view-steps";
import { EditBar } from "./edit-bar";
import { EditedLists } from "./edited-lists";
import { EditedScreen } from "./edited-screen";
import { IdealColumn } from "./ideal-column";
import { Links } from "./links";
import { ListSession } from "./list-session";
import { sentence } from "./sentence";
import { Settings } from "./settings";

class IdealListScreen extends EditedScreen<IdealListView> {
  protected override readonly lectureSteps = new ViewSteps(() => IDEAL_STEPS, this.page.paint);
  protected readonly chosenSession = new ListSession(this.owner, () => this.#seen);
  protected readonly allLists = [new EditedLists(this.chosenSession, this.page)] as const;
  readonly #ideal = new IdealColumn(this.chosenSession, () => this.#seen.ideal);
  readonly #links = new Links(this.#ideal.reach);
  readonly #bar = new EditBar(this.chosenSession);
  readonly #settings = new Settings(this.widget, () => this.widget.view.settings);

  constructor(props: RenderProps) {
    super(props, { layout: "compare", name: "me-ideal-list", traits: ["sentence"] });
    this.begin();
    this.#links.watch();
  }

  get #seen(): IdealListView {
    const { view } = this.widget;
    return this.lectureSteps.step ? idealListAtStep(view, this.lectureSteps.step) : view;
  }

  template(): TemplateResult {
    const settings = this.#settings;
    const toolbar = this.toolbar;
    const own = settings.in("own");
    const ownSettings = html`<div class="me-own" ?hidden=${!own}>${own}</div>`;
    const edit = html`<span class="me-note"><b>${rich(this.#seen.last_edit)}</b
      ><span>${rich(this.#hint())}</span></span>`;
    const tools = this.page.hasOutlet ? nothing : this.tools();
    return html`<div class="me-box"><div class="me-top">${[ownSettings, edit, tools]}</div>${[
      toolbar.panel(),
      noticeOf(this.widget.notice),
    ]}${this.#beside()}${settings.folded("")}</div>`;
  }

  #hint(): string {
    const { t } = this.widget;
    if (this.#seen.last_edit) return "";
    return t(this.chosenSession.chosen ? "ideal_lines" : "ideal_hint");
  }

  #beside(): TemplateResult {
    const [own, best] = this.#seen.sums.map(sumLine);
    const tile = this.#seen.tiles.find(({ selected }) => selected);
    return html`<div class="me-beside"><div class="me-actual">${[
      this.allLists[0].template(),
      own,
    ]}</div>${this.#ideal.template(best ?? html``)}<div class="me-worth">${[
      this.#quotient(),
      this.#status(),
      this.#ideal.ties(),
    ]}</div>${this.#bar.template(tile)}${this.#links.template()}</div>`;
  }

  #quotient(): TemplateResult {
    const { sums, result, why } = this.#seen;
    const [above, below] = sums.map(({ value }) => value);
    const fraction = html`<span class="me-fr"><span class="me-nu">${above}</span
      ><span class="me-de">${below}</span></span>`;
    const value = html`<span class="me-value">${rich(result.value)}</span>`;
    const reason = why ? html`<p class="me-note">${rich(why)}</p>` : nothing;
    return html`<div class="me-quotient"><p class="me-work" aria-hidden="true"
      ><span>${rich(result.name)}</span>${[resultOf(fraction), resultOf(value)]}${changeOf(
        result,
      )}</p>${reason}</div>`;
  }

  /** What an edit does and the sentence of the chosen row are read as one. */
  #status(): TemplateResult {
    const { sums, result, last_edit: edit } = this.#seen;
    const [above, below] = sums;
    const names = `${above?.name} / ${below?.name}`;
    const values = `${above?.value} / ${below?.value}`;
    const quotient = `${result.name} = ${names} = ${values} = ${result.value}`;
    const spoken = [edit, quotient].filter(Boolean).join(". ");
    const sent = this.widget.model.get("sentence");
    const row = sentence(this.chosenSession, { sent, more: this.#idealSentence, isInStatus: true });
    return html`<div role="status" aria-atomic="false"
      ><span class="me-vh">${rich(spoken)}</span>${row}</div>`;
  }

  /** The sentence of the chosen item's place in the ideal list. */
  get #idealSentence(): string {
    const { chosen } = this.chosenSession;
    const place = this.#seen.ideal.rows.find(({ id, counts }) => id === chosen && counts);
    return place?.sentence ?? "";
  }

  override painted(): void {
    super.painted();
    this.#ideal.reach();
    this.#links.draw();
  }

  /** The lines lead to where the rows are now. */
  settled(): void {
    this.#links.draw();
  }

  protected followView(): void {
    this.chosenSession.follow();
  }

  override end(): void {
    this.#links.end();
    super.end();
  }
}

const sumLine = ({ name, value }: NamedValue) =>
  html`<div class="me-sum-line"><span>${rich(`${name} =`)}</span><b>${rich(value)}</b></div>`;

export const idealList = (props: RenderProps): Shown => new IdealListScreen(props).shown;
