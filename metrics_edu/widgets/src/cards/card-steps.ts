/* The two steps of a card in a lecture: the question, and the answer. Python shows the answer;
   it may come after the next step was taken, and is then requested for that one. */
import type { CardView } from "../core/contract";
import type { LectureSteps } from "../core/shown";

export class CardSteps implements LectureSteps {
  readonly count = 2;
  at: number | null = null;
  moved: (() => void) | undefined;
  #isWaiting = false;

  constructor(
    private readonly view: () => CardView,
    private readonly press: (name: string) => void,
    private readonly isRevealed = () => view().workings.length > 0,
  ) {}

  get #shown(): number {
    return this.isRevealed() ? 1 : 0;
  }

  get next(): string | undefined {
    return this.#shown ? undefined : "answer";
  }

  go(at: number | null): void {
    this.at = at;
    if (at === null || at === this.#shown || this.#isWaiting) return;
    this.#isWaiting = true;
    this.press(at ? this.#reveal : "again");
  }

  get #reveal(): string {
    const hasReveal = this.view().buttons.some((button) => button.do === "reveal");
    return hasReveal ? "reveal" : "solution";
  }

  /** After a new view. */
  follow(): void {
    if (this.at === null) return;
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.go(this.at);
    } else this.at = this.#shown; // a prediction was committed
    this.moved?.();
  }
}
