/* JupyterLite's service worker, and before it ours: what a lesson has asked for is kept, and served from here without a connection. */
const LESSONS = "metrics_edu lessons $version", JUPYTERLITE_ANSWERS = /\/api\/(drive|stdin|service-worker-heartbeat)/;

self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("metrics_edu lessons ") && name !== LESSONS) await caches.delete(name);
})()));
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || !event.request.url.startsWith("http") || JUPYTERLITE_ANSWERS.test(event.request.url)) return;
  event.stopImmediatePropagation();
  event.respondWith(answerLesson(event.request));
});

/** Pages are asked for anew where there is a connection, so that a new version is seen; their files are those of the version,
    which the browser's own cache may not know yet. */
async function answerLesson(request) {
  const kept = await caches.open(LESSONS), found = await kept.match(request, { ignoreSearch: true });
  if (found && request.mode !== "navigate") return found;
  try {
    const fresh = await fetch(request, { cache: "no-cache" });
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const other = found ?? await caches.match(request, { ignoreSearch: true });   // the front page's worker has kept it
    if (other) return other;
    throw error;
  }
}

importScripts("jupyterlite-service-worker.js");
