/* The front page: a part that Python shows from a worker, and round it the cards of the lessons with what the learner has done. */
import { makeHost } from "./host.js";
import { forgetRecord, joinRecords, KEPT } from "./lessons_record.js";
import widget from "./ranked_list.js";

const ROOT = new URL(".", import.meta.url), FRONT = "metrics_edu front", FIRST = "first", PATIENCE = 20_000;
const read = id => JSON.parse(document.getElementById(id).textContent), words = read("words");
const at = id => document.getElementById(id), isPlace = () => at(location.hash.slice(1))?.matches("h2"), address = () => isPlace() ? "" : location.hash.slice(1);
const kept = storage("localStorage"), tab = storage("sessionStorage"), host = makeHost(post), waiting = new Map(), seed = Math.floor(Math.random() * 2 ** 31);
let worker, python, ready, shown, end, number = 0, watch, known;   // `python` is "starting", "there" or "gone"; `ready`: it has the part, too
let begun;   // the part that is shown: its address, the learner's record when it was opened, and since then all its orders and what was noted

/** The browser's storage; in a frame of another site's page, which may have none, one that lasts as long as the page. */
function storage(name) {
  try {
    window[name].getItem(KEPT);
    return window[name];
  } catch {
    const values = {};
    return { getItem: key => values[key] ?? null, setItem(key, value) { values[key] = value; }, removeItem(key) { delete values[key]; } };
  }
}

