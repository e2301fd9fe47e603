/** The list of open tables: which are one's own, and in which order they stand. */
import { cents } from "../model/money";
import type { Me, TableListed } from "../protocol.generated";

const BOT = "Bot-";

/** The tables that somebody opened, by what they are at each of them. */
export function ownTables(me: Pick<Me, "roles"> | null): ReadonlySet<string> {
  const roles = Object.entries(me?.roles ?? {});
  return new Set(roles.filter(([, held]) => held.includes("owner")).map(([table]) => table));
}

/** Returns how a table is marked for whoever looks: their seat, else a table that is theirs; "" for others' tables. */
export function ownMark(table: TableListed, name: string, mine: ReadonlySet<string>): string {
  if (name && table.seats.includes(name)) return "your seat";
  return mine.has(table.table) ? "your table" : "";
}

/** One's seats, one's tables, then people first, then by house and limits: where somebody sits is the one to come to. */
export function sortTables(
  tables: readonly TableListed[],
  name: string,
  mine: ReadonlySet<string>,
): readonly TableListed[] {
  const rank = (table: TableListed): number => ["", "your table", "your seat"].indexOf(ownMark(table, name, mine));
  const people = (table: TableListed): number => table.seats.filter((seat) => !seat.startsWith(BOT)).length;
  return [...tables].sort(
    (one, other) =>
      rank(other) - rank(one) ||
      people(other) - people(one) ||
      one.title.localeCompare(other.title) ||
      cents(one.minimum) - cents(other.minimum) ||
      one.table.localeCompare(other.table),
  );
}
