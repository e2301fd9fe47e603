/** The plan of one end of the layout: a grid of tracks that exist only for what the house offers there. */
import type { Spot } from "../model/view";
import type { Sizes } from "./layout";
import { numberOf, type Spots } from "./spots";
import { sum, type Track } from "./tracks";

/** Regions with a way of their own; any other at an end has a row of spaces. */
const LINES = ["pass line", "don't pass"];
const COME = "come";
const BESIDE_NUMBERS = "don't come";
const FIELD = "field";
const BESIDE_FIELD = "big 6 and 8";
const BEHIND = "behind the numbers";

/** A row in every column: one wager for each of its numbers. */
interface Rank {
  readonly by: ReadonlyMap<number, Spot>;
  readonly dark: boolean;
}

/** What an end holds, whatever its size. */
export interface EndPlan {
  readonly empty: boolean;
  readonly phone: boolean;
  readonly lines: readonly Spot[];
  /** What goes behind each line. */
  readonly odds: readonly (Spot | undefined)[];
  readonly come: Spot | undefined;
  readonly beside: Spot | undefined;
  readonly field: Spot | undefined;
  readonly big: readonly Spot[];
  readonly numbers: readonly number[];
  /** How many numbers stand abreast, and how often that is needed. */
  readonly abreast: number;
  readonly bands: number;
  readonly behind: readonly Rank[];
  readonly edges: readonly Rank[];
  /** A row behind the numbers in which nothing is bet: only what came there lies in it. */
  readonly held: boolean;
  readonly more: readonly (readonly Spot[])[];
  readonly columns: readonly Track[];
  readonly rows: readonly Track[];
  readonly natural: number;
  readonly homes: ReadonlyMap<string, string>;
}

/** What is left beside the outermost line, or where there is none, if nothing lies there. */
const EDGE = 22;
const ABREAST = { phone: 3, desk: 4 };

export function endPlan(spots: Spots, sizes: Sizes, phone: boolean): EndPlan {
  const placed = new Set<string>();
  const take = (spot: Spot | undefined): Spot | undefined => {
    if (spot) placed.add(spot.wager);
    return spot;
  };
  const first = (region: string): Spot | undefined => spots.in(region).find((spot) => !spot.attaches_to);
  const lines = LINES.flatMap((region) => take(first(region)) ?? []);
  const odds = lines.map((line) => take(lineOdds(spots, line)));
  const [come, beside, field] = [COME, BESIDE_NUMBERS, FIELD].map((region) => take(first(region)));
  const big = field
    ? spots
        .in(BESIDE_FIELD)
        .slice(0, 2)
        .flatMap((spot) => take(spot) ?? [])
    : [];
  const ranks = ranksOf(spots, take);
  const behind = ranks.filter((rank) => rank.dark);
  const edges = ranks.filter((rank) => !rank.dark);
  const boxed = spots.all.filter((spot) => !spots.middle(spot) && spots.lies(spot) !== "own");
  const left = spots.all.filter((spot) => !spots.middle(spot) && spots.lies(spot) === "own" && !placed.has(spot.wager));
  const more = chunked(left, phone ? ABREAST.phone : ABREAST.desk);
  const held = !behind.length && boxed.some((spot) => spot.region === BEHIND);
  const numbers = spots.numbers;
  const fixed =
    (odds[0] ? sizes.apron : EDGE) +
    sum(lines.map((_, at) => sizes.lines[at] ?? 0)) +
    (needsSide(phone, beside, big, numbers) ? sizes.side : 0) +
    sizes.edge;
  const bands = numbers.length ? Math.ceil((numbers.length * sizes.column) / (sizes.end - fixed)) : 0;
  const abreast = bands ? Math.ceil(numbers.length / bands) : 1;
  const partial = { phone, lines, odds, come, beside, field, big, numbers, abreast, bands, behind, edges, held, more };
  const columns = columnsOf(partial, sizes);
  const rows = rowsOf(
    partial,
    sizes,
    boxed.some((spot) => spot.region !== BEHIND),
  );
  const homes = homesOf(spots, boxed, behind, odds);
  const empty = !spots.all.some((spot) => !spots.middle(spot));
  return { ...partial, empty, columns, rows, natural: empty ? 0 : sum(rows.map(([, least]) => least)), homes };
}

