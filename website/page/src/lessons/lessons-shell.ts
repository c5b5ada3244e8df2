/* JupyterLite around a notebook: its address, and the buttons that it lacks. */
import { keepLessonInAddress, noteLesson } from "./address_of_lesson";
import { APPLICATION_EVENT, type JupyterLab } from "./jupyterlab";
import { addToolbarCommands } from "./toolbar";

/** Notes each lesson that is opened or renamed. */
function followLesson({ shell }: JupyterLab): void {
  shell.currentChanged.connect((_shell, { newValue }) => {
    noteLesson(newValue);
    newValue?.context?.pathChanged.connect(() => noteLesson(shell.currentWidget));
  });
  if (shell.currentWidget) noteLesson(shell.currentWidget);
}

async function begin(app: JupyterLab): Promise<void> {
  addToolbarCommands(app);
  await app.restored;
  followLesson(app);
}

keepLessonInAddress();
document.addEventListener(APPLICATION_EVENT, (event) => begin((event as CustomEvent).detail));
