/* Lecture mode: one part at a time over the whole window, in large type; what it is worth is ?? until it is told. A presenter's clicker sends the page keys. */
import { button, dim, focused, h, reach, saves, scrolls as overflows, set, show, write } from "./dom.js";
import { UNKNOWN } from "./veil.js";

const KEYS = { PageDown: 1, ArrowRight: 1, " ": 1, Enter: 1, PageUp: -1, ArrowLeft: -1, Backspace: -1 };
const LEAST = 1.25, FLOOR = 1;                                   // how much larger at least, on 1280 pixels: a list scrolls before it is smaller, a working is smaller before it scrolls
const LISTS = ".me-lane, .me-step-list", OTHERS = ".me-box, .me-step-lines, .me-work, .me-where, .me-right, .me-middle, .me-card-workings";   // what may scroll
const NEWS = ".me-work, .me-closing, .me-term[data-lit], .me-step-lines > [data-lit], .me-new, .me-value";   // what a step tells, the value last: brought into sight where not all fits
const WIDE = { explorer: 820, compare: 880, stepper: 800, card: 900 };   // pixels a part is laid out in, before it is made larger
const FITS = { stepper: ["band", "beside", "tight"] }, FIT = ["", "tight"];   // lecture.css says what each looks like: the first one in which all is large and in sight
const OWN = "input, textarea, select, [contenteditable]", ACTED = `${OWN}, button, summary, [role=option], [role=tab], [role=button]`;

