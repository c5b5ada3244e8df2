/* Everything that was once asked for is kept, and served from here: after the first visit the page needs no connection. */
const NAME = "metrics-edu $version";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("metrics-edu ") && name !== NAME) await caches.delete(name);
  await clients.claim();
})()));
self.addEventListener("fetch", event => {
  if (event.request.method === "GET" && event.request.url.startsWith("http")) event.respondWith(answer(event.request));
});

/** Pages are asked for anew where there is a connection, so that a new version is seen; their files are those of the version. */
async function answer(request) {
  const kept = await caches.open(NAME), found = await kept.match(request, { ignoreSearch: true });
  if (found && request.mode !== "navigate") return found;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (found) return found;
    throw error;
  }
}
