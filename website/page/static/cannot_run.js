/* metrics_edu; built by "npm run build"; sources sha256:ec5bf39f313824eea5d8f79510c46ed2cd5408fa86f9c0c64cd11122da99c5d7 */
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
