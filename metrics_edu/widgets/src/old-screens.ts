/* The screens that have not moved to TypeScript yet. */
import { card as oldCard } from "./card.js";
import type { RenderProps } from "./core/model";
import type { Shown } from "./core/shown";

type OldScreen = (props: RenderProps) => Pick<Shown, "root" | "talk"> & {
  readonly kind: Shown["layout"];
  destroy(): void;
};

const bridged =
  (old: unknown) =>
  (props: RenderProps): Shown => {
    const { root, kind, talk, destroy } = (old as OldScreen)(props);
    return { root, talk, layout: kind, end: () => destroy() };
  };

export const card = bridged(oldCard);
