/* metrics_edu; built by "npm run build"; sources sha256:844c0729e48637cbd6b70dc0c18c852b5a7ea71b6ea661441f7e4f6931d72d5d */
"use strict";
(() => {
  // website/page/src/service_workers/files_by_hash.ts
  var CACHE = "metrics-edu by hash";
  var LISTS = ["pyodide/files.json", "pyodide/lessons-files.json"];
  var SHA256 = /^sha256-[\w+/]{43}=$/;
  var nameOf = (integrity) => `https://by-hash.invalid/${encodeURIComponent(integrity)}`;
  var isList = (url) => LISTS.some((name) => url.endsWith(`/${name}`));
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

  // website/page/src/service_workers/sw.ts
  var ROOT = new URL(".", self.location.href);
  var CACHE2 = "metrics-edu";
  async function answer(request, event) {
    const cache = await caches.open(CACHE2);
    const stored = await cache.match(request);
    const options = { cache: "no-cache" };
    const response = await fetch(request, options).catch(() => stored ?? Response.error());
    if (!response.ok || response === stored) return response;
    const isNew = stored && isList(request.url) && await differ(stored, response.clone());
    await cache.put(request, response.clone()).catch(() => {
    });
    if (isNew) event.waitUntil(forgetUnlisted(ROOT));
    return response;
  }
  async function differ(one, other) {
    return await one.text() !== await other.text();
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
})();
