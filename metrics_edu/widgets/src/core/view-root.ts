/* The element that a screen is rendered into: it paints, keeps the focus, and cleans up. */
import { nothing, render, type TemplateResult } from "lit-html";
import { setAttribute } from "./attributes";
import type { Traits } from "./contract";
import { focusedIn, keepFocus, optingOut, suppressShortcuts } from "./focus";
import { saveKey } from "./keys";
import type { Model } from "./model";
import { Motion } from "./motion";
import { type SignRow, signRow } from "./sign-row";
import { followLinks } from "./task-links";
import { translator } from "./words";

export interface Screen {
  template(): TemplateResult;
  /** The attributes of the root; undefined: the root does not have it. */
  attributes?(): Readonly<Record<string, string | undefined>>;
  /** The toolbar, if a lecture shows it in its own bar. */
  tools?(): TemplateResult;
  /** What must happen after a paint: scroll positions, measuring, Python's HTML. */
  painted?(): void;
  /** Returns once for each view that is an edit a selector of what may move, so that it slides. */
  takeEdit?(): string | undefined;
  /** What must be remembered of the elements before a paint. */
  willPaint?(): void;
  /** What must be measured again once everything is still. */
  settled?(): void;
  /** Moves the focus if the element that had it is gone. */
  refocus?(): void;
}

type Trait = keyof Traits;

const COPIES = { creationScope: optingOut };

export type Paint = (next?: () => HTMLElement | null | undefined) => void;

export class ViewRoot {
  readonly root = document.createElement("div");
  readonly #motion = new Motion(this.root);
  #signs: SignRow | undefined;
  /** Where a lecture shows the tools. */
  #outlet: HTMLElement | undefined;
  #isScheduled = false;
  #isPainting = false;
  #isEnded = false;

  constructor(
    private readonly screen: Screen,
    name = "",
  ) {
    this.root.className = `metrics-edu ${name}`.trim();
    this.root.tabIndex = -1; // a click beside a control keeps the keys in the widget
    suppressShortcuts(this.root);
    this.root.addEventListener("keydown", saveKey);
    this.root.addEventListener("keydown", (event) => event.stopPropagation());
  }

  get isInLecture(): boolean {
    return this.root.closest("dialog") !== null;
  }

  get hasOutlet(): boolean {
    return this.#outlet !== undefined;
  }

  /** Paints now: for what a user does. The focus goes to what `next` finds, if it is given. */
  readonly paint: Paint = (next) => {
    if (this.#isEnded) return;
    if (this.#isPainting) {
      this.schedule();
      return;
    }
    const { root, screen } = this;
    const held = next ? null : focusedIn(root);
    screen.willPaint?.();
    this.#isPainting = true;
    try {
      render(screen.template(), root, COPIES);
      if (this.#outlet) render(screen.tools?.() ?? nothing, this.#outlet, COPIES);
    } finally {
      this.#isPainting = false; // else the next paint would wait for itself
    }
    this.#setAttributes();
    screen.painted?.();
    if (held) keepFocus(root, held, () => (screen.refocus ? screen.refocus() : root.focus()));
    next?.()?.focus({ preventScroll: true });
    this.#signs?.follow();
  };

  /** Paints once for all that one message from Python changed. */
  readonly schedule = (): void => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      const moving = this.screen.takeEdit?.();
      const before = moving && this.#motion.places(moving);
      this.paint();
      if (before) this.#motion.slide(before, moving, this.screen.settled?.bind(this.screen));
    });
  };

  readonly showTools = (outlet: HTMLElement | undefined): void => {
    if (this.#outlet) render(nothing, this.#outlet);
    this.#outlet = outlet;
    this.paint();
  };

  /** Paints when one of these traits changes; returns the function that ends it all. */
  follow(model: Model, ...traits: ReadonlyArray<Trait>): () => void {
    for (const trait of traits) model.on(`change:${trait}`, this.schedule);
    this.#signs = signRow(this.root, translator(model)("signs"));
    const endTask = followLinks(model.get("task"), this.root);
    return () => {
      endTask();
      for (const trait of traits) model.off(`change:${trait}`, this.schedule);
      this.end();
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#signs?.end();
    this.#motion.end();
    render(nothing, this.root);
    this.root.remove();
  }

  #setAttributes(): void {
    for (const [name, value] of Object.entries(this.screen.attributes?.() ?? {})) {
      setAttribute(this.root, name, value);
    }
  }
}
