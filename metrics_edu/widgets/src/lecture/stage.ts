/* Lecture mode: one widget at a time over the whole window, in large type, revealed step by step.
   A presenter's clicker sends the page keys. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { focusedIn, suppressShortcuts } from "../core/focus";
import { hasModifier, saveKey } from "../core/keys";
import { whenEnded } from "../core/motion";
import { button } from "../core/parts";
import type { LectureSteps, Shown } from "../core/shown";
import { rich } from "../core/text";
import type { Translate } from "../core/words";
import { StageFit } from "./fit";

export interface OpenSlide {
  readonly shown: Shown;
  close(): void;
}

export interface Slide {
  readonly title: string;
  readonly about?: string;
  readonly notes?: string;
  readonly minutes?: number;
  /** Shows its widget in an element; undefined: the slide is a title alone. */
  readonly open: ((slot: HTMLElement) => Promise<OpenSlide>) | undefined;
}

export interface StageOptions {
  readonly t: Translate;
  /** The widget in whose document the stage opens. */
  readonly host: HTMLElement;
  readonly slides: ReadonlyArray<Slide>;
  readonly first?: number;
  /** Another slide is shown. */
  moved?(index: number): void;
  closed(): void;
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = {
  PageDown: 1,
  ArrowRight: 1,
  " ": 1,
  Enter: 1,
  PageUp: -1,
  ArrowLeft: -1,
  Backspace: -1,
};
const TYPED_IN = "input:not([type=radio]), textarea, [contenteditable]";
const PRESSED = "button, summary, [type=radio], [role=button]";
/** The keys that an empty field takes, too: it may have been emptied by them. */
const EDITING = ["Enter", "Backspace"];

export class Stage {
  readonly #dialog = document.createElement("dialog");
  readonly #body: HTMLElement;
  readonly #slot: HTMLElement;
  readonly #tools: HTMLElement;
  readonly #fitting: StageFit;
  readonly #rootNode: Document | ShadowRoot;
  readonly #resized = new ResizeObserver(() => this.#fit());
  readonly #changed = new MutationObserver(() => this.#follow());
  #index: number;
  #open: OpenSlide | undefined;
  /** The kernel does not have the widget of this slide any more. */
  #isMissing = false;
  #isBlank = false;
  /** Counts the slides that were turned to: a fast clicker turns on before a slide is there. */
  #turns = 0;

  constructor(private readonly options: StageOptions) {
    this.#index = options.first ?? 0;
    this.#dialog.className = "metrics-edu me-lecture";
    this.#dialog.tabIndex = -1;
    this.#dialog.ariaLabel = options.t("lecture");
    this.#paint();
    this.#body = this.#find(".me-lec-body");
    this.#slot = this.#find(".me-lec-slot");
    this.#tools = this.#find(".me-lec-tools");
    this.#fitting = new StageFit(this.#dialog, this.#body, this.#slot);
    this.#rootNode = options.host.getRootNode() as Document | ShadowRoot;
    this.#show();
  }

  /** Outside the notebook no ancestor clips or scrolls the stage; its keys work without any
      focus. */
  #show(): void {
    const dialog = this.#dialog;
    const rootNode = this.#rootNode;
    dialog.addEventListener("keydown", saveKey);
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.addEventListener("click", this.#onClick);
    dialog.addEventListener("close", this.#onClose);
    ("body" in rootNode ? rootNode.body : rootNode).append(dialog);
    rootNode.addEventListener("keydown", this.#onKey, true);
    dialog.showModal();
    this.#resized.observe(dialog);
    this.#turnTo(this.#index);
  }

  close(): void {
    this.#dialog.close();
  }

  #find(selector: string): HTMLElement {
    const found = this.#dialog.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`the stage has no ${selector}`);
    return found;
  }

  get #slide(): Slide | undefined {
    return this.options.slides[this.#index];
  }

  get #lectureSteps(): LectureSteps | undefined {
    return this.#open?.shown.lectureSteps;
  }

  get #lastStep(): number {
    return (this.#lectureSteps?.count ?? 1) - 1;
  }

  get #step(): number {
    return this.#lectureSteps?.at ?? 0;
  }

