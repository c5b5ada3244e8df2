/* What stands around the list: tabs, tools, paste, tiles, settings, the state line. */
import { button, delta, dim, fill, h, keyed, set, show, step, stepper, write } from "./dom.js";

function makeTabs(ui, kind, label, make, patch, send) {
  const pool = new Map(), node = h("div", { class: `me-${kind}s`, role: "tablist", "aria-label": label });
  const pick = tab => tab && send(tab.dataset.key);
  node.addEventListener("click", event => pick(event.target.closest("[role=tab]")));
  node.addEventListener("keydown", event => pick(step(event, [...node.children], "ArrowLeft", "ArrowRight")));
  return { node, update({ [kind + "s"]: items }) {
    show(node, items.length);
    keyed(pool, [[node, items]], "key",
      ({ key }) => h("button", { class: `me-${kind}`, role: "tab", "data-key": key, id: `${ui.uid}-${kind}-${key}` }, ...make()),
      (el, item) => { set(el, "aria-selected", String(!!item.selected)); set(el, "tabindex", item.selected ? 0 : -1); patch(el, item); });
  } };
}

export const makeUsers = ui => makeTabs(ui, "tab", ui.t("user_tabs_label"), () => [],
  (el, { label, mean }) => { write(el, label); set(el, "data-mean", mean); }, key => ui.send("user", { key }));

/** "Cobertura@10" may break before its @ (a <wbr>, so that the text stays as it is). */
const breakable = name => name.split(/(?=@)/).flatMap((part, i) => i ? [h("wbr"), part] : [part]);

export const makeTiles = ui => makeTabs(ui, "tile", ui.t("metric_tabs_label"), () => [h("span", { class: "me-tile-name" }), h("span", { class: "me-tile-value" }), h("span")],
  (el, tile) => { el.children[0].replaceChildren(...breakable(tile.name)); write(el.children[1], tile.value); delta(el.children[2], tile); }, key => ui.send("metric", { key }));

export function makeTools(ui) {
  const { t, send } = ui, text = h("textarea", { rows: 5, class: "me-text", spellcheck: "false", "aria-label": t("paste_title") });
  const open = yes => { panel.hidden = !yes; set(tools.paste, "aria-expanded", String(yes)); (yes ? text : tools.paste).focus(); };
  let sent = false;
  const ok = () => { sent = true; send("paste", { text: text.value }); };
  const panel = h("div", { class: "me-paste", hidden: true, onkeydown: event => { if (event.key === "Escape") open(false); } },
    h("b", { text: t("paste_title") }), h("p", { class: "me-note", text: t("paste_help") }), text,
    h("div", { class: "me-acts" }, button(t("paste_ok"), ok), button(t("paste_cancel"), () => open(false))));
  const act = (name, ...rest) => button(t(name), () => send(name), ...rest);
  const tools = { undo: act("undo", "↶", false, { title: t("undo") + " (Ctrl+Z)" }), redo: act("redo", "↷", false, { title: t("redo") + " (Ctrl+Shift+Z)" }),
    ideal: act("ideal"), shuffle: act("shuffle"), reset: act("reset"),
    paste: button(t("paste"), () => open(panel.hidden), "", true, { "aria-expanded": "false" }) };
  const node = h("div", { class: "me-tools", role: "toolbar", "aria-label": t("tools_label") }, ...Object.values(tools));

  function update({ can, notice }) {
    for (const [name, el] of Object.entries(tools)) { show(el, name in can); dim(el, !can[name]); }
    if (sent && !notice) { text.value = ""; open(false); }       // a paste that could not be read stays open, under its notice
    sent = false;
  }
  return { node, panel, update, add: el => node.append(el) };
}

