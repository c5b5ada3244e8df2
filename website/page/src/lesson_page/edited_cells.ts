/* The cells whose code the reader writes or changes: each gets an editor when it is reached. */
import { ROOT } from "../front_page/root";
import { words } from "../front_page/words";
import type { Editor } from "./editor";
import { type LessonCell, lesson } from "./lesson_data";
import { cellOf } from "./shown_cells";
import { readState, writeState } from "./stored_lesson";

const AHEAD = "600px"; // below the window

type Run = (cell: string) => void;

/** Returns the code of a cell, as the reader has changed it. */
export function sourceOf({ id, source }: LessonCell): string {
  const code = readState(lesson.number).code?.[id];
  return typeof code === "string" ? code : source;
}

function store({ id, source }: LessonCell, text: string): void {
  const { [id]: _before, ...others } = readState(lesson.number).code ?? {};
  writeState(lesson.number, { code: text === source ? others : { ...others, [id]: text } });
}

const buttonOf = (textContent: string, onclick: () => void): HTMLButtonElement =>
  Object.assign(document.createElement("button"), { type: "button", textContent, onclick });

async function open(cell: LessonCell, run: Run): Promise<void> {
  const [code] = cellOf(cell.id).querySelectorAll<HTMLElement>(".code");
  if (!code) return;
  const { showEditor }: typeof import("./editor") = await import(new URL("editor.js", ROOT).href);
  const place = document.createElement("div");
  const press = (): void => run(cell.id);
  const reset = buttonOf(words.reset_code, () => {
    editor.text = cell.source;
    press();
  });
  const change = (text: string): void => {
    store(cell, text);
    reset.hidden = text === cell.source;
  };
  reset.hidden = sourceOf(cell) === cell.source;
  code.replaceChildren(place, buttonOf(words.run_code, press), reset);
  const editor: Editor = showEditor(place, sourceOf(cell), words.code, { run: press, change });
}

/** Opens the editors of a lesson as the reader reaches them; `run` runs the code of a cell. */
export function openEditors(run: Run): void {
  const edited = lesson.cells.filter((cell) => cell.edited);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
        observer.unobserve(target);
        const cell = edited.find(({ id }) => cellOf(id) === target);
        if (cell) open(cell, run);
      }
    },
    { rootMargin: AHEAD },
  );
  for (const { id } of edited) observer.observe(cellOf(id));
}
