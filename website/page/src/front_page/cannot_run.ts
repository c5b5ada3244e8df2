/* Shows why the page cannot work: it was opened as a file, or in a frame without rights. Its
   modules do not load there, so this script is no module. */
import { byId } from "./elements";
import { markStage, type Stage } from "./stages";

function troubleOfPlace(): Stage | undefined {
  if (location.protocol === "file:") return "as_file";
  return self.origin === "null" ? "sandboxed" : undefined;
}

const trouble = troubleOfPlace();
if (trouble) markStage(trouble);
const link = byId<HTMLAnchorElement>("own_tab");
link.href = location.href;
link.textContent = location.href;
