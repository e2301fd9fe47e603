/** Places every seat's chips in a region: in front of their owner on the lines, packed where many share a space. */
import { type End, homeOf, type Layout, type Region, sideOf } from "./region";
import type { Spots } from "./spots";
import { type Box, sum } from "./tracks";

/** Chips to be laid: a key, whose, where, how much. */
export interface Chips {
  readonly key: string;
  readonly place: number;
  readonly wager: string;
  readonly cents: number;
  readonly own: boolean;
}

/** Where they lie: the middle of the lowest chip, and its radius. `folded`: there is no room to show them. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly folded: boolean;
}

/** So many stacks more than can be shown. */
export interface Folded extends Slot {
  readonly region: string;
  readonly count: number;
}

export interface Slots {
  readonly at: ReadonlyMap<string, Slot>;
  readonly folded: readonly Folded[];
}

/** A bet with what lies behind it: one owner's, kept together. */
interface Heap {
  readonly place: number;
  readonly own: boolean;
  readonly cents: number;
  readonly flat: Chips | null;
  readonly odds: Chips | null;
}

/** How far apart a bet and its odds lie, and how high a stack is, in radii. */
const APART = 1.8;
export const HIGH = 2.72;
/** Stacks in one space before they are folded. */
const MOST = 8;
const SCALES = [1, 0.9, 0.8, 0.7, 0.62];
/** Whoever stands at the other end, where only one is drawn. */
const FAR = 0.86;
/** Where seats stand along the players' side, from the middle, as a part of it. */
const ALONG = { phone: [0.91, 0.7, 0.49], desk: [0.93, 0.76, 0.59, 0.42] };
/** What of a line's upright arm is kept for its name. */
export const NAMED = 0.36;
const SEATS = 8;

export function slots(layout: Layout, spots: Spots, chips: readonly Chips[]): Slots {
  const at = new Map<string, Slot>();
  const folded: Folded[] = [];
  const spaces = new Map<Region, Chips[]>();
  for (const one of chips) {
    const region = spaceOf(layout, one);
    if (region) spaces.set(region, [...(spaces.get(region) ?? []), one]);
  }
  for (const [region, here] of spaces) {
    const heaps = heaped(spots, region, here);
    const crowded = heaps.some(({ place }) => standing(layout, place).far);
    if (region.ell) heaps.forEach((heap) => onLine(layout, region, heap, crowded, at));
    else if (!inRow(layout, region, heaps, at)) packed(layout, region, heaps, at, folded);
  }
  return { at, folded };
}

/** Returns where somebody's chips go. Without room behind a line, those at the end of the table have odds beside it. */
export function spaceOf(layout: Layout, { wager, place }: Pick<Chips, "wager" | "place">): Region | undefined {
  const region = homeOf(layout, wager, sideOf(layout, place));
  if (region?.kind !== "behind" || region.ell!.across >= 2 * layout.chip) return region;
  const end = layout.ends.find(({ side }) => side === region.side)!;
  if (seatAt(layout, end, place).y === null) return region;
  return layout.regions.find(({ kind, side }) => kind === "line" && side === region.side) ?? region;
}

/** One owner's bet and its odds lie together, if they lie in the same space. */
function heaped(spots: Spots, region: Region, chips: readonly Chips[]): readonly Heap[] {
  const heaps = new Map<string, Heap>();
  for (const one of chips) {
    const spot = spots.get(one.wager);
    const behind = region.kind !== "behind" && !!spot?.attaches_to && region.id !== one.wager;
    const key = `${one.place} ${behind ? spot.attaches_to : one.wager}`;
    const { flat = null, odds = null, cents = 0 } = heaps.get(key) ?? {};
    const both = behind ? { flat, odds: one } : { flat: one, odds };
    heaps.set(key, { place: one.place, own: one.own, cents: cents + one.cents, ...both });
  }
  return [...heaps.values()];
}

// --- on a line

/** Which of the eight before an end somebody is, from the middle outwards; and whether they stand at the other end. */
export function standing(layout: Layout, place: number): { readonly at: number; readonly far: boolean } {
  // The crew's own bets lie farthest from the stick, where nobody stands.
  const [seat, second] = place > 0 ? [(place - 1) % SEATS, (place - 1) % 16 >= SEATS] : [0, true];
  return { at: second ? SEATS - 1 - seat : seat, far: second && layout.ends.length < 2 };
}

/** Where somebody stands at the edge of the cloth: along the front (`x`), or up the end (`y`). */
interface Standing {
  readonly x: number | null;
  readonly y: number | null;
}

