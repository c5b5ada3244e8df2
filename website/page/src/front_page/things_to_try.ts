/* The buttons of "Three things to try": they make a move on the list above. */
import { all, byId } from "./elements";
import type { ShownWidget } from "./shown_widget";

export const tryMoveButtons = (): HTMLElement[] => all("[data-item]");

/** Returns the row of an item in the list of the front page. */
export const rowOf = (item: string): HTMLElement | undefined =>
  all("#widget .me-row").find(({ textContent }) => textContent.includes(item));

/** Makes the move that a button names, on its item. */
export function tryMove({ dataset }: HTMLElement, widget: ShownWidget): void {
  const { item = "", do: move } = dataset;
  const row = rowOf(item);
  row?.click();
  row?.focus();
  if (move === "move") moveUp(item, widget);
  else miss(item, widget);
  byId("widget").scrollIntoView({ block: "start" });
}

/** Moves an item up by one rank, and chooses it. */
export function moveUp(item: string, { model }: ShownWidget): void {
  const id = rowOf(item)?.dataset.id;
  if (id) model?.send({ do: "move", by: -1, id });
}

function miss(item: string, { model }: ShownWidget): void {
  const id = rowOf(item)?.dataset.id;
  if (id) model?.send({ do: "miss", id });
}
