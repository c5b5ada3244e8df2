/* The front page in the language of its reader: the one that they chose here, or else that of their browser. Only the English page,
   whose address has no language in it, leads to another one. A choice that is kept need not stay in the address, which is shared. */
{
  const KEPT = "metrics_edu language", chosen = new URLSearchParams(location.search).get("language");
  const keep = language => { try { localStorage.setItem(KEPT, language); } catch { /* the address says it */ } };
  const kept = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };
  const isSpanish = () => (kept() ?? navigator.language).startsWith("es");
  if (chosen) {
    keep(chosen);
    if (kept() === chosen) history.replaceState(null, "", location.pathname + location.hash);
  } else if (document.documentElement.lang === "en" && isSpanish()) location.replace(new URL(`es/index.html${location.hash}`, document.currentScript.src));
}
