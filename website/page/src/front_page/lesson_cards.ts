/* The cards of the lessons: how far the learner is in each, and where to resume. */
import type { RecordEvent } from "../record/record_lines";
import { all } from "./elements";
import { words } from "./words";

/** A card with the names of its lesson's exercises and predictions. */
interface Card {
  readonly element: HTMLElement;
  readonly lesson: string;
  readonly exercises: readonly string[];
}

type State = "new" | "begun" | "done";

function readCard(element: HTMLElement): Card {
  const { lesson = "", exercises = "[]" } = element.dataset;
  return { element, lesson, exercises: JSON.parse(exercises) };
}

/** Returns whether an event completes its exercise; a prediction need not be right. */
function isDone({ name, what }: RecordEvent): boolean {
  return what === "right" || (what === "tried" && name.startsWith("predict "));
}

/** Returns the lesson of each event, oldest first. */
function lessonsOf(events: readonly RecordEvent[], cards: readonly Card[]): string[] {
  return events.flatMap(({ name }) => {
    const found = cards.filter(({ exercises }) => exercises.includes(name));
    return found.map(({ lesson }) => lesson);
  });
}

function stateOf(count: number, all: number, isBegun: boolean): State {
  if (!isBegun) return "new";
  return count < all ? "begun" : "done";
}

function showState({ element, exercises }: Card, count: number, state: State): void {
  const text = words[state].replace("{right}", `${count}`).replace("{all}", `${exercises.length}`);
  element.dataset.state = state;
  for (const label of element.querySelectorAll("em")) label.textContent = text;
  for (const bar of element.querySelectorAll("progress")) bar.value = count;
}

/** Shows on each card how many exercises are done, and marks the lesson to resume. */
export function showProgress(events: readonly RecordEvent[]): void {
  const cards = all("[data-lesson]").map(readCard);
  const lessons = lessonsOf(events, cards);
  const done = new Set(events.filter(isDone).map(({ name }) => name));
  for (const card of cards) {
    const count = card.exercises.filter((name) => done.has(name)).length;
    showState(card, count, stateOf(count, card.exercises.length, lessons.includes(card.lesson)));
  }
  markNextLesson(cards, lessons.at(-1));
}

/** Marks the first lesson from the last one that is not done. */
function markNextLesson(cards: readonly Card[], last: string | undefined): void {
  const isNext = ({ element, lesson }: Card): boolean =>
    last !== undefined && lesson >= last && element.dataset.state !== "done";
  const next = cards.find(isNext);
  for (const card of cards) card.element.toggleAttribute("data-here", card === next);
}
