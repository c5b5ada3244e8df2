/* The window of the lecturer: what the stage shows, the notes, the next step, the times and a
   countdown. Its address names the channel of its stage. */
import { all, byId } from "../front_page/elements";
import { type Command, type Cue, isCue } from "./messages";
import { clock, left, spentInAll, spentOn } from "./times";

const MINUTE = 60_000; // milliseconds
const TICK = 250;
/** The keys of the stage, and what a presenter's clicker sends. */
const KEYS: Readonly<Record<string, string>> = {
  PageDown: "PageDown",
  ArrowRight: "PageDown",
  " ": "PageDown",
  Enter: "PageDown",
  PageUp: "PageUp",
  ArrowLeft: "PageUp",
  Backspace: "PageUp",
  Home: "Home",
  b: "b",
  B: "b",
  ".": "b",
};
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const PRESSED = "button, [type=checkbox]";

const channel = new BroadcastChannel(location.hash.slice(1) || "none");
const send = (command: Command): void => channel.postMessage(command);
const minutes = byId<HTMLInputElement>("minutes");
const isShown = byId<HTMLInputElement>("shown");
let cue: Cue | undefined;

function setText(id: string, text: string): void {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the elements of one name and hides those of the others. */
function showOnly(kind: "state" | "next", name: string): void {
  for (const element of all(`[data-${kind}]`)) element.hidden = element.dataset[kind] !== name;
}

/** What the next step shows: its name, and its row, its sentence or the title of the next slide. */
function nextOf({ next, slide, slides }: Cue): readonly [string, string] {
  if (typeof next === "number") return ["row", String(next)];
  if (document.querySelector(`[data-next="${CSS.escape(next)}"]`)) return [next, ""];
  const title = slides[slide + 1]?.title;
  if (next) return ["sentence", next];
  return title === undefined ? ["end", ""] : ["slide", title];
}

/** The time of a slide or of all, beside what is planned. */
const planned = (time: number, plan: number): string =>
  plan ? `${clock(time)} / ${clock(plan * MINUTE)}` : clock(time);

function show(shown: Cue): void {
  const { slide, slides, step, steps, countdown } = shown;
  const [name, text] = nextOf(shown);
  const { title = "", notes = "" } = slides[slide] ?? {};
  showOnly("state", shown.isOpen ? "open" : "closed");
  showOnly("next", name);
  setText("next_text", text);
  setText("title", title);
  setText("notes", notes);
  setText("slide", `${slide + 1} / ${slides.length}`);
  setText("step", `${step + 1} / ${steps}`);
  isShown.checked = countdown.isShown;
  listSlides(shown);
  showTimes();
}

function listSlides({ slide, slides }: Cue): void {
  const rows = slides.map(({ title }, k) => {
    const row = document.createElement("li");
    const time = document.createElement("time");
    row.append(title, " ", time);
    row.ariaCurrent = k === slide ? "step" : null;
    return row;
  });
  byId("slides").replaceChildren(...rows);
}

/** Shows the clock, the times and what is left of the countdown. */
function showTimes(): void {
  const now = Date.now();
  const { lang } = document.documentElement;
  setText("clock", new Date(now).toLocaleTimeString(lang, CLOCK));
  if (!cue) return;
  const { slides, times, countdown } = cue;
  const all = slides.reduce((sum, slide) => sum + slide.minutes, 0);
  setText("all", planned(spentInAll(times, now), all));
  for (const [k, time] of [...document.querySelectorAll("#slides time")].entries()) {
    time.textContent = planned(spentOn(times, k, now), slides[k]?.minutes ?? 0);
  }
  setText("this", planned(spentOn(times, times.slide, now), slides[times.slide]?.minutes ?? 0));
  const isOver = countdown.ends > 0 && countdown.ends <= now;
  setText("left", countdown.ends ? left(countdown.ends, now) : "");
  byId("over").hidden = !isOver;
}

function startCountdown(event: Event): void {
  event.preventDefault();
  const ends = Date.now() + Number(minutes.value) * MINUTE;
  send({ countdown: { ends, isShown: isShown.checked } });
  minutes.blur(); // the keys are those of the stage again
}

function onKey(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  const sent = key === " " && shiftKey ? "PageUp" : KEYS[key];
  if (isModified || !sent || isForElement(target as Element, key)) return;
  event.preventDefault();
  send({ key: sent });
}

/** A field and a button take their own keys; page keys always step. */
function isForElement(element: Element, key: string): boolean {
  if (key.startsWith("Page")) return false;
  const isPress = key === " " || key === "Enter";
  return element === minutes || (isPress && element.matches(PRESSED));
}

/** After a click the keys are those of the stage again. A click by keyboard has no detail. */
function onClick({ detail, target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>(PRESSED);
  if (detail) button?.blur();
}

const PRESSES: Readonly<Record<string, () => void>> = {
  back: () => send({ key: "PageUp" }),
  next: () => send({ key: "PageDown" }),
  restart: () => send({ request: "restart" }),
  stop: () => send({ countdown: { ends: 0, isShown: isShown.checked } }),
};

for (const [id, press] of Object.entries(PRESSES)) byId(id).onclick = press;
byId("countdown").onsubmit = startCountdown;
isShown.onchange = () =>
  send({ countdown: { ends: cue?.countdown.ends ?? 0, isShown: isShown.checked } });
channel.onmessage = ({ data }) => {
  if (!isCue(data)) return;
  cue = data;
  show(data);
};
document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
setInterval(showTimes, TICK);
showTimes();
send({ request: "cue" });
