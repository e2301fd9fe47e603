/** The words of a TOML text by their kind, for the editor: headings, keys, strings, numbers and comments. */
import type { Highlight, Token, TokenKind } from "../../components/code-editor";

/** What a line can hold, tried in this order; a string that is not closed ends with its line. */
const PIECES: readonly (readonly [TokenKind, RegExp])[] = [
  ["comment", /#.*/y],
  ["string", /"(?:[^"\\]|\\.)*"?|'[^']*'?/y],
  ["number", /[+-]?\d[\d_.:-]*\b|\b(?:true|false)\b/y],
  ["key", /[A-Za-z0-9_-]+(?=\s*=)/y],
  ["", /[A-Za-z_][\w-]*|\s+|./y],
];
const HEADING = /^(\s*)(\[\[?[^\]#]*\]?\]?)(.*)$/;
const KEY = /^(\s*)((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)(?=\s*=)/;
const LONG = /"""|'''/;

export const tomlHighlight: Highlight = (text) => {
  let long = "";
  return text.split("\n").map((line) => {
    const tokens: Token[] = [];
    let rest = line;
    if (long) {
      const end = line.indexOf(long);
      if (end < 0) return [{ text: line, kind: "string" }];
      tokens.push({ text: line.slice(0, end + 3), kind: "string" });
      rest = line.slice(end + 3);
      long = "";
      return [...tokens, ...pieces(rest)];
    }
    const heading = HEADING.exec(line);
    if (heading) return filled([["", heading[1]!], ["heading", heading[2]!], ...pairs(pieces(heading[3]!))]);
    const key = KEY.exec(line);
    if (key) {
      tokens.push(...filled([["", key[1]!], ["key", key[2]!]]));
      rest = line.slice(key[0].length);
    }
    const opened = LONG.exec(rest);
    if (opened && !rest.slice(opened.index + 3).includes(opened[0])) {
      long = opened[0];
      return [...tokens, ...pieces(rest.slice(0, opened.index)), { text: rest.slice(opened.index), kind: "string" }];
    }
    return [...tokens, ...pieces(rest)];
  });
};

function pieces(text: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < text.length; ) {
    for (const [kind, pattern] of PIECES) {
      pattern.lastIndex = at;
      const piece = pattern.exec(text)?.[0];
      if (!piece) continue;
      found.push({ text: piece, kind });
      at += piece.length;
      break;
    }
  }
  return found;
}

const pairs = (tokens: readonly Token[]): [TokenKind, string][] => tokens.map(({ kind, text }) => [kind, text]);
const filled = (of: readonly [TokenKind, string][]): Token[] =>
  of.filter(([, text]) => text).map(([kind, text]) => ({ kind, text }));