type Held = Omit<EndPlan, "empty" | "columns" | "rows" | "natural" | "homes">;

function lineOdds(spots: Spots, line: Spot): Spot | undefined {
  const odds = spots.oddsOf(line.wager);
  return odds?.region === line.region ? odds : undefined;
}

/** One rank for each order of the boxes that can be bet, from the dealer's side to the players'. */
function ranksOf(spots: Spots, take: (spot: Spot) => unknown): readonly Rank[] {
  const boxes = [...new Set(spots.all.filter((spot) => spots.shape(spot) === "boxes").map((spot) => spot.region))];
  const ranks: Rank[] = [];
  for (const region of boxes) {
    for (const row of spots.rows(region)) {
      const by = new Map<number, Spot>();
      for (const spot of row) {
        const number = numberOf(spot);
        if (spots.lies(spot) !== "own" || number === null || by.has(number)) continue;
        take(spot);
        by.set(number, spot);
      }
      if (by.size) ranks.push({ by, dark: region === BEHIND });
    }
  }
  return ranks;
}

function needsSide(phone: boolean, beside: unknown, big: readonly Spot[], numbers: readonly number[]): boolean {
  return !phone && ((!!beside && numbers.length > 0) || big.length > 0);
}

function columnsOf(plan: Held, sizes: Sizes): readonly Track[] {
  const columns: Track[] = [["apron", plan.odds[0] ? sizes.apron : EDGE, 0]];
  plan.lines.forEach((_, at) => columns.push([`line${at}`, sizes.lines[at] ?? 0, 0]));
  if (needsSide(plan.phone, plan.beside, plan.big, plan.numbers)) columns.push(["side", sizes.side, 0]);
  for (let at = 0; at < Math.max(plan.abreast, 1); at++) columns.push([`n${at}`, sizes.column, 1]);
  if (sizes.edge) columns.push(["edge", sizes.edge, 0]);
  return columns;
}

/** From the dealer's side to the players'. */
function rowsOf(plan: Held, sizes: Sizes, travels: boolean): readonly Track[] {
  const rows: Track[] = [];
  const add = (name: string, kind: string): number => rows.push([name, ...(sizes.rows[kind] ?? [40, 0])]);
  for (let band = 0; band < plan.bands; band++) {
    add(`top${band}`, "top");
    if (plan.held) add(`held${band}`, "behind");
    plan.behind.forEach((_, at) => add(`behind${band}.${at}`, "behind"));
    add(`number${band}`, travels ? "number" : "bare");
    plan.edges.forEach((_, at) => add(`edge${band}.${at}`, "edge"));
  }
  if (!plan.bands) add("top0", "top");
  if (plan.come || (plan.beside && (plan.phone || !plan.bands))) add("come", "come");
  if (plan.field) add("field", "field");
  plan.more.forEach((_, at) => add(`more${at}`, "more"));
  for (let at = plan.lines.length - 1; at >= 0; at--) add(`line${at}`, at ? "next" : "first");
  if (plan.odds[0] || plan.phone) add("apron", "apron");
  else rows.push(["apron", EDGE, 0]);
  return rows;
}

/** Where chips lie whose wager has no space of its own: in the box of a number, behind it, beside their bet. */
function homesOf(
  spots: Spots,
  boxed: readonly Spot[],
  behind: readonly Rank[],
  odds: readonly (Spot | undefined)[],
): ReadonlyMap<string, string> {
  const homes = new Map<string, string>();
  for (const spot of boxed) {
    const number = numberOf(spot)!;
    const rank = behind.find(({ by }) => by.has(number))?.by.get(number);
    homes.set(spot.wager, spot.region === BEHIND ? (rank?.wager ?? `behind-${number}`) : `number-${number}`);
  }
  for (const odd of odds.slice(1)) if (odd) homes.set(odd.wager, spots.flatOf(odd.wager)!.wager);
  return homes;
}

function chunked(spots: readonly Spot[], most: number): readonly (readonly Spot[])[] {
  return Array.from({ length: Math.ceil(spots.length / most) }, (_, at) => spots.slice(at * most, (at + 1) * most));
}
