/* The files that are requested by their hash, for both service workers. They have a cache of their own, under names that no
   request has: the host of a name is none (RFC 2606), so nothing that a link opens can be stored there. The page imports this as
   a module, for `keptByHash` alone. */
const BY_HASH = "metrics-edu by hash", LISTS = ["pyodide/files.json", "pyodide/lessons-files.json"];
const nameOf = integrity => `https://by-hash.invalid/${encodeURIComponent(integrity)}`;

/** Return the kept answer of this hash, if there is one. */
self.keptByHash = async integrity => (await caches.open(BY_HASH)).match(nameOf(integrity));

/** Whether an address is that of a list of files with their hashes. */
const isList = url => LISTS.some(name => url.endsWith(`/${name}`));

/** Whether the hash of a request is one that is checked here: others are left to the browser. */
const isByHash = ({ integrity }) => /^sha256-[\w+/]{43}=$/.test(integrity);

/** Answer a request that has a hash: from the cache if what is there fits the hash, else from the network. */
async function answerByHash(request) {
  const kept = await caches.open(BY_HASH), name = nameOf(request.integrity), found = await keptByHash(request.integrity);
  const bytes = await found?.arrayBuffer().catch(() => undefined);
  if (bytes && await fits(bytes, request.integrity)) return new Response(bytes, { headers: found.headers });
  if (found) await kept.delete(name);
  const fresh = await fetch(request);   // if it is refused, who has requested it tries again (pinned_fetch.js)
  if (fresh.ok) await kept.put(name, fresh.clone()).catch(() => {});   // without room it is answered all the same
  return fresh;
}

async function fits(bytes, integrity) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}` === integrity;
}

/** Delete the files that no list of the page or the lessons names any more, also no kept one, which is what they have without a
    connection; none, if a list cannot be had. The lists are in the site's folder, `root`. */
async function forgetUnlisted(root) {
  const lists = LISTS.map(name => new URL(name, root));
  const answers = await Promise.all(lists.map(url => fetch(url, { cache: "no-cache" }).catch(() => Response.error())));
  if (!answers.every(answer => answer.ok)) return;
  const keptLists = (await Promise.all(lists.map(url => caches.match(url)))).filter(Boolean);
  const files = (await Promise.all([...answers, ...keptLists].map(answer => answer.json()))).flatMap(Object.values);
  const listed = new Set(files.map(({ integrity }) => nameOf(integrity))), kept = await caches.open(BY_HASH);
  for (const { url } of await kept.keys()) if (!listed.has(url)) await kept.delete(url);
}
