/** A rulebook of one's own as text: how one begins, what it extends, a wager's table to change, and a link that holds it. */

/** The name of a text's house, as TOML writes it at the top. */
function topWord(text: string, word: string): string {
  const top = text.split(/^\s*\[/m)[0] ?? "";
  return new RegExp(`^\\s*${word}\\s*=\\s*"([^"]*)"`, "m").exec(top)?.[1] ?? "";
}

export const baseOf = (text: string): string => topWord(text, "extends");
export const titleOf = (text: string): string => topWord(text, "title") || topWord(text, "name");

/** The name of the file that the text is kept as. */
export function fileName(text: string): string {
  return `${topWord(text, "name").replace(/[^\w-]/g, "") || "my-house"}.toml`;
}

/** How a house of one's own begins that stands on another: its name, and the limits it inherits, written out. */
export function firstText(base: string, minimum: string, maximum: string): string {
  return `# Only what differs from the house it extends is written.
format = 1
name = "my-house"
title = "A house of my own"
extends = "${base}"

[table]
minimum = ${plainAmount(minimum)}
maximum = ${plainAmount(maximum)}
`;
}

/** `5.00` as TOML wants it: `5`. */
const plainAmount = (written: string): string => written.replace(/\.00$/, "");

/** Returns where a text names its base, from and to, to write another; null if it names none. */
export function basePlace(text: string): readonly [number, number] | null {
  const found = /^(\s*extends\s*=\s*")([^"]*)"/m.exec(text);
  return found ? [found.index + found[1]!.length, found.index + found[1]!.length + found[2]!.length] : null;
}

/** The families of wagers that some books write, each once, in their order: `field`, `place-n`. */
export function families(texts: readonly string[]): string[] {
  const named = texts.flatMap((text) => [...text.matchAll(/^\[wagers\.([\w-]+)[\].]/gm)].map(([, name]) => name!));
  return [...new Set(named)];
}

/** The tables of one wager as the first book has them that writes it. */
export function wagerTables(texts: readonly string[], family: string): string {
  for (const text of texts) {
    const blocks = text.split(/^(?=\[)/m).filter((block) => new RegExp(`^\\[wagers\\.${family}[\\].]`).test(block));
    const own = blocks.map((block) => block.replace(/(?:\n\s*#.*|\n\s*)*$/, "\n"));
    if (own.length) return own.join("\n");
  }
  return "";
}

// --- the link: the text itself, pressed together, behind the #

const HELD = "text=";

export async function heldText(text: string): Promise<string> {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${HELD}${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The text that a link holds; null if it holds none, or a broken one. */
export async function textHeld(hash: string): Promise<string | null> {
  if (!hash.startsWith(`#${HELD}`)) return null;
  try {
    const letters = atob(hash.slice(HELD.length + 1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), bytes, LARGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

/** Bytes of a text; a link whose text would be larger is a broken one. */
const LARGEST = 200_000;

async function through(stream: CompressionStream | DecompressionStream, bytes: BufferSource, most = Infinity): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) throw new RangeError("too large");
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
