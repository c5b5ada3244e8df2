/* metrics_edu; built by "npm run build"; sources sha256:6c680bb8feb0761c7ffabfd49ca039dbe75a2b7400e68f27f2b34eb19e94593d */
"use strict";
(() => {
  // website/page/src/front_page/language.ts
  var ENTRY = "metrics_edu language";
  function storedLanguage() {
    try {
      return localStorage.getItem(ENTRY);
    } catch {
      return null;
    }
  }
  function storeLanguage(language) {
    try {
      localStorage.setItem(ENTRY, language);
    } catch {
    }
  }
  function takeChoice(language) {
    storeLanguage(language);
    if (storedLanguage() !== language) return;
    history.replaceState(null, "", location.pathname + location.hash);
  }
  function leadToSpanish(script) {
    const language = storedLanguage() ?? navigator.language;
    if (!language.startsWith("es")) return;
    location.replace(new URL(`es/index.html${location.hash}`, script).href);
  }
  var choice = new URLSearchParams(location.search).get("language");
  var { src } = document.currentScript;
  if (choice) takeChoice(choice);
  else if (document.documentElement.lang === "en") leadToSpanish(src);
})();
