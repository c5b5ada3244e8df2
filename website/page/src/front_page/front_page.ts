/* The front page: it shows the widget of its address, sends the widget's actions to Python, and
   brings the widget to the same state if Python has to start again. */
import type { Preview } from "../../../../metrics_edu/widgets/src/core/contract";
import type { Answer, Request, WidgetRequest, WidgetTraits } from "../python/worker_messages";
import {
  followAddress,
  isFrontList,
  namesSection,
  opensStage,
  replaceAddress,
  urlOf,
  widgetAddress,
} from "./address";
import { copyUrl } from "./copy_link";
import { byId, readJson } from "./elements";
import { FirstMove } from "./first_move";
import { makeHost } from "./host.js";
import { KeptAnswers } from "./kept_answers";
import { LearnerRecord } from "./learner_record";
import { showProgress } from "./lesson_cards";
import { hasCards, showCards, storeCards } from "./my_mistakes";
import { OpenedAddress } from "./opened_address";
import { answerTo, previewIn } from "./previews";
import { makeTask, PythonWorker, type Task } from "./python_worker";
import { closeCode, isCodeOpen, openCode, showPicture } from "./qr_code";
import { loadWidgets } from "./render_widget";
import { ShownWidget } from "./shown_widget";
import { type Stage, showStage } from "./stages";
import { moveUp } from "./things_to_try";
import { hideWait, showWait } from "./wait_note";
import { words } from "./words";

const TITLE = document.title;
const LONG_LINK = 1000; // characters

