/* What the page reports when it has waited too long for Python. */
import { type Stage, showStage } from "./stages";

export class SilenceTimer {
  #timer: number | undefined;

  /** Shows a stage after some milliseconds, unless the timer is stopped or started again. */
  start(stage: Stage, milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(showStage, milliseconds, stage);
  }

  /** Starts the timer, unless it was started already. */
  startOnce(stage: Stage, milliseconds: number): void {
    if (this.#timer === undefined) this.start(stage, milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
