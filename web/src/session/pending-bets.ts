/** Sent once it is legal: chips that wait for the house, and orders that stand until they are dropped. */
import type { PendingBet } from "../model/view";
import type { OfferMessage, RefusalReason } from "../protocol.generated";
import type { StoredSession } from "../state/tab-storage";
import { snapAmount, type Chips } from "./amounts";

/** The house says no to everybody for now: the dice are out. */
export function isClosed(why: RefusalReason | null | undefined): boolean {
  return why?.code === "closed" || isLate(why);
}

/** The house takes it all the same once the crew confirms it. */
export function isLate(why: RefusalReason | null | undefined): boolean {
  return why?.code === "unconfirmed";
}

/** The house says no because of the moment: that, or the puck is wrong for it. It may say yes after a roll. */
export function isTiming(why: RefusalReason | null | undefined): boolean {
  return isClosed(why) || why?.code === "not-now";
}

/** What becomes of chips that wait, now that there are new offers. */
export interface DueBets {
  readonly say: readonly Chips[];
  readonly keep: readonly PendingBet[];
  readonly drop: readonly { readonly wish: PendingBet; readonly why: RefusalReason }[];
}

const NOT_OFFERED: RefusalReason = { code: "not-offered", reason: "this house has no such wager", clause: "" };

/** Chips that the house takes now are said, those that must wait are kept, the rest is dropped with its reason. */
export function dueBets(wishes: readonly PendingBet[], offers: ReadonlyMap<string, OfferMessage>): DueBets {
  const say: Chips[] = [];
  const keep: PendingBet[] = [];
  const drop: { wish: PendingBet; why: RefusalReason }[] = [];
  for (const wish of wishes) {
    const offer = offers.get(wish.wager);
    const result = offer && snapAmount(offer, wish.cents, true);
    if (!result) drop.push({ wish, why: NOT_OFFERED });
    else if (!result.refused) say.push({ wager: wish.wager, cents: result.cents });
    else if (isTiming(result.refused)) keep.push(wish);
    else drop.push({ wish, why: result.refused });
  }
  return { say, keep, drop };
}

/** One more wish: on a wager there is one, which grows. */
export function withPendingBet(wishes: readonly PendingBet[], { wager, cents }: Chips): readonly PendingBet[] {
  if (!wishes.some((wish) => wish.wager === wager)) return [...wishes, { wager, cents }];
  return wishes.map((wish) => (wish.wager === wager ? { wager, cents: wish.cents + cents } : wish));
}

/** So much less of a wish; without an amount none of it. */
export function withoutPendingBet(wishes: readonly PendingBet[], wager: string, cents = Infinity): readonly PendingBet[] {
  return wishes.flatMap((wish) => {
    if (wish.wager !== wager) return [wish];
    return wish.cents > cents ? [{ wager, cents: wish.cents - cents }] : [];
  });
}

/** The orders that everybody has, by their words, and how they are called; another is its own words. */
export const ORDERS: { readonly [order: string]: string } = {
  "always rebet": "Bet again what a roll decided",
  "keep odds at max": "Keep odds at the most",
};
/** How many may stand. As `talk.orders.MOST` of the library. */
export const MOST_ORDERS = 16;

/** Rolls by their events, as the house tells them: since when an order stands, and after which it was last done. */
export interface OrderState {
  readonly since: number | null;
  readonly done: number;
}

const ALL: ReadonlySet<string> = new Set(["all", "everything", "orders"]);

/** Standing orders by their words, which the house reads: each is done when it is given and once after every roll. */
export class StandingOrders {
  #standing: ReadonlyMap<string, OrderState>;

  /** As they stood before, if they did; what another page has kept may be anything. */
  constructor(kept: StoredSession["orders"] = []) {
    const read = kept.filter((each) => Array.isArray(each)).slice(0, MOST_ORDERS);
    this.#standing = new Map(read.map(([order, since, done]) => [order, { since, done }]));
  }

  get kept(): StoredSession["orders"] {
    return [...this.#standing].map(([order, { since, done }]) => [order, since, done]);
  }

  get standing(): readonly string[] {
    return [...this.#standing.keys()];
  }

  /** Those that everybody has and those that stand, and whether each does. */
  get all(): ReadonlyMap<string, boolean> {
    return new Map([...Object.keys(ORDERS), ...this.standing].map((order) => [order, this.#standing.has(order)]));
  }

  /** Returns how an order stands; null if it does not. */
  get(order: string): OrderState | null {
    return this.#standing.get(order) ?? null;
  }

  /** Gives an order: whether there was room for it. */
  give(order: string): boolean {
    if (this.#standing.size >= MOST_ORDERS && !this.#standing.has(order)) return false;
    this.#standing = new Map([...this.#standing, [order, { since: null, done: -1 }]]);
    return true;
  }

  /** An order is done after a roll, which is also since when it stands if it was not done before. */
  done(order: string, roll: number): void {
    const since = this.get(order)?.since ?? roll;
    this.#standing = new Map([...this.#standing, [order, { since, done: roll }]]);
  }

  drop(order: string): void {
    this.#standing = new Map([...this.#standing].filter(([each]) => each !== order));
  }

  /** Returns what `drop 1`, `drop odds` or `drop all` drops of what stands; null if a line is about something else. */
  dropped(line: string): readonly string[] | null {
    const [verb, ...words] = line.toLowerCase().split(/\s+/);
    if (verb !== "drop") return null;
    const said = words.join(" ");
    if (words.every((word) => ALL.has(word))) return said ? this.standing : [];
    if (/^\d+$/.test(said)) return this.standing.slice(Number(said) - 1, Number(said));
    const meant = this.standing.filter((order) => words.every((word) => order.split(" ").includes(word)));
    return meant.length ? meant : null;
  }
}