export function seatAt(layout: Layout, end: End, place: number, to = outer(end)): Standing {
  const { at, far } = standing(layout, place);
  const along = layout.form === "phone" ? ALONG.phone : ALONG.desk;
  const step = along[0]! - along[1]!;
  if (at < along.length) {
    const part = along[at]! - (far ? step / 2 : 0);
    return { x: from(end) + (to - from(end)) * part, y: null };
  }
  const each = (1 - NAMED) / (SEATS - along.length);
  const up = (at - along.length + (far ? 1 : 0.5)) * each;
  return { x: null, y: end.round.to - (end.round.to - end.round.from) * Math.min(up, 1 - NAMED) };
}

/** Returns how far apart seats stand along a length. */
function stepOf(layout: Layout, length: number): number {
  const [first, second] = layout.form === "phone" ? ALONG.phone : ALONG.desk;
  return (first! - second!) * length;
}

function from(end: End): number {
  return end.side === "left" ? end.along.from : end.along.to;
}

function outer(end: End): number {
  return end.side === "left" ? end.along.to : end.along.from;
}

function onLine(layout: Layout, region: Region, heap: Heap, crowded: boolean, at: Map<string, Slot>): void {
  const end = layout.ends.find(({ side }) => side === region.side)!;
  const { ell, hit } = region as Required<Region>;
  const seat = seatAt(layout, end, heap.place, ell.flipped ? hit.x : hit.x + hit.w);
  const full = (heap.own ? layout.own : layout.chip) * (standing(layout, heap.place).far ? FAR : 1);
  // A bet and its odds share their owner's place, half a step to either side of it.
  const both = heap.flat && heap.odds ? APART : 0;
  const out = ell.flipped ? 1 : -1;
  if (seat.y === null) {
    const room = stepOf(layout, hit.w) - 2 * FAR * layout.chip;
    const r = Math.min(full, (hit.h - 4) / HIGH, both && crowded ? room / (2 + both) : full);
    const apart = out * both * r;
    lay(heap, at, { x: seat.x! - apart / 2, y: hit.y + hit.h / 2 + r * 0.3, r, folded: false }, apart);
    return;
  }
  const r = Math.min(full, (ell.across - 5) / (2 + both));
  const x = (ell.flipped ? region.x + region.w - ell.across / 2 : region.x + ell.across / 2) - (both * r) / 2;
  lay(heap, at, { x, y: seat.y, r, folded: false }, both * r);
}

function lay(heap: Heap, at: Map<string, Slot>, slot: Slot, apart: number): void {
  if (heap.flat) at.set(heap.flat.key, slot);
  if (heap.odds) at.set(heap.odds.key, { ...slot, x: slot.x + (heap.flat ? apart : 0) });
}

// --- in a space

/** The part of a space in which chips lie, so that what is written there stays readable. */
export function areaOf(layout: Layout, region: Region): Box {
  const { x, y, w, h } = region;
  const u = layout.unit;
  const [gap, own] = [2, layout.own * HIGH + 4];
  const below = (from: number): Box => ({ x: x + gap, y: y + from, w: w - 2 * gap, h: h - from - gap });
  switch (region.kind) {
    case "number":
      return below(Math.min(layout.form === "phone" ? 29 * u : 54 * u, h * 0.5));
    case "strip":
      if (h > w) return below(h * 0.52);
      if (w <= 150 * u) return below(Math.max(h * 0.4, h - own));
      return { ...below(gap), x: region.side === "right" ? x + gap : x + w * 0.39, w: w * 0.61 - gap };
    case "field":
      return below(Math.max(h * 0.4, h - own));
    case "dice": {
      const part = below(h * 0.54);
      return w < 110 * u ? part : { ...part, x: x + w * 0.36, w: w * 0.64 - gap };
    }
    case "cell":
      if (w > 190 * u) return { x: x + w * 0.42, y: y + gap, w: w * 0.36, h: h - 2 * gap };
      return { x: x + w * 0.48, y: y + gap, w: w * 0.52 - 2 * gap, h: h - 2 * gap };
    case "hop":
      return { x: x + w * 0.49, y: y + gap, w: w * 0.51 - 2 * gap, h: h - 2 * gap };
    default:
      return below(gap);
  }
}

/** In a strip across the layout everybody has a place before their own seat, if it is long enough. */
function inRow(layout: Layout, region: Region, heaps: readonly Heap[], at: Map<string, Slot>): boolean {
  if ((region.kind !== "strip" && region.kind !== "field") || region.h > region.w) return false;
  const area = areaOf(layout, region);
  const count = heaps.some((heap) => standing(layout, heap.place).far) ? 2 * SEATS : SEATS;
  const each = area.w / count;
  const full = Math.min(layout.own, (area.h - 2) / HIGH);
  if (each < 2.05 * full) return false;
  for (const heap of heaps) {
    const { at: seat, far } = standing(layout, heap.place);
    const slot = (count === SEATS ? seat : 2 * seat + (far ? 1 : 0)) + 0.5;
    const x = region.side === "right" ? area.x + each * slot : area.x + area.w - each * slot;
    const r = full * (heap.own ? 1 : layout.chip / layout.own);
    const y = region.kind === "field" ? area.y + area.h - r - 2 : area.y + area.h / 2 + r * 0.3;
    lay(heap, at, { x, y, r, folded: false }, r / 2);
  }
  return true;
}

