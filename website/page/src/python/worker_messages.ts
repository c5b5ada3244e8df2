/* The messages between the pages and Python's worker. */
import type { Action, Traits } from "../../../../metrics_edu/widgets/src/core/contract";

/** The traits of a widget that Python has sent, with its style sheet. */
export type WidgetTraits = Partial<Traits> & { readonly _css?: string };

/** What a widget sends to Python: an action, or traits that the page has set. */
export type WidgetMessage = { readonly action: Action } | { readonly set: Partial<Traits> };

/** Starts Python. */
export interface StartRequest {
  readonly start: {
    readonly language: string;
    /** The learner's record; "" if there is none. */
    readonly progress: string;
    /** Whether to install Python again, and not to copy the snapshot of an earlier visit. */
    readonly forgetSnapshot: boolean;
  };
}

/** Makes the widget of an address. */
export interface ShowRequest {
  readonly show: {
    readonly address: string;
    /** A number that the ids of the address's widgets get. */
    readonly key: number;
    /** The seed of lists that are drawn: an address that is opened again draws the same lists. */
    readonly seed: number;
  };
}

/** Draws the QR code of a link. */
export interface PictureRequest {
  readonly picture: string;
}

/** Makes the cards of the mistakes that a record names: that of the page, which may be newer than
    Python's. */
export interface CardsRequest {
  readonly cards: string;
}

/** Gives a widget an action, or traits that the page has set. */
export interface WidgetRequest {
  readonly id: string;
  readonly message: WidgetMessage;
  /** The seed of what it draws: a repeated action draws the same. */
  readonly seed: number;
  readonly buffers: ReadonlyArray<ArrayBuffer>;
}

/** Begins a lesson: forgets what its cells have made before. */
export interface LessonRequest {
  readonly lesson: Pick<ShowRequest["show"], "key" | "seed">;
}

/** Runs a cell of the lesson with the names that the cells before it have made. */
export interface CellRequest {
  readonly cell: { readonly id: string; readonly source: string };
}

export type Request =
  | StartRequest
  | ShowRequest
  | LessonRequest
  | CellRequest
  | PictureRequest
  | CardsRequest
  | WidgetRequest;
/** A request with its number, which the answer repeats. */
export type NumberedRequest = Request & { readonly number: number };

/** The worker runs. It holds the lock of this name as long as it lives; "" if it has no lock. */
export interface AliveMessage {
  readonly alive: { readonly lock: string };
}

/** Python is loading: its core, or the packages. */
export interface LoadingMessage {
  readonly loading: "core" | "package";
}

/** A widget was opened, or its traits have changed. */
export interface TraitsMessage {
  readonly kind: "open" | "update";
  readonly id: string;
  readonly traits: WidgetTraits;
}

/** What a cell shows: a text, HTML, a widget by its id, or the sentence of an error. */
export type Output =
  | { readonly text: string }
  | { readonly html: string }
  | { readonly widget: string }
  | { readonly error: string };

/** The results of a request. */
export interface Results {
  /** What a cell shows. */
  readonly outputs?: readonly Output[];
  /** The id of the widget that is shown. */
  readonly shown?: string;
  /** The title of that widget. */
  readonly title?: string;
  /** The sentence about the lists of the link that the widget does not show. */
  readonly note?: string;
  /** The address of the widget as it is now; "" if it is too long for a link. */
  readonly address?: string | undefined;
  /** The learner's record, if it has changed. */
  readonly progress?: string;
  /** The cards of the learner's mistakes (mistake_cards.py). */
  readonly cards?: string;
  /** The picture of a QR code, as a data: address. */
  readonly picture?: string;
}

/** The answer to the request of this number: its results, or the sentence of its failure. */
export interface Answer extends Results {
  readonly done: number;
  readonly failed?: string;
}

export type WorkerMessage = AliveMessage | LoadingMessage | TraitsMessage | Answer;
