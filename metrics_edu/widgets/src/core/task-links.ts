/* The links to a task of a lesson: JupyterLab scrolls to its cell, and its widget takes the
   focus. */

/** Returns the function that ends it. */
export function followLinks(task: string, root: HTMLElement): () => void {
  const refocus = (): void => queueMicrotask(() => root.focus());
  const settle = (): void => {
    root.removeEventListener("focusout", refocus);
    removeEventListener("keydown", settle, true);
    removeEventListener("pointerdown", settle, true);
  };
  const onClick = ({ target }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest("a[data-task]") : null;
    if (!task || link?.getAttribute("data-task") !== task) return;
    root.focus();
    // When it activates the notebook, JupyterLab moves the focus on: to the editor of the cell.
    root.addEventListener("focusout", refocus, { once: true });
    addEventListener("keydown", settle, true);
    addEventListener("pointerdown", settle, true);
  };
  document.addEventListener("click", onClick);
  return () => {
    settle();
    document.removeEventListener("click", onClick);
  };
}
