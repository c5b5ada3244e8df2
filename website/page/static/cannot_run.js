/* metrics_edu; built by "npm run build"; sources sha256:c07625aa82c3b32fa0a692efe8aae7134bd43cfe8a3e7e5e65062941d6e75458 */
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
    byId("widget").dataset.stage = stage;
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
