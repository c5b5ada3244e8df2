/* JupyterLite's service worker, and before it ours: what a lesson has requested is kept, and served from here without a connection. */
importScripts("../kept_by_hash.js");
const ROOT = new URL("..", self.location), LESSONS = "metrics_edu lessons $version";
const JUPYTERLITE_ANSWERS = /\/api\/(drive|stdin|service-worker-heartbeat)/;

self.addEventListener("activate", event => event.waitUntil(forgetOtherVersions().then(() => forgetUnlisted(ROOT))));   // also their lists
self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith("http") || JUPYTERLITE_ANSWERS.test(request.url)) return;
  event.stopImmediatePropagation();
  event.respondWith((isByHash(request) ? answerByHash : answerLesson)(request));
});

/** Pages are requested anew where there is a connection, so that a new version is seen; their files are those of the version,
    which the browser's own cache may not know yet. */
async function answerLesson(request) {
  const kept = await caches.open(LESSONS), found = await kept.match(request, { ignoreSearch: true });
  if (found && request.mode !== "navigate") return found;
  try {
    const fresh = await fetch(request, { cache: "no-cache" });
    if (fresh.ok) await kept.put(request.url.split("?")[0], fresh.clone()).catch(() => {});   // without room it is answered all the same
    return fresh;
  } catch (error) {
    const other = found ?? await caches.match(request, { ignoreSearch: true });   // the front page's worker has kept it
    if (other) return other;
    throw error;
  }
}

/** From now on there is the cache of this version alone. */
async function forgetOtherVersions() {
  await caches.open(LESSONS);
  for (const name of await caches.keys()) if (name.startsWith("metrics_edu lessons ") && name !== LESSONS) await caches.delete(name);
}

importScripts("jupyterlite-service-worker.js");
