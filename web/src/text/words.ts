/** Sentences: a spot's name and state, the point and who throws; from what the house told alone. */
import { isOff } from "../layout/spots";
import { cents, dollars } from "../model/money";
import type { Cents, View } from "../model/view";
import type { BookWager, PlacedBet, OfferMessage, SeatShown } from "../protocol.generated";
import { seatOf } from "../state/reducer";

// --- amounts, lists, odds

/** An amount as it is spoken, without its unit: "1,500", "12.50". */
export function figure(amount: Cents): string {
  return dollars(Math.abs(amount)).slice(1);
}

/** An amount as it is spoken: "1 dollar", "10 dollars", "12 dollars 50", "50 cents". */
export function spoken(amount: Cents): string {
  const [whole = "", rest] = figure(amount).split(".");
  if (whole === "0" && rest) return rest === "01" ? "1 cent" : `${Number(rest)} cents`;
  return `${whole} ${whole === "1" ? "dollar" : "dollars"}${rest ? ` ${rest}` : ""}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/** A sentence: it begins with a capital and ends with a stop. */
export function sentence(words: string): string {
  const said = words.trim();
  if (!said) return "";
  return said[0]!.toUpperCase() + said.slice(1) + (/[.!?]$/.test(said) ? "" : ".");
}

/** Returns what a wager pays, to be heard: "pays 7 to 5". */
export function paysWords(pays: string): string {
  if (!pays) return "";
  const said = pays.replace(/(\d+):(\d+)/g, "$1 to $2").replaceAll(";", ",");
  return /\bpays? /.test(said) ? said : `pays ${said}`;
}

// --- who and what

/** This person's own seat; nothing without one. */
export function own(view: Pick<View, "snapshot">): SeatShown | null {
  return seatOf(view.snapshot, view.snapshot?.you);
}

export function lyingOn(seat: SeatShown | null, wager: string): PlacedBet | null {
  return seat?.layout?.lying?.find((bet) => bet.wager === wager) ?? null;
}

/** Words in which seats of strategies are called as those are: "three point molly". */
export function called(words: string): string {
  return words.replace(/\bBot-([\w-]+)/g, (_, strategy: string) => strategy.replaceAll("-", " "));
}

/** A wager in the house's own words. */
export function titleOf(view: { readonly book: View["book"] }, wager: string): string {
  return wagerOf(view, wager)?.title ?? wager;
}

export function wagerOf(view: { readonly book: View["book"] }, wager: string): BookWager | null {
  return view.book?.wagers.find((one) => one.wager === wager) ?? null;
}

// --- a spot

/** What a spot is named from. */
export type SpotView = Pick<View, "book" | "snapshot" | "offers" | "unanswered" | "pendingBets">;

/** A spot's name: what it is, what lies there, what it pays, and what may be put there or why nothing. */
export function spotName(view: SpotView, wager: string): string {
  const spot = wagerOf(view, wager);
  const parts = [
    spot?.title ?? wager,
    mineThere(view, wager),
    paysWords(spot?.pays ?? ""),
    limitsThere(view, wager),
    othersThere(view, wager),
  ];
  return parts.filter(Boolean).join(", ");
}

function mineThere(view: SpotView, wager: string): string {
  const lies = lyingOn(own(view), wager);
  const sent = view.unanswered.reduce((sum, one) => sum + (one.wager === wager ? one.cents : 0), 0);
  const wish = view.pendingBets.find((one) => one.wager === wager);
  return [
    lies ? `${spoken(lies.stake)}, ${standing(view, lies)}` : "",
    sent ? `${spoken(sent)} not yet taken` : "",
    wish ? `${spoken(wish.cents)} waiting until it can be bet` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** True if a bet is at risk on the next roll. */
export function works(view: Pick<View, "book" | "snapshot">, lies: PlacedBet): boolean {
  return !!view.snapshot && !isOff(wagerOf(view, lies.wager) ?? undefined, lies, view.snapshot);
}

/** True if a bet works, and what it has gathered. */
export function standing(view: Pick<View, "book" | "snapshot">, lies: PlacedBet): string {
  const now = lies.call ? `called ${lies.call}` : works(view, lies) ? "working" : "not working now";
  return lies.gathered?.length ? `${now}, has ${gatheredWords(wagerOf(view, lies.wager), lies.gathered)}` : now;
}

type Gathers = Pick<BookWager, "counts" | "numbers">;

/** What a bet has gathered or counted, behind "has". */
export function gatheredWords(spot: Gathers | null | undefined, has: readonly number[]): string {
  return spot?.counts === "rolls" ? `counted ${has[0]}` : listed(has.map(String));
}

/** The same on a chip: `3/5` of its totals, or `3×`, of a count by totals the one that has come most often. */
export function tally({ counts, numbers }: Gathers, has: readonly number[]): string {
  if (!counts) return `${has.length}/${numbers.length}`;
  return `${counts === "rolls" ? has[0] : Math.max(...has.map((one) => has.filter((other) => other === one).length))}×`;
}

/** Returns what may be put there now, or why nothing; nothing is said to somebody without a seat. */
function limitsThere(view: SpotView, wager: string): string {
  const offer = view.offers.get(wager);
  if (!offer) return "";
  if (offer.refused) return `not now: ${offer.refused.reason}${offer.refused.clause && `, ${offer.refused.clause}`}`;
  return limits(offer, view.snapshot?.table.house.chip);
}

/** The amounts that an offer takes: "5 to 500, in steps of 5". `chip`: the step that goes without saying. */
export function limits(offer: OfferMessage, chip = 0): string {
  const [least, most, step] = [cents(offer.minimum), cents(offer.maximum), cents(offer.step)];
  if (!most) return "";
  const parts = [least === most ? figure(least) : `${figure(least)} to ${figure(most)}`];
  if (step > chip && least !== most) parts.push(`in steps of ${figure(step)}`);
  if (offer.exact_step) parts.push(`below ${figure(cents(offer.exact_below))} in steps of ${offerStep(offer)}`);
  return parts.join(", ");
}

function offerStep(offer: OfferMessage): string {
  return figure(cents(offer.exact_step));
}

/** Chips of all others on a spot, as one summary. */
export function othersThere(view: SpotView, wager: string): string {
  const you = view.snapshot?.you ?? "";
  const there = (view.snapshot?.table.seats ?? []).filter((seat) => seat.name !== you && lyingOn(seat, wager));
  const crew = view.snapshot?.table.crew?.lying?.find((bet) => bet.wager === wager);
  if (!there.length && !crew) return "";
  const sum = there.reduce((all, seat) => all + (lyingOn(seat, wager)?.stake ?? 0), crew?.stake ?? 0);
  const names = [...there.map((seat) => seat.name), ...(crew ? ["the crew"] : [])];
  const who = names.length > 3 ? `${names.length} others` : listed(names);
  return `${who} ${names.length > 1 ? "have" : "has"} ${spoken(sum)}`;
}

// --- the table

/** What a roll was to the hand, as the house tells it. */
export const ROLL_EVENTS: { readonly [event: string]: string } = {
  established: "point set",
  made: "point made",
  "seven-out": "seven out",
};

/** The point, in a house that has one. */
export function pointWords(view: View): string {
  const shown = view.snapshot;
  if (!shown || view.book?.puck === false) return "";
  return shown.point === null ? "Coming out, no point" : `The point is ${shown.point}`;
}

/** Returns who throws and why, or what is waited for; `seconds`: how long a line bet is waited for. */
export function throwsWords(view: View, seconds: number | null = null): string {
  const next = view.snapshot?.next;
  if (next?.why !== "line-bet") return next?.words ?? "";
  const words = next.seat === view.snapshot?.you ? "You have the dice: make a line bet" : next.words;
  return seconds === null ? words : `${words}, ${seconds} s`;
}

/** A roll of which no call is known: who threw what, and what it was to the hand. */
export function rollSaid(
  rolled: { readonly shooter: string; readonly a: number; readonly b: number; readonly event?: string },
  you = "",
): string {
  const event = ROLL_EVENTS[rolled.event ?? ""];
  return `${diceWords(rolled, you)}${event ? `, ${event}` : ""}`;
}

/** The dice and who threw them: "Ann threw 5 and 4: 9". */
export function diceWords(
  rolled: { readonly shooter: string; readonly a: number; readonly b: number },
  you = "",
): string {
  const { shooter, a, b } = rolled;
  return `${shooter === you ? "You" : shooter} threw ${a} and ${b}: ${a + b}`;
}

interface Told {
  readonly own_rules?: boolean | undefined;
  readonly digest?: string | undefined;
}

/** Returns what is said of rules that somebody sent; "" of a book of the house. */
export function ownRules(of: Told | null | undefined): string {
  if (!of?.own_rules) return "";
  return `A player’s own rules, not a book of this house (digest ${(of.digest ?? "").slice(0, 12)})`;
}
