/** The strategy language in colours, and what a word that is begun may become: by the house's own lists of words. */
import type { Highlight, Token, TokenKind } from "../../components/code-editor";
import type { LabStrategy } from "../../protocol.generated";

const PIECES = /#.*|[a-z][\w'-]*|\d+(?:\.\d+)?%?|\s+|[^\sa-z\d#]+/gi;

/** Returns colours for a text: the words that lines begin with, the wagers of the house, numbers, comments. */
export function strategyHighlight({ words = [], wagers = [] }: Pick<LabStrategy, "words" | "wagers">): Highlight {
  const [lineWords, known] = [new Set(words), new Set(wagers)];
  const kind = (piece: string): TokenKind => {
    const word = piece.toLowerCase();
    if (piece.startsWith("#")) return "comment";
    if (/^\d/.test(piece)) return "number";
    if (known.has(word) || wagers.some((wager) => wager.startsWith(`${word}-`))) return "string";
    return lineWords.has(word) ? "key" : "";
  };
  return (text) => text.split("\n").map((line): Token[] => (line.match(PIECES) ?? [line]).map((piece) => ({ text: piece, kind: kind(piece) })));
}

/** So many are offered. */
const OFFERED = 6;

/** What the word before the cursor may become; nothing where it is whole, or hardly begun. */
export function completions(text: string, cursor: number, { words = [], wagers = [] }: Pick<LabStrategy, "words" | "wagers">): { readonly from: number; readonly found: readonly string[] } {
  const begun = /[a-z][\w-]*$/i.exec(text.slice(0, cursor))?.[0].toLowerCase() ?? "";
  const from = cursor - begun.length;
  const comment = text.slice(text.lastIndexOf("\n", cursor - 1) + 1, from).includes("#");
  if (begun.length < 2 || comment || /[\w-]/.test(text[cursor] ?? "")) return { from, found: [] };
  const fitting = [...wagers, ...words].filter((word) => word.startsWith(begun));
  return { from, found: fitting.includes(begun) && fitting.length === 1 ? [] : fitting.filter((word) => word !== begun).slice(0, OFFERED) };
}
