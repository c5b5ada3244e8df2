/* The worker in which Python runs: its start, the requests that wait for an answer, its end. */
import type {
  Answer,
  Request,
  StartRequest,
  TraitsMessage,
  WorkerMessage,
} from "../python/worker_messages";
import { ROOT } from "./root";
import { SilenceTimer } from "./silence";
import { type Stage, showStage } from "./stages";

/* After these milliseconds without a message the page reports it. */
const PATIENCE_BEFORE_START = 3_000;
const PATIENCE_AT_START = 120_000;
const PATIENCE = 20_000;

/** A request to Python, with the stage of the page if it fails. */
export interface Task {
  readonly request: Request;
  readonly trouble: Stage;
  /** An answer was received, perhaps from a worker that has ended since. */
  isAnswered: boolean;
}

export const makeTask = (request: Request, trouble: Stage): Task => ({
  request,
  trouble,
  isAnswered: false,
});

/** What the page does with the messages of the worker. */
export interface Listener {
  onTraits(message: TraitsMessage): void;
  onAnswer(task: Task, answer: Answer): void;
  /** The browser has ended the worker. */
  onEnd(): void;
}

export class PythonWorker {
  readonly #listener: Listener;
  readonly #silence = new SilenceTimer();
  readonly #waiting = new Map<number, Task>();
  #worker: Worker | undefined;
  #lock: string | undefined;
  #lastNumber = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  /** The request that waits for its answer longest. */
  get oldestTask(): Task | undefined {
    const [oldest] = this.#waiting.values();
    return oldest;
  }

  /** Starts a new worker and ends the one before. */
  start(start: StartRequest["start"]): void {
    this.#worker?.terminate();
    this.#lock = undefined;
    this.#waiting.clear();
    const worker = new Worker(new URL("worker.js", ROOT), {
      type: "module",
      name: `metrics_edu ${performance.timeOrigin} ${Math.random()}`,
    });
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#reportFailedStart(event.message);
    };
    this.#worker = worker;
    this.#silence.start("not_begun", PATIENCE_BEFORE_START);
    this.send(makeTask({ start }, "cannot_start"));
  }

  /** Sends a request; returns the number of its answer. */
  send(task: Task): number {
    this.#lastNumber += 1;
    this.#waiting.set(this.#lastNumber, task);
    this.#worker?.postMessage({ ...task.request, number: this.#lastNumber });
    this.#silence.startOnce("no_answer", PATIENCE);
    return this.#lastNumber;
  }

  #receive(message: WorkerMessage): void {
    if ("kind" in message) this.#listener.onTraits(message);
    else if ("loading" in message) showStage(message.loading);
    else if ("alive" in message) this.#noteAlive(message.alive.lock);
    else this.#receiveAnswer(message);
  }

  /** Waits for the lock that the worker holds: the browser gives it as soon as the worker ends. */
  #noteAlive(lock: string): void {
    this.#lock = lock;
    this.#silence.start("no_answer", PATIENCE_AT_START);
    showStage("loading");
    if (!lock) return;
    navigator.locks.request(lock, () => {
      if (lock !== this.#lock) return;
      this.#silence.stop();
      this.#listener.onEnd();
    });
  }

  #receiveAnswer(answer: Answer): void {
    const task = this.#waiting.get(answer.done);
    if (!task) return;
    this.#waiting.delete(answer.done);
    if ("start" in task.request && answer.failed) {
      this.#reportFailedStart(answer.failed);
      return;
    }
    this.#silence.stop();
    if (this.#waiting.size) this.#silence.start("no_answer", PATIENCE);
    this.#listener.onAnswer(task, answer);
  }

  /** Ends the worker: else its further messages would say that Python is starting. */
  #reportFailedStart(reason: string): void {
    this.#silence.stop();
    this.#waiting.clear();
    this.#worker?.terminate();
    this.#lock = undefined;
    showStage("cannot_start", reason);
  }
}
