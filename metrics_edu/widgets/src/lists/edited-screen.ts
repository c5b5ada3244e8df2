/* What every screen with lists to edit shares: the toolbar, the keys, the lecture, and
   following. */
import type { TemplateResult } from "lit-html";
import type { EditedView, Traits, View } from "../core/contract";
import type { RenderProps } from "../core/model";
import type { LectureSteps, Shown } from "../core/shown";
import { type Screen, ViewRoot } from "../core/view-root";
import { Widget } from "../core/widget";
import { LectureButton } from "../lecture/lecture-button";
import type { EditedLists } from "./edited-lists";
import { listKeys } from "./list-keys";
import type { ListOwner, ListSession } from "./list-session";
import { Preview } from "./preview";
import { Tools } from "./tools";

/** A view of any screen with lists to edit. */
type AnyEditedView = Extract<View, EditedView>;

export interface EditedScreenOptions {
  readonly layout: Shown["layout"];
  /** The class of the root. */
  readonly name?: string;
  /** The traits beside the view. */
  readonly traits?: ReadonlyArray<keyof Traits>;
}

export abstract class EditedScreen<OwnView extends AnyEditedView> implements Screen {
  readonly page: ViewRoot;
  readonly widget: Widget<OwnView>;
  readonly #preview: Preview;
  protected readonly toolbar: Tools;
  /** How a lecture reveals it; undefined: all at once. */
  protected readonly lectureSteps: (LectureSteps & { readonly step?: unknown }) | undefined =
    undefined;
  readonly #lectureButton: LectureButton;
  readonly #endFollowing: () => void;
  /** The view whose edit was shown: other messages about it move nothing. */
  #slidView: string;

  constructor(
    private readonly props: RenderProps,
    private readonly options: EditedScreenOptions,
  ) {
    const { model, el } = props;
    this.page = new ViewRoot(this, options.name);
    this.#preview = new Preview(model, (action) => this.widget.send(action));
    this.widget = new Widget<OwnView>(this.#preview.model, this.page.paint);
    const { widget } = this;
    this.#slidView = model.get("view");
    this.toolbar = new Tools(widget, () => widget.view.can);
    this.#lectureButton = new LectureButton(widget.t, el, () => this.shown);
    model.on("change:view", this.#onView);
    model.on("change:preview", this.#onPreview);
    this.#endFollowing = this.page.follow(model, "view", "preview", ...(options.traits ?? []));
    this.page.root.addEventListener("keydown", (event) => listKeys(event, this.chosenSession));
  }

  /** At the end of the constructor: the first paint; then moved rows keep the focus. */
  protected begin(): void {
    this.page.paint();
    this.props.el.append(this.page.root);
    for (const lists of this.allLists) lists.watch();
  }

  abstract template(): TemplateResult;

  /** All pairs of lists on the screen. */
  protected abstract readonly allLists: ReadonlyArray<EditedLists>;

  /** The list in which a row was chosen last. */
  protected abstract readonly chosenSession: ListSession;

  /** What the session of a list needs. */
  protected get owner(): ListOwner {
    const { t, uid, send, paint } = this.widget;
    return { t, uid, send, paint, preview: this.#preview.show };
  }

  get shown(): Shown {
    const { root, showTools } = this.page;
    return {
      root,
      showTools,
      layout: this.options.layout,
      lectureSteps: this.lectureSteps,
      reset: () => this.widget.send({ do: "reset" }),
      end: () => this.end(),
    };
  }

  /** The toolbar, which a lecture shows in its own bar. */
  tools(): TemplateResult {
    return this.toolbar.template(...this.moreTools(), this.#lectureButton.template());
  }

  /** The buttons between the tools and the lecture. */
  protected moreTools(): ReadonlyArray<unknown> {
    return [];
  }

  attributes(): Record<string, string | undefined> {
    const step = this.lectureSteps?.step;
    return {
      "data-lost": this.widget.isLost ? "" : undefined,
      "data-lecture-step": step === undefined ? undefined : String(step),
    };
  }

  /** The sentence of an edit is new in its view. */
  takeEdit(): string | undefined {
    const { last_edit: edit } = this.widget.view;
    const isEdited = edit !== "" || this.#preview.isShown;
    const isNew = isEdited && this.widget.model.get("view") !== this.#slidView;
    this.#slidView = this.widget.model.get("view");
    return isNew ? "[data-move]" : undefined;
  }

  painted(): void {
    for (const lists of this.allLists) lists.painted();
  }

  refocus(): void {
    this.allLists[0]?.focus();
  }

  readonly #onPreview = (): void => this.#preview.take(this.props.model.get("preview"));

  readonly #onView = (): void => {
    this.#preview.end();
    for (const lists of this.allLists) lists.followView();
    this.followView();
    queueMicrotask(() => this.followTools());
  };

  /** After a new view: the chosen row may be another one. */
  protected abstract followView(): void;

  protected followTools(): void {
    this.toolbar.follow();
  }

  end(): void {
    this.widget.model.off("change:view", this.#onView);
    this.widget.model.off("change:preview", this.#onPreview);
    this.#lectureButton.end();
    for (const lists of this.allLists) lists.end();
    this.#endFollowing();
  }
}
