/* The script of a page with closed lists: it shows each in its element, and keeps the link of the
   element at the present state. */
import { loadKept } from "../front_page/kept_file";
import { ROOT } from "../front_page/root";
import { ClosedList } from "./closed_list";
import widgets from "./widgets.js";

async function addStyle(): Promise<void> {
  const response = await fetch(new URL("explorer.css", ROOT));
  const style = new CSSStyleSheet();
  style.replaceSync(await response.text());
  document.adoptedStyleSheets.push(style); // the page's policy forbids a <style> element
}

async function show(element: HTMLElement): Promise<void> {
  const { file = "", refusal = "" } = element.dataset;
  const { model } = new ClosedList(await loadKept(JSON.parse(file), document.baseURI), refusal);
  await style;
  const el = document.createElement("div");
  element.prepend(el);
  widgets.render({ model, el });
  const link = element.querySelector("a");
  model.on("change:state_line", () => {
    if (link) link.hash = model.get("state_line");
  });
}

const style = addStyle();
for (const element of document.querySelectorAll<HTMLElement>(".closed-list")) show(element);
