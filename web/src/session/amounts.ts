/** Chips to lines: what of an amount the house takes, why it is another, and the line of the notation that says it. */
import { cents as read, dollars, spoken } from "../model/money";
import type { Cents } from "../model/view";
import type { BookResponse, PlacedBet, OfferMessage, RefusalReason } from "../protocol.generated";

/** The amount that is said instead of the one that was wanted, and why; or the reason why none is taken. */
export interface SnappedAmount {
  readonly cents: Cents;
  /** "" if it is what was wanted. */
  readonly why: string;
  readonly refused: RefusalReason | null;
}

/** A bet to be made. */
export interface Chips {
  readonly wager: string;
  readonly cents: Cents;
}

/** An offer in cents. */
export interface Limits {
  readonly held: Cents;
  readonly minimum: Cents;
  readonly maximum: Cents;
  readonly step: Cents;
  readonly exactBelow: Cents;
  readonly exactStep: Cents;
  /** What a whole stake comes in that loses nothing to rounding; 0 where every one does. */
  readonly paysIn: Cents;
}

export function limits(offer: OfferMessage): Limits {
  return {
    held: read(offer.held),
    minimum: read(offer.minimum),
    maximum: read(offer.maximum),
    step: read(offer.step) || 1,
    exactBelow: read(offer.exact_below),
    exactStep: read(offer.exact_step) || 1,
    paysIn: read(offer.pays_in),
  };
}

/** True if one bet may put just this amount on it. */
export function takes(offer: OfferMessage, amount: Cents): boolean {
  if (offer.refused) return false;
  const of = limits(offer);
  if (amount < of.minimum || amount > of.maximum) return false;
  const step = amount < of.exactBelow ? of.exactStep : of.step;
  return amount === of.maximum || (amount - of.minimum) % step === 0;
}

/**
 * The nearest amount that is taken and with which all of it pays exactly; of two as near, the smaller. Who adds less
 * than half of the next such amount wants just that, and who wants it `asIs` does not mind.
 */
export function snapAmount(offer: OfferMessage, wanted: Cents, asIs = false): SnappedAmount {
  if (offer.refused) return { cents: 0, why: "", refused: offer.refused };
  const of = limits(offer);
  const unit = asIs ? 0 : of.paysIn;
  const taken = nearest(of, wanted);
  const amount = unit ? exactly(offer, taken, unit) : taken;
  const less = amount === wanted ? "" : `, not ${dollars(wanted)}: `;
  const rule = amount === taken ? why(of, wanted, amount) : `pays exactly in ${spoken(unit)}s`;
  const inexact = unit && (of.held + amount) % unit ? `, though it pays exactly only in ${spoken(unit)}s` : "";
  const said = `${less && less + rule}${inexact}`;
  return { cents: amount, why: said && dollars(amount) + said, refused: null };
}

/** The amount nearest to one that is taken with which the whole bet pays without breakage; that one if none is near. */
function exactly(offer: OfferMessage, taken: Cents, unit: Cents): Cents {
  const held = read(offer.held);
  const below = Math.floor((held + taken) / unit) * unit - held;
  const near = [below, below + unit].filter(
    (amount) => takes(offer, amount) && (amount <= taken || (amount - taken) * 2 <= unit),
  );
  return near.sort((a, b) => Math.abs(a - taken) - Math.abs(b - taken))[0] ?? taken;
}

/** The most that is taken now and pays exactly; nothing if all that could be added to what lies there would not. */
export function mostExactly(offer: OfferMessage): Cents {
  const { held, maximum, paysIn } = limits(offer);
  const most = paysIn ? Math.floor((held + maximum) / paysIn) * paysIn - held : maximum;
  if (takes(offer, most)) return most;
  return most > 0 || !held ? maximum : 0;
}

