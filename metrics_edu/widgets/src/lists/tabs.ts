/* Users and measures: one Tab stop each; arrows and clicks choose. */
import { html, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Tile, UserTab } from "../core/contract";
import { moveFocus } from "../core/keys";
import { changeOf } from "../core/parts";
import { rich } from "../core/text";

interface Tabs<Item extends Tile | UserTab> {
  readonly kind: "tab" | "tile";
  readonly uid: string;
  readonly label: string;
  readonly items: ReadonlyArray<Item>;
  content(item: Item): unknown;
  choose(key: string): void;
}

export const tabId = (uid: string, kind: "tab" | "tile", key: string): string =>
  `${uid}-${kind}-${key}`;

const tabAt = ({ target }: Event) => (target as Element).closest<HTMLElement>("[role=tab]");

function tabs<Item extends Tile | UserTab>(settings: Tabs<Item>): TemplateResult {
  const { kind, uid, label, items, content } = settings;
  const choose = (tab: HTMLElement | null | undefined) => {
    if (tab?.dataset.key !== undefined) settings.choose(tab.dataset.key);
  };
  const onKey = (event: KeyboardEvent) => {
    const all = (event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]");
    choose(moveFocus(event, [...all], ["ArrowLeft", "ArrowRight"]));
  };
  const tab = (item: Item) => html`<button type="button" class=${`me-${kind}`} role="tab"
    id=${tabId(uid, kind, item.key)} data-key=${item.key} ?data-mean=${"mean" in item && item.mean}
    aria-selected=${String(item.selected)} tabindex=${item.selected ? 0 : -1}
    >${content(item)}</button>`;
  return html`<div class=${`me-${kind}s`} role="tablist" aria-label=${label}
    ?hidden=${!items.length} @click=${(event: Event) => choose(tabAt(event))} @keydown=${onKey}
    >${repeat(
      items,
      ({ key }) => key,
      (item) => guard([item], () => tab(item)),
    )}</div>`;
}

type Owner = Pick<Tabs<Tile>, "uid" | "label" | "choose">;

export const userTabs = (items: ReadonlyArray<UserTab>, owner: Owner): TemplateResult =>
  tabs({ ...owner, kind: "tab", items, content: ({ label }) => rich(label) });

/** "Recall@10" may break before its @. */
const breakable = (name: string) =>
  name.split(/(?=@)/).map((part, k) => (k ? html`<wbr>${part}` : part));

const tileContent = (tile: Tile) =>
  html`<span class="me-tile-name">${breakable(tile.name)}</span
    ><span class="me-tile-value" .textContent=${tile.value}></span>${changeOf(tile)}`;

export const measureTiles = (items: ReadonlyArray<Tile>, owner: Owner): TemplateResult =>
  tabs({ ...owner, kind: "tile", items, content: tileContent });
