/* What the learner did in the lessons: the file progress.txt, where JupyterLite keeps files in this browser. */
const FILE = "progress.txt", FILES = "files", LESSONS = new URL("lite/", import.meta.url).pathname;

const answer = asked => new Promise((done, failed) => { asked.onsuccess = () => done(asked.result); asked.onerror = () => failed(asked.error); });

/** Do something with the files; nothing where no lesson has been opened yet, or nothing is kept. */
async function withFiles(mode, act) {
  try {
    const name = (await indexedDB.databases()).map(base => base.name).find(name => name.startsWith("JupyterLite Storage") && name.endsWith(LESSONS));
    const base = name && await answer(indexedDB.open(name));
    try {
      return base?.objectStoreNames.contains(FILES) ? await answer(act(base.transaction(FILES, mode).objectStore(FILES))) : undefined;
    } finally {
      base?.close?.();
    }
  } catch { /* a private window, or a frame of another site's page */ }
}

export const lessonsRecord = async () => (await withFiles("readonly", files => files.get(FILE)))?.content ?? "";
export const forgetLessons = () => withFiles("readwrite", files => files.delete(FILE));
