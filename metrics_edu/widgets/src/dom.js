/* The few words the other files use to make and to patch elements. Nothing here, nor elsewhere, turns a user's text into HTML. */

const FOCUSABLE = /^(button|input|select|textarea|summary)$/;
const CAN_FOCUS = "button, input, select, textarea, summary, a[href], [tabindex='0']";

/** Make an element. `text` sets its text, `onclick` and the like listen, everything else is an attribute.
    A `style` is set as properties: a page's Content-Security-Policy may forbid the attribute.
    JupyterLab's shortcuts reach a focused element (m, d d, ...) unless this very element says no: so all of them say it. */
export function h(tag, props = {}, ...kids) {
  const el = document.createElement(tag);
  if (FOCUSABLE.test(tag) || "tabindex" in props) quiet(el);
  if (tag === "button") el.type = "button";
  for (const [name, value] of Object.entries(props)) {
    if (name === "text") write(el, value);
    else if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "style") el.style.cssText = value;
    else set(el, name, value);
  }
  el.append(...kids);
  return el;
}

/** An id of its own for each thing that is shown: every widget loads this module anew, so a counter would begin anew, too. */
export const newId = () => `me-${Math.random().toString(36).slice(2, 10)}`;

export const quiet = el => el.setAttribute("data-lm-suppress-shortcuts", "true");

/** Whether an element holds more than it shows, and scrolls. */
export const scrolls = el => el.scrollHeight > el.clientHeight + 1 && getComputedStyle(el).overflowY !== "visible";

/** A region that scrolls takes the focus itself where nothing in it can have it: then keys scroll it. */
export function reach(el) {
  quiet(el);
  set(el, "tabindex", scrolls(el) && !el.querySelector(CAN_FOCUS) ? 0 : null);
}

/** Set an attribute if it changes; null and false take it away. */
export function set(el, name, value) {
  if (value == null || value === false) el.removeAttribute(name);
  else if (el.getAttribute(name) !== String(value)) el.setAttribute(name, value);
}

