/* metrics_edu; built by "npm run build"; sources sha256:f305eff33d36d0ee3267123cd23fe667f14094ffa0f02c8b0c4e271a83745622 */
"use strict";
(() => {
  // website/page/src/front_page/elements.ts
  function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`The page has no element with the id "${id}".`);
    return element;
  }
  function all(selector) {
    return [...document.querySelectorAll(selector)];
  }

  // website/page/src/front_page/stages.ts
  function markStage(stage) {
    byId("part").dataset.stage = stage;
    for (const element of all("[data-when]")) {
      element.hidden = !element.dataset.when?.split(" ").includes(stage);
    }
  }

  // website/page/src/front_page/cannot_run.ts
  function troubleOfPlace() {
    if (location.protocol === "file:") return "as_file";
    return self.origin === "null" ? "sandboxed" : void 0;
  }
  var trouble = troubleOfPlace();
  if (trouble) markStage(trouble);
  var link = byId("own_tab");
  link.href = location.href;
  link.textContent = location.href;
})();
