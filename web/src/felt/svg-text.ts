/** Lettering of the cloth: SVG nodes, and how wide words are, so that they stay within their space. */

const SVG = "http://www.w3.org/2000/svg";

export type Attributes = { readonly [name: string]: string | number };

/** An SVG node with its attributes and what is in it. */
export function node(name: string, attributes: Attributes = {}, ...children: readonly Node[]): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const NARROW = new Set("iIl.,:;'’!|()- ");
const BROAD = new Set("mwMW&@");

/** Returns how wide words are, about, in the font's own size. */
export function wideness(words: string, spacing = 0): number {
  let em = 0;
  for (const letter of words) {
    const capital = letter !== letter.toLowerCase() || (letter >= "0" && letter <= "9");
    em += (NARROW.has(letter) ? 0.32 : BROAD.has(letter) ? 0.9 : capital ? 0.69 : 0.57) + spacing;
  }
  return em;
}

/** The size in which words have room, not above one and not below another. */
export function fitted(words: string, size: number, room: number, spacing = 0, least = 8): number {
  return Math.max(least, Math.min(size, room / Math.max(wideness(words, spacing), 0.1)));
}

export interface Lettered {
  readonly size: number;
  readonly look?: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly spacing?: number;
  readonly turn?: number;
}

/** Words, centred on a height. */
export function words(text: string, x: number, y: number, how: Lettered): SVGElement {
  const { size, look = "ink", anchor = "middle", spacing = 0, turn = 0 } = how;
  const attributes: Record<string, string | number> = {
    "font-size": rounded(size),
    class: look,
    "text-anchor": anchor,
  };
  if (spacing) attributes["letter-spacing"] = `${spacing}em`;
  // The space after the last letter belongs to no word.
  const shift = spacing && anchor !== "start" ? (anchor === "end" ? spacing * size : (spacing * size) / 2) : 0;
  if (turn) {
    attributes["transform"] = `translate(${rounded(x)} ${rounded(y)}) rotate(${turn})`;
    Object.assign(attributes, { x: rounded(shift), y: rounded(size * 0.36) });
  } else Object.assign(attributes, { x: rounded(x + shift), y: rounded(y + size * 0.36) });
  const made = node("text", attributes);
  made.textContent = text;
  return made;
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** A die as it is printed on cloth. */
export function die(x: number, y: number, size: number, face: number, look = "pips"): SVGElement {
  const [half, whole] = [rounded(-size / 2), rounded(size)];
  const side = { x: half, y: half, width: whole, height: whole, rx: rounded(size * 0.2) };
  const pips = (PIPS[face] ?? []).map(([a, b]) =>
    node("circle", { cx: rounded(a * size * 0.27), cy: rounded(b * size * 0.27), r: rounded(size * 0.105) }),
  );
  return node("g", { class: look, transform: `translate(${rounded(x)} ${rounded(y)})` }, node("rect", side), ...pips);
}

/** Two dice beside each other. */
export function pair(x: number, y: number, size: number, faces: readonly [number, number], look = ""): SVGElement {
  const by = size * 0.58;
  return node("g", { class: look }, die(x - by, y, size, faces[0]), die(x + by, y, size, faces[1]));
}
