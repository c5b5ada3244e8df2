/* How long a lecture has shown each slide, and times as a clock shows them. Times are in
   milliseconds; both windows have the clock of the same computer. */

export interface Times {
  /** By slide, how long it was shown before it was turned to last. */
  readonly spent: ReadonlyArray<number>;
  /** The slide that is shown. */
  readonly slide: number;
  /** When it was turned to. */
  readonly since: number;
}

export const beginTimes = (slide: number, now: number): Times => ({ spent: [], slide, since: now });

/** How long a slide has been shown. */
export function spentOn({ spent, slide: shown, since }: Times, slide: number, now: number): number {
  const before = spent[slide] ?? 0;
  return slide === shown ? before + Math.max(0, now - since) : before;
}

/** How long the lecture has taken. */
export function spentInAll(times: Times, now: number): number {
  const { length } = times.spent;
  const slides = Array.from({ length: Math.max(length, times.slide + 1) }, (_, k) => k);
  return slides.reduce((sum, slide) => sum + spentOn(times, slide, now), 0);
}

/** The times after another slide was turned to. */
export function turnTo(times: Times, slide: number, now: number): Times {
  if (slide === times.slide) return times;
  const length = Math.max(times.spent.length, times.slide + 1);
  const spent = Array.from({ length }, (_, k) => spentOn(times, k, now));
  return { spent, slide, since: now };
}

/** Minutes and seconds, such as 12:05. */
export function clock(time: number): string {
  const seconds = Math.floor(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is left of a countdown: its last second ends at 0:00. */
export const left = (ends: number, now: number): string =>
  clock(1000 * Math.ceil(Math.max(0, ends - now) / 1000));
