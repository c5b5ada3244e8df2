/* Predict, Practice and the sheets of a class: what is asked, of which lists; fields, buttons, and what came of it. Every order of a button carries
   the answers as they stand; where the view `saves`, each is sent as it is typed. */
import { button, dim, endOf, equals, fill, focused, h, html, keyed, lead, set, show, write } from "./dom.js";
import { download, keep, kept, makeTimer, makeZone, watchKept } from "./form.js";
import { keepingFocus, makeShell } from "./shell.js";

const LAST_KEY = 3000;                                            // milliseconds a download waits for Python to have the last key in the file

/** The view of any card, with what only others have, empty; `form` is a sheet to fill in, `inline` a prediction of one value. */
const whole = view => ({
  word: "", questions: [], choice: null, hints: [], gap: null, sides: [], ...view,
  form: view.screen === "exercise_sheet" || view.screen === "submission_upload", inline: view.screen === "predict" && !view.choice,
});

export function card({ model, el }) {
  const made = makeShell(model), shell = { ...made, view: () => whole(made.view()) }, { root, notice, t, view, uid } = shell;
  function send(what) {
    const pressed = buttons.get(what);
    if (pressed?.getAttribute("aria-disabled")) return;
    order(what, { answers: answers(), ...(what === "begin" && { kept: kept() }), ...(pressed?.sure && { sure: true }) });
  }
  /** Where nobody listens any more, no verdict stands: the answers beside it may be others by then. */
  function order(what, rest, buffers) {
    shell.send(what, rest, buffers);
    if (!("lost" in root.dataset)) return;
    for (const field of fields.values()) forget(field);
    write(said, ""); set(said, "class", "me-card-said"); show(line, false);
  }
  const answers = () => ({ ...Object.fromEntries([...fields].map(([key, field]) => [key, field.input.value])), ...(view().choice ? { 0: chosen() } : {}) });

  const word = h("span", { class: "me-card-word", hidden: "" }), title = h("span", { class: "me-card-title", id: uid, role: "heading", "aria-level": 2, tabindex: -1 }), about = h("span", { class: "me-note" });
  const given = h("div", { class: "me-card-given" }), form = h("div", { class: "me-card-fields" }), asides = h("div", { class: "me-card-fields" }), choice = h("div", { class: "me-card-choice", role: "radiogroup" });
  const mastery = h("span", { class: "me-card-mastery me-note" }), acts = h("div", { class: "me-acts" }), hints = h("ol", { class: "me-card-hints", role: "list" });
  const said = h("p", { class: "me-card-said", role: "status" }), line = h("div", { class: "me-gap" }), judged = h("div", { class: "me-card-judged" }, said, line), pair = h("div", { class: "me-card-sides" }), workings = h("div", { class: "me-card-workings" });
  set(root, "role", "group"); set(root, "aria-labelledby", uid);
  root.addEventListener("keydown", event => event.stopPropagation());
  const timer = makeTimer(t, () => order("save")), zone = makeZone(t, notice, order), report = h("div", { class: "me-card-report" }), foot = h("p", { class: "me-note" });
  const order_of = view().form ? [[word, title, about, timer.node], [h("div", { class: "me-card-end" }, acts, judged), asides, ...(view().zone ? [] : [notice]), foot, workings, report]] : [[word, about, title, mastery], [notice, hints, judged, foot, pair, workings, acts]];
  const box = h("div", { class: `me-box me-card ${view().inline ? "me-guessed" : view().mastery ? "me-practice" : ""}` }, h("div", { class: "me-card-head" }, ...order_of[0]), zone.node, given, choice, form, ...order_of[1]);
  root.append(box);

  const fields = new Map(), buttons = new Map();
  let pause, wanted = false, turn = 0;
  const local = { download() { wanted = true; save(); setTimeout(() => save(true), LAST_KEY); } };
  const isWhole = () => [...fields.values()].every(({ input }) => input.token === undefined);
  const save = now => { if (wanted && (now || isWhole() || "lost" in root.dataset)) { wanted = false; download(view().file); } };

  function field({ key, label, symbol, options, heading, questions, text, max_length, submits }) {
    const again = () => view().zone && send("check");
    const input = options ? h("select", { class: "me-text", onchange: again }, ...options.map(value => h("option", { value, text: value })))
      : h("input", { type: "text", class: "me-text me-answer", inputmode: text ? null : "decimal", maxlength: max_length, onchange: text && again, autocomplete: "off", spellcheck: "false", oninput: () => type(el, key),
        onkeydown: event => { if (event.key === "Enter" && !event.repeat && !input.readOnly) { event.preventDefault(); const main = submits ?? view().buttons.find(one => one.main)?.do; if (!local[main]) send(main); } } });
    const mark = h("span", { class: "me-card-mark" }), note = h("span", { class: "me-note" }), verdict = h("p", { class: "me-verdict" }), about = h("span", { class: "me-note" }), sides = h("div", { class: "me-card-sides" });
    const name = h("span", { text: symbol ? `${symbol} =` : label }), lists = h("div", { class: "me-card-lists" });
    if (symbol) { set(name, "aria-hidden", "true"); set(input, "aria-label", label); set(input, "placeholder", "??"); }
    mark.id = `${uid}-${key}-mark`; verdict.id = `${uid}-${key}`;
    set(input, "aria-describedby", `${mark.id} ${verdict.id}`);
    const head = heading ? [h("div", { class: "me-card-part" }, h("span", { role: "heading", "aria-level": 3, text: heading.title }), about)] : [];
    const answer = h("div", { class: "me-card-answer" }, h("label", { class: "me-field" }, name, input), mark, note);
    const el = Object.assign(h("div", { class: "me-card-field", "data-listed": questions && "" }, ...head, lists, answer, verdict, sides), { input, name, mark, note, verdict, about, sides, lists, answer, submits });
    return el;
  }

  /** What was said was about another answer. */
  function forget(el) {
    delete el.dataset.state;
    set(el.input, "aria-invalid"); judge(el, {});
  }

  /** The mark with its word, what is said, its first clause bold, and what gives the answer beside what is right. */
  function judge({ mark, verdict, sides }, { state, word = "", verdict: text = "", sides: both = [] }) {
    set(mark, "data-kind", state); set(mark, "class", state ? "me-card-mark me-mark" : "me-card-mark"); write(mark, word);
    lead(verdict, text, /^(.*?[;:.])(\s.*)$/s);
    block(sides, both, all => sides.replaceChildren(...all.map(side)));
  }

  function side({ title, html: source, result }) {
    const work = h("span");
    html(work, source);
    return h("div", { class: "me-card-side" }, h("span", { class: "me-note", text: title }), h("span", { class: "me-work" }, work, " ", equals(h("b", { text: result }))));
  }

  /** Whether the answers are those of which the view tells. */
  const isTold = () => !("lost" in root.dataset) && view().fields.every(({ key, value }) => fields.get(key).input.value === value);

  function type(el, key) {
    const { input } = el, now = view();
    input.given = el.now = null;
    forget(el);
    if (el.submits) return;                                         // what is said is about the answers
    if (!now.saves) return isTold() ? update() : write(said, "");
    input.token = `${uid} ${++turn}`;                             // not the text: the same one may be typed twice
    write(el.note, t("unsaved"));
    order("write", { key, text: input.value, token: input.token });
    clearTimeout(pause);
    if (now.pause) pause = setTimeout(() => order("judge"), 1000 * now.pause);
  }

  function patch(el, item) {
    const { input } = el;
    write(el.name, item.symbol ? `${item.symbol} =` : item.label); write(el.about, item.heading?.about);
    if (item.symbol) set(input, "aria-label", item.label);
    block(el.lists, item.questions ?? [], lists => el.lists.replaceChildren(...lists.map(tiles)));
    set(el.lists, "data-many", item.questions?.length > 1 && "");
    input.readOnly = item.closed;
    if (item.closed || input.token === undefined) fill(input, item.value);
    else if (input.token !== item.token) return;                  // the view is from before the last key
    input.token = undefined;
    set(el, "data-state", item.state); set(el, "data-once", item.once && "");
    set(input, "aria-invalid", item.state === "wrong" && "true");
    judge(el, item); write(el.note, timer.saved(item.value.trim() ? item.saved : item.saved && 0));   // an answer that was taken back is none
  }

  const radios = () => [...choice.querySelectorAll("input")];
  const chosen = () => radios().find(radio => radio.checked)?.value ?? "";

  function options({ label, options, value, closed }) {
    set(choice, "aria-label", label);
    if (choice.now !== JSON.stringify(options)) {
      choice.now = JSON.stringify(options);
      choice.replaceChildren(...options.map(([value, text]) => h("label", { class: "me-option" }, h("input", { type: "radio", name: uid, value }), h("span", { text }))));
    }
    for (const radio of radios()) { if (closed || value) radio.checked = radio.value === value; radio.disabled = closed; }
    if (!closed && !value) radios().forEach(radio => { radio.checked &&= !choice.closed; });   // asked again: nothing is chosen
    choice.closed = closed;
  }

  function tiles(list) {
    const tile = one => h("li", { class: [one.relevant && "me-relevant", one.out && "me-out"].filter(Boolean).join(" ") || null, title: one.label || null },
      h("small", { text: one.rank, "aria-hidden": "true" }), ...(one.badge ? [h("span", { class: "me-badge", text: one.badge, "aria-hidden": "true" })] : []), h("span", { class: "me-vh", text: one.spoken + (one.label ? `, ${one.label}` : "") }),
      ...(one.label ? [h("span", { class: "me-tile-label", dir: "auto", text: one.label, "aria-hidden": "true" })] : []));
    const table = rows => h("div", { class: "me-scroll", tabindex: 0, role: "group", "aria-label": list.title || rows[0][0] }, h("table", { class: "me-table" }, h("tbody", {}, ...rows.map(([head, ...cells]) => h("tr", {}, h("th", { scope: "row", text: head }), ...cells.map(text => h("td", { text })))))));
    const longest = Math.max(0, ...list.tiles.flatMap(one => one.label?.split(" ") ?? []).map(word => word.length)), strip = longest ? { "data-named": "", style: `--me-letters:${longest}` } : {};
    return h("div", { class: "me-card-list" }, ...(list.title ? [h("b", { text: list.title })] : []),
      h("div", {}, list.rows ? table(list.rows) : h("ol", { class: "me-strip", role: "list", ...strip }, ...list.tiles.map(tile)), ...(list.empty ? [h("p", { class: "me-note", text: list.empty })] : []),
        ...list.notes.map(text => h("p", { class: "me-note", text }))));
  }

  function working(one) {
    const part = name => h("span", { class: name }), definition = part("me-definition"), work = h("div", { class: "me-work" }), where = h("div", { class: "me-where" });
    const steps = part("");
    html(definition, one.definition);
    html(steps, one.working);
    endOf(steps).append(" ", equals(h("span", { class: "me-value", text: one.result })));
    work.append(steps);
    for (const { html: source, why } of one.where) {
      const math = h("span");
      html(math, source);
      where.append(h("p", {}, math, ...(source && why ? [": "] : []), h("span", { text: why })));
    }
    return h("div", { class: "me-card-working" }, ...(one.title ? [h("b", { text: one.title })] : []), h("div", { class: "me-title" }, definition), work, where);
  }

  function gap(at) {
    const mark = (kind, place, text) => h("span", { class: `me-gap-${kind}`, style: `left:${place}%` }, h("span", { text }));
    line.replaceChildren(h("span", { class: "me-gap-end", text: at.low }), h("div", { class: "me-gap-line", "aria-hidden": "true", "data-near": Math.abs(at.predicted - at.exact) < 3 && "" },
      h("span", { class: "me-gap-between", style: `left:${Math.min(at.predicted, at.exact)}%;width:${Math.abs(at.predicted - at.exact)}%` }),
      mark("exact", at.exact, at.exact_word), mark("given", at.predicted, at.predicted_word)), h("span", { class: "me-gap-end", text: at.high }));
  }

  /** A block is made anew only when what it shows has changed. */
  const block = (node, value, fill) => { const now = JSON.stringify(value); if (node.now !== now) { node.now = now; fill(value); } };

  /** A prediction is asked for on one line; then its question becomes the answer. */
  function inline(now) {
    const [{ answer }] = fields.values(), done = now.fields[0].closed, [name, value] = now.title.split(" = ");
    set(title, "class", done ? "me-card-title me-hero" : "me-card-title");
    if (done) title.replaceChildren(h("span", { class: "me-sym", text: name }), " = ", h("span", { class: "me-value", text: value }));
    else write(title, now.title);
    show(answer, !done); set(box, "data-told", done && "");
    if (foot.parentNode === box) answer.append(foot);
    if ((acts.parentNode === box) !== done) done ? box.append(acts) : foot.before(acts);
  }

  const isDone = now => now.mastery && (now.workings.length || now.fields.every(({ state }) => state === "right"));   // then the next one is the button to press

  const draw = now => {
    write(word, now.word); show(word, now.word); write(about, now.about);
    if (!now.inline) write(title, now.title);
    block(mastery, now.mastery, at => at && mastery.replaceChildren(h("span", { class: "me-dots", "aria-hidden": "true" }, ...at.dots.map(kind => h("i", { "data-kind": kind }))), at.text));
    show(mastery, now.mastery);
    block(given, now.questions, lists => given.replaceChildren(...lists.map(tiles)));
    show(given, now.questions.length);
    show(choice, now.choice); set(box, "data-begin", now.buttons.some(one => one.do === "begin") && "");
    if (now.choice) options(now.choice);
    show(form, now.fields.length); timer.update(now);
    const below = now.fields.filter(({ submits }) => submits);      // a field with a button of its own
    keyed(fields, [[form, now.fields.filter(({ submits }) => !submits)], [asides, below]], "key", field, patch);
    show(asides, below.length);
    if (now.inline) inline(now);
    keyed(buttons, [[acts, now.buttons]], "do", item => button(item.label, () => (local[item.do] ?? send)(item.do)), (el, item) => {
      write(el.lastChild, item.label);
      el.dim = item.dim; el.sure = item.sure;
      dim(el, item.dim || item.pause);
      if (item.pause) setTimeout(() => dim(el, el.dim), 1000 * item.pause);
      set(el, "data-lead", item.suggested && ""); set(el, "data-end", item.next && "");
      set(el, "data-main", !item.dim && item[isDone(now) ? "next" : "main"] && "");
    });
    show(zone.node, now.zone); if (now.zone) zone.update(now.zone);
    html(report, now.report ?? "");
    write(foot, now.foot ?? ""); show(foot, now.foot); write(notice, now.notice);
    if (now.file?.keep) keep(now.file);
    save();
    show(hints, now.hints.length);
    block(hints, now.hints, all => hints.replaceChildren(...all.map(([head, text]) => h("li", {}, h("b", { text: head }), " ", h("span", { text })))));
    now.mark || now.fields.some(({ once }) => once) ? lead(said, now.summary) : write(said, now.summary); set(said, "class", `me-card-said${now.mark ? " me-mark" : now.quiet || now.summary === now.title ? " me-vh" : ""}`); set(said, "data-kind", now.mark);
    show(line, now.gap);
    block(line, now.gap, at => at ? gap(at) : line.replaceChildren());   // what is hidden is not on the page
    show(pair, now.sides.length);
    block(pair, now.sides, all => pair.replaceChildren(...all.map(side)));
    block(workings, [now.workings, now.sides.length], () => {
      const all = now.workings.map(working);
      workings.replaceChildren(...(now.sides.length ? [h("details", {}, h("summary", { text: t("whole_working") }), ...all)] : all));
    });
    show(workings, now.workings.length); set(box, "data-worked", now.workings.length > 0 && ""); set(box, "data-short", !box.querySelector("li:nth-child(18)") && "");
  };

  /** The button that was pressed may be gone: a new answer is read from its heading on, a new question begins in its field. */
  const rest = now => now.inline && now.fields[0].closed ? title : now.saves || now.inline || now.mastery ? form.querySelector("input") : acts.firstChild;
  function update() {
    const now = view();
    keepingFocus(root, () => draw(now), () => rest(now)?.focus({ preventScroll: true }));
  }

  const unwatch = watchKept(() => view().file?.key, text => shell.send("shown", { text }));
  set(root, "data-form", view().form && "");
  update();
  el.append(root);
  model.on("change:view", update);
  if (view().saves) order("look");                                // the view may be old, and the clock has gone on
  /* Two steps: asked, and shown. Python's answer may come after the next step was taken: then it is asked for that one. */
  const shown = () => Number(view().workings.length > 0), tells = () => view().buttons.some(one => one.do === "reveal") ? "reveal" : "solution";
  let waiting = false;
  const talk = { count: 2, at: null, go(at) {
    talk.at = at;
    if (at === null || at === shown() || waiting) return;
    waiting = true;
    send(at ? tells() : "again");
  } };
  function follow() {
    if (talk.at === null) return;
    if (waiting) { waiting = false; talk.go(talk.at); } else talk.at = shown();   // somebody has committed
    talk.moved?.();
  }
  model.on("change:view", follow);
  return { root, kind: "card", ...(view().form ? {} : { talk }), destroy() { timer.destroy(); unwatch(); clearTimeout(pause); model.off("change:view", update); model.off("change:view", follow); root.remove(); } };
}
