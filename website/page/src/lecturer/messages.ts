/* What the stage and the window of the lecturer send each other over a BroadcastChannel. A message
   of any other shape is ignored. */
import type { Times } from "./times";

export interface PlannedSlide {
  readonly title: string;
  readonly notes: string;
  /** 0: the lecture plans none. */
  readonly minutes: number;
}

export interface Countdown {
  /** When it ends, in milliseconds; 0: there is none. */
  readonly ends: number;
  /** Whether the stage shows it. */
  readonly isShown: boolean;
}

/** What the stage sends. */
export interface Cue {
  readonly isOpen: boolean;
  readonly slides: ReadonlyArray<PlannedSlide>;
  readonly slide: number;
  readonly step: number;
  readonly steps: number;
  /** The name of the next step, its row or its sentence; "" after the last one. */
  readonly next: string | number;
  readonly times: Times;
  readonly countdown: Countdown;
}

/** What the window sends: a key of the stage, a countdown, or a request. */
export type Command =
  | { readonly key: string }
  | { readonly countdown: Countdown }
  | { readonly request: string };

const KEYS = ["PageDown", "PageUp", "Home", "b"];
const REQUESTS = ["cue", "restart"];

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isAmount: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const isAmong =
  (values: ReadonlyArray<unknown>): Check =>
  (value) =>
    values.includes(value);
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** Returns the check of an object with these fields and no other. */
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (typeof value !== "object" || value === null) return false;
    const fields = value as Readonly<Record<string, unknown>>;
    const names = Object.entries(checks);
    const hasNoOther = Object.keys(fields).length === names.length;
    return hasNoOther && names.every(([name, check]) => check(fields[name]));
  };

const isCountdown = has({ ends: isAmount, isShown: isBoolean });
const isTimes = has({
  spent: isList(isAmount),
  slide: isAmount,
  since: isAmount,
  isPaused: isBoolean,
});
const isPlanned = has({ title: isText, notes: isText, minutes: isAmount });
const hasCue = has({
  isOpen: isBoolean,
  slides: isList(isPlanned),
  slide: isAmount,
  step: isAmount,
  steps: isAmount,
  next: (value) => isText(value) || isAmount(value),
  times: isTimes,
  countdown: isCountdown,
});
const hasTalk = has({ name: isText, titles: isText, times: isTimes, countdown: isCountdown });
const hasKey = has({ key: isAmong(KEYS) });
const hasCountdown = has({ countdown: isCountdown });
const hasRequest = has({ request: isAmong(REQUESTS) });

/** What the stage keeps when its page is loaded again. */
export interface Talk {
  /** The name of the channel. */
  readonly name: string;
  /** The titles of the slides: another lecture begins its times anew. */
  readonly titles: string;
  readonly times: Times;
  readonly countdown: Countdown;
}

export const isCue = (value: unknown): value is Cue => hasCue(value);
export const isTalk = (value: unknown): value is Talk => hasTalk(value);
export const isCommand = (value: unknown): value is Command =>
  [hasKey, hasCountdown, hasRequest].some((check) => check(value));
