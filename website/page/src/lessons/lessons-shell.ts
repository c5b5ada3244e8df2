/* JupyterLite around a lesson: its address, a narrow window, and the buttons that a student
   needs. */
import { keepLessonInAddress, noteLesson } from "./address_of_lesson";
import { APPLICATION_EVENT, type JupyterLab } from "./jupyterlab";
import { followWidth, noteTouch } from "./narrow_window";
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
  followWidth(app);
}

keepLessonInAddress();
noteTouch();
document.addEventListener(APPLICATION_EVENT, (event) => begin((event as CustomEvent).detail));
