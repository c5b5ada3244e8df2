/* A file of what Python has computed when the site was built (website/build/kept_files.py). */
import { type PinnedFiles, pinnedFetch } from "../python/pinned_fetch";

/** The pieces of all answers, and the numbers of the pieces that make up the JSON of each. */
interface Packed {
  readonly pieces: readonly string[];
  readonly answers: Readonly<Record<string, readonly number[]>>;
}

export class KeptFile {
  readonly #packed: Packed;

  constructor(packed: Packed) {
    this.#packed = packed;
  }

  /** Returns the JSON of an answer; undefined if it is not kept. */
  find(key: string): string | undefined {
    const { pieces, answers } = this.#packed;
    return answers[key]?.map((number) => pieces[number]).join("");
  }
}

/** Loads the first file of a list by its hash: of another version of the site there is none. */
export async function loadKept(files: PinnedFiles, base: string | URL): Promise<KeptFile> {
  const { body } = await pinnedFetch(files, base)(Object.keys(files)[0] ?? "");
  const bytes = body?.pipeThrough(new DecompressionStream("gzip")) ?? null;
  return new KeptFile(await new Response(bytes).json());
}
