/* The links to a task of a lesson: JupyterLab scrolls to its cell, and its widget takes the focus. */

/** Returns the function that ends it. */
export function followLinks(task: string, root: HTMLElement): () => void {
  const onClick = ({ target }: MouseEvent): void => {
    const link = target instanceof Element ? target.closest("a[data-task]") : null;
    if (task && link?.getAttribute("data-task") === task) root.focus();
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}
