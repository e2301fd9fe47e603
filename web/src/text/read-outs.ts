/** Read-outs: what is up, the rack, the last roll and what may be bet, for whoever listens; fetched with the first of them. */
import type { Cents, View } from "../model/view";
import type { PlacedBet, OfferMessage, Rolled, Settlement } from "../protocol.generated";
import { atRisk, netOf, rollOf, vouchersHeld } from "../state/reducer";
import { diceWords, gatheredWords, limits, listed, own, pointWords, sentence, spoken, standing, throwsWords, titleOf, wagerOf } from "./words";

/** Returns what I have up. */
export function whatIsUp(view: View): string {
  const seat = own(view);
  if (!seat) return "You are not at the table: sit down first.";
  const lying = seat.layout?.lying ?? [];
  if (!lying.length) return "You have no bets up.";
  const bets = lying.map((bet) => betWords(view, bet));
  const many = bets.length === 1 ? "One bet" : `${bets.length} bets`;
  return `${many} up, ${spoken(atRisk(seat.layout))}. ${bets.join(". ")}.`;
}

/** One bet as it lies: "Place 6, 12 dollars, called off". */
export function betWords(view: View, bet: PlacedBet): string {
  return `${titleOf(view, bet.wager)}, ${spoken(bet.stake)}, ${standing(view, bet)}`;
}

export function pointAndShooter(view: View): string {
  if (!view.snapshot) return "";
  return [pointWords(view), throwsWords(view)].filter(Boolean).map(sentence).join(" ");
}

/** Up or down, and by how much. */
export function netWords(amount: Cents): string {
  return amount === 0 ? "even" : `${amount > 0 ? "up" : "down"} ${spoken(amount)}`;
}

/** My rack and my net. */
export function rackWords(view: View): string {
  const seat = own(view);
  if (!seat) return "You are not at the table: sit down first.";
  const up = atRisk(seat.layout);
  const held = vouchersHeld(seat);
  const vouchers = held ? ` and ${spoken(held)} in tokens and vouchers` : "";
  const there = up ? `, ${spoken(up)} on the layout` : "";
  return `${spoken(seat.rack)} in your rack${vouchers}${there}. You are ${netWords(netOf(seat))}.`;
}

/** Returns what a roll decided about one wager: "Place 9 wins 14 dollars and stays up". */
export function settledWords(view: { readonly book: View["book"] }, done: Settlement): string {
  const title = titleOf(view, done.wager);
  switch (done.result) {
    case "win":
      return `${title} wins ${spoken(done.won)}${done.stays ? " and stays up" : ""}${takenWords(done)}`;
    case "lose":
      return `${title} loses ${spoken(done.stake)}${done.stays ? " and stays up" : ""}`;
    case "push":
      return `${title} pushes, ${spoken(done.stake)} ${done.stays ? "stays up" : "comes back"}`;
    default:
      return `${title}, ${spoken(done.stake)}, comes back`;
  }
}

function takenWords(done: Settlement): string {
  return done.commission ? `, ${spoken(done.commission)} commission` : "";
}

/** Returns what a roll did to one seat, a sentence for each wager; nothing if it did nothing. */
export function didTo(view: { readonly book: View["book"] }, rolled: Rolled, seat: string): string[] {
  const mine = rolled.seats.find((one) => one.seat === seat);
  if (!mine) return [];
  const moved = (mine.moves ?? []).map((move) =>
    move.to === move.wager
      ? `${titleOf(view, move.wager)} has ${gatheredWords(wagerOf(view, move.wager), move.gathered ?? [])}`
      : `${titleOf(view, move.wager)} goes to ${titleOf(view, move.to)}, ${spoken(move.stake)}`,
  );
  return [...(mine.results ?? []).map((done) => settledWords(view, done)), ...moved];
}

/** The last roll, and what it did to me. */
export function lastRoll(view: View): string {
  const you = view.snapshot?.you ?? "";
  const heard = view.lastRoll && rollOf(view.lastRoll.event);
  if (!heard) {
    const past = view.snapshot?.table.rolls?.at(-1);
    return past ? `${diceWords(past, you)}.` : "No roll yet.";
  }
  const did = didTo(view, heard, you);
  const nothing = own(view) ? ["It did nothing to your bets"] : [];
  return [diceWords(heard, you), ...(did.length ? did : nothing)].map(sentence).join(" ");
}

/** Returns what you can bet now: wagers of one family with the same limits are said together. */
export function mayBet(view: View): string {
  if (!own(view)) return "You are not at the table: sit down first.";
  const open = offeredByFamily(view).flatMap((family) => family.lines);
  return open.length ? `You can bet: ${open.join("; ")}.` : "You cannot bet now.";
}

/** The offers of one family, and how they are said. */
export interface FamilyOffered {
  readonly family: string;
  readonly region: string;
  readonly offers: readonly OfferMessage[];
  readonly lines: readonly string[];
}

/** Returns what you can bet now, family by family, in the book's order; `limits` that are alike are said once. */
export function offeredByFamily(view: View): FamilyOffered[] {
  const families = new Map<string, { region: string; offers: OfferMessage[] }>();
  for (const spot of view.book?.wagers ?? []) {
    const offer = view.offers.get(spot.wager);
    if (!offer || offer.refused) continue;
    const kept = families.get(spot.family) ?? { region: spot.region, offers: [] };
    kept.offers.push(offer);
    families.set(spot.family, kept);
  }
  const chip = view.snapshot?.table.house.chip;
  return [...families].map(([family, { region, offers }]) => ({
    family,
    region,
    offers,
    lines: alike(offers, chip),
  }));
}

/** Offers with the same limits on one line: "Place 4, 5 and 9, 5 to 500". */
function alike(offers: readonly OfferMessage[], chip?: Cents): string[] {
  const same = new Map<string, string[]>();
  for (const offer of offers) {
    const said = limits(offer, chip);
    same.set(said, [...(same.get(said) ?? []), offer.title]);
  }
  return [...same].map(([said, titles]) => `${sharedTitle(titles)}, ${said}`);
}

/** Titles that begin alike are said once: "Place Bet 4" and "Place Bet 5" are "Place Bet 4 and 5". */
function sharedTitle(titles: readonly string[]): string {
  const first = titles[0] ?? "";
  const stem = first.slice(0, first.lastIndexOf(" ") + 1);
  if (titles.length < 2 || !stem || !titles.every((title) => title.startsWith(stem))) return listed(titles);
  return `${stem}${listed(titles.map((title) => title.slice(stem.length)))}`;
}

/** Returns how long the throw is waited for; `seconds` by the server's clock, or nothing if nobody is waited for. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return "There is no countdown.";
  if (seconds <= 0) return "The dice are rolled now.";
  return `${seconds === 1 ? "1 second" : `${seconds} seconds`} until the dice are rolled.`;
}
