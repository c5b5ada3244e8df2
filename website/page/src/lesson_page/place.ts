/* Where the reader is in the lesson: it survives a reload, and a turn of the screen. */
import { all } from "../front_page/elements";
import { lesson } from "./lesson_data";
import { type Place, readState, writeState } from "./stored_lesson";

const PAUSE = 200; // milliseconds without scrolling

let place: Place | undefined;
let timer: number | undefined;
let width = innerWidth;

const elementsOf = (section: Element): HTMLElement[] => [
  ...section.querySelectorAll<HTMLElement>(":scope > div > *"),
];

/** Returns the first element that ends below the top of the window. */
function placeNow(): Place | undefined {
  for (const section of all("main > section")) {
    if (section.getBoundingClientRect().bottom <= 0) continue;
    const elements = elementsOf(section);
    const child = elements.findIndex((element) => element.getBoundingClientRect().bottom > 0);
    const top = (elements[child] ?? section).getBoundingClientRect().top;
    return { section: section.id, child, offset: Math.round(top) };
  }
  return undefined;
}

function notePlace(): void {
  place = scrollY > 0 ? placeNow() : undefined;
  writeState(lesson.number, place ? { place } : {});
}

function restore({ section, child, offset }: Place): void {
  const element = document.getElementById(section);
  const target = element && (elementsOf(element)[child] ?? element);
  if (target) scrollBy({ top: target.getBoundingClientRect().top - offset, behavior: "instant" });
}

/** Follows the reader, who begins where they were. */
export function keepPlace(): void {
  history.scrollRestoration = "manual";
  const { place: stored } = readState(lesson.number);
  if (stored && !location.hash) restore(stored);
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(notePlace, PAUSE);
  });
  addEventListener("resize", () => {
    if (innerWidth === width) return; // the keyboard of a phone
    width = innerWidth;
    if (place) restore(place);
  });
}
