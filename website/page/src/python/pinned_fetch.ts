/* Fetches Python's files from where a list says, and only those that were tested. */

/** The files of a list by their names. */
export type PinnedFiles = Readonly<Record<string, { readonly url: string; integrity: string }>>;

type Fetch = typeof fetch;

const plainFetch: Fetch = self.fetch;

/** Returns the name of the file that a request is for. */
export function fileName(requested: RequestInfo | URL): string {
  const url = requested instanceof Request ? requested.url : String(requested);
  return url.split("/").at(-1) ?? "";
}

/** Returns a fetch for the files of a list, whose addresses are relative to `base`. It fetches
    other files as they are requested. */
export function pinnedFetch(files: PinnedFiles, base: string | URL): Fetch {
  return (requested, options) => {
    const file = files[fileName(requested)];
    if (!file) return fetchByHash(requested, options);
    return fetchByHash(new URL(file.url, base), { ...options, integrity: file.integrity });
  };
}

/** Fetches a file. If its hash rejects it, the browser's cache may have it of another version: the
    second request passes the cache. */
function fetchByHash(requested: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const response = plainFetch(requested, options);
  if (!options?.integrity) return response;
  return response.catch(() => plainFetch(requested, { ...options, cache: "reload" }));
}
