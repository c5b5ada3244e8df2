/* The front page's list makes its first move by itself, so that a visitor sees what an edit
   changes: once, when it is in sight, and only if the reader has not touched it. */
import { byId } from "./elements";
import { rowOf, tryMoveButtons } from "./things_to_try";

const DELAY = 1500; // milliseconds in sight
const TOUCHES = ["pointerdown", "keydown", "focusin"] as const;

export class FirstMove {
  #isDone = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #isPlayed = false;
  #timer: number | undefined;
  readonly #play: (item: string) => void;
  readonly #observer = new IntersectionObserver((entries) => this.#look(entries), {
    threshold: 1,
  });

  constructor(play: (item: string) => void) {
    this.#play = play;
    for (const touch of TOUCHES) byId("widget").addEventListener(touch, () => this.cancel());
  }

  /** Waits until the row of the list that is shown is in sight. */
  prepare(): void {
    const row = rowOf(this.#item);
    if (row && !this.#isDone) this.#observer.observe(row);
  }

  /** Whether the move is the only one of the actions on the list. */
  isAlone(actions: number): boolean {
    return this.#isPlayed && actions === 1;
  }

  /** The reader has touched the list, or has left it. */
  cancel(): void {
    this.#isDone = true;
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  /** The item of the first thing to try. */
  get #item(): string {
    return tryMoveButtons()[0]?.dataset.item ?? "";
  }

  #look(entries: ReadonlyArray<IntersectionObserverEntry>): void {
    clearTimeout(this.#timer);
    if (this.#isDone) return; // the observer may report what it saw before it was disconnected
    const isInSight = entries.at(-1)?.isIntersecting;
    if (isInSight) this.#timer = window.setTimeout(() => this.#move(), DELAY);
  }

  #move(): void {
    const item = this.#item;
    this.cancel();
    this.#isPlayed = true;
    this.#play(item);
  }
}
