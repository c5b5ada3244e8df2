/* The kept answers: what each first edit of the front page's list changes. Python has computed them
   when the site was built (website/build/kept_front_list.py); the page shows them while Python
   starts. */
import type { WidgetMessage, WidgetTraits } from "../python/worker_messages";
import { readJson } from "./elements";
import { loadKept } from "./kept_file";
import { keyOf } from "./kept_key";
import { ROOT } from "./root";

export class KeptAnswers {
  /** A browser that cannot load them waits for Python. */
  readonly #file = loadKept(readJson("kept"), ROOT).catch(() => undefined);

  /** Returns the traits that the last of these messages changes; undefined if they are not kept. */
  async find(messages: readonly WidgetMessage[]): Promise<WidgetTraits | undefined> {
    const answer = (await this.#file)?.find(keyOf(messages));
    return answer === undefined ? undefined : JSON.parse(answer);
  }
}
