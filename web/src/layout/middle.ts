/** The middle of the layout, and the same as a sheet: rows from the top, each of what the house offers there. */
import type { Spot } from "../model/view";
import type { Kind, Region } from "./region";
import { numberOf } from "./spots";
import { type Box, boxOf, parted, type Span, sum } from "./tracks";

/** Spaces beside each other; `columns` have several below each other and a heading above. */
export interface Row {
  readonly kind: Kind;
  readonly least: number;
  readonly grow: number;
  readonly spots: readonly Spot[];
  readonly weights: readonly number[];
  readonly columns: readonly (readonly Spot[])[];
}

/** A heading above a row of columns, and what it is about. */
export interface Heading extends Box {
  readonly spots: readonly Spot[];
}

/** How high rows are, in units; `side`: how narrow a space with dice may be. */
export interface Heights {
  readonly cell: number;
  readonly dice: number;
  readonly hop: number;
  readonly head: number;
  readonly side: number;
}

const MANY = 6;

/** Rows of the middle, top down: what has one order is together, wrapped where it is too narrow. */
export function middleRows(orders: readonly (readonly Spot[])[], width: number, of: Heights): readonly Row[] {
  return orders.flatMap((spots) => {
    if (!spots.every((spot) => spot.dice)) return plainRows(spots, of);
    return spots.length > MANY ? [hopRow(spots, of)] : diceRows(spots, width, of);
  });
}

/** One family stands two by two, as the hardways do; others beside each other if there is room. */
function diceRows(spots: readonly Spot[], width: number, of: Heights): readonly Row[] {
  const family = spots.every((spot) => spot.family === spots[0]!.family);
  const abreast = family || width / Math.min(spots.length, 4) < of.side ? 2 : 4;
  return wrapped(spots, abreast).map((row) => rowOf("dice", of.dice, 0.8, row));
}

/** A bet and its variants share a row in which the first is wider; anything else is two or three abreast. */
function plainRows(spots: readonly Spot[], of: Heights): readonly Row[] {
  const [first, ...others] = spots;
  if (others.length > 2 && others.every((spot) => spot.wager.startsWith(`${first!.wager}-`))) {
    return [rowOf("cell", of.cell, 0.2, spots, [1.9, ...others.map(() => 1)])];
  }
  return wrapped(spots, spots.length % 3 && spots.length !== 5 ? 2 : 3).map((row) => rowOf("cell", of.cell, 0.2, row));
}

/** A column for each total, those with the fewest ways at the outside. */
function hopRow(spots: readonly Spot[], of: Heights): Row {
  const totals = [...new Set(spots.map((spot) => numberOf(spot) ?? 0))].sort((a, b) => a - b);
  const columns = totals.map((total) => spots.filter((spot) => (numberOf(spot) ?? 0) === total));
  const deep = Math.max(...columns.map((column) => column.length));
  return { kind: "hop", least: of.head + deep * of.hop, grow: 0.5, spots, weights: totals.map(() => 1), columns };
}

function rowOf(kind: Kind, least: number, grow: number, spots: readonly Spot[], weights = spots.map(() => 1)): Row {
  return { kind, least, grow, spots, weights, columns: [] };
}

/** Rows of at most so many, as even as can be. */
function wrapped(spots: readonly Spot[], most: number): readonly (readonly Spot[])[] {
  const rows = Math.ceil(spots.length / most);
  const each = Math.ceil(spots.length / Math.max(rows, 1));
  return Array.from({ length: rows }, (_, row) => spots.slice(row * each, (row + 1) * each));
}

/** A row laid into its place. */
export function laid(row: Row, across: Span, down: Span, head: number): { regions: Region[]; heading: Heading | null } {
  const parts = parted(across.from, across.to, row.weights);
  if (!row.columns.length) {
    return { regions: row.spots.map((spot, at) => cell(spot, row.kind, boxOf(parts[at]!, down))), heading: null };
  }
  const deep = Math.max(...row.columns.map((column) => column.length));
  const under = { from: down.from + Math.round(head), to: down.to };
  const lanes = parted(
    under.from,
    under.to,
    Array.from({ length: deep }, () => 1),
  );
  const regions = row.columns.flatMap((column, at) =>
    column.map((spot, lane) => cell(spot, row.kind, boxOf(parts[at]!, lanes[lane]!))),
  );
  return { regions, heading: { ...boxOf(across, { from: down.from, to: under.from }), spots: row.spots } };
}

export function cell(spot: Spot, kind: Kind, box: Box): Region {
  return { ...box, id: spot.wager, wager: spot.wager, side: "middle", kind, hit: box };
}

/** Returns how high the rows are together. */
export function natural(rows: readonly Row[]): number {
  return sum(rows.map((row) => row.least));
}