export function makeSettings(ui) {
  const { t } = ui, pool = new Map(), grid = () => h("div", { class: "me-grid" });
  const own = h("div", { class: "me-own" }), cut = h("div", { class: "me-cut-off" }), empty = h("div", { class: "me-edit me-without" }), shared = grid(), other = grid(), convention = h("span"), said = h("span");
  const more = h("p", { class: "me-note", text: t("other_settings") });
  const node = h("details", { class: "me-settings" }, h("summary", {}, h("span", { text: t("settings") }), convention, said), shared, more, other);

  const kinds = {
    step: ({ key, label, step }) => stepper(t, label, step, {
      by: by => ui.send("set", { key, by }),
      to: (value, { min, max }) => ui.send("set", { key, value: Math.max(min, Math.min(max, value)) }),
    }),
    select({ key, label }) {
      const select = h("select", { "aria-label": label, onchange: () => ui.send("set", { key, value: select.value }) });
      let had;
      const choice = ([value, text]) => h("option", { value, text });
      const under = options => ([label, values]) => h("optgroup", { label }, ...options.filter(([value]) => values.includes(value)).map(choice));
      return [select, ({ value, options, groups }) => {
        if (had !== JSON.stringify(options)) select.replaceChildren(...(groups ? groups.map(under(options)) : options.map(choice)));
        had = JSON.stringify(options);
        select.value = value;
      }];
    },
    segment({ key, label }) {
      const pool = new Map(), group = h("span", { class: "me-segment", role: "group", "aria-label": label });
      return [group, ({ value, options }) => keyed(pool, [[group, options.map(([key, text]) => ({ key, text, on: key === value }))]], "key",
        item => button(item.text, () => ui.send("set", { key, value: item.key })),
        (el, { text, on }) => { write(el.firstChild, text); set(el, "aria-pressed", String(on)); })];
    },
  };

  function make(item) {
    const [control, patch] = kinds[item.kind](item), label = h("span", { class: "me-label" }), why = h("span", { class: "me-note" });
    const node = h("div", { class: "me-setting", onchange: event => { node.now = event.target.given = null; } }, label, control, why);   // Python's next word counts
    return Object.assign(node, { patch: item => { write(label, item.lead ?? item.label); write(why, item.why); patch(item); } });
  }

  const word = ({ key, kind, label, value, options, display }) => {
    const chosen = options ? options.find(([key]) => key === value)?.[1] : display;
    return key === "empty" ? `0/0 ${chosen}` : kind === "segment" ? chosen : `${label[0].toLowerCase()}${label.slice(1)}${kind === "select" ? ":" : ""} ${chosen}`;
  };

  function update({ settings }) {
    const of = (...groups) => settings.filter(({ group }) => groups.includes(group)).map(item => ({ ...item, at: item.kind + item.key }));
    keyed(pool, [[own, of("own")], [cut, of("cut")], [empty, of("empty")], [shared, of("shared", "idle")], [other, of("other")]], "at", make, (el, item) => el.patch(item));
    write(said, [...of("shared"), ...of("other").filter(({ key }) => key === "empty")].filter(({ key }) => key !== "convention").map(item => word(item).replaceAll(" ", "\u00a0")).join("; "));
    show(own, own.firstChild); show(cut, cut.firstChild); cut.parentNode?.toggleAttribute("data-cut", !cut.hidden); show(empty, empty.firstChild); show(more, other.firstChild); show(node, shared.firstChild || other.firstChild);
  }
  return { node, own, cut, empty, update, agree: line => write(convention, line) };
}

export function makeState(ui) {
  const { t } = ui, input = h("input", { type: "text", readonly: "", class: "me-text me-code", "aria-label": t("state") }), done = h("span", { class: "me-note", role: "status" });
  async function copy() {
    try { await navigator.clipboard.writeText(input.value); } catch { input.select(); document.execCommand("copy"); }
    write(done, t("copied"));
    setTimeout(() => write(done, ""), 2000);
  }
  const node = h("div", { class: "me-state" }, h("span", { class: "me-note", text: t("state"), "aria-hidden": "true" }), input, button(t("copy"), copy), done);
  return { node, update(state) { show(node, state); fill(input, state ?? ""); } };
}
