/* The element of a keyed list: a row that lit-html moves keeps the focus. */
import { focused } from "../core/focus";

type MoveBefore = (node: Node, before: Node | null) => void;

/** lit-html moves rows by insertBefore, which takes the focus away. moveBefore keeps it. In
    browsers that lack it, the others move around the row that has the focus. */
export function keepFocusOfMovedRows(list: HTMLElement): void {
  const { moveBefore } = list as { moveBefore?: MoveBefore };
  const insert = Node.prototype.insertBefore;
  list.insertBefore = function move<T extends Node>(node: T, before: Node | null): T {
    if (node.parentNode !== this) return insert.call(this, node, before) as T;
    if (moveBefore) moveBefore.call(this, node, before);
    else if (node.contains(focused(this))) moveOthers(node, before);
    else insert.call(this, node, before);
    return node;
  };
}

/** Brings a node before another one by moving what is between them. */
function moveOthers(node: Node, before: Node | null): void {
  const insert = (other: Node, next: Node | null) =>
    Node.prototype.insertBefore.call(node.parentNode, other, next);
  const isEarlier =
    !before || node.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isEarlier) {
    while (node.nextSibling && node.nextSibling !== before) insert(node.nextSibling, node);
    return;
  }
  const end = node.nextSibling;
  for (let other: Node | null = before; other && other !== node; ) {
    const next: Node | null = other.nextSibling;
    insert(other, end);
    other = next;
  }
}
