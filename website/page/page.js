/* The front page: a part that Python shows from a worker, and round it the cards of the lessons with what the learner has done. */
import { makeHost } from "./host.js";
import "./kept_by_hash.js";
import { openRecord } from "./page_record.js";
import widget from "./widgets.js";
import { isRecord, KEPT } from "./record_lines.js";
import { drawCards, drawRecord } from "./record_view.js";

const ROOT = new URL(".", import.meta.url), PATIENCE = 20_000, PATIENCE_AT_START = 120_000, FIRST_WORD = 3_000;
const at = id => document.getElementById(id), all = selector => [...document.querySelectorAll(selector)], read = id => JSON.parse(at(id).textContent);
const WITH_CODE = ["loading", "core", "package", "ready"];   // the stages in which a QR code is there, or comes
const TITLE = document.title, words = read("words"), record = openRecord(), host = makeHost(post), waiting = new Map();
let worker, alive, ready, shown, end, number = 0, watch, known;   // `ready`: Python has the part that is asked for
let begun;   // this part: its address, its link, the learner's record when it was opened, and all its actions since then

/** What goes on: index.html has what is said and what can be done in each stage. */
function tell(stage, why = "") {
  at("part").dataset.stage = stage;
  for (const node of all("[data-when]")) node.hidden = !node.dataset.when.split(" ").includes(stage);
  at("why").textContent = why;
  at("code").disabled = !WITH_CODE.includes(stage);
  if (at("code").disabled) at("qr").close();   // over the page, it would hide what is said
}

/* ---- Python */
function startPython(anew = false) {   // anew: not as it is kept from an earlier visit
  worker?.terminate();
  [alive, ready, known] = [undefined, false, begun.record];
  waiting.clear();
  worker = new Worker(new URL("worker.js", ROOT), { type: "module", name: `metrics_edu ${performance.timeOrigin} ${Math.random()}` });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = event => { event.preventDefault(); cannotStart(event.message); };
  watchFor("not_begun", FIRST_WORD);
  ask({ start: { language: document.documentElement.lang, progress: begun.record, anew } });
  openPart();
}

/** Say so if nothing is heard for so many milliseconds. */
function watchFor(stage, patience) {
  clearTimeout(watch);
  watch = setTimeout(tell, patience, stage);
}

function endWatch() { watch = clearTimeout(watch); }

/** Nothing is answered any more. */
function cannotStart(why) {
  endWatch();
  waiting.clear();
  alive = worker.terminate();   // else what it still loads would say that Python is starting
  tell("cannot_start", why);
}

/** Start Python again, and ask for all again that was asked of the part; but not for what it could not answer twice. */
function startAgain() {
  const [unanswered] = waiting.values();
  if (unanswered === begun.unanswered) begun.actions = begun.actions.filter(action => action !== unanswered);
  begun.unanswered = unanswered;
  startPython(true);
}

/** A part is asked for: what is asked of it from now on is kept, so that it can be opened again as it stands. */
function begin() {
  begun = { address: address(), key: begun ? begun.key + 1 : 0, record: record.readable, actions: [] };
  ready = false;
}

function openPart() {
  begun.asked = ask({ show: { address: begun.address, key: begun.key, seed: performance.timeOrigin }, trouble: "bad_address" });
  tell("loading");
}

function ask(what) {
  waiting.set(number += 1, what);
  worker.postMessage({ ...what, number });
  if (!watch) watchFor("no_answer", PATIENCE);
  return number;
}

function post(id, message, buffers) {   // actions wait for Python
  begun.actions.push({ id, message, buffers, trouble: "cannot_do" });
  if (ready) ask(begun.actions.at(-1));
}

