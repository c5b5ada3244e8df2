/* The script of a page with widgets that need no Python: closed lists, and widgets that are in the
   page with all they show. Beside a closed list it keeps a link and a table at the present state. */
import { HostModel } from "../front_page/host";
import { loadKept } from "../front_page/kept_file";
import { renderWidget } from "../front_page/render_widget";
import { ROOT } from "../front_page/root";
import { ClosedList } from "./closed_list";

async function addStyle(name: string): Promise<void> {
  const response = await fetch(new URL(name, ROOT));
  const style = new CSSStyleSheet();
  style.replaceSync(await response.text());
  document.adoptedStyleSheets.push(style); // the page's policy forbids a <style> element
}

function render(model: HostModel, element: HTMLElement): void {
  const el = document.createElement("div");
  element.prepend(el);
  renderWidget({ model, el }).shown.catch(() => el.remove()); // what the page has stays
}

/** Shows in each cell of a table what it has for the present state. */
function showValues(list: ClosedList, element: HTMLElement): void {
  for (const cell of element.querySelectorAll<HTMLElement>("[data-values]")) {
    const values: string[] = JSON.parse(cell.dataset.values ?? "[]");
    cell.textContent = values[list.state] ?? "";
  }
}

async function showList(element: HTMLElement): Promise<void> {
  const { file = "", refusal = "" } = element.dataset;
  const list = new ClosedList(await loadKept(JSON.parse(file), document.baseURI), refusal);
  await style;
  render(list.model, element);
  const link = element.querySelector("a");
  list.model.on("change:state_line", () => {
    if (link) link.hash = list.model.get("state_line");
    showValues(list, element);
  });
}

/** Shows a widget that changes nothing in Python, such as a Stepper. */
async function showStill(element: HTMLElement): Promise<void> {
  const traits = JSON.parse(element.dataset.traits ?? "{}");
  await style;
  const manager = { get_model: async () => undefined };
  render(new HostModel("", traits, () => {}, manager), element);
}

const lists = document.querySelectorAll<HTMLElement>(".closed-list");
const stills = document.querySelectorAll<HTMLElement>(".still-widget");
const style = addStyle(stills.length ? "widgets.css" : "explorer.css");
for (const element of lists) showList(element);
for (const element of stills) showStill(element);