const LOW = /(\b2\^\((?:[^()]|\([^()]*\))+\)|(?<=ᵍ)\*[ᵢ₀-₉]+|[ᵢᵤₚₘₐₓ₀-₉]+|(?<=\blog)2(?=[ (]))/;
const plain = low => low.replace(/[ᵢᵤₚₘₐₓ₀-₉]/g, letter => "iupmax0123456789"["ᵢᵤₚₘₐₓ₀₁₂₃₄₅₆₇₈₉".indexOf(letter)]);

const subscript = (low, before) => low.startsWith("2^") ? power(low.slice(3, -1)) : h("sub", { text: low, class: before.endsWith("ᵍ") ? "me-raised" : null });   // of an exponent

const power = exponent => h("span", { class: "me-power" }, "2", h("span", { class: "me-vh", text: "^(" }), h("sup", { text: exponent }), h("span", { class: "me-vh", text: ")" }));   // who copies or hears it gets ^(...)

/** Text in which no line begins or ends with a sign, or within "(grade 4)" and "min(|R|, n)". */
export const together = text => text.replace(/ ([=→]) /g, "\u00a0$1\u00a0").replace(/(?<=\(\S+) (?=(?:\d+|n)\))|(?<=×) /g, "\u00a0");

/** Text, if it changes, with true subscripts: Python's "relᵢ" and "log₂" have theirs as letters, which a small font draws as specks; "2^g" is 2ᵍ. */
export function write(el, source, below = subscript, after = part => part) {
  const text = together(String(source ?? "").replace(/\b2\^g\b/g, "2ᵍ"));
  if (el.tagName === "OPTION" || !LOW.test(text)) { if (el.textContent !== text) el.textContent = text; }
  else if (el.textContent !== plain(text)) el.replaceChildren(...text.split(LOW).map((part, k, all) => k % 2 ? below(plain(part), all[k - 1]) : k && part ? after(part) : part));
}

/** A text whose first clause is bold; left as it is where it is the same, so that it is not read out again. */
export function lead(el, text, beginning = /^(.*?: .*?\.)(\s.*)$/s) {
  const [, first, rest] = text.match(beginning) ?? [, text, ""], made = h("span", {}, h("b", { text: first }), h("span", { text: rest }));
  if (el.textContent !== made.textContent) el.replaceChildren(...(text ? [made] : []));
}

/** The term of a row, and before it its working, where that is another. */
export function writeTerm(el, { term, work }) {
  if (!work) return write(el, term);
  const working = h("span", { class: "me-row-work", "aria-hidden": "true" });
  write(working, `${work} = `);
  if (el.textContent !== working.textContent + term) el.replaceChildren(working, term);
}

/** HTML made by Python. True if it has changed.
    Python makes its terms buttons: they stay so, without JupyterLab's shortcuts, where somebody listens ("quiet"), else they are just text ("plain"). */
export function html(el, source, { terms = "plain" } = {}) {
  if (el.source === source) return false;
  el.innerHTML = el.source = source;
  for (const folded of el.querySelectorAll("summary")) quiet(folded);
  for (const term of el.querySelectorAll("[role=button]")) {
    if (terms === "quiet") quiet(term);
    else for (const name of ["role", "tabindex"]) term.removeAttribute(name);
  }
  return true;
}

export const equals = (...what) => h("span", { class: "me-result" }, h("span", { class: "me-eq", text: "=" }), " ", ...what);

/** Where the last sign of a working stands: below or beside the others. */
export const endOf = working => working.querySelector(".me-whole > :last-child") ?? working;

/** A value from Python in a field: what is being typed stays until Python's value changes. */
export function fill(el, value) {
  if (el.given === value && el === focused(el)) return;
  el.value = el.given = value;
}

/** Greyed, not `disabled`: a disabled button loses the focus, and a click that is quicker than Python must not get lost. */
export const dim = (el, yes) => set(el, "aria-disabled", yes && "true");
export const show = (el, yes) => set(el, "hidden", !yes);
export const focused = el => el.getRootNode().activeElement;

/** A button with an icon (a plain character) and words; without `words` the name is only spoken. */
export function button(name, onclick, icon = "", words = true, props = {}) {
  return h("button", { class: "me-btn", onclick, ...(words ? {} : { "aria-label": name, title: name }), ...props },
    ...(icon ? [h("span", { class: "me-ic", "aria-hidden": "true", text: icon })] : []), ...(words ? [h("span", { text: name })] : []));
}

/** Make the children of each parent be its items, in order, one element for each key, kept as long as the key is there.
    The element that holds the focus is never moved inside its parent (the others move around it), so it keeps the focus. */
export function keyed(pool, groups, key, make, patch) {
  const there = new Set(groups.flatMap(([, items]) => items.map(item => item[key])));
  for (const [name, el] of pool) if (!there.has(name)) { el.remove(); pool.delete(name); }
  for (const [parent, items] of groups) {
    const els = items.map(item => {
      if (!pool.has(item[key])) pool.set(item[key], make(item));
      const el = pool.get(item[key]), now = JSON.stringify(item);
      if (el.now !== now) { el.now = now; patch(el, item); }
      return el;
    });
    if (!els.length) continue;
    const active = focused(parent), pivot = Math.max(0, els.findIndex(el => el.parentNode === parent && el.contains(active)));
    if (els[pivot].parentNode !== parent) parent.prepend(els[pivot]);
    for (let i = pivot + 1; i < els.length; i++) if (els[i].previousElementSibling !== els[i - 1]) els[i - 1].after(els[i]);
    for (let i = pivot - 1; i >= 0; i--) if (els[i].nextElementSibling !== els[i + 1]) els[i + 1].before(els[i]);
  }
}

/** Arrows, Home and End inside one Tab stop. */
export function step(event, els, back, on) {
  const i = els.indexOf(event.target.closest("[tabindex]"));
  const to = { [back]: i - 1, [on]: i + 1, Home: 0, End: els.length - 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  els[to]?.focus();
  return els[to];
}

/** "▲ +0.0119": the sign says it, the triangle shows it. */
export function delta(el, { delta, dir }) {
  set(el, "class", dir ? "me-delta" : "me-delta me-zero");
  write(el, (dir > 0 ? "▲ " : dir < 0 ? "▼ " : "") + delta);
}

/** A number with − and +. The buttons say "by", not a value: however quick the clicks, Python adds them up. */
export function stepper(t, label, step, { by, to }) {
  let last;
  const go = () => { input.given = null; if (input.value === "") input.value = last; else to(input.value, input); };
  const input = h("input", { type: "number", class: "me-number", "aria-label": label, step, onchange: go });
  const side = (sign, word, icon) => button(`${label}: ${t(word)}`, () => by(sign * step), icon, false);
  const less = side(-1, "less", "−"), more = side(1, "more_step", "+");
  return [h("span", { class: "me-step" }, less, input, more), ({ value, min, max }) => { last = String(value); set(input, "min", min); set(input, "max", max); fill(input, last); dim(less, value <= min); dim(more, value >= max); }];
}

/** Ctrl+S (Cmd+S) saves the notebook: the page gets the key as if nothing of ours, which keeps its shortcuts away, had the focus. */
export function saves(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
  event.stopPropagation();
  if (!document.body.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
}
