/* The address that is open, with all that a new worker needs to bring its widget to the same
   state. */
import type { WidgetMessage } from "../python/worker_messages";
import type { Task } from "./python_worker";

export class OpenedAddress {
  readonly address: string;
  /** The number of the address on this page. */
  readonly key: number;
  /** The learner's record, as Python gets it at its start. */
  startRecord: string;
  /** The address of the widget as it is now; "" if it is too long for a link, undefined before
      one was reported. */
  link: string | undefined;
  /** The number of the last request to show the widget. */
  showNumber: number | undefined;
  #actions: Task[] = [];
  #unanswered: Task | undefined;

  constructor(address: string, key: number, startRecord: string) {
    this.address = address;
    this.key = key;
    this.startRecord = startRecord;
  }

  /** All actions of the widget since the address was opened, oldest first. */
  get actions(): readonly Task[] {
    return this.#actions;
  }

  /** The messages of these actions. */
  get messages(): readonly WidgetMessage[] {
    return this.#actions.flatMap(messagesIn);
  }

  /** The actions of one widget of several. */
  actionsOf(id: string): readonly Task[] {
    return this.#actions.filter(({ request }) => "id" in request && request.id === id);
  }

  /** The messages of these actions. */
  messagesOf(id: string): readonly WidgetMessage[] {
    return this.actionsOf(id).flatMap(messagesIn);
  }

  /** The address for a link. */
  get linkAddress(): string {
    return this.link ?? this.address;
  }

  get isTooLong(): boolean {
    return this.link === "";
  }

  add(action: Task): void {
    this.#actions.push(action);
  }

  /** Drops the actions of a widget. */
  forget(id: string): void {
    const dropped = new Set(this.actionsOf(id));
    this.#actions = this.#actions.filter((action) => !dropped.has(action));
  }

  /** Drops an action that Python could not answer twice. */
  noteUnanswered(task: Task | undefined): void {
    if (task === this.#unanswered) {
      this.#actions = this.#actions.filter((action) => action !== task);
    }
    this.#unanswered = task;
  }
}

const messagesIn = ({ request }: Task): readonly WidgetMessage[] =>
  "message" in request ? [request.message] : [];
