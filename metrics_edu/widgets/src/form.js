/* What a sheet of a class has beside a card: the time by the reader's own clock, the answers as a file, files that are handed to Python. */
import { button, h, set, show, write } from "./dom.js";

const KEPT = "metrics_edu exercise ";
const STORES = { tab: () => sessionStorage, good: () => localStorage };
const two = n => String(n).padStart(2, "0");

/** Seconds as "17:46" or "1:05:09". */
function duration(seconds) {
  const parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Math.floor);
  return (parts[0] ? parts : parts.slice(1)).map((n, k) => k ? two(n) : n).join(":");
}

/** The time that is left, told each second; Python's clock, which decides, may go differently: `end` and `left` are by that one. */
export function makeTimer(t, due) {
  const left = h("b"), ends = h("span", { class: "me-note" }), node = h("div", { class: "me-card-time", role: "timer", hidden: "" }, left, ends);
  let now = {}, ahead = 0, seconds = 0;
  function local(time) {
    const at = new Date(1000 * (time - ahead)), today = at.toDateString() === new Date().toDateString();
    return at.toLocaleString([], { ...(today ? {} : { dateStyle: "short" }), timeStyle: "short" });
  }
  function tell() {
    const rest = now.end - ahead - Date.now() / 1000;
    write(left, rest > 0 ? t("time_left", { time: duration(rest) }) : t("time_over"));
    write(ends, t(rest > 0 ? "time_ends" : "time_ended", { time: local(now.end) }));
  }
  const clock = setInterval(() => {
    if (now.end) tell();
    if (now.retry && ++seconds % now.retry === 0) due();
  }, 1000);
  return {
    node,
    saved(time) {
      const late = time > now.end;
      if (time === null) return t("unsaved");
      if (time) return now.saves || late ? t(late ? "saved_late" : "saved", { time: local(time) }) : "";
      return time === 0 && now.saves ? t("no_answer") : "";
    },
    update(view) {
      if (view.end && view.left !== now.left) ahead = view.end - view.left - Date.now() / 1000;
      now = view;
      show(node, view.end && view.saves);
      if (view.end) tell();
    },
    destroy: () => clearInterval(clock),
  };
}

export function download({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Where Python keeps no file, the browser does: a page that is loaded again in this tab finds it, and any page, once it shows the values. */
export function keep({ key, text, keep: store }) {
  try { STORES[store]().setItem(KEPT + key, text); } catch { /* a frame may not be allowed to: then there is the download */ }
}

/** Call `act` with what another page of this browser keeps of the same exercise; return how to stop. */
export function watchKept(key, act) {
  const isOwn = event => event.newValue && event.key === KEPT + key();
  const listen = event => { if (isOwn(event) && event.storageArea === localStorage) act(event.newValue); };   // another frame of this tab has shown nothing
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

export const kept = () => Object.values(STORES).flatMap(textsIn);

function textsIn(store) {
  try { return Object.entries(store()).filter(([key]) => key.startsWith(KEPT)).map(([, text]) => text); } catch { return []; }
}

/** A place to drop files on, a button to choose them, and what is asked for: a row a file. */
export function makeZone(t, notice, order) {
  const pick = h("input", { type: "file", multiple: "", hidden: "", onchange: () => { take([...pick.files]); pick.value = ""; } });
  const drop = h("b"), choose = button("", () => pick.click(), "", true), said = h("p", { class: "me-note", role: "status" });
  const zone = h("div", { class: "me-zone" }, h("div", { class: "me-acts" }, drop, choose, pick), said, notice);
  const rows = h("tbody"), head = ["file", "file_state", "found"].map(word => h("th", { scope: "col", text: t(word) }));
  const node = h("div", { class: "me-upload" }, zone, h("table", { class: "me-files" }, h("thead", {}, h("tr", {}, ...head)), rows));
  const row = one => h("tr", {}, h("td", {}, h("code", { text: one.name })), h("td", {}, h("span", { class: "me-mark", "data-kind": one.state, text: one.word })), h("td", { text: one.finding }));
  let most;
  async function take(files) {
    if (!files.length) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > most) return order("refuse", { size });
    write(notice, "");
    write(said, t("reading"));
    const contents = await Promise.all(files.map(file => file.arrayBuffer())).catch(() => null);   // a folder that was dropped
    if (contents) order("upload", { names: files.map(file => file.name) }, contents);
    else order("refuse");
  }
  const over = yes => event => { event.preventDefault(); event.stopPropagation(); set(zone, "data-over", yes && ""); };
  for (const [name, yes] of [["dragover", true], ["dragleave", false], ["drop", false]]) zone.addEventListener(name, over(yes));
  zone.addEventListener("drop", event => take([...event.dataTransfer.files]));
  return { node, update(now) {
    most = now.max_bytes;
    set(pick, "accept", now.accept); set(choose, "data-main", now.main && "");
    write(drop, now.drop); write(choose.lastChild, now.label); write(said, now.status);
    rows.replaceChildren(...now.files.map(row));
  } };
}
