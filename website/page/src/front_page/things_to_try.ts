/* The buttons of "Three things to try": they make a move on the list above. */
import { all, byId } from "./elements";
import type { ShownWidget } from "./shown_widget";

/** Makes the move that a button names, on its item. It waits for Python, as every action does. */
export function tryMove({ dataset }: HTMLElement, { model }: ShownWidget): void {
  const { item = "", do: move } = dataset;
  const row = all("#part .me-row").find(({ textContent }) => textContent.includes(item));
  if (row && model) {
    row.click();
    row.focus();
    const id = row.dataset.id ?? "";
    const target = { id, chosen: id };
    model.send(move === "move" ? { do: "move", by: -1, ...target } : { do: "miss", ...target });
  }
  byId("part").scrollIntoView({ block: "start" });
}
