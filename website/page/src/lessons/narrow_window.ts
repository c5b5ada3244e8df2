/* On a phone or a small tablet the lesson has the whole width. */
import type { JupyterLab, Shell, Side } from "./jupyterlab";

const NARROW = matchMedia("(max-width: 900px)");
const SIDES: readonly Side[] = ["left", "right"];
let isTouched = false;

function fit({ shell, commands }: JupyterLab): void {
  shell.mode = NARROW.matches ? "single-document" : "multiple-document";
  for (const side of SIDES) {
    const isWrong = shell.isSideTabBarVisible(side) === NARROW.matches;
    if (isWrong) commands.execute("application:toggle-side-tabbar", { side });
  }
  closeSides(shell);
}

function closeSides(shell: Shell): void {
  if (!NARROW.matches) return;
  if (!shell.leftCollapsed) shell.collapseLeft();
  if (!shell.rightCollapsed) shell.collapseRight();
}

/** Notes the first touch. */
export function noteTouch(): void {
  const note = (): void => {
    isTouched = true;
  };
  addEventListener("pointerdown", note, { capture: true, once: true });
}

/** Fits JupyterLab to a narrow window. In a wide one it stays as the reader left it. JupyterLite
    opens its file browser with a lesson: until the reader touches the page, it is closed again. */
export function followWidth(app: JupyterLab): void {
  if (NARROW.matches) fit(app);
  app.shell.layoutModified.connect(() => {
    if (!isTouched) closeSides(app.shell);
  });
  NARROW.addEventListener("change", () => fit(app));
}
