/* metrics_edu; built by "npm run build"; sources sha256:a4dc23fbd69b09c5818d7b7d93fef77c5756d3745429101e651b9887d11a3069 */
// website/page/src/front_page/elements.ts
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element with the id "${id}".`);
  return element;
}
function all(selector) {
  return [...document.querySelectorAll(selector)];
}

// website/page/src/lecturer/messages.ts
var KEYS = ["PageDown", "PageUp", "Home", "b"];
var REQUESTS = ["cue", "restart"];
var isText = (value) => typeof value === "string";
var isBoolean = (value) => typeof value === "boolean";
var isAmount = (value) => Number.isFinite(value) && value >= 0;
var isAmong = (values) => (value) => values.includes(value);
var isList = (check) => (value) => Array.isArray(value) && value.every(check);
var has = (checks) => (value) => {
  if (typeof value !== "object" || value === null) return false;
  const fields = value;
  const names = Object.entries(checks);
  const hasNoOther = Object.keys(fields).length === names.length;
  return hasNoOther && names.every(([name, check]) => check(fields[name]));
};
var isCountdown = has({ ends: isAmount, isShown: isBoolean });
var isTimes = has({ spent: isList(isAmount), slide: isAmount, since: isAmount });
var isPlanned = has({ title: isText, notes: isText, minutes: isAmount });
var hasCue = has({
  isOpen: isBoolean,
  slides: isList(isPlanned),
  slide: isAmount,
  step: isAmount,
  steps: isAmount,
  next: (value) => isText(value) || isAmount(value),
  times: isTimes,
  countdown: isCountdown
});
var hasTalk = has({ name: isText, titles: isText, times: isTimes, countdown: isCountdown });
var hasKey = has({ key: isAmong(KEYS) });
var hasCountdown = has({ countdown: isCountdown });
var hasRequest = has({ request: isAmong(REQUESTS) });
var isCue = (value) => hasCue(value);

// website/page/src/lecturer/times.ts
function spentOn({ spent, slide: shown, since }, slide, now) {
  const before = spent[slide] ?? 0;
  return slide === shown ? before + Math.max(0, now - since) : before;
}
function spentInAll(times, now) {
  const { length } = times.spent;
  const slides = Array.from({ length: Math.max(length, times.slide + 1) }, (_, k) => k);
  return slides.reduce((sum, slide) => sum + spentOn(times, slide, now), 0);
}
function clock(time) {
  const seconds = Math.floor(time / 1e3);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
var left = (ends, now) => clock(1e3 * Math.ceil(Math.max(0, ends - now) / 1e3));

// website/page/src/lecturer/lecturer.ts
var MINUTE = 6e4;
var TICK = 250;
var KEYS2 = {
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
  ".": "b"
};
var CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
var PRESSED = "button, [type=checkbox]";
var channel = new BroadcastChannel(location.hash.slice(1) || "none");
var send = (command) => channel.postMessage(command);
var minutes = byId("minutes");
var isShown = byId("shown");
var cue;
function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}
function showOnly(kind, name) {
  for (const element of all(`[data-${kind}]`)) element.hidden = element.dataset[kind] !== name;
}
function nextOf({ next, slide, slides }) {
  if (typeof next === "number") return ["row", String(next)];
  if (document.querySelector(`[data-next="${CSS.escape(next)}"]`)) return [next, ""];
  const title = slides[slide + 1]?.title;
  if (next) return ["sentence", next];
  return title === void 0 ? ["end", ""] : ["slide", title];
}
var planned = (time, plan) => plan ? `${clock(time)} / ${clock(plan * MINUTE)}` : clock(time);
function show(shown) {
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
function listSlides({ slide, slides }) {
  const rows = slides.map(({ title }, k) => {
    const row = document.createElement("li");
    const time = document.createElement("time");
    row.append(title, " ", time);
    row.ariaCurrent = k === slide ? "step" : null;
    return row;
  });
  byId("slides").replaceChildren(...rows);
}
function showTimes() {
  const now = Date.now();
  const { lang } = document.documentElement;
  setText("clock", new Date(now).toLocaleTimeString(lang, CLOCK));
  if (!cue) return;
  const { slides, times, countdown } = cue;
  const all2 = slides.reduce((sum, slide) => sum + slide.minutes, 0);
  setText("all", planned(spentInAll(times, now), all2));
  for (const [k, time] of [...document.querySelectorAll("#slides time")].entries()) {
    time.textContent = planned(spentOn(times, k, now), slides[k]?.minutes ?? 0);
  }
  setText("this", planned(spentOn(times, times.slide, now), slides[times.slide]?.minutes ?? 0));
  const isOver = countdown.ends > 0 && countdown.ends <= now;
  setText("left", countdown.ends ? left(countdown.ends, now) : "");
  byId("over").hidden = !isOver;
}
function startCountdown(event) {
  event.preventDefault();
  const ends = Date.now() + Number(minutes.value) * MINUTE;
  send({ countdown: { ends, isShown: isShown.checked } });
  minutes.blur();
}
function onKey(event) {
  const { key, shiftKey, target } = event;
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  const sent = key === " " && shiftKey ? "PageUp" : KEYS2[key];
  if (isModified || !sent || isForElement(target, key)) return;
  event.preventDefault();
  send({ key: sent });
}
function isForElement(element, key) {
  if (key.startsWith("Page")) return false;
  const isPress = key === " " || key === "Enter";
  return element === minutes || isPress && element.matches(PRESSED);
}
function onClick({ detail, target }) {
  const button = target.closest(PRESSED);
  if (detail) button?.blur();
}
var PRESSES = {
  back: () => send({ key: "PageUp" }),
  next: () => send({ key: "PageDown" }),
  restart: () => send({ request: "restart" }),
  stop: () => send({ countdown: { ends: 0, isShown: isShown.checked } })
};
for (const [id, press] of Object.entries(PRESSES)) byId(id).onclick = press;
byId("countdown").onsubmit = startCountdown;
isShown.onchange = () => send({ countdown: { ends: cue?.countdown.ends ?? 0, isShown: isShown.checked } });
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
