/* The editor of a cell: CodeMirror, which is loaded when the reader reaches such a cell. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], fontWeight: "bold" },
  { tag: [tags.string, tags.number, tags.bool], color: "light-dark(#0b5394, #8fc1f2)" },
  { tag: tags.comment, color: "light-dark(#595959, #bdbdbd)", fontStyle: "italic" },
]);

const THEME = EditorView.theme({
  "&": { fontSize: "14px", border: "1px solid light-dark(#767676, #949494)" },
  "&.cm-focused": { outline: "3px solid light-dark(#000, #fff)" },
  ".cm-cursor": { borderLeftColor: "light-dark(#000, #fff)" },
});

export interface Editor {
  text: string;
}

/** Shows an editor in an element. `onRun` is called by Shift+Enter, `onChange` after each change. */
export function showEditor(
  parent: HTMLElement,
  text: string,
  label: string,
  on: { readonly run: () => void; readonly change: (text: string) => void },
): Editor {
  // In a shadow root CodeMirror adopts its style sheets: the page's policy forbids <style>.
  const root = parent.attachShadow({ mode: "open" });
  const run = (): boolean => {
    on.run();
    return true;
  };
  const extensions = [
    history(),
    bracketMatching(),
    python(),
    indentUnit.of("    "),
    syntaxHighlighting(COLOURS),
    THEME,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) on.change(state.doc.toString());
    }),
    keymap.of([
      { key: "Shift-Enter", run },
      { key: "Mod-Enter", run },
      ...defaultKeymap,
      ...historyKeymap,
    ]),
  ];
  const view = new EditorView({
    state: EditorState.create({ doc: text, extensions }),
    parent: root,
    root,
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(insert) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    },
  };
}
