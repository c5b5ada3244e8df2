/* metrics_edu; built by "npm run build"; sources sha256:0825397701a3658c5a34d1b4c65323f4f22e8df5210dd0895a68ba6301c712f8 */
"use strict";
(() => {
  // website/page/src/service_workers/files_by_hash.ts
  var CACHE = "metrics-edu by hash";
  var LISTS = ["pyodide/files.json", "pyodide/lessons-files.json"];
  var SHA256 = /^sha256-[\w+/]{43}=$/;
  var nameOf = (integrity) => `https://by-hash.invalid/${encodeURIComponent(integrity)}`;
  var isByHash = ({ integrity }) => SHA256.test(integrity);
  async function answerByHash(request) {
    const cache = await caches.open(CACHE);
    const name = nameOf(request.integrity);
    const stored = await cache.match(name);
    const bytes = await stored?.arrayBuffer().catch(() => void 0);
    if (stored && bytes && await fits(bytes, request.integrity)) {
      return new Response(bytes, { headers: stored.headers });
    }
    if (stored) await cache.delete(name);
    const response = await fetch(request);
    if (response.ok) await cache.put(name, response.clone()).catch(() => {
    });
    return response;
  }
  async function fits(bytes, integrity) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `sha256-${btoa(String.fromCharCode(...digest))}` === integrity;
  }
  async function forgetUnlisted(root) {
    const urls = LISTS.map((name) => new URL(name, root));
    const current = await Promise.all(urls.map(fetchList));
    if (!current.every((response) => response.ok)) return;
    const stored = await Promise.all(urls.map((url) => caches.match(url)));
    const lists = [...current, ...stored.filter((response) => response !== void 0)];
    await forgetAllBut(await namesIn(lists));
  }
  function fetchList(url) {
    return fetch(url, { cache: "no-cache" }).catch(() => Response.error());
  }
  async function namesIn(lists) {
    const contents = await Promise.all(lists.map((list) => list.json()));
    const files = contents.flatMap((list) => Object.values(list));
    return new Set(files.map(({ integrity }) => nameOf(integrity)));
  }
  async function forgetAllBut(names) {
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) {
      if (!names.has(url)) await cache.delete(url);
    }
  }

  // website/page/src/service_workers/lessons-sw.ts
  var ROOT = new URL("..", self.location.href);
  var CACHE2 = "metrics_edu lessons $version";
  var CACHE_START = /^metrics_edu lessons /;
  var JUPYTERLITE_ANSWERS = /\/api\/(drive|stdin|service-worker-heartbeat)/;
  function isOurs({ method, url }) {
    return method === "GET" && url.startsWith("http") && !JUPYTERLITE_ANSWERS.test(url);
  }
  async function answerLesson(request) {
    const cache = await caches.open(CACHE2);
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored && request.mode !== "navigate") return stored;
    try {
      return await fetchAndStore(request, cache);
    } catch (error) {
      const other = stored ?? await caches.match(request, { ignoreSearch: true });
      if (other) return other;
      throw error;
    }
  }
  async function fetchAndStore(request, cache) {
    const response = await fetch(request, { cache: "no-cache" });
    const [url = ""] = request.url.split("?");
    if (response.ok) await cache.put(url, response.clone()).catch(() => {
    });
    return response;
  }
  async function forgetOtherVersions() {
    await caches.open(CACHE2);
    for (const name of await caches.keys()) {
      if (CACHE_START.test(name) && name !== CACHE2) await caches.delete(name);
    }
  }
  self.addEventListener("activate", (event) => {
    event.waitUntil(forgetOtherVersions().then(() => forgetUnlisted(ROOT)));
  });
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (!isOurs(request)) return;
    event.stopImmediatePropagation();
    event.respondWith(isByHash(request) ? answerByHash(request) : answerLesson(request));
  });
  importScripts("jupyterlite-service-worker.js");
})();
