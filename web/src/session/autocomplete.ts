/** Completes a line that is being typed: verbs of the notation, wagers by any name, bets that lie there. */
import { cents as read, dollars, typed } from "../model/money";
import type { Cents, View } from "../model/view";
import type { BookResponse, BookWager, PlacedBet, OfferMessage } from "../protocol.generated";
import { seatOf } from "../state/reducer";
import { say } from "./amounts";

/** A line to go on with; one that ends in a blank is not complete yet. */
export interface Completion {
  readonly line: string;
  /** What it is about, in the house's words. */
  readonly name: string;
  /** "3 to 2 · up to $100", or why it is not taken now. */
  readonly hint: string;
  readonly legal: boolean;
}

const MOST = 8;
/** What a seat may say beside bets; what ends in a blank goes on. */
const VERBS: readonly (readonly [string, string])[] = [
  ["takes down ", "take a bet down"],
  ["reduces ", "take some of a bet back"],
  ["presses ", "double a bet"],
  ["parlays ", "add what a bet just won"],
  ["calls ", "a bet on or off"],
  ["tokes ", "for the crew"],
  ["always rebet", "what a roll decided, before every roll"],
  ["keep odds at max", "before every roll"],
  ["undo", "take back the last thing you did"],
  ["roll", "throw the dice"],
  ["passes the dice", "to the next shooter"],
  ["accepts the dice", "they are yours until a seven-out"],
  ["declines the dice", "the next shooter gets them"],
  ["asks for time", "the next throw waits a little longer"],
  ["buys in for ", "more chips"],
  ["leaves", "cash out and leave the table"],
  ["why ", "the rule of a bet, what it pays and costs"],
  ["help", "keys, and what can be typed"],
];

/** The best of what may follow, what the house takes now first. `amount`: what is in hand. */
export function completions({ book, offers, snapshot }: View, text: string, amount: Cents): readonly Completion[] {
  const words = text.trimStart();
  if (!book || !snapshot || !words.trim()) return [];
  const lying = seatOf(snapshot, snapshot.you)?.layout?.lying ?? [];
  const found = bets(book, offers, words, amount) ?? ofMine(book, lying, words) ?? free(book, offers, words, amount);
  return found.filter(({ line }) => line !== words).slice(0, MOST);
}

/** `bets 10 on …`, `bets 6 each on …`; null if it is something else. */
function bets(
  book: BookResponse,
  offers: ReadonlyMap<string, OfferMessage>,
  words: string,
  amount: Cents,
): readonly Completion[] | null {
  const said = /^bets?\s+((?![a-z])\S+)?\s*(each\s+)?(?:(?:on?\s*)?$|on\s+(.*)$)/i.exec(words);
  if (!said) return null;
  const [, sum = "", each, about = ""] = said;
  const cents = sum ? typed(sum) : amount;
  if (cents === null) return []; // nothing is offered for a part of what was typed
  if (each) {
    const groups = book.groups.filter(({ name }) => plain(name).startsWith(plain(about)));
    return groups.map(({ name }) => ({ line: say.each(name, cents), name, hint: dollars(cents), legal: true }));
  }
  return wagers(book, offers, about, cents);
}

