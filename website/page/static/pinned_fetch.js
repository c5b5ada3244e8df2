/* metrics_edu; built by "npm run build"; sources sha256:05bdc0aeb2510fa172ffa0d5fa5d0b2d360516e34cdd50ac10f93aef4312851f */
// website/page/src/python/pinned_fetch.ts
var plainFetch = self.fetch;
function fileName(requested) {
  const url = requested instanceof Request ? requested.url : String(requested);
  return url.split("/").at(-1) ?? "";
}
function pinnedFetch(files, base) {
  return (requested, options) => {
    const file = files[fileName(requested)];
    if (!file) return fetchByHash(requested, options);
    return fetchByHash(new URL(file.url, base), { ...options, integrity: file.integrity });
  };
}
function fetchByHash(requested, options) {
  const response = plainFetch(requested, options);
  if (!options?.integrity) return response;
  return response.catch(() => plainFetch(requested, { ...options, cache: "reload" }));
}
export {
  fileName,
  pinnedFetch
};
