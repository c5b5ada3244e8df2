/* What is wider than its place scrolls: the keyboard must reach it. */
import { all } from "../front_page/elements";

function mark(): void {
  for (const element of all("main .document :is(table, div)")) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

/** Lets the keyboard scroll what scrolls, at each width. */
export function followScrolled(): void {
  new ResizeObserver(mark).observe(document.body);
}
