/* The files that are requested by their hash. Both service workers store them in a separate
   cache, under names that no request has: the host of the names does not exist (RFC 2606). So no
   link can store anything there. */
import type { PinnedFiles } from "../python/pinned_fetch";

const CACHE = "metrics-edu by hash";
/** The lists of all files that are requested by their hash. */
const LISTS = ["pyodide/files.json", "pyodide/lessons-files.json"];
const SHA256 = /^sha256-[\w+/]{43}=$/;

const nameOf = (integrity: string): string =>
  `https://by-hash.invalid/${encodeURIComponent(integrity)}`;

/** Returns whether a URL is that of a list of files with their hashes. */
export const isList = (url: string): boolean => LISTS.some((name) => url.endsWith(`/${name}`));

/** Returns whether a request has a hash that is checked here. Others are checked by the browser. */
export const isByHash = ({ integrity }: Request): boolean => SHA256.test(integrity);

/** Returns the stored response of this hash, if there is one. */
export async function findByHash(integrity: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(nameOf(integrity));
}

/** Answers a request that has a hash: from the cache if the stored bytes fit the hash, else from
    the network. A rejected file is requested again by its reader (pinned_fetch.ts). */
export async function answerByHash(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const name = nameOf(request.integrity);
  const stored = await cache.match(name);
  const bytes = await stored?.arrayBuffer().catch(() => undefined);
  if (stored && bytes && (await fits(bytes, request.integrity))) {
    return new Response(bytes, { headers: stored.headers });
  }
  if (stored) await cache.delete(name);
  const response = await fetch(request);
  if (response.ok) await cache.put(name, response.clone()).catch(() => {}); // there may be no space
  return response;
}

async function fits(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}` === integrity;
}

/** Deletes the stored files that no list of the site names any more. Without a connection the page
    and the lessons use a stored list: its files stay. No file is deleted if a list cannot be
    loaded. `root` is the folder of the site. */
export async function forgetUnlisted(root: URL): Promise<void> {
  const urls = LISTS.map((name) => new URL(name, root));
  const current = await Promise.all(urls.map(fetchList));
  if (!current.every((response) => response.ok)) return;
  const stored = await Promise.all(urls.map((url) => caches.match(url)));
  const lists = [...current, ...stored.filter((response) => response !== undefined)];
  await forgetAllBut(await namesIn(lists));
}

function fetchList(url: URL): Promise<Response> {
  return fetch(url, { cache: "no-cache" }).catch(() => Response.error());
}

/** Returns the names of all files of these lists. */
async function namesIn(lists: readonly Response[]): Promise<Set<string>> {
  const contents: PinnedFiles[] = await Promise.all(lists.map((list) => list.json()));
  const files = contents.flatMap((list) => Object.values(list));
  return new Set(files.map(({ integrity }) => nameOf(integrity)));
}

async function forgetAllBut(names: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    if (!names.has(url)) await cache.delete(url);
  }
}
