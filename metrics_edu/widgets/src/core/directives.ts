/* What lit-html lacks: a field that Python does not overwrite while someone types, and Python's
   HTML. */
import { noChange, render, type TemplateResult } from "lit-html";
import {
  type AttributePart,
  Directive,
  directive,
  type ElementPart,
  type PartInfo,
  PartType,
} from "lit-html/directive.js";
import { focused, suppressShortcutsIn } from "./focus";

const committed = new WeakSet<Element>();

/** Marks a field as sent: Python's next value replaces the typed one, even the same value. */
export const commit = (field: Element): void => {
  committed.add(field);
};

class FieldValue extends Directive {
  #from: string | undefined;

  render(_value: string): unknown {
    return noChange;
  }

  override update(part: AttributePart, [value]: [string]): unknown {
    const field = part.element as HTMLInputElement;
    const wasSent = committed.delete(field);
    const isTyped = field === focused(field) && this.#from === value && !wasSent;
    this.#from = value;
    if (!isTyped && field.value !== value) field.value = value;
    return noChange;
  }
}

/** `.value=${fieldValue(text)}` sets a field, but keeps what is typed until Python's value
    changes. */
export const fieldValue = directive(FieldValue);

export interface PythonHtmlOptions {
  /** Its terms can be chosen; otherwise they are plain text. */
  readonly hasActiveTerms?: boolean;
  /** It only keeps room: its terms have no rank. */
  readonly isUnseen?: boolean;
  /** What follows the last sign of a working: its value. */
  readonly end?: TemplateResult;
}

class PythonHtml extends Directive {
  #source: string | undefined;
  #end: HTMLElement | undefined;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new Error("pythonHtml belongs on an element");
  }

  render(_source: string, _options?: PythonHtmlOptions): unknown {
    return noChange;
  }

  override update(
    { element }: ElementPart,
    [source, options = {}]: [string, PythonHtmlOptions?],
  ): unknown {
    if (this.#source !== source) {
      this.#source = source;
      this.#end = undefined;
      element.innerHTML = source;
      if (options.isUnseen) removeAttributes(element, "[data-rank]", "data-rank");
      if (!options.hasActiveTerms) removeAttributes(element, "[role=button]", "role", "tabindex");
      suppressShortcutsIn(element);
    }
    if (options.end) {
      this.#end ??= appendEnd(element);
      render(options.end, this.#end);
    }
    return noChange;
  }
}

/** `<span ${pythonHtml(source)}>` shows HTML that Python made and escaped. Nothing else sets
    HTML. */
export const pythonHtml = directive(PythonHtml);

function removeAttributes(element: Element, selector: string, ...names: string[]): void {
  for (const found of element.querySelectorAll(selector)) {
    for (const name of names) found.removeAttribute(name);
  }
}

/** The last sign of a working may be below or beside the others; the value follows it. */
function appendEnd(working: Element): HTMLElement {
  const end = document.createElement("span");
  end.className = "me-result";
  (working.querySelector(".me-whole > :last-child") ?? working).append(" ", end);
  return end;
}
