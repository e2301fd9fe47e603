/** One click to a table: a guest with a pleasant name, a table of the house that was chosen, and company at it. */
import { cents } from "../model/money";
import type { Cents } from "../model/view";
import type { BookResponse, SnapshotMessage, StrategyListed, TableListed } from "../protocol.generated";
import { type HouseApi, RefusedError } from "./api";

const NAMES = (
  "Ada Alba Amos Anouk Arlo Astrid Basil Bea Blanche Bram Cleo Clyde Cora Dag Della Dora Edda Elio Elsie Enid Esme " +
  "Ezra Faye Felix Fern Flora Gus Hazel Hugo Ida Ike Ines Iris Isla Ivo Jasper Jonas June Juno Kit Lars Leo Lila " +
  "Lou Lucia Mabel Mara Max Mimi Milo Nell Nico Nora Odette Olga Olive Omar Opal Oscar Otis Otto Pearl Pia Quinn " +
  "Remy Rhea Rosa Ruby Rufus Ruth Silas Stella Sven Tess Theo Thea Tilda Uma Vera Vince Viola Walt Willa Yara Zelda"
).split(" ");
const COMPANY = 3;
const FULL_TABLE = 12;
/** Seconds that the company takes over its bets: somebody new has time to look. */
const PAUSE = 4;
/** What a guest sits down with, unless the table's chips say otherwise. */
export const RACK: Cents = 1000_00;

/** A number from 0 up to, and without, `below`; tests hand in their own. */
export type Chance = (below: number) => number;
export const chance: Chance = (below) => Math.floor(Math.random() * below);

/** A name that nobody has been given yet in `tries` tries: after the first ones it ends in a number. */
export function randomGuestName(tries: number, from: Chance = chance): string {
  const name = NAMES[from(NAMES.length)] ?? "Ann";
  return tries < 3 ? name : `${name}-${2 + from(98 * 10 ** Math.min(tries - 3, 3))}`;
}

/** Somebody who has not come in becomes a guest; a name that is taken is not asked for twice. */
export async function comeIn(house: HouseApi, from: Chance = chance): Promise<string> {
  const known = await house.me();
  if (known) return known.name;
  for (let tries = 0; ; tries++) {
    try {
      return (await house.comeIn(randomGuestName(tries, from))).name;
    } catch (error) {
      const taken = error instanceof RefusedError && (error.why.code === "name-taken" || error.why.code === "bad-name");
      if (!taken || tries > 7) throw error;
    }
  }
}

/** As many whole chips as `wanted` holds, and one at least. */
export function wholeChips(wanted: Cents, chip: Cents): Cents {
  return Math.max(wanted - (wanted % chip), chip);
}

/** Returns what to sit down with at a table: what is wanted, as far as it lets anybody, in whole chips. */
export function buyIn(wanted: Cents, shown: SnapshotMessage): Cents {
  const { smallest_buy_in: least, largest_buy_in: most } = shown.terms;
  const within = Math.max(Math.min(wanted, most ? cents(most) : wanted), least ? cents(least) : 0);
  return wholeChips(within, shown.table.house.chip);
}

/** True if strategies alone sit there, between two hands, by the limits of the book: company that waits. */
export function waits(table: TableListed, book: { minimum: string; maximum: string }): boolean {
  const bots = table.seats.filter((seat) => seat.startsWith("Bot-"));
  return (
    table.dice === "fair" &&
    !table.closing &&
    table.point === null &&
    bots.length === table.seats.length &&
    bots.length >= COMPANY &&
    bots.length < FULL_TABLE &&
    cents(table.minimum) === cents(book.minimum) &&
    cents(table.maximum) === cents(book.maximum)
  );
}

/** A table ready to play at, and whether it still wants company. */
export interface Found {
  readonly table: string;
  readonly fresh: boolean;
}

/** Returns where one plays at this house: one's own seat, a table whose company waits, or a new one. */
export async function findTable(house: HouseApi, book: BookResponse): Promise<Found> {
  const [me, open] = await Promise.all([house.me(), house.tables()]);
  const here = open.filter((table) => table.rules === book.name);
  const own = here.find((table) => me?.tables.includes(table.table)) ?? here.find((table) => waits(table, book));
  if (own) return { table: own.table, fresh: false };
  return { table: await house.openTable({ rules: book.name, pause: PAUSE }), fresh: true };
}

/** Three different strategies sit down; one that cannot play by this book is left out, and another asked. */
export async function company(house: HouseApi, table: string, from: Chance = chance): Promise<readonly string[]> {
  const left: StrategyListed[] = [...(await house.strategies())];
  const seated: string[] = [];
  while (seated.length < COMPANY && left.length > 0) {
    const [next] = left.splice(from(left.length), 1);
    try {
      if (next) seated.push((await house.seatBot(table, { strategy: next.name })).name);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.why.code !== "bad-strategy") throw error;
    }
  }
  return seated;
}