/* ---- Python */
function startPython(anew = false) {   // anew: not as it is kept from an earlier visit
  worker?.terminate();
  [python, ready, known, watch] = ["starting", false, begun.record + begun.noted, clearTimeout(watch)];
  waiting.clear();
  tell("loading");
  watch = setTimeout(trouble, 6 * PATIENCE, "no_answer");
  worker = new Worker(new URL("worker.js", ROOT), { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = event => { event.preventDefault(); trouble("cannot_start", event.message); };
  worker.postMessage({ start: { language: document.documentElement.lang, progress: begun.record, anew } });
}

/** A part is opened: what is asked of it from now on is kept, so that it can be opened again as it stands. */
const begin = () => { begun = { address: address(), record: kept.getItem(KEPT) ?? "", orders: [], noted: "" }; };

/** Start Python again, and ask for all again that was asked of the part; but not for what it could not answer twice. */
function startAgain() {
  const [unanswered] = waiting.values();
  if (unanswered === begun.unanswered) begun.orders = begun.orders.filter(order => order !== unanswered);
  begun.unanswered = unanswered;
  startPython(true);
}

function openPart() {   // as soon as Python is there
  ready = false;
  tell("loading");
  if (python === "gone") startPython();
  if (python === "there") ask({ show: begun.address, seed });
}

function ask(what) {
  waiting.set(number += 1, what);
  worker.postMessage({ ...what, number });
  watch ??= setTimeout(trouble, PATIENCE, "no_answer");
}

function post(id, message, buffers = []) {   // orders wait for Python
  begun.orders.push({ id, message, buffers });
  if (ready) ask(begun.orders.at(-1));
}

function heard(data) {
  if (data.kind) host[data.kind](data.id, data.traits);
  if (data.loading) tell("loading", data.loading);
  if (data.picture) at("qr").replaceChildren(Object.assign(new Image(), { src: data.picture, alt: words.qr }));
  if (data.progress !== undefined) keep(data.progress);
  if (data.started) { [python, watch] = ["there", clearTimeout(watch)]; openPart(); }
  if (data.failed && data.starting === "python") trouble("cannot_start", data.failed);
  if (!data.done) return;
  python = "there";
  const { picture } = waiting.get(data.done) ?? {};
  waiting.delete(data.done);
  watch = clearTimeout(watch) ?? (waiting.size ? setTimeout(trouble, PATIENCE, "no_answer") : undefined);
  if (!data.failed) at("trouble").hidden = true;
  else if (picture) trouble("too_long");
  else if (data.starting !== "address") trouble("cannot_do", data.failed);
  else if (data.done === number) { closePart(); trouble("bad_address", data.failed); }
  if (data.shown && data.done === number) show(data.shown);   // else another was asked for meanwhile
}

/* ---- The part */
async function show(id) {
  const before = shown?.id, model = await host.get_model(id);
  if (before && !model.get("slides")) shown = host.rename(before, id);   // as it is on the page, with what is typed
  else await render(model);
  ready = true;
  tell();
  for (const order of begun.orders) ask(Object.assign(order, order.id === before ? { id } : {}));
  if (!at("qr").hidden) drawCode();
}

const closePart = () => { end = end?.(); at("part").replaceChildren(); };

async function render(model) {
  closePart();
  const style = Object.assign(document.createElement("style"), { textContent: model.get("_css") }), el = document.createElement("div");
  at("part").append(style, el);
  shown = model;
  end = await widget.render({ model, el });
  model.on("change:state_line", () => model === shown && noteLink());
}

/** The link to what is shown: an Explorer's list as it stands; of another part, what it was opened with. */
function linkHere() {
  const list = /^(explorer|v=|$)/.test(begun.address) && shown?.get("state_line");
  return Object.assign(new URL(location.href), { hash: list || begun.address }).href;
}

function noteLink() {
  history.replaceState(null, "", linkHere());
  if (!document.body.classList.contains("alone")) tab.setItem(FRONT, location.hash);
  at("qr").hidden = true;
  showAddress();
}

/** A part stands alone if its address was opened; the front page's own list, again or in the other language, does not. */
const showAddress = () => {
  document.body.classList.toggle("alone", Boolean(address()) && tab.getItem(FRONT) !== location.hash);
  document.querySelectorAll("[data-language]").forEach(link => { link.hash = location.hash; });
};

/* ---- Words on what goes on */
function tell(key, stage = "") {
  at("status").textContent = key ? words[key] : "";
  at("part").dataset.stage = key ? stage || key : "ready";
  at("trouble").hidden = true;
}

function trouble(key, why = "") {
  tell();
  at("trouble").hidden = false;
  at("again").hidden = ["bad_address", "no_progress_file", "too_long"].includes(key);
  if (["cannot_start", "no_answer"].includes(key)) python = "gone";
  at("trouble").firstElementChild.textContent = `${words[key]} ${why}`;
}

/* ---- What the learner did: a file's text, kept in this browser */
function keep(text) {
  const added = text.slice(known.length);   // what is asked for again is not noted again
  if (added) known = text;
  begun.noted += added;
  kept.setItem(KEPT, (kept.getItem(KEPT) ?? "") + added);   // another tab may have added to it, too
  shareRecord();
}

/** What was done here is there in the lessons, and what was done in them, here. */
async function shareRecord() {
  await joinRecords(kept);
  drawCards();
}

function drawCards() {
  const done = new Set();
  for (const line of (kept.getItem(KEPT) ?? "").split("\n")) {
    try { const { name, what } = JSON.parse(line); if (what === "right") done.add(name); } catch { /* a line that was cut */ }
  }
  for (const card of document.querySelectorAll("[data-lesson]")) {
    const right = [...done].filter(name => name.startsWith(`${card.dataset.lesson}-`)).length, all = Number(card.dataset.exercises);
    card.querySelector("em").textContent = !all ? "" : right ? words.right_of.replace("{right}", right).replace("{all}", all) : words.not_begun;
    card.toggleAttribute("data-done", all > 0 && right >= all);
  }
}

function save() {
  const href = URL.createObjectURL(new Blob([kept.getItem(KEPT) ?? ""], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href, download: "progress.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readBack({ target }) {
  const text = await target.files[0].text();
  target.value = "";
  if (!text.includes(KEPT)) return trouble("no_progress_file");
  if (kept.getItem(KEPT) && !confirm(words.replace)) return;
  await forgetRecord(kept);
  kept.setItem(KEPT, text);
  await shareRecord();
  openAnew();
}

async function forget() {
  if (!confirm(words.really_forget)) return;
  await forgetRecord(kept);
  openAnew();
}

function openAnew() {
  drawCards();
  Object.assign(begun, { record: kept.getItem(KEPT) ?? "", noted: "" });
  startPython();
}

/* ---- Buttons */
async function copyLink() {
  const copied = await navigator.clipboard?.writeText(linkHere()).then(() => words.copied, () => "");
  at("copied").textContent = copied || linkHere();   // by http, or in a frame that may not: to be copied by hand
}

const drawCode = () => { at("qr").replaceChildren(); if (ready) ask({ picture: linkHere() }); };   // if not, it comes with the part

function tryItem({ currentTarget }) {
  const row = [...document.querySelectorAll("#part .me-row")].find(row => row.textContent.includes(currentTarget.dataset.item));
  for (const act of ["click", "focus"]) row?.[act]();
  (row ?? at("part")).scrollIntoView({ block: "center" });
}

for (const [id, act] of Object.entries({ again: startAgain, copy: copyLink, save, forget })) at(id).onclick = act;
for (const button of document.querySelectorAll("[data-item]")) button.onclick = tryItem;
at("code").onclick = () => { if (!(at("qr").hidden = !at("qr").hidden)) drawCode(); };
for (const link of document.querySelectorAll("nav a")) link.onclick = event => { event.preventDefault(); at(link.hash.slice(1)).scrollIntoView(); };
at("read").onchange = readBack;
addEventListener("visibilitychange", () => { if (!document.hidden) shareRecord(); });   // back from a lesson
addEventListener("hashchange", () => {
  showAddress();
  if (isPlace()) return;
  [shown, at("qr").hidden] = [undefined, true];
  begin();
  openPart();
});

showAddress();
await shareRecord();
begin();
navigator.serviceWorker?.register(new URL("sw.js", ROOT), { scope: ROOT.pathname }).catch(() => {});   // a private window or a frame keeps no files
if (!address()) await render(host.open(FIRST, read("first")));
startPython();