function nearest(of: Limits, wanted: Cents): Cents {
  if (wanted <= of.minimum) return of.minimum;
  if (wanted >= of.maximum) return of.maximum;
  const around = [of.maximum];
  for (const step of of.exactBelow ? [of.step, of.exactStep] : [of.step]) {
    const below = of.minimum + Math.floor((wanted - of.minimum) / step) * step;
    around.push(below, below + step);
  }
  if (of.exactBelow) {
    const over = Math.ceil((of.exactBelow - of.minimum) / of.step) * of.step;
    const under = Math.ceil((of.exactBelow - of.minimum) / of.exactStep - 1) * of.exactStep;
    around.push(of.minimum + over, of.minimum + under);
  }
  const taken = around.filter((amount) => fits(of, amount)).sort((a, b) => a - b);
  return taken.reduce((best, amount) => (Math.abs(amount - wanted) < Math.abs(best - wanted) ? amount : best));
}

function fits(of: Limits, amount: Cents): boolean {
  if (amount < of.minimum || amount > of.maximum) return false;
  return amount === of.maximum || (amount - of.minimum) % (amount < of.exactBelow ? of.exactStep : of.step) === 0;
}

function why(of: Limits, wanted: Cents, amount: Cents): string {
  if (wanted < of.minimum) return "the least it takes now";
  if (wanted > of.maximum) return "the most it takes now";
  const exact = amount < of.exactBelow || wanted < of.exactBelow;
  return exact
    ? `below ${dollars(of.exactBelow)} it pays exactly in ${spoken(of.exactStep)}s`
    : `taken in ${spoken(of.step)}s`;
}

/** The most odds behind everything that takes odds now. */
export function mostOdds(book: BookResponse, offers: ReadonlyMap<string, OfferMessage>): readonly Chips[] {
  return book.wagers.flatMap(({ wager, attaches_to }) => {
    const most = attaches_to ? read(offers.get(wager)?.maximum) : 0;
    return most > 0 ? [{ wager, cents: most }] : [];
  });
}

/** The wagers of a group as it is bet now. */
export function grouped(book: BookResponse, name: string, point: number | null): readonly string[] {
  const group = book.groups.find((each) => each.name === name);
  if (!group) return [];
  if (!group.except_point || point === null) return group.wagers;
  const on = new Set(book.wagers.filter((spot) => spot.numbers.includes(point)).map((spot) => spot.wager));
  return group.wagers.filter((wager) => !on.has(wager));
}

/** Returns what is missing of an earlier layout. */
export function missing(earlier: readonly PlacedBet[], now: readonly PlacedBet[]): readonly Chips[] {
  const lies = new Map(now.map((bet) => [bet.wager, bet.stake]));
  return earlier.flatMap(({ wager, stake }) => {
    const cents = stake - (lies.get(wager) ?? 0);
    return cents > 0 ? [{ wager, cents }] : [];
  });
}

/** Lines of the notation, one's own name left out. */
export const say = {
  bet: ({ wager, cents }: Chips): string => `bets ${spoken(cents)} on ${wager}`,
  each: (name: string, amount: Cents): string => `bets ${spoken(amount)} each on ${name}`,
  /** Some of what lies there, or all of it. */
  lift: (wager: string, amount: Cents, held: Cents): string =>
    amount >= held ? `takes down ${wager}` : `reduces ${wager} by ${spoken(amount)}`,
  call: (what: string, now: "on" | "off"): string => `calls ${what} ${now}`,
  press: (wager: string, by?: Cents): string => `presses ${wager}${by ? ` by ${spoken(by)}` : ""}`,
  sit: (amount: Cents, place?: number): string => `sits ${spoken(amount)}${place ? ` at ${place}` : ""}`,
};

/** The chips that a line puts on a wager, if it is a bet: what is drawn before it is answered. */
export function chipsOf(line: string): Chips | null {
  const bet = /^bets? (\d+(?:\.\d+)?) on (\S+)$/.exec(line.trim());
  return bet ? { wager: bet[2] as string, cents: Math.round(Number(bet[1]) * 100) } : null;
}
