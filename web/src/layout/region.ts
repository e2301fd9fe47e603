/** The parts of a layout: regions, each the space of one wager at one part of the table. */
import type { Heading } from "./middle";
import type { Box, Point } from "./tracks";

/** `phone`: one end, the middle as a sheet; `laptop`: one end and the middle; `wide`: both ends. */
export type Form = "phone" | "laptop" | "wide";

export type Side = "left" | "right" | "middle";

/**
 * What a region is: a line that runs round the corner and what lies behind it, odds beside a line, a strip across with
 * a name, or with numbers, a space at the edge of a number, the number's own box, a space with words, with dice, with
 * dice and little room.
 */
export type Kind = "line" | "behind" | "beside" | "strip" | "field" | "edge" | "number" | "cell" | "dice" | "hop";

/** A shape that goes down the end of the table and round the corner: how broad its arms are, and its radii. */
export interface Ell {
  /** How broad the upright arm is. */
  readonly across: number;
  /** How high the lying arm is. */
  readonly down: number;
  readonly outer: number;
  readonly inner: number;
  /** The right end: the upright arm is on the right. */
  readonly flipped: boolean;
}

export interface Region extends Box {
  /** The wager, or `number-6` for the box of a number. */
  readonly id: string;
  /** What is bet there; "" for the box of a number. */
  readonly wager: string;
  readonly side: Side;
  readonly kind: Kind;
  readonly ell?: Ell;
  /** The number of its column. */
  readonly number?: number;
  /** A space on the dealer's side of the numbers. */
  readonly dark?: boolean;
  /** A rectangle that is surely its own: of a line the lying arm. */
  readonly hit: Box;
}

/** One end of the table. */
export interface End {
  readonly side: "left" | "right";
  readonly box: Box;
  /** Where seats stand along the players' side, and along the end. */
  readonly along: { readonly from: number; readonly to: number; readonly y: number };
  readonly round: { readonly from: number; readonly to: number; readonly x: number };
  /** Where the puck lies when no point is on. */
  readonly rest: Point;
  /** Where it lies on a number. */
  readonly marks: ReadonlyMap<number, Point>;
}

export interface Layout {
  readonly form: Form;
  readonly width: number;
  readonly height: number;
  /** Pixels of a unit: of what a length is at the size it was designed for. */
  readonly unit: number;
  /** The radius of a chip, and of one's own. */
  readonly chip: number;
  readonly own: number;
  /** The cloth itself, without the rail and the seats round it; and its radii: at the top, at the bottom. */
  readonly cloth: Box;
  readonly corners: readonly [number, number];
  readonly regions: readonly Region[];
  readonly ends: readonly End[];
  readonly headings: readonly Heading[];
  /** The unmarked space before the bank, where the dice rest. */
  readonly bank: Box;
  /** The region in which chips of a wager lie, where it is not its own. */
  readonly homes: ReadonlyMap<string, string>;
  /** Where there is room for a button that opens the sheet. */
  readonly door: Box | null;
}

const indexed = new WeakMap<Layout, ReadonlyMap<string, readonly Region[]>>();

/** A region by its id: at that side, or in the middle. */
export function regionOf(layout: Layout, id: string, side: Side): Region | undefined {
  const here = (indexed.get(layout) ?? indexedNow(layout)).get(id);
  return here?.find((region) => region.side === side || region.side === "middle") ?? here?.[0];
}

function indexedNow(layout: Layout): ReadonlyMap<string, readonly Region[]> {
  const by = new Map<string, Region[]>();
  for (const region of layout.regions) by.set(region.id, [...(by.get(region.id) ?? []), region]);
  indexed.set(layout, by);
  return by;
}

/** Returns where chips of a wager lie at that side. */
export function homeOf(layout: Layout, wager: string, side: Side): Region | undefined {
  return regionOf(layout, layout.homes.get(wager) ?? wager, side);
}

/** Returns which end a place at the rail is drawn at: the first eight at the left one. */
export function sideOf(layout: Layout, place: number): "left" | "right" {
  return layout.ends.length > 1 && (place - 1) % 16 >= 8 ? "right" : (layout.ends[0]?.side ?? "left");
}
