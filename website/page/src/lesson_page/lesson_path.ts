/* A lesson as a path: its sections open one after another as their tasks are answered, and one
   button leads to what is next. */
import { all, byId } from "../front_page/elements";
import { isDone } from "../front_page/lesson_cards";
import { words } from "../front_page/words";
import type { RecordEvent } from "../record/record_lines";
import { type LessonTask, lesson } from "./lesson_data";
import { cellOf } from "./shown_cells";
import { type LessonState, readState, writeState } from "./stored_lesson";

/** How the names of Drills begin. */
const DRILL = "drill ";

export class LessonPath {
  readonly #tasks: readonly LessonTask[];
  readonly #sections = all("main > section");
  readonly #state: LessonState = readState(lesson.number);
  readonly #observer = new IntersectionObserver((entries) => this.#noteNear(entries), {
    threshold: 0.3,
  });
  #done = new Set<string>();
  #last: string | undefined;
  #next: LessonTask | undefined;

  constructor(tasks: readonly LessonTask[]) {
    this.#tasks = tasks;
    for (const section of this.#sections) {
      const [button] = section.querySelectorAll<HTMLElement>(":scope > .show");
      if (button) button.onclick = () => this.open(section);
    }
    byId("all").onclick = () => this.#openAll();
    byId("continue").onclick = (event) => this.#follow(event);
  }

  /** Shows how far the learner is after these events. */
  follow(events: readonly RecordEvent[]): void {
    this.#done = new Set(events.filter(isDone).map(({ name }) => name));
    this.#last = events.at(-1)?.name;
    this.#show();
  }

  /** Opens a section, and keeps it open. */
  open(section: Element): void {
    this.#remember([section.id]);
  }

  /** Leads to the text before the first task that is open; who is there already, to the task. */
  goOn(): void {
    if (!this.#next) return;
    const start = this.#startOf(this.#next);
    const isThere = start.getBoundingClientRect().top < innerHeight / 2 && isInView(start);
    const target = isThere ? cellOf(this.#next.cell) : start;
    target.scrollIntoView();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  #openAll(): void {
    this.#remember(this.#sections.map(({ id }) => id));
  }

  #remember(ids: readonly string[]): void {
    this.#state.open = [...new Set([...this.#state.open, ...ids])];
    writeState(lesson.number, { open: this.#state.open });
    this.#show();
  }

  #follow(event: Event): void {
    if (!this.#next) return; // a link to the next lesson
    event.preventDefault();
    this.goOn();
  }

  #show(): void {
    this.#next = this.#tasks.find(({ name }) => !this.#done.has(name));
    const last = this.#next ? this.#sections.indexOf(sectionOf(this.#next)) : this.#sections.length;
    this.#sections.forEach((section, k) => {
      setOpen(section, k <= last || this.#state.open.includes(section.id));
    });
    byId("all").hidden = all("main > section > [hidden]:not(.show)").length === 0;
    this.#showNext();
  }

  #showNext(): void {
    const next = this.#next;
    const link = byId<HTMLAnchorElement>("continue");
    link.href = next
      ? `#cell-${next.cell}`
      : lesson.following || byId<HTMLAnchorElement>("home").href;
    byId("next").textContent = next ? titleOf(sectionOf(next)) : words.next_lesson;
    byId("done").textContent = this.#count();
    byId("way").hidden = false;
    this.#observer.disconnect();
    byId("way").toggleAttribute("data-near", false);
    if (next) this.#observer.observe(cellOf(next.cell));
  }

  /** Returns how many tasks are done; a Drill has no end of its own. */
  #count(): string {
    const done = this.#tasks.filter(({ name }) => this.#done.has(name));
    const text = words.done_of
      .replace("{done}", `${done.length}`)
      .replace("{all}", `${this.#tasks.length}`);
    const isDrilled = done.some(({ name }) => name === this.#last && name.startsWith(DRILL));
    return isDrilled ? `${words.enough} ${text}` : text;
  }

  #noteNear(entries: readonly IntersectionObserverEntry[]): void {
    byId("way").toggleAttribute("data-near", entries.at(-1)?.isIntersecting ?? false);
  }

  /** Returns the first element that leads to a task: what follows the task before it, or the heading
      of its section if it is the first one there. */
  #startOf({ cell }: LessonTask): HTMLElement {
    const tasks = new Set(this.#tasks.map((task) => cellOf(task.cell)));
    let first: Element = cellOf(cell);
    for (let before = first.previousElementSibling; before; before = first.previousElementSibling) {
      if (tasks.has(before as HTMLElement)) return first as HTMLElement;
      first = before;
    }
    return first.closest("section")?.querySelector("h1, h2") ?? cellOf(cell);
  }
}

const isInView = (element: Element): boolean => element.getBoundingClientRect().bottom > 0;

const sectionOf = ({ cell }: LessonTask): HTMLElement =>
  cellOf(cell).closest<HTMLElement>("section") ?? document.body;

const titleOf = (section: Element): string => section.querySelector("h2, h1")?.textContent ?? "";

function setOpen(section: HTMLElement, isOpen: boolean): void {
  const [body] = section.querySelectorAll<HTMLElement>(":scope > div");
  const [button] = section.querySelectorAll<HTMLElement>(":scope > .show");
  if (body) body.hidden = !isOpen;
  if (button) button.hidden = isOpen;
}
