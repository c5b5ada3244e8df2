/* How Python's files are fetched in a worker: from where a list says, and only if they are the ones that were tried. */
const plainFetch = self.fetch;

/** The name of the file that a request, or its address, is for. */
export const fileName = requested => String(requested.url ?? requested).split("/").pop();

/** Return a fetch for the files of a list, whose addresses start from `base`; files that the list does not name are fetched as requested. */
export function pinnedFetch(files, base) {
  return (requested, options) => {
    const file = files[fileName(requested)];
    return file ? fetchByHash(new URL(file.url, base), { ...options, integrity: file.integrity }) : fetchByHash(requested, options);
  };
}

/** Fetch a file; if its hash refuses it, once more past the browser's own cache, which may have that of another version. */
function fetchByHash(requested, options) {
  const answer = plainFetch(requested, options);
  return options?.integrity ? answer.catch(() => plainFetch(requested, { ...options, cache: "reload" })) : answer;
}
