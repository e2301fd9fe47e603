/** A book by spot: what lies where, which odds go with which bet, the order of the keyboard, short names for people. */
import type { Spot } from "../model/view";
import type { BookResponse, BookRegion, BookWager, PlacedBet, SnapshotMessage } from "../protocol.generated";

/** Where chips of a wager lie: in a space of their own, in the box of a number, or beside the bet they go with. */
export type Lies = "own" | "box" | "beside";

const NOWHERE: BookRegion = { name: "", at: "", shape: "", wagers: [] };

const known = new WeakMap<BookResponse, Spots>();

export class Spots {
  /** In the order of the keyboard. */
  readonly all: readonly Spot[];
  /** The numbers that have a column, from the smallest. */
  readonly numbers: readonly number[];
  readonly #by: ReadonlyMap<string, Spot>;
  readonly #odds = new Map<string, Spot>();
  readonly #regions: ReadonlyMap<string, BookRegion>;
  readonly #boxes = new Map<number, Spot>();

  /** A book, indexed once. */
  static of(book: BookResponse): Spots {
    let spots = known.get(book);
    if (!spots) known.set(book, (spots = new Spots(book)));
    return spots;
  }

  private constructor(book: BookResponse) {
    this.#regions = new Map(book.regions.map((region) => [region.name, region]));
    const ranks = new Map(book.wagers.map((spot) => [spot, this.#rank(book, spot)]));
    const ordered = [...book.wagers].sort((a, b) => compared(ranks.get(a)!, ranks.get(b)!));
    this.all = ordered.map((spot, at) => ({ ...spot, at }));
    this.#by = new Map(this.all.map((spot) => [spot.wager, spot]));
    for (const spot of this.all) {
      if (spot.attaches_to && !this.#odds.has(spot.attaches_to)) this.#odds.set(spot.attaches_to, spot);
    }
    this.#box(book);
    const boxed = this.all.filter((spot) => this.shape(spot) === "boxes").flatMap((spot) => numberOf(spot) ?? []);
    this.numbers = [...new Set(boxed)].sort((a, b) => a - b);
  }

  get(wager: string): Spot | undefined {
    return this.#by.get(wager);
  }

  /** Every wager of a region, its rows one after another. */
  in(region: string): readonly Spot[] {
    return (this.#regions.get(region)?.wagers ?? []).map((wager) => this.#by.get(wager)!);
  }

  /** The rows of a region: what has the same order, as the book has it. */
  rows(region: string): readonly (readonly Spot[])[] {
    const rows = new Map<number, Spot[]>();
    for (const spot of this.in(region)) rows.set(spot.order, [...(rows.get(spot.order) ?? []), spot]);
    return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
  }

  shape(spot: BookWager): string {
    return this.#regions.get(spot.region)?.shape ?? "cells";
  }

  /** True if it lies before the stick. */
  middle(spot: BookWager): boolean {
    return this.#regions.get(spot.region)?.at !== "end";
  }

  /** Returns what goes behind a bet, if anything does. */
  oddsOf(wager: string): Spot | undefined {
    return this.#odds.get(wager);
  }

  /** The bet that another goes with. */
  flatOf(wager: string): Spot | undefined {
    return this.#by.get(this.#by.get(wager)?.attaches_to ?? "");
  }

  /** True if it came to its number by itself, or goes with one that did: it has no space to be bet on. */
  lies(spot: BookWager): Lies {
    if (this.shape(spot) === "boxes" && numberOf(spot) !== null) {
      if (!spot.made) return "box";
      if (spot.attaches_to) return "beside";
    }
    return "own";
  }

  /** Returns what a small space says: without the number that its column has. */
  name(wager: string): string {
    const spot = this.#by.get(wager);
    if (!spot) return wager;
    const number = this.shape(spot) === "boxes" ? numberOf(spot) : null;
    const words = number === null ? spot.label : spot.label.replace(new RegExp(`\\s*\\b${number}$`), "");
    return words || spot.label;
  }

  /** Returns what a press on the number itself bets: what the book's groups bet on it, else what its box has first. */
  onNumber(number: number): Spot | undefined {
    return this.#boxes.get(number);
  }

  #box({ groups }: BookResponse): void {
    const grouped = new Set(groups.flatMap(({ wagers }) => wagers));
    const bet = this.all.filter((spot) => this.shape(spot) === "boxes" && spot.made && !spot.attaches_to);
    for (const spot of [...bet.filter(({ wager }) => grouped.has(wager)), ...bet]) {
      const number = numberOf(spot);
      if (number !== null && !this.#boxes.has(number)) this.#boxes.set(number, spot);
    }
  }

  /** Lines with their odds, spaces without numbers, those with; the boxes number by number; the middle from the top. */
  #rank(book: BookResponse, spot: BookWager): readonly number[] {
    const region = book.regions.findIndex(({ name }) => name === spot.region);
    const { at, shape, wagers } = book.regions[region] ?? NOWHERE;
    const place = wagers.indexOf(spot.wager);
    if (at !== "end") return [2, region, spot.order, place];
    if (shape === "boxes") return [1, numberOf(spot) ?? Infinity, region, spot.order, place];
    const odds = book.wagers.some((other) => other.attaches_to !== null && other.region === spot.region);
    const kind = odds ? 0 : shape !== "strip" ? 3 : spot.numbers.length ? 2 : 1;
    return [0, kind, region, spot.order, place];
  }
}

/** The one number that a wager is about. */
export function numberOf(spot: BookWager): number | null {
  return spot.numbers.length === 1 ? (spot.numbers[0] ?? null) : null;
}

/** True if chips do not work now: they were called off, or rest as the puck stands. */
export function isOff(spot: BookWager | undefined, lying: PlacedBet, shown: SnapshotMessage): boolean {
  if (lying.call) return lying.call === "off";
  const puck = shown.table.house.puck === false || shown.point !== null ? "on" : "off";
  return spot?.rests.includes(puck) ?? false;
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}
