/* The kept answers: what each first edit of a list of the page changes. Python has computed
   them when the site was built (website/build/kept_*.py); the page shows them while Python starts. */
import { type PinnedFiles, pinnedFetch } from "../python/pinned_fetch";
import type { WidgetMessage, WidgetTraits } from "../python/worker_messages";
import { readJson } from "./elements";
import { keyOf } from "./kept_key";
import { ROOT } from "./root";

/** The pieces of all answers, and the numbers of the pieces that make up the JSON of each. */
interface Packed {
  readonly pieces: readonly string[];
  readonly answers: Readonly<Record<string, readonly number[]>>;
}

/** A browser that cannot load them waits for Python. */
const NONE: Packed = { pieces: [], answers: {} };

export class KeptAnswers {
  readonly #packed = load().catch(() => NONE);

  /** Returns the traits that the last of these messages changes; undefined if they are not kept.
      `widget` is its id where the page has several. */
  async find(messages: readonly WidgetMessage[], widget = ""): Promise<WidgetTraits | undefined> {
    const { pieces, answers } = await this.#packed;
    const numbers = answers[widget + keyOf(messages)];
    return numbers && JSON.parse(numbers.map((number) => pieces[number]).join(""));
  }
}

/** Loads the file that the page names by its hash: of another version of the site there is none. */
async function load(): Promise<Packed> {
  const files = readJson<PinnedFiles>("kept");
  const { body } = await pinnedFetch(files, ROOT)(Object.keys(files)[0] ?? "");
  if (!body) return NONE;
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).json();
}