export class FrontPage {
  readonly record = new LearnerRecord(
    () => this.#restartWithRecord(),
    (events) => {
      showProgress(events);
      this.#showMistakes();
    },
  );
  readonly #host = makeHost((id, message, buffers) =>
    this.#act({ id, message, buffers, seed: Math.random() }),
  );
  readonly #python = new PythonWorker({
    onTraits: ({ kind, id, traits }) => this.#host[kind](id, traits),
    onAnswer: (task, answer) => this.#receive(task, answer),
    onEnd: () => this.#reportEnd(),
  });
  readonly #widget = new ShownWidget();
  readonly #firstMove = new FirstMove((item) => moveUp(item, this.#widget));
  #opened = new OpenedAddress(widgetAddress(), 0, this.record.readable);
  /** Whether Python has the widget of the address. */
  #isReady = false;
  /** The widget that Python has made, until Python has answered the last task that was waiting. */
  #unshown: { readonly id: string; readonly last: Task } | undefined;
  /** The record whose cards were requested last. */
  #cardsRecord = "";
  /** The link whose QR code was drawn last. */
  #drawn = "";
  /** The answers to first edits of the front page's own list. */
  #kept: KeptAnswers | undefined;

  /** The widget on the page: its model sends its actions. */
  get widget(): ShownWidget {
    return this.#widget;
  }

  /** Shows the front page's own list as the build has stored it: Python is not there yet. */
  showFirstList(): void {
    const id = `part-${this.#opened.key}-0`;
    this.#host.open(id, readJson<WidgetTraits>("first"));
    const model = this.#host.settle(id);
    if (model) this.#widget.show(model);
    this.#kept = new KeptAnswers();
    this.#firstMove.prepare();
  }

  /** Makes the record of now that with which Python starts. */
  useRecord(): void {
    this.#opened.startRecord = this.record.readable;
  }

  /** Starts Python, and opens the address in it. */
  start(options = { forgetSnapshot: false }): void {
    const { startRecord: progress } = this.#opened;
    const { lang: language } = document.documentElement;
    this.#isReady = false;
    this.#cardsRecord = "";
    this.record.noteStart(progress);
    this.#python.start({ language, progress, ...options });
    this.#showAddress();
  }

  /** Starts Python again without its snapshot, and repeats all actions of the widget. */
  startAgain(): void {
    this.#opened.noteUnanswered(this.#python.oldestTask);
    this.start({ forgetSnapshot: true });
  }

  /** Opens the address that the URL has now. */
  followUrl(): void {
    followAddress();
    if (namesSection()) return;
    this.#showMistakes();
    this.#firstMove.cancel();
    this.#kept = undefined;
    hideWait();
    scrollTo(0, 0);
    this.#opened = new OpenedAddress(widgetAddress(), this.#opened.key + 1, this.record.readable);
    this.#isReady = false;
    if (!this.#python.isStarted) return;
    // The button to start again is there only while Python does not answer.
    if (byId("again").hidden) this.#showAddress();
    else this.start();
  }

  /** Opens the QR code; an exercise has its minutes in the link. Where there is no link, the page
      shows why. */
  openCode(): void {
    const { isTooLong, linkAddress } = this.#opened;
    if (isTooLong) return;
    const [, minutes] = /\bminutes=(\d+)/.exec(linkAddress) ?? [];
    const title = document.title.replace(/metrics_edu$/, minutes ? `${minutes} min` : "");
    openCode(title.replace(/ · $/, ""), urlOf(linkAddress));
    this.#drawCode();
  }

  /** Copies the link. Where there is no link, the page shows why. */
  async copyLink(): Promise<void> {
    if (!this.#opened.isTooLong) await copyUrl(urlOf(this.#opened.linkAddress));
  }

  #restartWithRecord(): void {
    this.useRecord();
    if (this.#python.isStarted) this.start();
  }

  #reportEnd(): void {
    this.#isReady = false;
    showStage("stopped");
  }

  #showAddress(): void {
    const { address, key } = this.#opened;
    this.#unshown = undefined;
    const request: Request = { show: { address, key, seed: performance.timeOrigin } };
    this.#opened.showNumber = this.#python.send(makeTask(request, "bad_address"));
    showStage("loading");
  }

  /** Sends an action of the widget; it waits until Python has the widget. */
  #act(request: WidgetRequest): void {
    const task = makeTask(request, "cannot_do");
    const preview = previewIn(request.message);
    if (preview) {
      this.#preview(task, request.id, preview);
      return;
    }
    this.#opened.add(task);
    if (this.#isReady) this.#python.send(task);
    else this.#showKept(this.#opened);
  }

  /** Shows what an edit would change: what is kept, else what Python answers. It is not logged. */
  async #preview(task: Task, id: string, preview: Preview): Promise<void> {
    const actions = [...this.#opened.messages, { action: preview.edit }];
    const traits = await this.#kept?.find(actions);
    if (!traits && this.#isReady) this.#python.send(task);
    else this.#host.find(id)?.update(answerTo(preview, traits));
  }

  /** Shows what the last action changes, if it is kept: Python will repeat it and change nothing. */
  async #showKept(opened: OpenedAddress): Promise<void> {
    const traits = await this.#kept?.find(opened.messages);
    if (this.#isReady || opened !== this.#opened) return;
    if (!traits) {
      showWait();
      return;
    }
    this.#widget.model?.update(traits);
    if (traits.state_line !== undefined) this.#noteLink(traits.state_line);
  }

  #receive(task: Task, answer: Answer): void {
    const isShow = "show" in task.request;
    if (isShow && answer.done !== this.#opened.showNumber) return; // another address is open now
    if (isShow) this.#takeWidget(task, answer);
    if (task === this.#unshown?.last) this.#showWidget(this.#unshown.id);
    if ("cards" in task.request) this.#takeCards(task.request.cards, answer.cards);
    else if (answer.failed) {
      this.#reportFailure(task, answer.failed);
      return;
    }
    this.#useResults(task, answer);
    task.isAnswered = true;
    showStage(this.#stage);
  }

  get #stage(): Stage {
    if (!this.#isReady || this.#unshown) return "loading";
    return this.#widget.hasFailed ? "not_loaded" : "ready";
  }

  /** Shows the sentence of Python; that of the QR code's library is in English only. */
  #reportFailure({ request, trouble }: Task, sentence: string): void {
    if ("picture" in request) this.#drawn = "";
    showStage(trouble, "picture" in request ? "" : sentence);
  }

  #useResults({ isAnswered }: Task, { progress, picture, address }: Answer): void {
    if (progress !== undefined) this.record.take(progress, isAnswered);
    if (picture) showPicture(picture);
    if (address !== undefined && this.#isReady && !this.#unshown) this.#noteLink(address);
  }

  /** Takes the widget that Python has made, and repeats its actions. */
  #takeWidget(task: Task, { failed, shown, title, address, note = "" }: Answer): void {
    byId("note").textContent = note;
    if (failed || !shown) {
      this.#widget.close();
      return;
    }
    document.title = isFrontList() ? TITLE : `${title} · metrics_edu`;
    this.#isReady = true;
    this.#opened.link ??= address;
    const { actions } = this.#opened;
    for (const action of actions) this.#python.send(action);
    this.#unshown = { id: shown, last: actions.at(-1) ?? task };
  }

  /** Shows the widget that Python has made. All actions are repeated: the page never shows the
      widget as it was before them. */
  #showWidget(id: string): void {
    this.#unshown = undefined;
    hideWait();
    const model = this.#host.settle(id);
    if (model) this.#widget.show(model);
    if (opensStage()) this.#widget.openStage();
    loadWidgets().catch(() => {}); // so that the next address needs no connection
    this.#drawCode();
    this.#requestCards();
  }

  /** Shows the cards of the learner's mistakes as Python has made them, perhaps at an earlier visit;
      of a record that has changed since, asks for new ones. */
  #showMistakes(): void {
    showCards(this.record.readable);
    this.#requestCards();
  }

  /** Asks for the cards of the record; the widget comes first. */
  #requestCards(): void {
    if (!this.#isReady || this.#unshown) return;
    const record = this.record.readable;
    if (!record || hasCards(record) || record === this.#cardsRecord) return;
    this.#cardsRecord = record;
    this.#python.send(makeTask({ cards: record }, "cannot_do"));
  }

  /** Without cards the page stays as it is. */
  #takeCards(record: string, cards: string | undefined): void {
    if (cards === undefined) return;
    storeCards(cards, record);
    this.#showMistakes();
  }

  /** Draws the QR code of a link once: at the start, and after an edit when it is opened. A long
      one is drawn only when it is opened, since it may be too long. */
  #drawCode(): void {
    const url = urlOf(this.#opened.linkAddress);
    if (!this.#isReady || url === this.#drawn) return;
    if (!isCodeOpen() && url.length > LONG_LINK) return;
    this.#drawn = url;
    showPicture();
    this.#python.send(makeTask({ picture: url }, "too_long"));
  }

  /** Takes the address of the widget as it is now; "" if it is too long for a link. */
  #noteLink(link: string): void {
    const before = this.#opened.link;
    this.#opened.link = link;
    if (!link) {
      closeCode();
      byId("copied").textContent = words.outgrown;
      return;
    }
    if (link === before) return;
    if (this.#firstMove.isAlone(this.#opened.actions.length)) return; // a visitor has done nothing
    replaceAddress(link);
    followAddress();
  }
}
