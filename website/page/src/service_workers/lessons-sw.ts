/* The service worker of the lessons. It answers before JupyterLite's, which it loads at its end:
   it stores every file that a lesson has requested, and serves it without a connection. The build
   of the site writes its version into this script. */
import { answerByHash, forgetUnlisted, isByHash } from "./files_by_hash";

declare const self: ServiceWorkerGlobalScope;

const ROOT = new URL("..", self.location.href);
const CACHE = "metrics_edu lessons $version";
const CACHE_START = /^metrics_edu lessons /; // of all versions
const JUPYTERLITE_ANSWERS = /\/api\/(drive|stdin|service-worker-heartbeat)/;

function isOurs({ method, url }: Request): boolean {
  return method === "GET" && url.startsWith("http") && !JUPYTERLITE_ANSWERS.test(url);
}

/** Answers a request without a hash. A page is requested where there is a connection: it may be of
    a newer version. Its files are those of this version, which the browser's own cache may lack. */
async function answerLesson(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreSearch: true });
  if (stored && request.mode !== "navigate") return stored;
  try {
    return await fetchAndStore(request, cache);
  } catch (error) {
    // The service worker of the front page may have stored it.
    const other = stored ?? (await caches.match(request, { ignoreSearch: true }));
    if (other) return other;
    throw error;
  }
}

async function fetchAndStore(request: Request, cache: Cache): Promise<Response> {
  const response = await fetch(request, { cache: "no-cache" });
  const [url = ""] = request.url.split("?");
  if (response.ok) await cache.put(url, response.clone()).catch(() => {}); // there may be no space
  return response;
}

/** Deletes the files of all other versions. */
async function forgetOtherVersions(): Promise<void> {
  await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (CACHE_START.test(name) && name !== CACHE) await caches.delete(name);
  }
}

self.addEventListener("activate", (event) => {
  // The other versions go first: else their lists would count as stored lists.
  event.waitUntil(forgetOtherVersions().then(() => forgetUnlisted(ROOT)));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!isOurs(request)) return;
  event.stopImmediatePropagation();
  event.respondWith(isByHash(request) ? answerByHash(request) : answerLesson(request));
});

importScripts("jupyterlite-service-worker.js");
