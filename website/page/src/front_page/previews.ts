/* Previews of an edit, which a page answers by what is kept, or has Python answer. */
import type { Preview, Traits } from "../../../../metrics_edu/widgets/src/core/contract";
import type { WidgetMessage, WidgetTraits } from "../python/worker_messages";

/** Returns the preview that a widget asks for; undefined if it sends something else. */
export function previewIn(message: WidgetMessage): Preview | undefined {
  return "action" in message && message.action.do === "preview" ? message.action : undefined;
}

/** Returns the traits that answer a preview; without traits after the edit, the list stays. */
export const answerTo = ({ turn }: Preview, traits: WidgetTraits = {}): WidgetTraits => ({
  preview: { turn, traits } as Traits["preview"],
});
