/** The printing in each space of the cloth: the house's own words, numbers, dice and what is paid. */
import { NAMED } from "../layout/chip-slots";
import type { Heading } from "../layout/middle";
import type { Layout, Region } from "../layout/region";
import type { Spots } from "../layout/spots";
import type { Spot } from "../model/view";
import { fitted, type Lettered, node, pair, words, wideness } from "./svg-text";

/** Numbers that would read as another one upside down are spelled, as on any layout. */
const SPELLED = new Map([
  [6, "SIX"],
  [9, "NINE"],
]);
/** The smallest type, in pixels. */
const LEAST = 9.2;
/** Where there is a shorter word, what is written is no smaller than this. */
const READ = 12;
/** What is shown while nothing lies there, and while something does. */
const FREE = "when-free";
const TAKEN = "when-taken";

export class Printing {
  readonly #layout: Layout;
  readonly #spots: Spots;

  constructor(layout: Layout, spots: Spots) {
    [this.#layout, this.#spots] = [layout, spots];
  }

  get #u(): number {
    return this.#layout.unit;
  }

  /** Columns may differ by a pixel; their words do not. */
  get #column(): number {
    return Math.min(...this.#layout.regions.filter(({ kind }) => kind === "edge").map(({ w }) => w));
  }

  get #phone(): boolean {
    return this.#layout.form === "phone";
  }

  /** A length on a desk, or on a phone. */
  #size(desk: number, phone: number): number {
    return (this.#phone ? phone : desk) * this.#u;
  }

  /** A size of type: never too small to read. */
  #type(desk: number, phone: number): number {
    return Math.max(this.#size(desk, phone), LEAST);
  }

  of(region: Region): readonly SVGElement[] {
    const spot = this.#spots.get(region.wager);
    if (region.kind === "number") return this.#number(region);
    if (!spot) return [];
    switch (region.kind) {
      case "line":
        return this.#line(region, spot);
      case "behind":
        return this.#behind(region, spot);
      case "beside":
        return [this.#centred(region, this.#spots.name(spot.wager), this.#type(13.5, 10.5), "ink-3")];
      case "strip":
        if (region.h > region.w || region.w < 150 * this.#u) return this.#stacked(region, spot);
        return this.#strip(region, spot);
      case "field":
        return this.#field(region, spot);
      case "edge":
        return this.#edge(region, spot);
      case "dice":
        return this.#dice(region, spot);
      case "hop":
        return this.#hop(region, spot);
      default:
        return this.#cell(region, spot);
    }
  }

  heading(heading: Heading): readonly SVGElement[] {
    const { x, y, w, h, spots } = heading;
    const size = this.#type(14, 12);
    const middle = y + h / 2;
    const name = shared(spots.map((spot) => spot.label)).toUpperCase();
    return [
      words(name, x + 2, middle, { size, anchor: "start", spacing: 0.14 }),
      words(paidWords(spots), x + w - 2, middle, { size: this.#type(13, 11), look: "ink-2", anchor: "end" }),
    ];
  }

  #centred(region: Region, text: string, size: number, look: string): SVGElement {
    const fit = fitted(text, size, region.w - 6);
    return words(text, region.x + region.w / 2, region.y + region.h / 2, { size: fit, look });
  }

  /** Above what lies in its box; in the middle of one where nothing ever does. */
  #number({ x, y, w, h, id, number }: Region): readonly SVGElement[] {
    const word = SPELLED.get(number!);
    const text = word ?? String(number);
    const spacing = word ? 0.03 : 0;
    const size = fitted(text, this.#size(42, 25) * (word ? 0.8 : 1), w - this.#size(16, 7), spacing);
    const holds = [...this.#layout.homes.values()].includes(id);
    return [words(text, x + w / 2, holds ? y + this.#size(33, 17) : y + h / 2, { size, look: "ink num", spacing })];
  }

  /** A line's name along the players' side and up the end, with what is barred below it. */
  #line(region: Region, spot: Spot): readonly SVGElement[] {
    const end = this.#layout.ends.find(({ side }) => side === region.side)!;
    const { hit, ell } = region as Required<Region>;
    const left = !ell.flipped;
    const anchor = left ? "start" : "end";
    const x = left ? end.along.from + this.#size(8, 2) : end.along.to - this.#size(8, 2);
    const outermost = ell.outer > ell.across;
    const [desk, spacing] = outermost ? [27, 0.2] : [17, 0.12];
    const long = (end.along.to - end.along.from) * (this.#phone ? 0.33 : outermost ? 0.29 : 0.26);
    const name = named(spot, this.#size(desk, outermost ? 16 : 12), long, hit.h / (spot.note ? 2.1 : 1.3), spacing);
    const { size } = name.how;
    const middle = hit.y + hit.h / 2;
    const made = printed(name, x, middle - (spot.note ? size * 0.62 : 0), { anchor });
    const below = middle + size * (0.14 + 0.58 * name.lines.length);
    if (spot.note) made.push(...this.#note(spot, x, below, this.#type(13, 10), anchor));
    const upright = left ? region.x + ell.across / 2 : region.x + region.w - ell.across / 2;
    const room = (end.round.to - end.round.from) * NAMED - 6;
    const along = named(spot, this.#size(outermost ? 17 : 14.5, outermost ? 12 : 10.5), room, ell.across / 1.3, 0.16);
    made.push(
      ...printed(along, upright, end.round.from + room / 2 + 6, {
        turn: left ? -90 : 90,
        look: outermost ? "ink" : "ink-2",
      }),
    );
    return made;
  }

  /** Returns what the house prints below a name, and the dice that are barred. */
  #note(spot: Spot, x: number, y: number, size: number, anchor: "start" | "middle" | "end"): readonly SVGElement[] {
    const text = spot.note.toUpperCase();
    const long = (wideness(text, 0.05) + 0.4) * size;
    const dice = spot.bar ? size * 2.5 : 0;
    const from = anchor === "start" ? x : anchor === "end" ? x - long - dice : x - (long + dice) / 2;
    const made = [words(text, from, y, { size, look: "ink-2", anchor: "start", spacing: 0.05 })];
    if (spot.bar) made.push(pair(from + long + size * 1.15, y, size * 1.02, spot.bar));
    return made;
  }

  #behind(region: Region, spot: Spot): readonly SVGElement[] {
    if (this.#layout.door) return [];
    const left = !region.ell!.flipped;
    const end = this.#layout.ends.find(({ side }) => side === region.side)!;
    const by = this.#size(8, 2);
    const x = left ? end.along.from + by : end.along.to - by;
    const how = { size: this.#type(14, 11), look: "ink-3", anchor: left ? "start" : "end" } as const;
    return [words(spot.label, x, end.along.y, how)];
  }

  #strip(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h, side } = region;
    const end = this.#layout.ends.find((one) => one.side === side)!;
    const left = side !== "right";
    const by = this.#size(8, 12);
    const at = left ? Math.max(x, end.along.from) + by : Math.min(x + w, end.along.to) - by;
    const room = left ? x + w * 0.38 - at : at - x - w * 0.62;
    const name = named(spot, Math.min(this.#size(44, 24), h * 0.5), room, h / 1.3, 0.16);
    return printed(name, at, y + h / 2, { anchor: left ? "start" : "end" });
  }

  /** A name in a narrow space: a word a line, what is barred below. */
  #stacked(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h } = region;
    const tall = h > w;
    const full = this.#type(18, 11);
    const parted = (name: string): readonly string[] => (tall ? name.toUpperCase().split(" ") : [name.toUpperCase()]);
    const own = parted(spot.printed);
    const lines = own.length > 4 || sized(own, full, w - 10, 0.08) < LEAST ? parted(spot.label) : own;
    const size = Math.max(8, sized(lines, full, w - 10, 0.08));
    const middle = x + w / 2;
    let at = tall ? y + h * 0.2 : y + this.#size(20, 13);
    const made = lines.map((line, index) => words(line, middle, at + index * size * 1.25, { size, spacing: 0.08 }));
    at += (lines.length - 1) * size * 1.25;
    if (spot.note && tall) {
      const note = spot.note.toUpperCase();
      const small = fitted(note, this.#type(13, 10), w - 10, 0.05);
      made.push(words(note, middle, at + size * 1.45, { size: small, look: "ink-2", spacing: 0.05 }));
      if (spot.bar) made.push(pair(middle, at + size * 1.45 + small * 1.7, small * 1.3, spot.bar));
    } else if (spot.note) {
      const note = this.#note(spot, middle, at + size * 1.6, this.#type(12, 9.5), "middle");
      made.push(node("g", { class: FREE }, ...note));
    }
    return made;
  }

  #field(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h } = region;
    // Where it is long the numbers stand beside the name, else below it.
    const below = w < 680 * this.#u;
    const top = y + (below ? this.#size(17, 15) : Math.max(24 * this.#u, h * 0.24));
    const full = this.#size(below ? 19 : 24, 12.5);
    const name = named(spot, full, w * 0.22, below ? 0 : h / 3, 0.18, w * (below ? 0.36 : 0.2));
    const high = name.how.size * 0.58 * (name.lines.length - 1);
    const from = x + this.#size(below ? 14 : 22, 10);
    const row = below ? y + Math.max(this.#size(44, 36), (h * this.#size(0.36, 0)) / this.#u) : top;
    const figure = this.#size(below ? 22 : 25, 15);
    const edge = this.#size(30, 18);
    const [a, b] = below ? [x + edge, x + w - edge] : [x + w * 0.27, x + w - 36 * this.#u];
    const better = paidMore(spot);
    const made = printed(name, from, top + high, { anchor: "start" });
    spot.numbers.forEach((number, at) => {
      const cx = a + ((b - a) * at) / Math.max(1, spot.numbers.length - 1);
      if (better.has(number)) made.push(node("circle", { cx, cy: row, r: figure * 0.78, class: "double" }));
      made.push(words(String(number), cx, row, { size: figure, look: "ink num" }));
    });
    if (spot.note) {
      const small = this.#type(13, 10.5);
      const fit = fitted(spot.note, small, w * (below ? 0.6 : 0.22));
      const how = { size: fit, look: "ink-2", anchor: below ? "end" : "start" } as const;
      made.push(words(spot.note, below ? x + w - this.#size(14, 8) : from, below ? top : top + 2 * high + name.how.size * 1.05, how));
    }
    return made;
  }

  /** A space at a number's edge: its word gives way to chips. */
  #edge(region: Region, spot: Spot): readonly SVGElement[] {
    const text = this.#spots.name(spot.wager);
    const size = fitted(text, this.#type(13.5, 10.5), this.#column - 6);
    const x = this.#phone ? region.x + region.w / 2 : region.x + 8 * this.#u;
    const how = { size, look: `ink-3 ${FREE}`, anchor: this.#phone ? "middle" : "start" } as const;
    return [words(text, x, region.y + this.#size(15, 12), how)];
  }

  #dice(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h } = region;
    const size = Math.min(this.#size(29, 25), h * 0.36, w * 0.29);
    const text = paid(spot);
    const small = fitted(text, this.#type(13.5, 12), w - 8);
    const made = [pair(x + w / 2, y + h * 0.31, size, spot.dice!)];
    made.push(words(text, x + w / 2, y + h * 0.77, { size: small, look: `ink-2 ${FREE}` }));
    if (w >= 110 * this.#u) {
      const fit = fitted(text, small, w * 0.34);
      made.push(words(text, x + 8 * this.#u, y + h * 0.77, { size: fit, look: `ink-2 ${TAKEN}`, anchor: "start" }));
    }
    return made;
  }

  #hop(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h } = region;
    const [a, b] = spot.dice!;
    return [
      pair(x + w / 2, y + h / 2, Math.min(h * 0.52, w * 0.34), [a, b], FREE),
      pair(x + w * 0.25, y + h / 2, Math.min(h * 0.5, w * 0.185), [a, b], TAKEN),
    ];
  }

  /** A name and what it pays; beside chips as much of the name as has room. */
  #cell(region: Region, spot: Spot): readonly SVGElement[] {
    const { x, y, w, h } = region;
    const middle = y + h / 2;
    const full = this.#type(17, 15);
    const pays = paid(spot);
    const name = this.#short(spot).toUpperCase();
    if (w > 190 * this.#u) {
      const by = this.#size(13, 12);
      const said = pays || spot.note;
      const small = fitted(said, this.#type(13.5, 12), w * (pays ? 0.2 : 0.42), 0, 0);
      const own = named(spot, full, w * 0.38, h / 1.3, 0.12, w * 0.55, name);
      const made = printed(own, x + by, middle, { anchor: "start" });
      const look = pays ? "ink-2" : `ink-2 ${FREE}`;
      if (said && small > 8.5) made.push(words(said, x + w - by, middle, { size: small, look, anchor: "end" }));
      return made;
    }
    const under = pays || numbersOf(spot);
    const lines = w < 80 * this.#u ? broken(name) : [name, under].filter(Boolean);
    const made = this.#lines(lines, x + w / 2, middle, w - 10, "middle", FREE);
    // Beside chips a word may have no room; a number always has.
    const parts = broken(name);
    const roomy = (line: string): boolean => fitted(line, 99, w * 0.42, 0.06, 0) >= 8 || !parts.some(isFigure);
    const beside = parts.filter((line) => isFigure(line) || roomy(line));
    return [...made, ...this.#lines(beside, x + this.#size(6, 6), middle, w * 0.42, "start", TAKEN)];
  }

  /** Lines below each other, together in the middle of a height: a number is large, what is beside it small. */
  #lines(
    lines: readonly string[],
    x: number,
    middle: number,
    room: number,
    anchor: "start" | "middle",
    when: string,
  ): readonly SVGElement[] {
    const figures = lines.some(isFigure);
    const small = (line: string): boolean => (figures ? !isFigure(line) : when === FREE && line !== lines[0]);
    const sizes = lines.map((line) => {
      const full = small(line) ? this.#type(12, 11) : isFigure(line) ? this.#type(18, 17) : this.#type(15.5, 13.5);
      return fitted(line, full, room, 0.06);
    });
    const high = sizes.reduce((all, size) => all + size * 1.16, 0);
    let y = middle - high / 2;
    return lines.map((line, at) => {
      const size = sizes[at]!;
      y += size * 1.16;
      const look = `${small(line) ? "ink-3" : "ink"} ${when}`;
      return words(line, x, y - size * 0.58, { size, look, anchor, spacing: 0.05 });
    });
  }

  /** The label without the words of the bet that it is a variant of. */
  #short(spot: Spot): string {
    const middle = this.#spots.all.filter((other) => this.#spots.middle(other));
    const whole = middle.find((other) => spot.wager.startsWith(`${other.wager}-`));
    const known = new Set(whole?.label.split(" "));
    return (
      spot.label
        .split(" ")
        .filter((word) => !known.has(word))
        .join(" ") || spot.label
    );
  }
}

/** A name as it is printed: in which lines, how large. */
interface Named {
  readonly lines: readonly string[];
  readonly how: Lettered;
}

/** The size in which all lines have room. */
function sized(lines: readonly string[], full: number, room: number, spacing: number): number {
  return Math.min(...lines.map((line) => fitted(line, full, room, spacing, 0)));
}

/** What the house calls a wager, in a line or two where they can be read; else its label. */
function named(
  spot: Spot,
  full: number,
  room: number,
  high: number,
  spacing: number,
  wide = room,
  label = spot.label.toUpperCase(),
): Named {
  const own = spot.printed.toUpperCase();
  const close = spacing / 3;
  let found: Named | undefined;
  for (const lines of spot.printed === spot.label ? [] : [[own], broken(own)]) {
    const size = Math.min(sized(lines, full, wide, close), lines.length > 1 ? high / 2 : full);
    const least = Math.max(LEAST, Math.min(full * 0.45, READ), found ? found.how.size * 1.1 : 0);
    if (size >= least) found = { lines, how: { size, spacing: close } };
  }
  return found ?? { lines: [label], how: { size: fitted(label, full, room, spacing), spacing } };
}

/** Lines around a height, or turned beside each other. */
function printed({ lines, how }: Named, x: number, y: number, more: Omit<Lettered, "size">): SVGElement[] {
  const { turn = 0 } = more;
  return lines.map((line, at) => {
    const by = (at - (lines.length - 1) / 2) * how.size * 1.16;
    return words(line, turn ? x - Math.sign(turn) * by : x, turn ? y : y + by, { ...how, ...more });
  });
}

/** Returns what a wager pays, if that is short enough to be printed. */
export function paid(spot: Spot): string {
  return /^\d+:\d+$/.test(spot.pays) ? spot.pays.replace(":", " to ") : "";
}

function numbersOf(spot: Spot): string {
  return spot.numbers.length > 1 && !spot.parts.length ? spot.numbers.join(" ") : "";
}

/** The numbers for which a wager has a rate of its own. */
function paidMore(spot: Spot): ReadonlySet<number> {
  const rates = [...spot.pays.matchAll(/\d+:\d+ on ([\d, ]+)/g)];
  return new Set(rates.flatMap(([, numbers = ""]) => numbers.split(",").map(Number)));
}

/** The words with which all labels begin. */
function shared(labels: readonly string[]): string {
  const [first = "", ...others] = labels;
  const taken: string[] = [];
  for (const [at, word] of first.split(" ").entries()) {
    if (!others.every((label) => label.split(" ")[at] === word)) break;
    taken.push(word);
  }
  return taken.join(" ");
}

/** Returns what a row of dice pays: pairs, and the others, if they differ. */
function paidWords(spots: readonly Spot[]): string {
  const pairs = new Set(spots.filter(({ dice }) => dice![0] === dice![1]).map(paid));
  const others = new Set(spots.filter(({ dice }) => dice![0] !== dice![1]).map(paid));
  if (pairs.size > 1 || others.size > 1) return "";
  const [hard = "", easy = ""] = [...pairs, ...others];
  return !easy || hard === easy ? hard : `pairs ${hard}, others ${easy}`;
}

function isFigure(text: string): boolean {
  return /^\d+$/.test(text);
}

/** A name in two lines at most, broken between words; a number has its own. */
function broken(name: string): readonly string[] {
  const all = name.split(" ");
  if (all.length < 2) return all;
  if (isFigure(all.at(-1)!)) return [all.slice(0, -1).join(" "), all.at(-1)!];
  const cut = Math.ceil(all.length / 2);
  return [all.slice(0, cut).join(" "), all.slice(cut).join(" ")];
}
