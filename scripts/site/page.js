/* The front page: a part that Python shows from a worker, and round it the cards of the lessons with what the learner has done. */
import { makeHost } from "./host.js";
import { forgetLessons, lessonsRecord } from "./lessons_record.js";
import widget from "./ranked_list.js";

const ROOT = new URL(".", import.meta.url), KEPT = "metrics_edu progress", TAKEN = "metrics_edu progress of the lessons", FIRST = "first", PATIENCE = 20_000;
const read = id => JSON.parse(document.getElementById(id).textContent), words = read("words");
const at = id => document.getElementById(id), address = () => decodeURIComponent(location.hash.slice(1));
const kept = storage(), host = makeHost(post), waiting = new Map(), seed = Math.floor(Math.random() * 2 ** 31);
let worker, ready, shown, end, number = 0, watch, known;
let begun;   // the part that is shown: its address, the learner's record when it was opened, and all its orders since

/** The browser's storage; in a frame of another site's page, which may have none, one that lasts as long as the page. */
function storage() {
  try {
    localStorage.getItem(KEPT);
    return localStorage;
  } catch {
    const values = {};
    return { getItem: key => values[key] ?? null, setItem(key, value) { values[key] = value; }, removeItem(key) { delete values[key]; } };
  }
}

/** Files are kept for later visits, where the window allows it. */
async function keepFiles() {
  try { await navigator.serviceWorker.register(new URL("sw.js", ROOT), { scope: ROOT.pathname }); } catch { /* a private window, or a frame */ }
}

/* ---- Python */
function startPython() {
  worker?.terminate();
  [ready, known] = [false, begun.record];
  waiting.clear();
  tell("loading");
  at("trouble").hidden = true;
  worker = new Worker(new URL("worker.js", ROOT), { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = event => { event.preventDefault(); trouble(words.cannot_start, event.message ?? ""); };
  worker.postMessage({ start: { language: document.documentElement.lang, progress: known }, show: begun.address, seed });
}

/** A part is opened: what is asked of it from now on is kept, so that it can be opened again as it stands. */
const begin = () => { begun = { address: address(), record: kept.getItem(KEPT) ?? "", orders: [] }; };

/** Start Python again, and ask for all again that was asked of the part; but not for what it could not answer twice. */
function startAgain() {
  if (begun.again && begun.again === waiting.size) begun.orders.pop();
  startPython();
  begun.again = begun.orders.length;
}

/** Orders wait for Python. */
function post(id, message, buffers = []) {
  const order = { id, message, buffers };
  begun.orders.push(order);
  if (ready) deliver(order);
}

function deliver(order) {
  number += 1;
  waiting.set(number, order);
  worker.postMessage({ ...order, number });
  watch ??= setTimeout(() => trouble(words.no_answer), PATIENCE);
}

function heard(data) {
  if (data.kind) host[data.kind](data.id, data.traits);
  if (data.loading) tell("loading", data.loading);
  if (data.shown) show(data.shown);
  if (data.picture) at("qr").replaceChildren(Object.assign(new Image(), { src: data.picture, alt: words.qr }));
  if (data.progress !== undefined) keep(data.progress);
  if (data.failed) trouble(data.starting === "address" ? words.bad_address : words.cannot_start, data.failed);
  if (!data.done) return;
  waiting.delete(data.done);
  clearTimeout(watch);
  watch = waiting.size ? setTimeout(() => trouble(words.no_answer), PATIENCE) : undefined;
  if (!data.failed) at("trouble").hidden = true;
}

/* ---- The part */
async function show(id) {
  const before = shown?.id, model = await host.get_model(id);
  if (before && !model.get("slides")) shown = host.rename(before, id);   // as it is on the page, with what is typed
  else await render(model);
  ready = true;
  tell();
  for (const order of begun.orders) deliver(Object.assign(order, order.id === before ? { id } : {}));
}

async function render(model) {
  end?.();
  const style = document.createElement("style"), el = document.createElement("div");
  style.textContent = model.get("_css");
  at("part").replaceChildren(style, el);
  shown = model;
  end = await widget.render({ model, el });
  model.on("change:state_line", () => history.replaceState(null, "", `#${model.get("state_line")}`));
}

const showAddress = () => {
  document.body.classList.toggle("alone", Boolean(address()));
  document.querySelectorAll("[data-language]").forEach(link => { link.hash = location.hash; });
};

/* ---- Words on what goes on */
function tell(key, stage = "") {
  at("status").textContent = key ? words[key] : "";
  at("part").dataset.stage = key ? stage || key : "ready";
}

function trouble(sentence, why = "") {
  at("trouble").hidden = false;
  at("trouble").firstElementChild.textContent = why ? `${sentence} ${why}` : sentence;
  tell();
}

/* ---- What the learner did: a file's text, kept in this browser */
function keep(text) {
  if (text.length <= known.length) return;   // what is asked for again is not noted again
  const added = text.slice(known.length);
  known = text;
  kept.setItem(KEPT, (kept.getItem(KEPT) ?? "") + added);   // another tab may have added to it, too
  drawCards();
}

/** What was added in the lessons since it was last looked at is kept with the rest. */
async function takeLessons() {
  const text = await lessonsRecord(), taken = Number(kept.getItem(TAKEN));
  kept.setItem(KEPT, (kept.getItem(KEPT) ?? "") + text.slice(taken <= text.length ? taken : 0));
  kept.setItem(TAKEN, text.length);
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
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([kept.getItem(KEPT) ?? ""], { type: "application/json" }));
  link.download = "progress.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readBack({ target }) {
  const text = await target.files[0].text();
  target.value = "";
  if (!text.includes(KEPT)) return trouble(words.no_progress_file);
  if (kept.getItem(KEPT) && !confirm(words.replace)) return;
  kept.setItem(KEPT, text);
  openAnew();
}

async function forget() {
  if (!confirm(words.really_forget)) return;
  await forgetLessons();
  for (const name of [KEPT, TAKEN]) kept.removeItem(name);
  openAnew();
}

function openAnew() {
  drawCards();
  begun.record = kept.getItem(KEPT) ?? "";
  startPython();
}

/* ---- Buttons */
async function copyLink() {
  await navigator.clipboard.writeText(linkHere());
  at("copied").textContent = words.copied;
}

const linkHere = () => Object.assign(new URL(location.href), { hash: shown?.get("state_line") || address() }).href;

function drawCode() {
  at("qr").hidden = !at("qr").hidden;
  if (!at("qr").hidden && ready) worker.postMessage({ picture: linkHere() });
}

function tryItem({ currentTarget }) {
  const row = [...document.querySelectorAll("#part .me-row")].find(row => row.textContent.includes(currentTarget.dataset.item));
  row?.click();
  row?.focus();
  at("part").scrollIntoView({ block: "start" });
}

for (const [id, act] of Object.entries({ again: startAgain, copy: copyLink, code: drawCode, save, forget })) at(id).onclick = act;
for (const button of document.querySelectorAll("[data-item]")) button.onclick = tryItem;
at("read").onchange = readBack;
addEventListener("pageshow", ({ persisted }) => { if (persisted) takeLessons(); });
addEventListener("hashchange", () => {
  showAddress();
  shown = undefined;
  begin();
  if (ready) { ready = false; tell("loading"); worker.postMessage({ show: begun.address, seed }); } else startPython();
});

showAddress();
await takeLessons();
begin();
void keepFiles();
if (!address()) await render(host.open(FIRST, read("first")));
startPython();