function heard(data) {
  if (data.kind) host[data.kind](data.id, data.traits);
  if (data.loading) tell(data.loading);
  if (data.alive) pythonHasBegun(data.alive);
  const what = waiting.get(data.done);
  if (!waiting.delete(data.done)) return;
  if (what.start && data.failed) return cannotStart(data.failed);
  endWatch();
  if (waiting.size) watchFor("no_answer", PATIENCE);
  if (what.show && data.done !== begun.asked) return;   // another was asked for meanwhile
  if (what.show) data.failed ? closePart() : show(data);
  if (data.failed) return tell(what.trouble, what.picture ? "" : data.failed);   // the QR library speaks English alone
  if (data.progress !== undefined) keep(data.progress, what.answered);
  if (data.picture) at("picture").replaceChildren(Object.assign(new Image(), { src: data.picture, alt: words.qr }));
  if (data.address !== undefined && ready) noteLink(data.address);
  what.answered = true;
  tell(ready && !(what.show && waiting.size) ? "ready" : "loading");   // what is asked for again is there, too
}

/** The first message. The worker holds a lock as long as it lives: who waits for it hears of its end at once. */
function pythonHasBegun({ lock }) {
  alive = lock;
  watchFor("no_answer", PATIENCE_AT_START);
  tell("loading");
  if (lock) navigator.locks.request(lock, () => {
    if (lock !== alive) return;
    ready = false;
    endWatch();
    tell("stopped");
  });
}

/* ---- The part */
function show({ shown: id, title }) {
  document.title = isFront() ? TITLE : `${title} · metrics_edu`;
  const model = host.settle(id);
  if (model !== shown) render(model);   // else Python was started again, and it stays as it is on the page, with what is typed
  ready = true;
  for (const action of begun.actions) ask(action);
  drawCode();
}

function render(model) {
  closePart();
  const style = new CSSStyleSheet(), el = document.createElement("div");
  style.replaceSync(model.get("_css"));
  document.adoptedStyleSheets = [style];   // the page's policy forbids an element <style>
  at("part").append(el);
  [shown, end] = [model, widget.render({ model, el })];
}

function closePart() {
  shown = end = end?.();
  at("part").replaceChildren();
  document.adoptedStyleSheets = [];
}

/* ---- Its address stands after the "#", where places of the page stand, too; that of the front page's own list begins with "front". */
const address = () => at(location.hash.slice(1)) ? "" : location.hash.slice(1), isFront = () => /^(front&|$)/.test(address());
function linkHere() {
  const link = new URL(`#${begun.link ?? begun.address}`, location);
  link.searchParams.delete("language");   // who opens it has a language of their own
  return link.href;
}

/** Python has reported the address of the part as it is now: empty, if it is too long for a link. */
function noteLink(link) {
  const isNew = begun.link !== undefined && link !== begun.link;
  begun.link = link;
  if (!link) {
    at("qr").close();
    at("copied").textContent = words.outgrown;
    return;
  }
  if (!isNew) return;
  history.replaceState(null, "", `#${isFront() ? "front&" : ""}${link}`);
  showAddress();
}

function showAddress() {
  document.body.classList.toggle("alone", !isFront());
  for (const link of all("[data-language]")) link.hash = location.hash;
  at("qr").close();
  at("copied").textContent = "";
}

/** Show the QR code over the whole window; if Python has no part yet, the code comes with the part. */
function openCode() {
  if (!hasLink()) return;   // the page shows why
  at("qr").showModal();
  drawCode();
}

function drawCode() {
  at("picture").replaceChildren();
  if (at("qr").open && ready) ask({ picture: linkHere(), trouble: "too_long" });
}

const hasLink = () => begun.link !== "";

async function copyLink() {
  if (!hasLink()) return;   // the page shows why
  const copied = await navigator.clipboard?.writeText(linkHere()).then(() => words.copied, () => "");
  at("copied").textContent = copied || linkHere();   // by http, or in a frame that may not: to be copied by hand
}

/* ---- What the learner did: a file's text, kept in this browser */
function keep(text, again) {
  const [head] = text.split("\n", 1), added = text.slice((known || head).length);   // Python writes the head with the first line
  known = text;
  if (again) return;   // what is asked for again is not noted again
  record.add(added, head);   // another tab may have added to it, too
  shareRecord();
}

async function shareRecord() {
  await record.share();
  showRecord();
}

function showRecord() {
  drawCards(record, words);
  drawRecord(record, words, refused);
}

