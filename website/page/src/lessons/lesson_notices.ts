/* The words of the notices in JupyterLite's page, and of its stage. A notice shows at most 140
   characters. */
import type { StageWords } from "../lecturer/stage_link";
import type { Language } from "./languages";

interface Words extends StageWords {
  readonly newer: string;
  readonly take: string;
  readonly copy: string;
  readonly own_file: string;
  readonly not_joined: string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    newer:
      "Saved with an older version: open the new lesson; " +
      "your answers are kept, and so is this copy: {name}",
    take: "Open the new lesson",
    copy: "my copy",
    own_file:
      "progress.txt is not a record of metrics_edu, so this page and the front page " +
      "do not share what you do: rename that file.",
    not_joined:
      "Your answers here and on the front page could not be joined, and both are kept: " +
      "free some disk space, then load the page again.",
    lecturer: "Lecturer's window",
    pop_up: "The window was blocked: allow pop-ups on this page.",
    time_up: "Time is up.",
  },
  es: {
    newer:
      "Guardada con una versión anterior: abre la nueva; " +
      "tus respuestas se conservan, y también esta copia: {name}",
    take: "Abrir la lección nueva",
    copy: "mi copia",
    own_file:
      "progress.txt no es un registro de metrics_edu; esta página y la portada " +
      "no comparten lo que haces: cambia su nombre.",
    not_joined:
      "Tus respuestas de aquí y de la portada no se pudieron juntar, " +
      "y ambas se conservan: libera espacio en el disco y recarga la página.",
    lecturer: "Ventana para quien expone",
    pop_up: "Ventana bloqueada: permite las ventanas emergentes.",
    time_up: "Se acabó el tiempo.",
  },
};