  #paint(): void {
    render(this.#template(), this.#dialog);
    suppressShortcuts(this.#dialog);
    this.#dialog.toggleAttribute("data-blank", this.#isBlank);
    this.#dialog.toggleAttribute("data-alone", !this.#slide?.open);
  }

  #template(): TemplateResult {
    const { t } = this.options;
    const title = this.#slide?.title ?? "";
    const lost = this.#isMissing ? html`<p class="me-notice">${rich(t("lost"))}</p>` : nothing;
    return html`<div class="me-lec-body" tabindex="-1"
      ><h2 class="me-lec-title" ?hidden=${!title}>${rich(title)}</h2>${lost}<div
      class="me-lec-slot"></div></div
      ><div class="me-lec-bar" role="group" aria-label=${t("step_buttons")}
      ><span class="me-lec-count" role="status">${this.#count()}</span
      ><span class="me-lec-tools"></span>${this.#buttons()}</div>`;
  }

  #count(): string {
    const { t, slides } = this.options;
    const slide = { k: this.#index + 1, count: slides.length };
    const step = { k: this.#step + 1, count: this.#lastStep + 1 };
    const parts = [
      slides.length > 1 && t("lecture_slide", slide),
      this.#lastStep > 0 && t("lecture_step", step),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  #buttons(): TemplateResult[] {
    const { t, slides } = this.options;
    const isFirst = !this.#index && !this.#step;
    const isLast = this.#index === slides.length - 1 && this.#step === this.#lastStep;
    const again = { icon: "↺", classes: "me-lec-again" };
    return [
      button(t("lecture_again"), () => this.#restart(), again),
      button(t("step_back"), () => this.#go(-1), { icon: "←", isDim: isFirst }),
      button(t("step_next"), () => this.#go(1), { icon: "→", isDim: isLast, classes: "me-next" }),
      button(t("lecture_full"), () => this.#fillScreen(), { icon: "⇱⇲", isIcon: true }),
      button(t("lecture_close"), () => this.close(), { icon: "×", isIcon: true }),
    ];
  }

  /** One step on or back; past an end the next or the last slide, which is then fully revealed. */
  #go(by: 1 | -1): void {
    if (this.#isBlank) {
      this.#setBlank(false);
      return;
    }
    const isWaiting = this.#slide?.open && !this.#open && !this.#isMissing;
    if (isWaiting || (by > 0 && this.#take())) return;
    const step = this.#step + by;
    if (step >= 0 && step <= this.#lastStep) this.#lectureSteps?.go(step);
    else if (this.options.slides[this.#index + by]) {
      this.#turnTo(this.#index + by, by < 0);
      return;
    }
    this.#update();
  }

  /** Checks what was typed, as Enter does; returns whether there was anything to check. The next
      key then goes on. */
  #take(): boolean {
    const { shown } = this.#open ?? {};
    return shown?.take ? shown.take() : this.#leaveField();
  }

  /** A field that is left sends what was typed; returns whether it does. */
  #leaveField(): boolean {
    const field = focusedIn(this.#slot);
    if (!field?.matches(TYPED_IN)) return false;
    let isSent = false;
    const onChange = () => {
      isSent = true;
    };
    field.addEventListener("change", onChange);
    this.#body.focus();
    field.removeEventListener("change", onChange);
    return isSent;
  }

  async #turnTo(index: number, isRevealed = false): Promise<void> {
    this.#turns += 1;
    const turn = this.#turns;
    this.#leave();
    this.#index = index;
    this.#isMissing = false;
    this.options.moved?.(index);
    this.#update();
    const open = await this.#slide?.open?.(this.#slot).catch(() => undefined);
    if (turn !== this.#turns) {
      open?.close();
      return;
    }
    this.#open = open;
    this.#isMissing = Boolean(this.#slide?.open && !open);
    this.#enter(isRevealed);
  }

  #enter(isRevealed: boolean): void {
    const lectureSteps = this.#lectureSteps;
    this.#open?.shown.showTools?.(this.#tools);
    if (lectureSteps) lectureSteps.moved = () => this.#update();
    lectureSteps?.go(isRevealed ? this.#lastStep : 0);
    this.#fit();
    this.#update();
    this.#changed.observe(this.#slot, { subtree: true, childList: true, characterData: true });
  }

  #leave(): void {
    const open = this.#open;
    const lectureSteps = this.#lectureSteps;
    this.#leaveField();
    this.#changed.disconnect();
    if (lectureSteps) lectureSteps.moved = undefined;
    this.#fitting.leave();
    open?.close();
    open?.shown.showTools?.(undefined); // it is painted where it is now
    lectureSteps?.go(null);
    this.#slot.replaceChildren();
    this.#open = undefined;
  }

  #restart(): void {
    this.#open?.shown.reset?.();
    this.#lectureSteps?.go(0);
    this.#update();
  }

  /** Shows which step this is; what had the focus may be hidden now. */
  #update(): void {
    this.#paint();
    const held = focusedIn(this.#dialog);
    if (!held?.checkVisibility()) this.#body.focus();
    this.#fitting.reveal();
    this.#fitting.reachAll();
    this.#report();
  }

  /** Tells the page what is shown, for a window of the lecturer. */
  #report(): void {
    const { slides } = this.options;
    const next = this.#lectureSteps?.next;
    const detail = {
      slides,
      slide: this.#index,
      step: this.#step,
      steps: this.#lastStep + 1,
      next,
    };
    const options = { bubbles: true, composed: true, detail };
    this.#dialog.dispatchEvent(new CustomEvent("metrics-edu-stage", options));
  }

  #fit(): void {
    if (this.#open) this.#fitting.fit(this.#open.shown);
    this.#fitting.reachAll();
  }

  /** After an edit; what slides would seem to need more room. */
  async #follow(): Promise<void> {
    await whenEnded(this.#slot.getAnimations({ subtree: true }));
    if (this.#open) this.#fitting.follow(this.#open.shown);
    this.#fitting.reveal();
    this.#fitting.reachAll();
  }

  #setBlank(isBlank: boolean): void {
    this.#isBlank = isBlank;
    this.#paint();
  }

  /** The whole page fills the screen: no dialog may. */
  #fillScreen(): void {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  /** After a click on a button its keys are the lecture's again. Tab leads to it, and a click by
      keyboard has no detail. */
  readonly #onClick = ({ detail }: MouseEvent): void => {
    if (detail && focusedIn(this.#dialog)?.matches(PRESSED)) this.#body.focus();
  };

  /** Before the widget gets a key: page keys always step, others if nothing of the widget needs
      them. */
  readonly #onKey = (event: Event): void => {
    const key = event as KeyboardEvent;
    if (hasModifier(key) || !this.#act(key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Does what a key asks for; returns whether it was one of the lecture's keys. */
  #act(event: KeyboardEvent): boolean {
    const isTyped = (event.target as Element).matches(TYPED_IN);
    const act = isTyped ? undefined : this.#command(event.key);
    if (event.key === "F5") this.#turnTo(0);
    else if (act) act();
    else return this.#stepByKey(event);
    return true;
  }

  #command(key: string): (() => void) | undefined {
    if (key === "Home") return () => this.#restart();
    return /^[.b]$/i.test(key) ? () => this.#setBlank(!this.#isBlank) : undefined;
  }

  #stepByKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const by = DIRECTIONS[key];
    if (by === undefined || this.#isForWidget(event)) return false;
    this.#go(key === " " && event.shiftKey ? -1 : by);
    return true;
  }

  /** A field takes the keys that are typed, and what Tab leads to the keys that press it. A row
      and a menu have other keys. */
  #isForWidget({ target, key }: KeyboardEvent): boolean {
    const element = target as HTMLInputElement;
    if (key.startsWith("Page")) return false;
    if (element.matches(TYPED_IN)) {
      const isEmpty = element.readOnly || !element.value;
      return EDITING.includes(key) || !isEmpty;
    }
    const isInBar = this.#find(".me-lec-bar").contains(element);
    const isPress = key === " " || key === "Enter";
    return element.matches(PRESSED) && !(isInBar && !isPress);
  }

  readonly #onClose = (): void => {
    if (document.fullscreenElement) this.#fillScreen();
    this.#turns += 1;
    this.#leave();
    this.#resized.disconnect();
    this.#rootNode.removeEventListener("keydown", this.#onKey, true);
    render(nothing, this.#dialog);
    this.#dialog.remove();
    this.options.closed();
  };
}