const MOST_BYTES = 16_000_000;   // more than any browser keeps for a page
let refused = "";   // why the record was not replaced or deleted when it was last to be

async function readBack({ target }) {
  const [file] = target.files, isTooLarge = file.size > MOST_BYTES, text = isTooLarge ? "" : await file.text().catch(() => "");
  target.value = "";
  refused = isTooLarge ? "too_large" : !text ? "unreadable_file" : !isRecord(text) ? "no_progress_file" : "";
  if (!refused && (!record.text || confirm(words.replace))) return putInItsPlace(text);
  showRecord();
}

async function putInItsPlace(text) {
  refused = await record.replace(text);
  if (refused) return showRecord();
  await shareRecord();
  openAnew();
}

async function forget() {
  if (!confirm(words.really_forget)) return;
  refused = await record.forget();
  refused ? showRecord() : openAnew();
}

function forgetDamaged() {
  if (!confirm(words.really_forget_damaged)) return;
  record.forgetDamaged();
  showRecord();
}

function openAnew() {
  showRecord();
  begun.record = record.readable;
  if (worker) startPython();
}

/* ---- The page */
/** Make the move that the page speaks of, on the item where it is now; it waits for Python, as every action does. */
function tryItem({ currentTarget }) {
  const { item, do: move } = currentTarget.dataset, row = all("#part .me-row").find(row => row.textContent.includes(item));
  if (row) {
    for (const act of ["click", "focus"]) row[act]();
    shown.send({ do: move, id: row.dataset.id, chosen: row.dataset.id, ...(move === "move" && { by: -1 }) });
  }
  at("part").scrollIntoView({ block: "start" });
}

/** In the page of a course, report how high this page is, so that its frame can be as high and nothing scrolls in it. */
function reportHeight() {
  if (self === top) return;
  const { height } = document.documentElement.getBoundingClientRect();
  parent.postMessage({ subject: "lti.frameResize", height: Math.ceil(height) }, "*");   // as Canvas, and others, understand it
}

/** Whether an earlier visit has kept Python: the service worker keeps its files by their hashes. */
async function isKept() {
  const files = await (await fetch(new URL("pyodide/files.json", ROOT))).json();
  return self.keptByHash(files["pyodide.asm.wasm"].integrity);
}

for (const [id, act] of Object.entries({ again: startAgain, close: () => at("qr").close(), code: openCode, copy: copyLink, forget, forget_damaged: forgetDamaged, load: () => startPython() })) at(id).onclick = act;
for (const button of all("[data-item]")) button.onclick = tryItem;
for (const link of all("nav a")) link.onclick = event => { event.preventDefault(); at(link.hash.slice(1)).scrollIntoView(); };
new ResizeObserver(reportHeight).observe(document.documentElement);
at("read").onchange = readBack;
addEventListener("visibilitychange", () => { if (!document.hidden) shareRecord(); });   // back from a lesson
addEventListener("storage", ({ key, oldValue, newValue }) => {   // another tab has added to it, or has deleted or replaced it
  if (key !== KEPT && key !== null) return;   // null: all of this site's
  record.wasReplaced(oldValue, newValue) ? openAnew() : showRecord();
});
addEventListener("hashchange", () => {
  showAddress();
  if (at(location.hash.slice(1))) return;
  scrollTo(0, 0);
  begin();
  if (worker) at("again").hidden ? openPart() : startPython();
});

async function openPage() {
  begin();
  await shareRecord();
  begun.record = record.readable;
  navigator.serviceWorker?.register(new URL("sw.js", ROOT), { scope: ROOT.pathname }).catch(() => {});   // a private window or a frame keeps no files
  if (!address()) {
    host.open(`part-${begun.key}-0`, read("first"));
    render(host.settle(`part-${begun.key}-0`));
  }
  if (self === top || isFront() || await isKept().catch(() => false)) startPython();
  else tell("unloaded");   // in the page of a course: not so many bytes without a word
}

showAddress();
if (self.origin === "null") tell("sandboxed");
else await openPage();
