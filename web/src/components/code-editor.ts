/** A text that is written by the rules of some language: a plain text box over the same text in colours, faults marked. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "./element";
import "../style/rooms/code-editor.css";

/** What a piece of text is, which says how it looks. */
export type TokenKind = "heading" | "key" | "string" | "number" | "word" | "comment" | "";

export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

/** Tells the tokens of a text, line by line; the texts of a line's tokens together are the line. */
export type Highlight = (text: string) => readonly (readonly Token[])[];

/** Where something is wrong: lines and columns count from 1, `end` is the column behind it; 0 if only the line is known. */
export interface MarkedFault {
  readonly line: number;
  readonly column: number;
  readonly end: number;
}

export const plainHighlight: Highlight = (text) => text.split("\n").map((line) => [{ text: line, kind: "" }]);

/** The place of a line and column within a text; of the text's end where the line is not there. */
export function offsetOf(text: string, line: number, column = 1): number {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + Math.max(column - 1, 0), end < 0 ? text.length : end);
}

/** Cuts a line's tokens where a fault begins and ends; `wrong` marks the pieces within. */
export function cutTokens(tokens: readonly Token[], faults: readonly MarkedFault[]): (Token & { readonly wrong: boolean })[] {
  const ranges = faults.filter(({ column, end }) => column > 0 && end > column);
  let at = 1;
  return tokens.flatMap(({ text, kind }) => {
    const [from, to] = [at, at + text.length];
    at = to;
    const cuts = ranges.flatMap(({ column, end }) => [column, end]).filter((cut) => cut > from && cut < to);
    const edges = [...new Set([from, ...cuts, to])].sort((one, other) => one - other);
    return edges.slice(1).map((end, n) => {
      const start = edges[n] ?? from;
      const wrong = ranges.some((range) => range.column <= start && end <= range.end);
      return { text: text.slice(start - from, end - from), kind, wrong };
    });
  });
}

/** `<so-code-editor>`: `input` is heard when the text changes, and `value` has it.
 *
 * Tab leads on to what follows, as in every text box; Enter keeps the indentation; F8 and Shift F8 go from fault to fault.
 */
export class CodeEditor extends LightElement {
  static override properties = {
    value: { attribute: false },
    highlight: { attribute: false },
    faults: { attribute: false },
    label: {},
    describedBy: { attribute: "described-by" },
  };
  declare value: string;
  declare highlight: Highlight;
  declare faults: readonly MarkedFault[];
  /** What a screen reader calls it. */
  declare label: string;
  /** The id of what tells the faults in words. */
  declare describedBy: string;

  constructor() {
    super();
    this.value = this.label = this.describedBy = "";
    this.highlight = plainHighlight;
    this.faults = [];
  }

  get #box(): HTMLTextAreaElement {
    return this.querySelector("textarea")!;
  }

  /** Puts the cursor into the text. */
  override focus(options?: FocusOptions): void {
    this.#box.focus(options);
  }

  /** Selects what a fault is about, or its line, and brings it into sight. */
  show({ line, column, end }: MarkedFault): void {
    const from = offsetOf(this.value, line, column || 1);
    const to = offsetOf(this.value, line, column && end > column ? end : Infinity);
    this.#box.focus({ preventScroll: true });
    this.#box.setSelectionRange(from, to);
    this.querySelectorAll("pre > span")[line - 1]?.scrollIntoView({ block: "nearest" });
  }

  /** Writes something in the place of what a range has, as if it were typed: it can be undone, and `input` is heard. */
  replace(from: number, to: number, text: string): void {
    const box = this.#box;
    box.focus({ preventScroll: true });
    box.setSelectionRange(from, to);
    // The one way to write into a text box that its own undo knows of.
    if (document.execCommand?.(text ? "insertText" : "delete", false, text)) return;
    box.setRangeText(text, from, to, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "F8" && this.faults.length > 0) {
      event.preventDefault();
      this.#next(event.shiftKey ? -1 : 1);
    }
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart: from, selectionEnd: to } = this.#box;
    const line = this.value.slice(this.value.lastIndexOf("\n", from - 1) + 1, from);
    const indent = /^[ \t]*/.exec(line)![0];
    if (!indent) return;
    event.preventDefault();
    this.replace(from, to, `\n${indent}`);
  }

  /** The next fault behind the cursor, or before it; behind the last one comes the first. */
  #next(step: 1 | -1): void {
    const now = this.#box.selectionStart;
    const places = this.faults
      .map((fault) => ({ fault, at: offsetOf(this.value, fault.line, fault.column || 1) }))
      .sort((one, other) => step * (one.at - other.at));
    const found = places.find(({ at }) => step * (at - now) > 0) ?? places[0];
    if (found) this.show(found.fault);
  }

  protected override render(): TemplateResult {
    return html`<div class="code-editor">
      <pre aria-hidden="true">${this.highlight(this.value).map((tokens, at) => this.#line(tokens, at + 1))}</pre>
      <textarea
        aria-label=${this.label}
        aria-invalid=${this.faults.length > 0 ? "true" : "false"}
        aria-describedby=${this.describedBy || nothing}
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        autocorrect="off"
        .value=${this.value}
        @input=${(event: Event) => (this.value = (event.target as HTMLTextAreaElement).value)}
        @keydown=${(event: KeyboardEvent) => this.#key(event)}
      ></textarea>
    </div>`;
  }

  #line(tokens: readonly Token[], number: number): TemplateResult {
    const faults = this.faults.filter((fault) => fault.line === number);
    const pieces = cutTokens(tokens, faults).map(({ text, kind, wrong }) =>
      kind || wrong ? html`<i class="${kind && `is-${kind}`} ${wrong ? "is-wrong" : ""}">${text}</i>` : text,
    );
    return html`<span class=${faults.length > 0 ? "has-fault" : nothing}>${pieces}</span>`;
  }
}
customElements.define("so-code-editor", CodeEditor);
