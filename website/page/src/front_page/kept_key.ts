/* The keys of the kept answers, which website/build/kept_answers.py writes in the same way. */
import type { WidgetMessage } from "../python/worker_messages";

/** Returns the key of what was done. The choice of a row matters only before an action that names
    no item: an edit of an item also chooses it. */
export function keyOf(messages: readonly WidgetMessage[]): string {
  const actions = messages.map((message) => ("action" in message ? message.action : message));
  const counting = actions.filter((action, k) => {
    const next = actions[k + 1];
    return !("do" in action && action.do === "choose" && next && "id" in next);
  });
  return JSON.stringify(
    counting.map((action) => Object.fromEntries(Object.entries(action).sort())),
  );
}
