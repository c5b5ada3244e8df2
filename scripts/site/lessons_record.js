/* What the learner did, one record in two places: the file progress.txt, where JupyterLite keeps files in this browser, and the
   page's copy of it in `kept`, which is all there is until a lesson is opened. */
const LESSONS = new URL("lite/", import.meta.url).pathname, FILE = "progress.txt", FILES = "files";
export const KEPT = "metrics_edu progress";                   // the copy; a record has these words in it
const SHARED = `${KEPT} in ${LESSONS}`;                       // how much of the copy, from its begin, was in the file when they were last one

const answer = asked => new Promise((done, failed) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => failed(asked.error); });

/** Do something with the files; nothing where no lesson has been opened yet, or nothing is kept. */
async function withFiles(act) {
  try {
    const name = (await indexedDB.databases()).map(base => base.name).find(name => name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS));
    const base = name && await answer(indexedDB.open(name));
    try {
      if (base?.objectStoreNames.contains(FILES)) await act(base.transaction(FILES, "readwrite").objectStore(FILES));
    } finally {
      base?.close?.();
    }
  } catch { /* a private window, or a frame of another site's page */ }
}

/** Make both one: what was added to either since they were one is in both. Where the file was deleted, in a lesson, all before is forgotten. */
export const joinRecords = kept => withFiles(async files => {
  const file = await answer(files.get(FILE)), copy = kept[KEPT] ?? "";
  if (file?.content && !file.content.includes(KEPT)) return;   // a file of the student's own
  const shared = copy.slice(0, kept[SHARED] ?? 0), added = copy.slice(shared.length), [head] = shared.split("\n");
  const text = file ? file.content + linesNotIn(file.content, shared) + added : added && head + added;
  if (text && text !== file?.content) await answer(files.put(textFile(text, file), FILE));
  kept[KEPT] = text + (kept[KEPT] ?? "").slice(copy.length);   // and what was noted meanwhile
  kept[SHARED] = text.length;
});

/** The lines that another page, or Python, has written over at the same moment. */
function linesNotIn(text, lines) {
  const there = text.split("\n");
  return lines.split("\n").filter(line => {
    const place = there.indexOf(line);
    if (place >= 0) there.splice(place, 1);
    return place < 0;
  }).map(line => `\n${line}`).join("");
}

function textFile(content, before) {
  const now = new Date().toISOString(), size = new Blob([content]).size;
  const added = { name: FILE, path: FILE, type: "file", format: "text", mimetype: "text/plain", writable: true, created: now };
  return { ...added, ...before, content, size, last_modified: now };
}

export async function forgetRecord(kept) {
  await withFiles(files => answer(files.delete(FILE)));
  for (const name of [KEPT, SHARED]) delete kept[name];
}
