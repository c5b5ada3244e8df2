/* The buttons above a lesson: website/build/jupyter-lite.json puts these commands there. */
import type { Cell, CodeCells, JupyterLab, SessionContext, Widget } from "./jupyterlab";
import { LITE, PAGE_LANGUAGE } from "./lite";

const WORDS = {
  en: {
    home: "← metrics_edu",
    run: "▶ Run the lesson",
    stop: "■ Stop",
    end: "End Python, also a cell that never ends, and start it again",
    stopped: "Python was stopped. Your text is kept; run the cells again from the top.",
  },
  es: {
    home: "← metrics_edu",
    run: "▶ Ejecutar la lección",
    stop: "■ Detener",
    end: "Terminar Python, también una celda que no termina nunca, e iniciarlo de nuevo",
    stopped: "Python se detuvo. Tu texto se conserva; ejecuta las celdas de nuevo desde arriba.",
  },
};

/** Adds the commands of the buttons. */
export function addToolbarCommands(app: JupyterLab): void {
  const words = WORDS[PAGE_LANGUAGE];
  const add = (name: string, label: string, caption: string, execute: () => unknown): void => {
    const isEnabled = (): boolean => isNotebook(app.shell.currentWidget);
    app.commands.addCommand(`metrics_edu:${name}`, { label, caption, execute, isEnabled });
  };
  add("home", words.home, "", () => goHome(app));
  add("run", words.run, "", () => runLesson(app));
  add("stop", words.stop, words.end, () => stopPython(app));
}

const isNotebook = (widget: Widget | null): boolean => widget?.content?.widgets !== undefined;

const save = ({ commands }: JupyterLab): Promise<unknown> => commands.execute("docmanager:save");

/** Opens the front page. The lesson is saved before: else the browser would ask. */
async function goHome(app: JupyterLab): Promise<void> {
  await save(app);
  const home = PAGE_LANGUAGE === "es" ? "../es/index.html" : "../index.html";
  location.assign(new URL(home, LITE));
}

/** Runs all cells up to one that fails. Python may be starting: the press is not lost. JupyterLab's
    own command would also choose the last cell and scroll to it. */
async function runLesson(app: JupyterLab): Promise<void> {
  const { content, sessionContext } = app.shell.currentWidget ?? {};
  if (!sessionContext) return;
  await sessionContext.ready;
  for (const cell of [...(content?.widgets ?? [])]) {
    if (!(await runCell(cell, sessionContext))) break;
  }
  await save(app);
}

/** Runs a cell, and returns whether the next one may run. */
async function runCell(cell: Cell, session: SessionContext): Promise<boolean> {
  if (cell.isDisposed) return true;
  if (cell.model.type === "markdown") cell.rendered = true;
  if (cell.model.type !== "code") return true;
  const { execute } = cell.constructor as unknown as CodeCells;
  const reply = await execute(cell, session);
  return reply === undefined || reply.content.status === "ok";
}

/** Gives a notebook a new Python and ends the old one, whatever it runs. JupyterLab's own restart
    would wait forever for a Python that it was still connecting to. */
async function stopPython({ commands, serviceManager, shell }: JupyterLab): Promise<void> {
  const { sessionContext } = shell.currentWidget ?? {};
  if (!sessionContext) return;
  await sessionContext.ready;
  const old = sessionContext.session?.kernel;
  // JupyterLab runs no cell while it believes that one waits for an input.
  if (old) old.hasPendingInput = false;
  await sessionContext.changeKernel({ name: "python" });
  if (old) await serviceManager.kernels.shutdown(old.id);
  const message = WORDS[PAGE_LANGUAGE].stopped;
  commands.execute("apputils:notify", { message, type: "info", options: { autoClose: 10_000 } });
}
