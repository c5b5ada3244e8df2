/* The model of the Compare in a PairedTest. Python sends its view as a trait of the test, and gets
   its actions in those of the test, so that each host can show it. */
import type { Action, EditLists, Traits } from "../core/contract";
import type { Model } from "../core/model";

type ChangeEvent = `change:${keyof Traits}`;

const outer = (event: ChangeEvent): ChangeEvent =>
  event === "change:view" ? "change:lists" : event;

export const nestedModel = (model: Model): Model => ({
  get: (name) => (name === "view" ? model.get("lists") : model.get(name)) as Traits[typeof name],
  set: () => undefined,
  save_changes: () => undefined,
  send: (action: Action) => model.send({ do: "lists", action: action as EditLists["action"] }),
  on: (event, listener) => model.on(outer(event), listener),
  off: (event, listener) => model.off(outer(event), listener),
  widget_manager: model.widget_manager,
});
