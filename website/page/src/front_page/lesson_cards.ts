/* The cards of the lessons: how far the learner is in each, and where to resume. */
import type { RecordEvent } from "../record/record_lines";
import { all, byId } from "./elements";
import { words } from "./words";

const PARTS = ["main", "practice", "more"] as const;

const TEXTS = { main: words.main_of, practice: words.practice_of, more: words.more_of };

/** The names of a lesson's tasks, by the part of the lesson. */
type Tasks = Readonly<Record<(typeof PARTS)[number], readonly string[]>>;

interface Card {
  readonly element: HTMLElement;
  readonly lesson: string;
  readonly tasks: Tasks;
}

type State = "new" | "begun" | "done";

function readCard(element: HTMLElement): Card {
  const { lesson = "", tasks = "{}" } = element.dataset;
  return { element, lesson, tasks: JSON.parse(tasks) };
}

/** Returns whether an event completes its exercise; a prediction need not be right. */
export function isDone({ name, what }: RecordEvent): boolean {
  return what === "right" || (what === "tried" && name.startsWith("predict "));
}

/** Returns the lesson of each event, oldest first. */
function lessonsOf(events: readonly RecordEvent[], cards: readonly Card[]): string[] {
  return events.flatMap(({ name }) => {
    const found = cards.filter(({ tasks }) => PARTS.some((part) => tasks[part].includes(name)));
    return found.map(({ lesson }) => lesson);
  });
}

/** Returns the number of tasks of each part that are done. */
function countDone({ tasks }: Card, done: ReadonlySet<string>): number[] {
  return PARTS.map((part) => tasks[part].filter((task) => done.has(task)).length);
}

/** The main part decides: what is under More may be left out. */
function stateOf({ tasks }: Card, [main = 0, ...others]: number[], isBegun: boolean): State {
  if (tasks.main.length && main === tasks.main.length) return "done";
  return isBegun || main || others.some(Boolean) ? "begun" : "new";
}

function describe({ tasks }: Card, counts: readonly number[]): string {
  const texts = PARTS.map((part, position) => {
    const text = TEXTS[part].replace("{right}", `${counts[position]}`);
    return tasks[part].length ? text.replace("{all}", `${tasks[part].length}`) : "";
  });
  return texts.filter(Boolean).join(", ");
}

function showState(card: Card, counts: readonly number[], state: State): void {
  const { element, tasks } = card;
  const isAllDone = PARTS.every((part, position) => counts[position] === tasks[part].length);
  const text = state === "new" ? words.new : isAllDone ? words.done : describe(card, counts);
  element.dataset.state = state;
  for (const label of element.querySelectorAll("em")) label.textContent = text;
  for (const bar of element.querySelectorAll("progress")) bar.value = counts[0] ?? 0;
}

/** Shows on each card how many tasks are done, and marks the lesson to resume. */
export function showProgress(events: readonly RecordEvent[]): void {
  const cards = all("[data-lesson]").map(readCard);
  const lessons = lessonsOf(events, cards);
  const done = new Set(events.filter(isDone).map(({ name }) => name));
  for (const card of cards) {
    const counts = countDone(card, done);
    showState(card, counts, stateOf(card, counts, lessons.includes(card.lesson)));
  }
  markNextLesson(cards, lessons.at(-1));
}

/** Marks the first lesson from the last one that is not done. */
function markNextLesson(cards: readonly Card[], last: string | undefined): void {
  const isNext = ({ element, lesson }: Card): boolean =>
    last !== undefined && lesson >= last && element.dataset.state !== "done";
  const next = cards.find(isNext);
  for (const card of cards) card.element.toggleAttribute("data-here", card === next);
  leadTo(next ?? cards[0], next ? words.next_lesson : words.first_lesson);
}

/** Makes the button of the way to learn open a lesson. */
function leadTo(card: Card | undefined, text: string): void {
  const link = byId<HTMLAnchorElement>("lesson");
  link.textContent = text.replace("{lesson}", card?.lesson ?? "");
  link.href = card?.element.getAttribute("href") ?? "";
}
