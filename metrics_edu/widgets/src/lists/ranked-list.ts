/* RankedList: a list to edit, and nothing else. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { RankedListView } from "../core/contract";
import type { RenderProps } from "../core/model";
import { noticeOf } from "../core/parts";
import type { Shown } from "../core/shown";
import { EditBar } from "./edit-bar";
import { EditedLists } from "./edited-lists";
import { EditedScreen } from "./edited-screen";
import { lastEdit } from "./last-edit";
import { ListSession } from "./list-session";
import { sentence } from "./sentence";

class RankedListScreen extends EditedScreen<RankedListView> {
  protected readonly chosenSession = new ListSession(this.owner, () => this.widget.view);
  protected readonly allLists = [new EditedLists(this.chosenSession, this.page)] as const;
  readonly #bar = new EditBar(this.chosenSession);

  constructor(props: RenderProps) {
    super(props, { layout: "explorer", traits: ["sentence"] });
    this.begin();
  }

  template(): TemplateResult {
    const { view, notice, model } = this.widget;
    const edit = html`<span role="status">${lastEdit(view.last_edit, "", "")}</span>`;
    return html`<div class="me-box me-alone"
      ><div class="me-top">${this.page.hasOutlet ? nothing : this.toolbar.template()}</div>${[
        this.toolbar.panel(),
        noticeOf(notice),
      ]}<div class="me-tile-box" data-few><div class="me-line me-note">${edit}</div></div
      ><div class="me-columns"><div class="me-left">${[
        this.allLists[0].template(),
        this.#bar.template(),
        sentence(this.chosenSession, { sent: model.get("sentence") }),
      ]}</div></div></div>`;
  }

  protected followView(): void {
    this.chosenSession.follow();
  }
}

export const rankedList = (props: RenderProps): Shown => new RankedListScreen(props).shown;
