/* Everything that was once asked for is kept: after the first visit the page needs no connection. */
const NAME = "metrics-edu", FIXED = new Set($fixed);   // Pyodide's files: under these names they never change

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(clients.claim()));
self.addEventListener("fetch", event => {
  if (event.request.method === "GET" && event.request.url.startsWith("http")) event.respondWith(answer(event.request));
});

/** What may have changed is asked for anew where there is a connection, all of it: so a page is never half of a new version. */
async function answer(request) {
  const kept = await caches.open(NAME), found = await kept.match(request);
  if (found && FIXED.has(new URL(request.url).pathname.split("/").pop())) return found;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}
