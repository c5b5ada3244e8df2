/* The address of the page names the lesson that is open, so that a reload shows it again. It is
   never a new entry of the history: one press of Back returns readers to where they came from. */
import type { Widget } from "./jupyterlab";
import { encodePath, isNotebook } from "./paths";

const replaceState = history.replaceState.bind(history);
let lesson = new URLSearchParams(location.search).get("path") ?? "";

/** Returns a URL that names the lesson. */
function withLesson(url: string | URL): string {
  const address = new URL(url, location.href);
  address.searchParams.delete("path");
  const others = address.searchParams.toString();
  const path = lesson ? `path=${encodePath(lesson)}` : "";
  address.search = [path, others].filter(Boolean).join("&");
  return address.href;
}

/** Replaces the functions by which JupyterLite changes the address. */
export function keepLessonInAddress(): void {
  const replace: History["replaceState"] = (state, unused, url) =>
    replaceState(state, unused, withLesson(url ?? location.href));
  history.replaceState = replace;
  history.pushState = replace;
}

/** Notes the lesson of the widget that is open. */
export function noteLesson(widget: Widget | null): void {
  const path = widget?.context?.path ?? "";
  lesson = isNotebook(path) ? path : "";
  history.replaceState(history.state, "");
}
