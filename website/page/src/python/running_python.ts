/* Python after its start: it makes the widget of an address, or runs the cells of a lesson, and
   takes the actions of widgets. */

import type { Pyodide, PythonList } from "./pyodide/pyodide.mjs";
import { PROGRESS, type StartedPython } from "./start_python";
import type {
  CellRequest,
  LessonRequest,
  Results,
  ShowRequest,
  StartRequest,
  WidgetRequest,
} from "./worker_messages";

/** The widget of an address, with what the page shows of it (addresses.py). */
interface LinkedWidget {
  readonly widget: { readonly model_id: string };
  readonly address: string;
  readonly title: string;
  readonly note: string;
  destroy(): void;
}

interface Addresses {
  LinkedWidget(address: string): LinkedWidget;
}

/** The site's mistake_cards.py. */
interface MistakeCards {
  cards_by_day(record: string): string;
}

/** A lesson on its page (cells.py). */
interface Lesson {
  run(source: string): string;
  destroy(): void;
}

interface Cells {
  Cells(): Lesson;
}

type Send = (id: string, kind: "open" | "update", traits: string) => void;

/** The site's anywidget.py. */
interface Anywidget {
  readonly AnyWidget: { _host_send: Send };
  begin(key: number): void;
  begin_cell(id: string): void;
  receive(id: string, message: string, buffers: PythonList, seed: number): void;
}

/** A QR code of the package segno; the last value of a call holds the keyword arguments. */
interface Segno {
  readonly make: { callKwargs(text: string, options: { micro: boolean }): QrCode };
}

interface QrCode {
  readonly svg_data_uri: { callKwargs(options: { scale: number; light: string }): string };
}

interface Random {
  seed(seed: number): void;
}

interface Package {
  set_language(language: string): void;
}

/** The package that the page loads when a cell or an address needs it. */
const HOMEWORK = "metrics-homework";
const CHECK = ["pydantic", "pyyaml"];
const NAMES_HOMEWORK = /\bmetrics_homework\b/;
/** The addresses of an exercise in class and of its poll, which are widgets of metrics_homework. */
const IN_CLASS = /^(exercise|poll)(=|&|$)/;

export class RunningPython {
  readonly #pyodide: Pyodide;
  readonly #anywidget: Anywidget;
  readonly #addresses: Addresses;
  #later: StartedPython["later"];
  #shown: LinkedWidget | undefined;
  #lesson: Lesson | undefined;
  /** The learner's record as the page has it. */
  #progress: string;

  constructor({ pyodide, later }: StartedPython, { language, progress }: StartRequest["start"]) {
    if (progress) pyodide.FS.writeFile(PROGRESS, progress);
    pyodide.pyimport<Package>("metrics_edu").set_language(language);
    this.#pyodide = pyodide;
    this.#later = later;
    this.#progress = progress;
    this.#anywidget = pyodide.pyimport<Anywidget>("anywidget");
    this.#anywidget.AnyWidget._host_send = (id, kind, traits) =>
      postMessage({ id, kind, traits: JSON.parse(traits) });
    this.#addresses = pyodide.pyimport<Addresses>("addresses");
  }

  /** Makes the widget of an address. The same seed draws the same lists again. */
  async show({ address, key, seed }: ShowRequest["show"]): Promise<Results> {
    if (IN_CLASS.test(address)) await this.#load(HOMEWORK);
    this.#begin(key, seed);
    this.#shown?.destroy();
    this.#shown = undefined;
    const shown = this.#addresses.LinkedWidget(address);
    this.#shown = shown;
    const { widget, address: link, title, note } = shown;
    return { shown: widget.model_id, address: link, title, note };
  }

  /** Begins a lesson whose cells will be run. */
  beginLesson({ key, seed }: LessonRequest["lesson"]): Results {
    this.#begin(key, seed);
    this.#lesson?.destroy();
    this.#lesson = this.#pyodide.pyimport<Cells>("cells").Cells();
    return {};
  }

  /** Runs a cell of the lesson. */
  async runCell({ id, source }: CellRequest["cell"]): Promise<Results> {
    if (NAMES_HOMEWORK.test(source)) await this.#loadCheck();
    this.#anywidget.begin_cell(id);
    const outputs = JSON.parse(this.#lesson?.run(source) ?? "[]");
    return { outputs, ...this.#newProgress() };
  }

  /** Loads what a check of a homework needs. A site without the files of the others, which only a
      public server has, says in the cell what is missing. */
  async #loadCheck(): Promise<void> {
    await this.#load(HOMEWORK);
    for (const name of CHECK) await this.#load(name).catch(() => {});
  }

  #begin(key: number, seed: number): void {
    this.#pyodide.pyimport<Random>("random").seed(seed);
    this.#anywidget.begin(key);
  }

  /** Gives a widget an action, or traits that the page has set. */
  take({ id, message, buffers, seed }: WidgetRequest): Results {
    const bytes = this.#pyodide.toPy(buffers.map((buffer) => new Uint8Array(buffer)));
    this.#anywidget.receive(id, JSON.stringify(message), bytes, seed);
    bytes.destroy(); // else Python keeps the files
    return { address: this.#shown?.address, ...this.#newProgress() };
  }

  /** Makes the cards of the mistakes that a record names. */
  mistakeCards(record: string): Results {
    return { cards: this.#pyodide.pyimport<MistakeCards>("mistake_cards").cards_by_day(record) };
  }

  /** Draws the QR code of a link. */
  async picture(link: string): Promise<Results> {
    await this.#load("segno");
    const code = this.#pyodide.pyimport<Segno>("segno").make.callKwargs(link, { micro: false });
    return { picture: code.svg_data_uri.callKwargs({ scale: 8, light: "white" }) };
  }

  /** Loads a package that most visitors do not need. */
  async #load(name: string): Promise<void> {
    await this.#pyodide.loadPackage(name, { messageCallback() {} });
  }

  /** Does what could wait until a widget was shown. If it fails, the next start takes longer. */
  async finishStart(): Promise<void> {
    const later = this.#later;
    this.#later = undefined;
    try {
      await later?.();
    } catch {
      // The browser has no space, or lost its connection.
    }
  }

  /** Returns the learner's record, if it has changed. */
  #newProgress(): Results {
    const { FS } = this.#pyodide;
    const hasFile = FS.analyzePath(PROGRESS).exists;
    const progress = hasFile ? FS.readFile(PROGRESS, { encoding: "utf8" }) : "";
    if (progress === this.#progress) return {};
    this.#progress = progress;
    return { progress };
  }
}
