/* The page of a lesson: it shows the widgets of all cells, runs the cells in their order in one
   Python, and brings the widgets to the same state if Python has to start again. */
import type { Preview } from "../../../../metrics_edu/widgets/src/core/contract";
import { makeHost } from "../front_page/host";
import { KeptAnswers } from "../front_page/kept_answers";
import { LearnerRecord } from "../front_page/learner_record";
import { OpenedAddress } from "../front_page/opened_address";
import { answerTo, previewIn } from "../front_page/previews";
import { makeTask, PythonWorker, type Task } from "../front_page/python_worker";
import { showStage } from "../front_page/stages";
import type { Answer, Output, WidgetRequest } from "../python/worker_messages";
import { sourceOf } from "./edited_cells";
import { type LessonCell, lesson } from "./lesson_data";
import { LessonPath } from "./lesson_path";
import { cellOf, ShownCells } from "./shown_cells";
import { storedActions, storeEdits } from "./stored_edits";

const widgetOf = ({ request }: Task): string => ("id" in request ? request.id : "");

export class LessonPage {
  readonly path = new LessonPath(lesson.tasks);
  readonly record = new LearnerRecord(
    () => this.#restartWithRecord(),
    (events) => this.path.follow(events),
  );
  readonly #host = makeHost((id, message, buffers) =>
    this.#act({ id, message, buffers, seed: Math.random() }),
  );
  readonly #cells = new ShownCells(this.#host);
  readonly #python = new PythonWorker({
    onTraits: ({ kind, id, traits }) => {
      if (kind === "open" && this.#made.has(id)) this.#forget(id);
      this.#host[kind](id, traits);
      if (kind === "open") this.#unshown.set(id, this.#opened.actionsOf(id).at(-1));
    },
    onAnswer: (task, answer) => this.#receive(task, answer),
    onEnd: () => showStage("stopped"),
  });
  readonly #opened = new OpenedAddress("", 0, this.record.readable);
  /** The widgets that Python has, as far as the page does not show them yet, each with the last of
      its actions that Python repeats. */
  readonly #unshown = new Map<string, Task | undefined>();
  /** The widgets whose cells have run. */
  readonly #made = new Set<string>();
  /** The actions that this Python got. */
  readonly #sent = new Set<Task>();
  /** The answers to first edits; they are loaded with the first one. */
  #kept: KeptAnswers | undefined;
  #waiting: LessonCell[] = [];
  #running: { readonly cell: LessonCell; readonly task: Task } | undefined;
  /** The cells whose code has not ended. */
  readonly #spoiled = new Set<string>();

  /** Shows all widgets as the build has stored them, and the edits that are kept, before Python. */
  showStored(): void {
    for (const [id, traits] of Object.entries(lesson.traits)) {
      this.#host.open(id, { text: lesson.text, ...traits });
      this.#host.add(id);
    }
    for (const [cell, widget] of Object.entries(lesson.widgets))
      this.#cells.show(cell, [{ widget }]);
    for (const action of storedActions()) this.#opened.add(action);
    for (const id of new Set(this.#opened.actions.map(widgetOf))) this.#showKept(id);
  }

  /** Starts Python, and runs all cells in it. */
  start(options = { forgetSnapshot: false }): void {
    const { startRecord: progress } = this.#opened;
    const { lang: language } = document.documentElement;
    this.#made.clear();
    this.#sent.clear();
    this.#unshown.clear();
    this.record.noteStart(progress);
    this.#python.start({ language, progress, ...options });
    // Without a record, widgets draw the lists that the build has drawn.
    const begin = { key: 0, seed: progress ? performance.timeOrigin : 0 };
    this.#python.send(makeTask({ lesson: begin }, "cannot_do"));
    this.#waiting = [...lesson.cells];
    this.#runNext();
  }

  /** Runs a cell with the code that the reader has written, and the cells after it in its section
      that show what follows from it: those without a widget. */
  run(cell: string): void {
    this.#spoiled.delete(cell);
    const start = lesson.cells.findIndex(({ id }) => id === cell);
    const section = cellOf(cell).closest("section");
    const following = lesson.cells.slice(start + 1);
    const isDependent = ({ id }: LessonCell): boolean =>
      section === cellOf(id).closest("section") && !lesson.widgets[id];
    this.#waiting.push(...lesson.cells.slice(start, start + 1), ...following.filter(isDependent));
    if (!this.#running && this.#python.isStarted) this.#runNext();
  }

  /** Starts Python again without its snapshot, and repeats all actions. */
  startAgain(): void {
    if (this.#running) this.#spoiled.add(this.#running.cell.id);
    this.#opened.noteUnanswered(this.#python.oldestTask);
    storeEdits(this.#opened);
    this.start({ forgetSnapshot: true });
  }

  /** Makes the record of now that with which Python starts. */
  useRecord(): void {
    this.#opened.startRecord = this.record.readable;
  }

  #restartWithRecord(): void {
    this.useRecord();
    if (this.#python.isStarted) this.start();
  }

  /** Runs the next cell. One is sent at a time, so that an action need not wait for all. */
  #runNext(): void {
    const cell = this.#waiting.shift();
    this.#running = undefined;
    if (!cell) return;
    const request = { cell: { id: cell.id, source: this.#codeOf(cell) } };
    this.#running = { cell, task: makeTask(request, "cannot_do") };
    this.#python.send(this.#running.task);
  }

  /** Returns the code of a cell: the reader's, unless Python had to be stopped in it. */
  #codeOf(cell: LessonCell): string {
    return this.#spoiled.has(cell.id) ? cell.source : sourceOf(cell);
  }

  /** Sends an action of a widget; it waits until Python has the widget. */
  #act(request: WidgetRequest): void {
    const task = makeTask(request, "cannot_do");
    const preview = previewIn(request.message);
    if (preview) {
      this.#preview(task, request.id, preview);
      return;
    }
    this.#opened.add(task);
    storeEdits(this.#opened);
    this.#sendActions();
    if (!this.#sent.has(task)) this.#showKept(request.id);
  }

  /** Whether Python has a widget as it is after all its actions. */
  #isLive(id: string): boolean {
    return this.#made.has(id) && this.#opened.actionsOf(id).every((task) => this.#sent.has(task));
  }

  /** Sends the actions that Python has not got, as soon as it has their widgets. Those on tasks keep
      their order over all widgets, as a Drill depends on the record. */
  #sendActions(): void {
    let isBlocked = false;
    for (const task of this.#opened.actions.filter((action) => !this.#sent.has(action))) {
      const id = widgetOf(task);
      const isOnTask = Boolean(lesson.traits[id]?.task);
      const isReady: boolean = this.#made.has(id) && !(isBlocked && isOnTask);
      isBlocked ||= this.#running !== undefined && isOnTask && !isReady;
      if (!isReady) continue;
      this.#sent.add(task);
      this.#python.send(task);
    }
  }

  /** Shows what an edit would change: what is kept, else what Python answers. It is not logged. */
  async #preview(task: Task, id: string, preview: Preview): Promise<void> {
    const isLive = this.#isLive(id);
    if (!isLive) this.#kept ??= new KeptAnswers();
    const actions = [...this.#opened.messagesOf(id), { action: preview.edit }];
    const traits = await this.#kept?.find(actions, id);
    if (!traits && isLive) this.#python.send(task);
    else this.#host.find(id)?.update(answerTo(preview, traits));
  }

  /** Shows what the last action of a widget changes, if it is kept: Python will repeat it and
      change nothing. */
  async #showKept(id: string): Promise<void> {
    this.#kept ??= new KeptAnswers();
    const actions = this.#opened.messagesOf(id);
    const traits = await this.#kept.find(actions, id);
    if (traits && !this.#isLive(id)) this.#host.find(id)?.update(traits);
  }

  #receive(task: Task, answer: Answer): void {
    if (task === this.#running?.task) {
      this.#takeCell(this.#running.cell.id, answer.outputs ?? []);
      this.#runNext();
      this.#sendActions();
    }
    this.#showAnswered(task);
    if (answer.failed) {
      showStage(task.trouble, answer.failed);
      return;
    }
    if (answer.progress !== undefined) this.record.take(answer.progress, task.isAnswered);
    task.isAnswered = true;
    if ("message" in task.request) storeEdits(this.#opened);
    showStage(this.#running ? "loading" : "ready");
  }

  /** Forgets a widget and its edits: its cell was run again and makes another one of its id. */
  #forget(id: string): void {
    this.#host.forget(id);
    this.#opened.forget(id);
    storeEdits(this.#opened);
  }

  /** Shows what a cell shows, and repeats the actions of its widgets. */
  #takeCell(cell: string, outputs: readonly Output[]): void {
    for (const id of this.#unshown.keys()) this.#made.add(id);
    this.#sendActions();
    this.#showAnswered(undefined);
    this.#cells.show(cell, outputs);
  }

  /** Shows the widgets whose last action that was repeated is this one; undefined: those that
      repeat none. */
  #showAnswered(task: Task | undefined): void {
    for (const [id, last] of this.#unshown) {
      if (last !== task) continue;
      this.#unshown.delete(id);
      this.#host.add(id);
    }
  }
}
