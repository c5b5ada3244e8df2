/* The paths of notebooks: en/00_lists.ipynb, lectures/es/ap.ipynb. */
import { LANGUAGES, type Language } from "./languages";

const ENDING = ".ipynb";

export const isNotebook = (path: string): boolean => path.endsWith(ENDING);

/** Returns the path of a notebook for a URL. */
export const encodePath = (path: string): string =>
  path.split("/").map(encodeURIComponent).join("/");

/** Returns the language of a notebook, which its folder names; English without such a folder. */
export function languageOf(path: string): Language {
  const folders = path.split("/");
  return LANGUAGES.find((language) => folders.includes(language)) ?? "en";
}

/** Returns the folder of a notebook, with the slash at its end, and its name without the ending. */
export function splitPath(path: string): { folder: string; lesson: string } {
  const start = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, start), lesson: path.slice(start, -ENDING.length) };
}

/** Returns the first name for a copy of a lesson that is not taken yet. */
export function freeName(lesson: string, copy: string, taken: ReadonlySet<string>): string {
  const nameOf = (number: number): string =>
    `${lesson} (${copy}${number > 1 ? ` ${number}` : ""})${ENDING}`;
  let number = 1;
  while (taken.has(nameOf(number))) number += 1;
  return nameOf(number);
}
