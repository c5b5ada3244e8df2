/* Shows the front page in the reader's language: the language that they chose here, or that of
   their browser. Only the English page leads to another one: the addresses of the others name
   their language. The script runs before the page is shown. */

const ENTRY = "metrics_edu language";

/** Returns the language that the reader chose; null if there is none, or no storage. */
function storedLanguage(): string | null {
  try {
    return localStorage.getItem(ENTRY);
  } catch {
    return null;
  }
}

/** Stores a choice, if the browser allows it; else it stays in the address. */
function storeLanguage(language: string): void {
  try {
    localStorage.setItem(ENTRY, language);
  } catch {
    // A frame of another site, or no space.
  }
}

/** Stores the choice in the address, and takes it out of the address, which is shared. */
function takeChoice(language: string): void {
  storeLanguage(language);
  if (storedLanguage() !== language) return;
  history.replaceState(null, "", location.pathname + location.hash);
}

/** Opens the Spanish page, if Spanish is the reader's language. */
function leadToSpanish(script: string): void {
  const language = storedLanguage() ?? navigator.language;
  if (!language.startsWith("es")) return;
  location.replace(new URL(`es/index.html${location.hash}`, script).href);
}

const choice = new URLSearchParams(location.search).get("language");
const { src } = document.currentScript as HTMLScriptElement;
if (choice) takeChoice(choice);
else if (document.documentElement.lang === "en") leadToSpanish(src);
