/* Everything that was requested once is kept: after the first visit the page needs no connection. */
importScripts("kept_by_hash.js");
const ROOT = new URL(".", self.location), NAME = "metrics-edu";
const BY_HASH_BEFORE = /\/sw\.js\?sha256-/;   // where an earlier version kept files by their hashes

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", event => event.waitUntil(Promise.allSettled([clients.claim(), forgetEarlier(), forgetUnlisted(ROOT)])));
self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith("http")) return;
  event.respondWith(isByHash(request) ? answerByHash(request) : answer(request, event));
});

/** What has no hash is requested anew where there is a connection, all of it, past the browser's own cache: so a page is never
    half of a new version. */
async function answer(request, event) {
  const kept = await caches.open(NAME), found = await kept.match(request);
  const fresh = await fetch(request, { cache: "no-cache" }).catch(() => found ?? Response.error());
  if (!fresh.ok || fresh === found) return fresh;
  const isNewList = found && isList(request.url) && await found.text() !== await fresh.clone().text();
  await kept.put(request, fresh.clone()).catch(() => {});   // without room it is answered all the same
  if (isNewList) event.waitUntil(forgetUnlisted(ROOT));   // of a new release: this file may be the same in all
  return fresh;
}

async function forgetEarlier() {
  const kept = await caches.open(NAME);
  for (const request of await kept.keys()) if (BY_HASH_BEFORE.test(request.url)) await kept.delete(request);
}