/** Open the slides, each { title, open: async slot => { root, talk, kind, reset, close } }; `at` is the first one, `moved` is told of others. */
export function present({ t, host, slides, at = 0, moved = () => {}, closed = () => {} }) {
  let slide, turn = 0, zoom = 1, unit = 1, scrolls = false;
  const title = h("h2", { class: "me-lec-title" }), slot = h("div", { class: "me-lec-slot" }), body = h("div", { class: "me-lec-body", tabindex: -1 }, title, slot);
  const tools = h("span", { class: "me-lec-tools" });
  const count = h("span", { class: "me-lec-count", role: "status" }), back = button(t("step_back"), () => go(-1), "←"), next = button(t("step_next"), () => go(1), "→", true, { class: "me-btn me-next" });
  const again = button(t("lecture_again"), restart, "↺", true, { class: "me-btn me-lec-again" }), full = button(t("lecture_full"), fullScreen, "⇱⇲", false), close = button(t("lecture_close"), () => dialog.close(), "×", false);
  const bar = h("div", { class: "me-lec-bar", role: "group", "aria-label": t("step_buttons") }, count, tools, again, back, next, full, close);
  const dialog = h("dialog", { class: "metrics-edu me-lecture", tabindex: -1, "aria-label": t("lecture") }, body, bar);

  const talk = () => slide?.part?.talk, last = () => (talk()?.count ?? 1) - 1, step = () => talk()?.at ?? 0;

  /** One step on or back; past an end the next or the last slide, which is shown as it was told when one goes back to it. */
  function go(by) {
    if (blank(false) || slide?.open && !slide.part) return;         // a slide that is not there yet is not passed over
    if (step() + by >= 0 && step() + by <= last()) talk().go(step() + by);
    else if (slides[at + by]) return turnTo(at + by, by < 0);
    tell();
  }

  async function turnTo(to, told = false) {
    const mine = ++turn;                                         // a quick clicker turns on before a slide is there
    leave();
    at = to;
    slide = { ...slides[at] };
    moved(at);
    write(title, slide.title ?? ""); show(title, slide.title);
    tell();
    const part = await slide.open?.(slot).catch(() => { slide.open = null; slot.append(h("p", { class: "me-notice", text: t("lost") })); });   // the kernel does not have it any more
    if (mine !== turn) return part?.close();
    slide.part = part;
    if (part?.tools) { slide.home = part.tools.parentNode; tools.append(part.tools); }
    set(dialog, "data-alone", !slides[at].open && "");
    if (part?.talk) part.talk.moved = tell;
    talk()?.go(told ? last() : 0);
    fit();
    tell();
    changed.observe(slot, { subtree: true, childList: true, characterData: true });
  }

  function leave() {
    changed.disconnect();
    slide?.home?.append(slide.part.tools);
    if (slide?.part?.talk) { slide.part.talk.moved = null; slide.part.talk.go(null); }
    for (const el of slot.querySelectorAll(OTHERS)) set(el, "tabindex");   // in the notebook it does not scroll
    slide?.part?.close();
    slot.replaceChildren();
    slide = null;
  }

  function restart() {
    slide?.part?.reset?.();
    talk()?.go(0);
    tell();
  }

  function tell() {
    write(count, [slides.length > 1 && t("lecture_slide", { k: at + 1, count: slides.length }), last() > 0 && t("lecture_step", { k: step() + 1, count: last() + 1 })].filter(Boolean).join(" · "));
    const held = focused(dialog);
    if (!dialog.contains(held) || !held.checkVisibility()) body.focus();   // what had the focus is hidden now
    dim(back, !at && !step()); dim(next, at === slides.length - 1 && step() === last());
    reveal();
    reachAll();
  }

  /** As large as fits, step by step of this slide, so that nothing changes its size while it is told. */
  function fit() {
    if (!slide?.part) return;
    const { talk, kind } = slide.part, now = talk?.at;
    unit = Math.max(1, body.clientWidth / 1280);
    dialog.style.setProperty("--me-unit", unit);
    for (const look of FITS[kind] ?? FIT) {
      set(dialog, "data-fit", look); scrolls = false;
      grow(body.clientWidth < 640 ? 1 : Math.max(LEAST * unit, body.clientWidth / WIDE[kind]));
      for (const at of talk?.faces?.() ?? [now]) {
        if (talk && at !== now) talk.go(at);
        shrink();
      }
      if (!(FITS[kind] && scrolls) && zoom >= (FITS[kind] ? FLOOR : LEAST) * unit && !over(OTHERS)) break;   // a list beside a figure scrolls in each look
    }
    if (talk && now !== talk.at) { talk.go(now); shrink(); }
  }

  const over = what => [body, ...slot.querySelectorAll(what)].some(overflows);

  /** What scrolls can be scrolled by keys. */
  function reachAll() {
    for (const el of slot.querySelectorAll(OTHERS)) reach(el);
  }

  function grow(to) {
    zoom = slot.style.zoom = to;
    dialog.style.setProperty("--me-zoom", to);
  }

  /** Until it fits. A list that does not at all scrolls, and the rest gets what is left. */
  function shrink() {
    const least = Math.min(zoom, LEAST * unit);
    const until = what => { while (zoom > FLOOR * unit && over(what)) grow(Math.max(zoom > least ? least : FLOOR * unit, zoom * 0.98)); };
    if (!scrolls) until(`${LISTS}, ${OTHERS}`);
    if (!scrolls && over(LISTS)) { scrolls = true; grow(least); }
    until(OTHERS);
    for (const lane of slot.querySelectorAll(".me-dashed + .me-stack > .me-lane")) {
      const more = told => { set(lane.parentNode, "data-more", told); return Math.round((lane.scrollHeight - lane.clientHeight) / lane.firstChild?.offsetHeight) || null; };
      more(more(more(null)));                                    // telling how many more takes a row itself
    }
  }

  /** Where not all of it fits, what this step tells is brought into sight. */
  function reveal() {
    for (const el of slot.querySelectorAll(NEWS)) if (el.checkVisibility({ visibilityProperty: true }) && el.textContent !== UNKNOWN) el.scrollIntoView({ block: "nearest" });
  }

  function blank(yes = !("blank" in dialog.dataset)) {
    const was = "blank" in dialog.dataset;
    set(dialog, "data-blank", yes && "");
    return was;
  }

  function fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else dialog.requestFullscreen?.().catch(() => {});
  }

  /** Before the part sees a key: the page keys always step, the others where nothing of the part has the focus. */
  function key(event) {
    const on = event.target, typed = on.matches(OWN), own = on.matches(ACTED) && !(bar.contains(on) && !/^( |Enter)$/.test(event.key));
    const page = /^Page/.test(event.key), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain) return;
    if (event.key === "F5") turnTo(0);                           // a clicker's "start"
    else if (event.key === "Home" && !typed) restart();
    else if (/^[.b]$/i.test(event.key) && !typed) blank();
    else if (event.key in KEYS && (page || !own)) go(event.key === " " && event.shiftKey ? -1 : KEYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  dialog.addEventListener("keydown", event => { saves(event); event.stopPropagation(); });   // the notebook's own keys end here
  dialog.addEventListener("close", () => { turn++; leave(); watcher.disconnect(); place.removeEventListener("keydown", key, true); dialog.remove(); closed(); });
  const watcher = new ResizeObserver(() => {
    fit();
    reachAll();
  });
  const changed = new MutationObserver(() => {
    shrink();
    reveal();
    reachAll();
  });
  const place = host.getRootNode();
  (place.body ?? place).append(dialog);                          // outside the notebook: no ancestor of it clips or scrolls us
  place.addEventListener("keydown", key, true);                  // of the page: whatever has the focus, a clicker steps
  dialog.showModal();
  watcher.observe(dialog);
  turnTo(at);
  return dialog;
}

/** The button that opens a part over the window, as a lecture of one slide. It goes there itself, and comes back: what was edited stays. */
export function presentable({ t }, el, part) {
  const { destroy } = part, node = button(t("lecture"), () => { dialog = present({ t, host: el, slides: [{ open }], closed: () => node.focus() }); }, "▣", true, { class: "me-btn me-present" });
  let dialog, gone = false;
  async function open(slot) {
    slot.append(part.root);
    return { ...part, close: () => gone || el.append(part.root) };
  }
  part.destroy = () => { gone = true; dialog?.close(); destroy(); };   // its cell was run again: the lecture ends
  return node;
}
