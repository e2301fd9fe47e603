/** What is said when it becomes legal: chips that wait for the house, and orders that stand until they are dropped. */
import type { Book, Offered, Rolled, SnapshotTold, Why } from "../wire";
import { missing, mostOdds, snapped, type Chips } from "./bets";
import { seatOf } from "./fold";
import type { Kept } from "./memory";
import type { Wish } from "./model";

/** The house says no to everybody for now: the dice are out. */
export function isClosed(why: Why | null | undefined): boolean {
  return why?.code === "closed" || why?.code === "unconfirmed";
}

/** The house says no because of the moment: that, or the puck is wrong for it. It may say yes after a roll. */
export function isTiming(why: Why | null | undefined): boolean {
  return isClosed(why) || why?.code === "not-now";
}

/** What becomes of chips that wait, now that there are new offers. */
export interface Due {
  readonly say: readonly Chips[];
  readonly keep: readonly Wish[];
  readonly drop: readonly { readonly wish: Wish; readonly why: Why }[];
}

const NOT_OFFERED: Why = { code: "not-offered", reason: "this house has no such wager", clause: "" };

/** Chips that the house takes now are said, those that must wait are kept, the rest is dropped with its reason. */
export function due(wishes: readonly Wish[], offers: ReadonlyMap<string, Offered>): Due {
  const say: Chips[] = [];
  const keep: Wish[] = [];
  const drop: { wish: Wish; why: Why }[] = [];
  for (const wish of wishes) {
    const offer = offers.get(wish.wager);
    const result = offer && snapped(offer, wish.cents, true);
    if (!result) drop.push({ wish, why: NOT_OFFERED });
    else if (!result.refused) say.push({ wager: wish.wager, cents: result.cents });
    else if (isTiming(result.refused)) keep.push(wish);
    else drop.push({ wish, why: result.refused });
  }
  return { say, keep, drop };
}

/** One more wish: on a wager there is one, which grows. */
export function wished(wishes: readonly Wish[], { wager, cents }: Chips): readonly Wish[] {
  if (!wishes.some((wish) => wish.wager === wager)) return [...wishes, { wager, cents }];
  return wishes.map((wish) => (wish.wager === wager ? { wager, cents: wish.cents + cents } : wish));
}

/** So much less of a wish; without an amount none of it. */
export function unwished(wishes: readonly Wish[], wager: string, cents = Infinity): readonly Wish[] {
  return wishes.flatMap((wish) => {
    if (wish.wager !== wager) return [wish];
    return wish.cents > cents ? [{ wager, cents: wish.cents - cents }] : [];
  });
}

/** What a standing order wants said now: chips, or a line as it was typed. */
export type Ordered = { readonly order: string } & (Chips | { readonly line: string });

/** What an order looks at: the table after a roll, and the roll. */
export interface AfterRoll {
  readonly book: Book;
  readonly offers: ReadonlyMap<string, Offered>;
  readonly shown: SnapshotTold;
  readonly rolled: Rolled;
}

export const REBET = "rebet";
export const ODDS = "odds";
/** How the orders are called that everybody has; another is its own words. */
export const ORDERS: { readonly [name: string]: string } = {
  [REBET]: "Bet again what a roll decided",
  [ODDS]: "Keep odds at the most",
};
const ALWAYS = /^always\s+(.+)$/i;

/** The order that a typed line gives, or null: `always 10 pass`. */
export function orderTyped(line: string): string | null {
  const words = ALWAYS.exec(line.trim())?.[1];
  return words ? `always ${words}` : null;
}

/** Standing orders: each acts once after a roll, whatever came of it, and again only after the next. */
export class Orders {
  #on: ReadonlyMap<string, boolean> = new Map([
    [REBET, false],
    [ODDS, false],
  ]);
  /** Where a bet that travelled came from: it is made again there. */
  readonly #from: Map<string, string>;
  #acted = -1;

  /** As they stood before, if they did. */
  constructor({ orders = [], from = [] }: Partial<Kept> = {}) {
    this.#from = new Map(from);
    for (const order of orders) this.set(order, true);
  }

  get kept(): Pick<Kept, "orders" | "from"> {
    return { orders: [...this.#on.keys()].filter((order) => this.isOn(order)), from: [...this.#from] };
  }

  get all(): ReadonlyMap<string, boolean> {
    return this.#on;
  }

  /** Gives an order, or takes it back; one that was typed is forgotten then. */
  set(name: string, on: boolean): void {
    const next = new Map(this.#on);
    if (!on && ALWAYS.test(name)) next.delete(name);
    else next.set(name, on);
    this.#on = next;
  }

  /** Hears of a roll, to know where travelling bets came from. */
  hear(rolled: Rolled): void {
    for (const { moves = [] } of rolled.seats) for (const move of moves) this.#from.set(move.to, move.wager);
  }

  /** Whether anything stands to be done after this roll, once. */
  begin(n: number): boolean {
    if (n <= this.#acted) return false;
    this.#acted = n;
    return [...this.#on.values()].some(Boolean);
  }

  /** What was decided and left the layout, to be bet again; of several that came from one spot, the largest. */
  rebets({ book, shown, rolled }: AfterRoll): readonly Ordered[] {
    const you = shown.you ?? "";
    const mine = rolled.seats.find((seat) => seat.seat === you);
    const goesWith = new Set(book.wagers.filter((spot) => spot.attaches_to).map((spot) => spot.wager));
    const left = (mine?.results ?? []).filter((done) => !done.stays && !goesWith.has(done.wager));
    const again: { wager: string; stake: number }[] = [];
    for (const { wager, stake } of left) {
      const from = this.#from.get(wager) ?? wager;
      const same = again.find((bet) => bet.wager === from);
      if (!same) again.push({ wager: from, stake });
      else same.stake = Math.max(same.stake, stake);
    }
    const lies = seatOf(shown, you)?.layout?.lying ?? [];
    return missing(again, lies).map((chips) => ({ order: REBET, ...chips }));
  }

  /** What is typed to be said at every come-out. */
  lines({ shown }: AfterRoll): readonly Ordered[] {
    if (shown.point !== null) return [];
    return [...this.#on.keys()].flatMap((order) => {
      const line = ALWAYS.exec(order)?.[1];
      return line ? [{ order, line }] : [];
    });
  }

  /** Odds at the most, where they are below it. */
  odds({ book, offers }: AfterRoll): readonly Ordered[] {
    return mostOdds(book, offers).map((chips) => ({ order: ODDS, ...chips }));
  }

  isOn(name: string): boolean {
    return this.#on.get(name) === true;
  }
}
