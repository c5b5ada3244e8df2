/* The stage's side of the window of the lecturer: it opens the window, sends it what the stage
   shows, does what it asks for, and shows the countdown. The stage itself knows nothing of it. */
import { type Command, type Cue, isCommand, isTalk, type Talk } from "./messages";
import { beginTimes, left, pause, turnTo } from "./times";

/** What the stage reports of itself (metrics_edu/widgets/src/lecture/stage.ts). */
interface Report {
  readonly slides: ReadonlyArray<{
    readonly title: string;
    readonly about?: string;
    readonly notes?: string;
    readonly minutes?: number;
  }>;
  readonly slide: number;
  readonly step: number;
  readonly steps: number;
  readonly next?: string | number;
}

export interface StageWords {
  /** The name of the button. */
  readonly lecturer: string;
  readonly pop_up: string;
  readonly time_up: string;
}

const STORED = "metrics_edu talk";
const SIZE = "popup,width=900,height=720";
const TICK = 250; // milliseconds
const TYPED_IN = "input, textarea, select, [contenteditable]";
const NO_COUNTDOWN = { ends: 0, isShown: true };

/** Returns the talk that this tab gave before it was loaded again. A copy of a tab has what the tab
    has stored, and is another stage. */
function storedTalk(): Talk | undefined {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "reload") return undefined;
  try {
    const talk: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "");
    return isTalk(talk) ? talk : undefined;
  } catch {
    return undefined; // there is none, or no storage
  }
}

const newTalk = (): Talk => ({
  name: Math.random().toString(36).slice(2), // crypto.randomUUID is there only under https
  titles: "",
  times: beginTimes(0, Date.now()),
  countdown: NO_COUNTDOWN,
});

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const plannedSlide = ({
  title,
  about = "",
  notes = "",
  minutes = 0,
}: Report["slides"][number]) => ({
  title: title || about || document.title,
  notes,
  minutes,
});

class StageLink {
  #talk = storedTalk() ?? newTalk();
  readonly #channel = new BroadcastChannel(this.#talk.name);
  readonly #button = document.createElement("button");
  readonly #timer = document.createElement("span");
  readonly #said = document.createElement("span");
  #dialog: HTMLElement | undefined;
  /** The browser has not opened the window. */
  #isBlocked = false;
  #cue: Omit<Cue, "isOpen" | "times" | "countdown"> | undefined;

  constructor(
    private readonly words: StageWords,
    private readonly address: string,
  ) {
    this.#makeElements();
    this.#channel.onmessage = ({ data }) => isCommand(data) && this.#obey(data);
    document.addEventListener("metrics-edu-stage", (event) => this.#take(event as CustomEvent));
    document.addEventListener("keydown", this.#onKey, true);
    addEventListener("pagehide", () => this.#leave());
    setInterval(() => this.#showTimer(), TICK);
  }

  #makeElements(): void {
    const name = this.words.lecturer;
    Object.assign(this.#button, { type: "button", className: "me-btn", textContent: "◫" });
    Object.assign(this.#button, { ariaLabel: name, title: `${name} (L)` });
    this.#button.onclick = this.#open;
    this.#timer.className = "me-lec-timer";
    this.#timer.role = "timer";
    this.#said.role = "status";
  }

  /** Takes what a stage reports. */
  #take({ target, detail }: CustomEvent<Report>): void {
    const { slides, slide, step, steps, next = "" } = detail;
    this.#isBlocked = false;
    this.#cue = { slides: slides.map(plannedSlide), slide, step, steps, next };
    this.#enter(target as HTMLElement);
    const titles = JSON.stringify(this.#cue.slides.map(({ title }) => title));
    const isSame = titles === this.#talk.titles;
    const times = isSame ? this.#talk.times : beginTimes(slide, Date.now());
    this.#note({ titles, times: turnTo(times, slide, Date.now()) });
  }

  #enter(dialog: HTMLElement): void {
    if (dialog === this.#dialog) return;
    this.#dialog = dialog;
    dialog.addEventListener("close", () => this.#leave());
    dialog.querySelector(".me-lec-count")?.after(this.#timer, this.#said);
    dialog.querySelector(".me-lec-bar")?.append(this.#button);
    this.#showTimer();
  }

  #leave(): void {
    if (!this.#dialog) return;
    this.#dialog = undefined;
    this.#note({ times: pause(this.#talk.times, Date.now()) });
  }

  /** Keeps what changes, and sends all. */
  #note(changed: Partial<Talk>): void {
    this.#talk = { ...this.#talk, ...changed };
    try {
      sessionStorage.setItem(STORED, JSON.stringify(this.#talk));
    } catch {
      // without storage a reload begins the times anew, in another window
    }
    this.#post();
  }

  #post(): void {
    if (!this.#cue) return;
    const { times, countdown } = this.#talk;
    const cue: Cue = { ...this.#cue, isOpen: this.#dialog !== undefined, times, countdown };
    this.#channel.postMessage(cue);
  }

  #obey(command: Command): void {
    if ("key" in command) {
      const options = { key: command.key, bubbles: true, composed: true, cancelable: true };
      this.#dialog?.dispatchEvent(new KeyboardEvent("keydown", options));
      return;
    }
    if ("countdown" in command) {
      this.#note(command);
      this.#showTimer();
    } else if (command.request === "restart") {
      const { slide, isPaused } = this.#talk.times;
      this.#note({ times: { ...beginTimes(slide, Date.now()), isPaused } });
    } else this.#post();
  }

  /** Shows what is left of the countdown. Only its end is announced. */
  #showTimer(): void {
    const { ends, isShown } = this.#talk.countdown;
    const now = Date.now();
    const isCounting = isShown && ends > 0;
    const end = isCounting && ends <= now ? this.words.time_up : "";
    setText(this.#timer, isCounting && !end ? left(ends, now) : "");
    setText(this.#said, this.#isBlocked ? this.words.pop_up : end);
    this.#said.className = this.#isBlocked ? "me-lec-said" : "me-lec-timer";
  }

  readonly #open = (): void => {
    const { name } = this.#talk;
    const opened = open(`${this.address}#${name}`, name, SIZE);
    this.#isBlocked = !opened;
    this.#showTimer();
    opened?.focus();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const [target] = event.composedPath() as Element[];
    const isModified = event.altKey || event.ctrlKey || event.metaKey;
    if (!this.#dialog || isModified || event.key.toLowerCase() !== "l") return;
    if (target?.matches(TYPED_IN)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#open();
  };
}

/** Lets a stage on this page have a window of the lecturer, whose page is at an address. A page in
    a frame shares no channel with a window, and an old browser has none: the stage is as it was. */
export function linkStage(words: StageWords, address: string): void {
  if (self === top && "BroadcastChannel" in self) new StageLink(words, address);
}
