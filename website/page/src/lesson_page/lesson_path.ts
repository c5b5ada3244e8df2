/* A lesson as a path: its sections open one after another as their tasks are answered, and one
   button leads to what is next. */
import { all, byId } from "../front_page/elements";
import { isDone } from "../front_page/lesson_cards";
import { words } from "../front_page/words";
import type { RecordEvent } from "../record/record_lines";
import { type LessonTask, lesson } from "./lesson_data";
import { cellOf } from "./shown_cells";
import { type LessonState, readState, writeState } from "./stored_lesson";

export class LessonPath {
  readonly #tasks: readonly LessonTask[];
  readonly #sections = all("main > section");
  readonly #state: LessonState = readState(lesson.number);
  readonly #observer = new IntersectionObserver((entries) => this.#noteNear(entries), {
    threshold: 0.3,
  });
  #done = new Set<string>();
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
    this.#show();
  }

  /** Opens a section, and keeps it open. */
  open(section: Element): void {
    this.#remember([section.id]);
  }

  /** Leads to the first task that is open. */
  goOn(): void {
    const target = this.#next && beginningOf(cellOf(this.#next.cell));
    if (!target) return;
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
    byId("done").textContent = words.done_of
      .replace("{done}", `${this.#tasks.filter(({ name }) => this.#done.has(name)).length}`)
      .replace("{all}", `${this.#tasks.length}`);
    this.#observer.disconnect();
    byId("way").hidden = false;
    byId("way").toggleAttribute("data-near", false);
    if (next) this.#observer.observe(cellOf(next.cell));
  }

  #noteNear(entries: readonly IntersectionObserverEntry[]): void {
    byId("way").toggleAttribute("data-near", entries.at(-1)?.isIntersecting ?? false);
  }
}

const sectionOf = ({ cell }: LessonTask): HTMLElement =>
  cellOf(cell).closest<HTMLElement>("section") ?? document.body;

const titleOf = (section: Element): string => section.querySelector("h2, h1")?.textContent ?? "";

function setOpen(section: HTMLElement, isOpen: boolean): void {
  const [body] = section.querySelectorAll<HTMLElement>(":scope > div");
  const [button] = section.querySelectorAll<HTMLElement>(":scope > .show");
  if (body) body.hidden = !isOpen;
  if (button) button.hidden = isOpen;
}

/** Returns the first element of what leads to a cell: what follows the cell before it, or the
    section if it is the first one there. */
function beginningOf(cell: HTMLElement): HTMLElement {
  let first: Element = cell;
  for (let before = cell.previousElementSibling; before; before = first.previousElementSibling) {
    if (before.matches(".cell")) return first as HTMLElement;
    first = before;
  }
  return cell.closest<HTMLElement>("section") ?? cell;
}