function packed(layout: Layout, region: Region, heaps: readonly Heap[], at: Map<string, Slot>, folded: Folded[]): void {
  const area = areaOf(layout, region);
  const bigger = heaps.some((heap) => heap.own) ? layout.own / layout.chip : 1;
  const chip = Math.min(layout.chip, area.h / (HIGH * bigger), area.w / (2.15 * bigger));
  const room = { area, chip, bigger, low: region.kind === "number" || region.kind === "field" };
  const inOrder = [...heaps].sort((a, b) => (region.side === "right" ? a.place - b.place : b.place - a.place));
  const whole = heaps.length <= MOST ? fitting(inOrder, room, 0) : null;
  if (whole) {
    put(whole, room, at);
    return;
  }

  // Yours stays, then the largest, as many as there is room for; the others are counted.
  const ranked = [...heaps].sort((a, b) => Number(b.own) - Number(a.own) || b.cents - a.cents);
  let kept = Math.min(MOST, heaps.length);
  let there: Packed | null = null;
  while (!there && --kept > 0) {
    const shown = new Set(ranked.slice(0, kept));
    there = fitting(
      inOrder.filter((heap) => shown.has(heap)),
      room,
      1,
    );
  }
  if (!there) there = alone(ranked[(kept = 1) - 1]!, room);
  const spare = put(there, room, at);
  folded.push({ region: region.id, ...spare, folded: false, count: heaps.length - kept });
  for (const heap of ranked.slice(kept)) lay(heap, at, { ...spare, folded: true }, 0);
}

/** Where heaps are packed: the radius of a chip, and how much larger one's own are. */
interface Room {
  readonly area: Box;
  readonly chip: number;
  readonly bigger: number;
  /** They lie at the lower edge, else in the middle. */
  readonly low: boolean;
}

/** Rows of heaps, the lowest first. `spare`: room that is kept for a count at the end of the lowest. */
interface Packed {
  readonly r: number;
  readonly rows: readonly (readonly Heap[])[];
  readonly spare: number;
}

/** The largest chips with which all have room, none over another. */
function fitting(heaps: readonly Heap[], { area, chip, bigger }: Room, spare: number): Packed | null {
  for (const scale of SCALES) {
    const r = chip * scale;
    const lanes = Math.max(1, Math.floor((area.h + 0.5) / (HIGH * bigger * r)));
    const rows: Heap[][] = [[]];
    let used = spare * 2.1 * r;
    let widest = used;
    for (const heap of heaps) {
      const wide = broad(heap, r, bigger);
      if (used + wide > area.w + 0.5 && rows.at(-1)!.length) {
        rows.push([]);
        used = 0;
      }
      rows.at(-1)!.push(heap);
      used += wide;
      widest = Math.max(widest, used);
    }
    if (rows.length <= lanes && widest <= area.w + 0.5) return { r, rows, spare: spare * 2.1 * r };
  }
  return null;
}

function broad(heap: Heap, r: number, bigger: number): number {
  return (heap.own ? bigger : 1) * r * (2.12 + (heap.flat && heap.odds ? APART : 0));
}

/** One heap in a space that is too small for a second thing; a count covers its edge. */
function alone(heap: Heap, { area, chip, bigger }: Room): Packed {
  const r = Math.min(chip, area.w / broad(heap, 1, bigger), area.h / (HIGH * bigger));
  return { r, rows: [[heap]], spare: 0 };
}

/** Lays the rows, each centred; answers with where a count goes. */
function put({ r, rows, spare }: Packed, { area, bigger, low }: Room, at: Map<string, Slot>): Omit<Slot, "folded"> {
  const high = HIGH * bigger * r;
  const step = rows.length > 1 ? Math.min(high, (area.h - high) / (rows.length - 1)) : 0;
  const bottom = area.y + area.h - 1 - (low ? 0 : (area.h - high - step * (rows.length - 1)) / 2);
  let end = area.x + area.w;
  rows.forEach((row, lane) => {
    const widths = row.map((heap) => broad(heap, r, bigger));
    let x = area.x + Math.max(0, area.w - sum(widths) - (lane ? 0 : spare)) / 2;
    row.forEach((heap, index) => {
      const radius = r * (heap.own ? bigger : 1);
      const slot = { x: x + radius * 1.06, y: bottom - radius - lane * step, r: radius, folded: false };
      lay(heap, at, slot, APART * radius);
      x += widths[index]!;
    });
    if (lane === 0) end = x;
  });
  if (spare) return { x: end + r, y: bottom - r, r: r * 0.9 };
  return { x: area.x + area.w - r * 0.7, y: area.y + r * 0.7, r: r * 0.7 };
}
