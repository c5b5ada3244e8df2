/* The address of JupyterLite, and the language of its page, as they are when the script starts. */
import type { Language } from "./languages";

const { src } = document.currentScript as HTMLScriptElement;

/** The folder of JupyterLite, in which the script lies. */
export const LITE = new URL(".", src).href;

/** The language of the page that is open. */
export const PAGE_LANGUAGE: Language = location.pathname.includes("/lab/es/") ? "es" : "en";