/** Wagers by a name, as bets. */
function wagers(book: BookResponse, offers: ReadonlyMap<string, OfferMessage>, about: string, cents: Cents): readonly Completion[] {
  const wanted = plain(about);
  const ranked = book.wagers.flatMap((spot) => {
    const rank = Math.min(...namesOf(book, spot).map((name) => match(name, wanted)));
    const offer = offers.get(spot.wager);
    const legal = !!offer && !offer.refused;
    return rank < Infinity && spot.made ? [{ spot, offer, legal, rank: rank + (legal ? 0 : 10) }] : [];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .map(({ spot, offer, legal }) => ({
      line: say.bet({ wager: spot.wager, cents }),
      name: spot.title,
      hint: hint(spot, offer),
      legal,
    }));
}

function hint(spot: BookWager, offer: OfferMessage | undefined): string {
  if (offer?.refused) return offer.refused.reason;
  const pays = spot.pays.replace(/(\d+):(\d+)/g, "$1 to $2");
  return offer?.maximum ? `${pays} · up to ${dollars(read(offer.maximum))}` : pays;
}

/** Returns what can be done to bets that lie there; null if it is something else. */
function ofMine(book: BookResponse, lying: readonly PlacedBet[], words: string): readonly Completion[] | null {
  const said = /^(takes? down|reduces?|press(?:es)?|parlays?|calls?)\s+(.*)$/i.exec(words);
  if (!said) return null;
  const verb = VERBS.find(([name]) => name.startsWith((said[1] ?? "").toLowerCase()))?.[0] ?? "";
  const [about = "", ...rest] = (said[2] ?? "").split(/\s+/);
  return lying.flatMap((bet) => {
    const spot = book.wagers.find(({ wager }) => wager === bet.wager);
    if (!spot || !namesOf(book, spot).some((name) => match(name, plain(about)) < Infinity)) return [];
    const made = (line: string): Completion => ({ line, name: spot.title, hint: dollars(bet.stake), legal: true });
    if (verb === "calls ") {
      const calls = spot.calls.filter((now) => now !== bet.call && now.startsWith(rest[0] ?? ""));
      return calls.map((now) => made(say.call(bet.wager, now)));
    }
    return [made(verb === "reduces " ? `reduces ${bet.wager} by ` : `${verb}${bet.wager}`)];
  });
}

/** Anything else: a verb that begins so, or a wager by its name with an amount before or after it. */
function free(book: BookResponse, offers: ReadonlyMap<string, OfferMessage>, words: string, amount: Cents): readonly Completion[] {
  const small = words.toLowerCase();
  const verbs = VERBS.filter(([line]) => line.startsWith(small)).map(([line, hint]) => ({
    line,
    name: "",
    hint,
    legal: true,
  }));
  const bet = "bets".startsWith(small.trim()) ? wagers(book, offers, "", amount) : [];
  const before = /^(?![a-z])(\S+)(?:\s+(?:on\s+)?(.*))?$/i.exec(words);
  const after = /^(.*\D)\s+\$?(\d[\d.,]*)$/.exec(words);
  const named = before
    ? ofAmount(book, offers, before[2] ?? "", before[1] ?? "")
    : [...wagers(book, offers, words, amount), ...(after ? ofAmount(book, offers, after[1] ?? "", after[2] ?? "") : [])];
  return [...verbs, ...bet, ...named].sort((a, b) => +b.legal - +a.legal);
}

/** Wagers by a name, for an amount that was typed: none for one that cannot be read whole. */
function ofAmount(
  book: BookResponse,
  offers: ReadonlyMap<string, OfferMessage>,
  about: string,
  sum: string,
): readonly Completion[] {
  const cents = typed(sum);
  return cents === null ? [] : wagers(book, offers, about, cents);
}

function namesOf(book: BookResponse, spot: BookWager): readonly string[] {
  return [spot.wager, spot.title, spot.label, ...spot.also, ...(glossary(book).get(spot.wager) ?? [])].map(plain);
}

const known = new WeakMap<BookResponse, ReadonlyMap<string, readonly string[]>>();

/** The names of each wager that mean nothing else. */
function glossary(book: BookResponse): ReadonlyMap<string, readonly string[]> {
  let names = known.get(book);
  if (!names) {
    const all = new Map<string, string[]>();
    for (const [name, means] of Object.entries(book.glossary)) {
      for (const wager of means.length === 1 ? means : []) all.set(wager, [...(all.get(wager) ?? []), name]);
    }
    known.set(book, (names = all));
  }
  return names;
}

/** Returns how well a name fits: it is it, it begins so, a word of it does; or not at all. */
function match(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return ` ${name}`.includes(` ${wanted}`) ? 2 : Infinity;
}

function plain(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[-\s]+/g, " ");
}
