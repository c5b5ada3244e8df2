/* The working with its terms, and the chosen row's sentence. */
import { button, delta, endOf, equals, h, html, set, show, step, together, write } from "./dom.js";

/** The sentence of the chosen row (the live region) and the steps through the terms. */
export function makeSentence(ui) {
  const { t } = ui, say = h("p", ui.inStatus ? {} : { role: "status" }), count = h("span", { class: "me-count" });
  const go = on => () => {
    const ranks = ui.termRanks(), now = ui.row()?.rank ?? 0;
    ui.chooseRank(on ? ranks.find(rank => rank > now) ?? ranks[ranks.length - 1] : ranks.findLast(rank => rank < now || !now) ?? ranks[0]);
  };
  const steps = h("span", { class: "me-steps" }, button(t("previous_term"), go(false), "◀", false), count, button(t("next_term"), go(true), "▶", false));
  const node = h("div", { class: "me-say" }, say, steps);

  function light() {
    const row = ui.row(), ranks = ui.termRanks(), k = ranks.indexOf(row?.rank);
    set(node, "data-lit", row ? "" : null);
    const text = together(row ? row.sentence ?? ui.told(row) : ui.alone || !ranks.length ? "" : t("no_choice")), at = row && row.label ? text.indexOf(row.label) : -1;
    if (say.textContent !== text)
      say.replaceChildren(...(at < 0 ? [text] : [text.slice(0, at), h("b", { text: row.label }), text.slice(at + row.label.length)]));
    show(node, text); show(steps, ranks.length);
    write(count, t("term_of", { k: k < 0 ? "–" : k + 1, count: ranks.length }));
  }
  return { node, light };
}

export function makeDerivation(ui, own, sentence, ask) {
  const name = h("span", { class: "me-metric" }), long = h("span", { class: "me-long" }), definition = h("span", { class: "me-definition" });
  const working = h("span"), result = h("span", { class: "me-value" }), by = h("span"), where = h("div", { class: "me-where" });
  const is = equals(result, " ", h("span", { class: "me-by" }, by));
  const node = h("div", { class: "me-derivation", role: "tabpanel" }, h("div", { class: "me-title" }, name, definition, long),
    h("div", { class: "me-work" }, working, " ", ask.form), ask.said, own, where, sentence.node);
  const terms = () => [...working.querySelectorAll(".me-term[data-rank]"), ...where.querySelectorAll(".me-term[data-rank]")];   // one Tab stop
  const choose = event => ui.chooseRank(Number(event.target.closest(".me-term[data-rank]")?.dataset.rank));
  for (const el of [working, where]) {
    el.addEventListener("click", choose);
    el.addEventListener("focusin", choose);
    el.addEventListener("keydown", event => {
      if (!event.target.closest(".me-term")) return;
      if (event.key === " " || event.key === "Enter") { event.preventDefault(); choose(event); }
      else step(event, terms(), "ArrowLeft", "ArrowRight");
    });
  }

  function update({ derivation: d, tiles, list }) {
    show(node, d);
    if (!d) return;
    set(node, "aria-labelledby", ui.tileId(tiles.find(tile => tile.selected))); set(node, "data-mean", list.kind === "users");
    write(name, d.name); write(long, d.long); ask.of(d.name);
    html(definition, d.definition);
    write(result, d.result); delta(by, d);
    const held = terms().indexOf(ui.focused());
    if (html(working, d.working, { terms: "quiet" })) endOf(working).append(" ", is);
    if (list.kind === "users") for (const term of terms()) term.lastElementChild?.matches(".me-who-of") || term.append(h("span", { class: "me-who-of", text: list.shown[term.dataset.rank - 1].label }));
    html(where, d.where.map(({ html, why }) => `<p><span>${html}</span>${html && why ? ": " : ""}<span></span></p>`).join(""), { terms: "quiet" });
    const all = terms(), ofRow = el => Number(el?.dataset.rank) === ui.row()?.rank;
    if (held >= 0 && !all.includes(ui.focused())) (ofRow(all[held]) ? all[held] : all.find(ofRow) ?? all[0])?.focus({ preventScroll: true });
    d.where.forEach(({ why }, i) => write(where.children[i].lastElementChild, why));
  }

  function light() {
    const all = terms(), rank = ui.row()?.rank, stop = all.find(el => Number(el.dataset.rank) === rank) ?? all[0];
    for (const el of all) {
      set(el, "tabindex", el === stop ? 0 : -1);
      set(el, "aria-pressed", String(Number(el.dataset.rank) === rank));
    }
  }
  return { node, update, light, ranks: () => [...new Set(terms().map(el => Number(el.dataset.rank)))].sort((a, b) => a - b) };
}
