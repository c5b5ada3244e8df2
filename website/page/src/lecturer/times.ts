/* How long a lecture has shown each slide, and times as a clock shows them. Times are in
   milliseconds; both windows have the clock of the same computer. */

export interface Times {
  /** By slide, how long it was shown before it was turned to last. */
  readonly spent: ReadonlyArray<number>;
  /** The slide that is shown. */
  readonly slide: number;
  /** When it was turned to. */
  readonly since: number;
  /** Whether the stage is closed: no time counts. */
  readonly isPaused: boolean;
}

export const beginTimes = (slide: number, now: number): Times => ({
  spent: [],
  slide,
  since: now,
  isPaused: false,
});

/** How long a slide has been shown. */
export function spentOn(times: Times, slide: number, now: number): number {
  const { spent, slide: shown, since, isPaused } = times;
  const before = spent[slide] ?? 0;
  return slide === shown && !isPaused ? before + Math.max(0, now - since) : before;
}

/** How long the lecture has taken. */
export function spentInAll(times: Times, now: number): number {
  return spentBySlide(times, now).reduce((sum, spent) => sum + spent, 0);
}

/** The times after another slide was turned to, or the stage was opened again. */
export function turnTo(times: Times, slide: number, now: number): Times {
  if (slide === times.slide && !times.isPaused) return times;
  return { spent: spentBySlide(times, now), slide, since: now, isPaused: false };
}

/** The times after the stage was closed. */
export const pause = (times: Times, now: number): Times => ({
  ...times,
  spent: spentBySlide(times, now),
  isPaused: true,
});

function spentBySlide(times: Times, now: number): ReadonlyArray<number> {
  const length = Math.max(times.spent.length, times.slide + 1);
  return Array.from({ length }, (_, k) => spentOn(times, k, now));
}

/** Minutes and seconds, such as 12:05. */
export function clock(time: number): string {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is left of a countdown: its last second ends at 0:00. */
export const left = (ends: number, now: number): string =>
  clock(1000 * Math.ceil(Math.max(0, ends - now) / 1000));
