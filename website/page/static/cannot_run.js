/* metrics_edu; built by "npm run build"; sources sha256:912b894dedc078e94222984536af325b327160e37db091fb1029c477282faacb */
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
  function namesIn(attribute = "") {
    return attribute.split(/\s+/);
  }

  // website/page/src/front_page/stages.ts
  function markStage(stage) {
    for (const element of all("[data-stage]")) element.dataset.stage = stage;
    for (const element of all("[data-when]")) {
      element.hidden = !namesIn(element.dataset.when).includes(stage);
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
