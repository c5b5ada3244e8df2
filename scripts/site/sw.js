/* Everything that was once asked for is kept: after the first visit the page needs no connection. */
const NAME = "metrics-edu";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(clients.claim()));
self.addEventListener("fetch", event => {
  if (event.request.method === "GET" && event.request.url.startsWith("http")) event.respondWith(answer(event.request));
});

/** What is asked for by its hash is kept under the hash, and never changes, as a name of the next version's file may. The rest
    is asked for anew where there is a connection, all of it, past the browser's own cache: so a page is never half of a new version. */
async function answer(request) {
  const { integrity } = request, key = integrity ? `?${encodeURIComponent(integrity)}` : request;
  const kept = await caches.open(NAME), found = await kept.match(key);
  if (found && integrity) return found;
  const fresh = await fetch(request, integrity ? {} : { cache: "no-cache" }).catch(() => found ?? Response.error());
  if (fresh.ok && fresh !== found) await kept.put(key, fresh.clone()).catch(() => {});   // no room: it is answered all the same
  return fresh;
}
