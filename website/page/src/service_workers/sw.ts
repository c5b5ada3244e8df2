/* The service worker of the front page stores every file that was requested once: after the first
   visit the page needs no connection. */
import { answerByHash, forgetUnlisted, isByHash, isList } from "./files_by_hash";

declare const self: ServiceWorkerGlobalScope;

const ROOT = new URL(".", self.location.href);
const CACHE = "metrics-edu";

/** Answers a request without a hash: from the network where there is a connection, past the
    browser's own cache. So a page never has files of two versions. */
async function answer(request: Request, event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  const options: RequestInit = { cache: "no-cache" };
  const response = await fetch(request, options).catch(() => stored ?? Response.error());
  if (!response.ok || response === stored) return response;
  const isNew = stored && isList(request.url) && (await differ(stored, response.clone()));
  await cache.put(request, response.clone()).catch(() => {}); // there may be no space
  // In a new release this script may be the same, and then it is not activated again.
  if (isNew) event.waitUntil(forgetUnlisted(ROOT));
  return response;
}

async function differ(one: Response, other: Response): Promise<boolean> {
  return (await one.text()) !== (await other.text());
}

self.addEventListener("install", () => {
  self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  const tasks = [self.clients.claim(), forgetUnlisted(ROOT)];
  event.waitUntil(Promise.allSettled(tasks));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith("http")) return;
  event.respondWith(isByHash(request) ? answerByHash(request) : answer(request, event));
});
