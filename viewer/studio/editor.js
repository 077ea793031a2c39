// The text: an editor that knows the keys of model files, and underlines what is wrong.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo, undoDepth, redoDepth } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { el } from "../src/dom.js";
import { ask, nonce } from "./exchange.js";

const OUTSIDE = "outside";
// The editor joins what is typed; so a drag is a kind of typing.
export const DRAG = "input.type.drag";

// Colors are those of the style sheet, so that they follow light and dark.
const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "SFMono-Regular", Consolas, "DejaVu Sans Mono", monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--back)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "var(--studio-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--tint)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--studio-selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--studio-match)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--studio-match)", outline: "1px solid var(--line)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "0 6px 20px var(--shade)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--tint)", color: "var(--tint-ink)" },
  ".cm-completionInfo": { maxWidth: "320px", padding: "6px 9px" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal" },
  ".cm-panels": { backgroundColor: "var(--back)", color: "var(--ink)" },
  ".cm-panels button, .cm-panels input": { backgroundImage: "none", backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-diagnostic": { padding: "5px 10px", maxWidth: "460px", whiteSpace: "pre-wrap" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--tint)", border: "0", color: "var(--tint-ink)" },
});

const WORDS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--studio-key)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: tags.special(tags.string), color: "var(--ink)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--studio-comment)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--soft)" },
]);

async function complete(context) {
  const word = context.matchBefore(/[\w./*-]+/);
  const before = context.state.sliceDoc(Math.max(context.pos - 2, 0), context.pos);
  if (!word && !context.explicit && !/[{[,:] $/.test(before)) return null;
  try {
    const { from, options } = await ask("complete", { text: context.state.doc.toString(), at: context.pos });
    return options.length ? { from, options, validFor: /^[\w./*-]*$/ } : null;
  } catch {
    return null;
  }
}

const about = hoverTooltip(async (view, pos) => {
  try {
    const found = await ask("hover", { text: view.state.doc.toString(), at: pos });
    if (found.nothing) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({
      dom: el("div", { class: "about" }, el("strong", { text: found.title }), el("p", { text: found.text })),
    }) };
  } catch {
    return null;
  }
});

// Browsers keep the color of what is typed over as an inline style, which the policy forbids; so what
// replaces a selection goes into the text without them.
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    if (event.inputType !== "insertText" || !event.data || main.empty || ranges.length > 1 || view.composing) return false;
    event.preventDefault();
    const insert = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    const taken = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, main.from, main.to, event.data, insert));
    if (!taken) view.dispatch(insert());
    return true;
  },
});

export class Editor {
  // changed: called with the text after each change; save: on Ctrl-S; moved: when only the cursor is.
  constructor(parent, { changed, save }) {
    this.changed = changed;
    this.view = new EditorView({
      parent,
      state: EditorState.create({ doc: "", extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ "aria-label": "Model file", spellcheck: "false" }),
        lineNumbers(), foldGutter(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(),
        history({ newGroupDelay: 1500, joinToEvent: (tr, adjacent) => adjacent || tr.isUserEvent(DRAG) }),
        drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(),
        search({ top: true }), yaml(), syntaxHighlighting(WORDS), LOOK,
        autocompletion({ override: [complete], activateOnTyping: true }), about, typeOver,
        keymap.of([
          { key: "Mod-s", preventDefault: true, run: () => { save(); return true; } },
          ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap, ...searchKeymap, ...historyKeymap,
          indentWithTab, ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(this.text); }),
      ] }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // The first text, which cannot be undone.
  begin(text) {
    const { state } = this.view;
    this.view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text }, annotations: Transaction.addToHistory.of(false) });
  }

  // Another text in place of this one: only what differs is changed, so that the cursor stays.
  replace(text) {
    const now = this.text;
    let start = 0;
    while (start < now.length && start < text.length && now[start] === text[start]) start += 1;
    let end = 0;
    while (end < now.length - start && end < text.length - start && now[now.length - 1 - end] === text[text.length - 1 - end]) end += 1;
    this.apply([{ from: start, to: now.length - end, insert: text.slice(start, text.length - end) }], OUTSIDE);
  }

  // Changes at places of the text; those of one kind that follow each other are undone together.
  apply(changes, kind) {
    const annotations = [Transaction.userEvent.of(kind)];
    if (kind !== DRAG) annotations.push(isolateHistory.of("full"));
    this.view.dispatch({ changes, annotations });
  }

  // From here on a new drag is undone by itself.
  isolate() {
    this.view.dispatch({ annotations: isolateHistory.of("full") });
  }

  show(problems) {
    const { length } = this.view.state.doc;
    const placed = problems.filter((one) => one.from !== null && one.from <= length).map((one) => ({
      from: one.from,
      to: Math.min(one.to, length),
      severity: { error: "error", warning: "warning" }[one.severity] ?? "info",
      message: one.text,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, placed));
  }

  // Puts the cursor at a position, and shows it.
  go(at) {
    const to = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "center" }) });
    this.view.focus();
  }

  // Shows where something was added, without taking the keyboard from the scene.
  reveal(at) {
    const { doc } = this.view.state;
    const line = doc.lineAt(Math.min(at, doc.length));
    this.view.dispatch({ effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
  }

  undo() { undo(this.view); }

  redo() { redo(this.view); }

  get depths() {
    return [undoDepth(this.view.state), redoDepth(this.view.state)];
  }
}
