/** The chips of a rack: which of the house's denominations make sense at a table, the amount in hand, and a buy-in. */
import { cents } from "../model/money";
import type { Cents } from "../model/view";
import type { BookResponse, TableRules, SnapshotMessage } from "../protocol.generated";

/** A denomination of the house. */
export interface Pick {
  readonly cents: Cents;
  readonly colour: string;
}

const MOST = 5;
/** What somebody buys in for unless they say otherwise: so many times the least bet. */
const BUY_IN = 200;

/** Five at most, the smallest first: one below the table's minimum, then upwards as far as its maximum. */
export function picks(book: BookResponse, { chip, minimum, maximum }: TableRules): readonly Pick[] {
  const all = book.chips
    .map(({ value, colour }) => ({ cents: cents(value), colour }))
    .sort((a, b) => a.cents - b.cents);
  const fit = all.filter((pick) => pick.cents % chip === 0 && pick.cents <= Math.max(maximum, minimum));
  const least = fit.filter((pick) => pick.cents <= minimum).length - 1;
  const from = Math.max(0, Math.min(least - 1, fit.length - MOST));
  const some = fit.slice(from, from + MOST);
  return some.length ? some : [{ cents: Math.max(chip, minimum), colour: all[0]?.colour ?? "white" }];
}

/** The amount in hand: what was chosen before if it is whole chips here, else the smallest that makes a bet. */
export function inHand(chosen: Cents, book: BookResponse, house: TableRules): Cents {
  if (chosen > 0 && chosen % house.chip === 0 && chosen <= house.maximum) return chosen;
  const all = picks(book, house);
  return (all.find((pick) => pick.cents >= house.minimum) ?? all.at(-1))?.cents ?? house.minimum;
}

/** One step more or less: by the largest denomination that the amount holds, never below one chip. */
export function stepped(amount: Cents, up: boolean, all: readonly Pick[], { chip, maximum }: TableRules): Cents {
  const held = all.filter((pick) => (up ? pick.cents <= amount : pick.cents < amount));
  const step = held.at(-1)?.cents ?? chip;
  return up ? Math.min(amount + step, Math.max(maximum, chip)) : Math.max(amount - step, chip);
}

/** Returns what to buy in for at a table, unless one says otherwise. */
export function usual({ table, terms }: SnapshotMessage): Cents {
  const { smallest_buy_in: least, largest_buy_in: most } = terms;
  return Math.min(Math.max(table.house.minimum * BUY_IN, cents(least)), cents(most) || Infinity);
}
