/* Lecture: the slides in order, as they stand in the notebook; shown one by one over the window. */
import { makeState } from "./controls.js";
import { button, h, set } from "./dom.js";
import { present } from "./present.js";
import { makeShell } from "./shell.js";

export const lecture = screens => function ({ model, el }) {
  const { t, view, root } = makeShell(model, "me-deck"), ids = model.get("slides");
  let dialog;

  const open = id => async slot => {
    const child = await model.widget_manager.get_model(id.slice("IPY_MODEL_".length)), part = screens[JSON.parse(child.get("view")).screen]({ model: child, el: slot });
    return { ...part, close: part.destroy };
  };
  const slides = view().slides.map(({ title }, k) => ({ title, open: ids[k] && open(ids[k]) }));
  const moved = at => items.forEach((item, k) => set(item, "aria-current", k === at && "step"));
  const start = at => { dialog = present({ t, host: root, slides, at, moved, closed: () => list.querySelector("[aria-current] button").focus() }); };

  const items = view().slides.map(({ title, about, state }, k) => {
    const saved = makeState({ t });
    saved.update(state);
    return h("li", {}, h("button", { class: "me-btn", onclick: () => start(k) }, h("span", { text: title || about })), ...(title && about ? [h("span", { class: "me-note", text: about })] : []), saved.node);
  });
  const list = h("ol", { class: "me-deck-list" }, ...items);
  root.append(h("div", { class: "me-box" }, h("div", { class: "me-top" }, h("b", { text: t("lecture") }), button(t("lecture_start"), () => start(0), "▶", true, { "data-main": "" }),
    h("span", { class: "me-note", text: t("lecture_keys") })), list));
  root.addEventListener("keydown", event => event.stopPropagation());
  el.append(root);
  return { root, destroy() { dialog?.close(); root.remove(); } };
};
