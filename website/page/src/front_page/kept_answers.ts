/* The kept answers: what each first edit of a list of the page changes. Python has computed
   them when the site was built (website/build/kept_*.py); the page shows them while Python starts. */
import type { WidgetMessage, WidgetTraits } from "../python/worker_messages";
import { readJson } from "./elements";
import { loadKept } from "./kept_file";
import { keyOf } from "./kept_key";
import { ROOT } from "./root";

export class KeptAnswers {
  /** A browser that cannot load them waits for Python. */
  readonly #file = loadKept(readJson("kept"), ROOT).catch(() => undefined);

  /** Returns the traits that the last of these messages changes; undefined if they are not kept.
      `widget` is its id where the page has several. */
  async find(messages: readonly WidgetMessage[], widget = ""): Promise<WidgetTraits | undefined> {
    const answer = (await this.#file)?.find(widget + keyOf(messages));
    return answer === undefined ? undefined : JSON.parse(answer);
  }
}
