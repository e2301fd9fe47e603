/** Sentences for what happened at a table, told from an event and the table before and after it. */
import type { Cents, Transition, View } from "../model/view";
import type { Bet, CallWager, EventMessage, Layout, PlacedBet, Rolled, SeatShown } from "../protocol.generated";
import { atRisk, rollOf, seatOf, voidedOf, vouchersHeld, worth } from "../state/reducer";
import { callsBefore, callsTo, stickCalls } from "./calls";
import { inspectedWords } from "./news";
import { didTo } from "./read-outs";
import { diceWords, listed, sentence, spoken, titleOf } from "./words";

type Happened = EventMessage["event"];
type Books = Pick<View, "book">;

/** What waits for the crew: a bet, or a call on or off. */
function late(waits: Bet | CallWager): string {
  return waits.type === "bet" ? `${spoken(waits.amount)} on ${waits.wager}` : `${waits.what} ${waits.now}`;
}

// --- what was bet

/** One difference between two layouts of a seat. */
export interface Difference {
  readonly wager: string;
  readonly cents: Cents;
  readonly call: string;
}

/** Returns what is different on a seat's layout: chips put down (above zero) or taken up, and calls. */
export function differences(before: Layout | undefined, after: Layout | undefined): Difference[] {
  const was = new Map((before?.lying ?? []).map((bet) => [bet.wager, bet]));
  const is = new Map((after?.lying ?? []).map((bet) => [bet.wager, bet]));
  const wagers = new Set([...is.keys(), ...was.keys()]);
  return [...wagers]
    .map((wager) => difference(wager, was.get(wager), is.get(wager)))
    .filter((one) => one.cents || one.call);
}

function difference(wager: string, was: PlacedBet | undefined, is: PlacedBet | undefined): Difference {
  const call = is && (is.call ?? "") !== (was?.call ?? "") ? (is.call ?? "") || "as usual" : "";
  return { wager, cents: (is?.stake ?? 0) - (was?.stake ?? 0), call };
}

function changeWords(books: Books, heard: Transition, name: string, who: Who): string {
  const was = seatOf(heard.before, name);
  const is = seatOf(heard.after, name);
  const all = differences(was?.layout, is?.layout);
  const put = all.filter((one) => one.cents > 0);
  const taken = all.filter((one) => one.cents < 0);
  const called = all.filter((one) => !one.cents);
  const parts = [
    put.length && `${who("bet")} ${amounts(books, put, "on")}`,
    taken.length && `${who("take")} ${amounts(books, taken, "off")}`,
    ...(["off", "on", "as usual"] as const).map((now) => calls(books, called, now, who)),
  ];
  return parts.filter(Boolean).join(", ") || (heard.event.line ?? "");
}

function calls(books: Books, called: readonly Difference[], now: string, who: Who): string {
  const titles = called.filter((one) => one.call === now).map((one) => titleOf(books, one.wager));
  return titles.length ? `${who("call")} ${listed(titles)} ${now}` : "";
}

function amounts(books: Books, all: readonly Difference[], how: string): string {
  return listed(all.map((one) => `${spoken(one.cents)} ${how} ${titleOf(books, one.wager)}`));
}

// --- who does it

/** "Ann bets", or "You bet". */
type Who = (verb: string) => string;

function doer(name: string, you: string): Who {
  return (verb) => (name && name === you ? `You ${verb}` : `${name || "The house"} ${thirdPerson(verb)}`);
}

function thirdPerson(verb: string): string {
  const [word = "", ...rest] = verb.split(" ");
  return [/(s|sh|ch)$/.test(word) ? `${word}es` : `${word}s`, ...rest].join(" ");
}

// --- sentences

/** Returns what happened, as sentences to be read or heard; nothing for what nobody has to hear. */
export function eventWords(books: Books, heard: Transition): string[] {
  const event = heard.event;
  const you = heard.after.you ?? "";
  const roll = rollOf(event);
  const words = roll ? rollWords(books, event, roll, you) : otherWords(books, heard, you);
  return words.filter(Boolean).map(sentence);
}

function rollWords(books: Books, event: EventMessage, roll: Rolled, you: string): string[] {
  const voided = voidedOf(event);
  const wrong = voided ? [`The roll is corrected: ${diceTakenBack(voided)}`] : [];
  return [...wrong, ...callsBefore(event), diceWords(roll, you), ...stickCalls(event), ...didTo(books, roll, you)];
}

function diceTakenBack({ a, b }: { readonly a: number; readonly b: number }): string {
  return `${a} and ${b} are taken back, with what was bet since`;
}

function otherWords(books: Books, heard: Transition, you: string): string[] {
  const event = heard.event;
  const spokenThen = [...callsBefore(event), ...stickCalls(event), ...callsTo(event, you)];
  const plain = plainWords(books, heard, you) || touchedWords(event);
  return plain ? [plain, ...spokenThen] : spokenThen;
}

/** Returns what a word of the crew's did at the table. */
function touchedWords({ touched }: EventMessage): string {
  return touched?.type === "inspected" ? inspectedWords(touched) : "";
}

function plainWords(books: Books, heard: Transition, you: string): string {
  const happened = heard.event.event;
  const voided = voidedOf(heard.event);
  if (voided) return `No roll${voided.said ? `: ${voided.said}` : ""}. ${sentence(diceTakenBack(voided))}`;
  const who = doer("seat" in happened && typeof happened.seat === "string" ? happened.seat : "", you);
  switch (happened.type) {
    case "seated":
      return `${who("sit")} down at place ${happened.place} with ${spoken(happened.rack)}`;
    case "bought-in":
      return happened.voucher
        ? `${who("bring")} a ${happened.voucher.kind} for ${spoken(happened.voucher.amount)}`
        : `${who("buy")} in for ${spoken(happened.bought)}`;
    case "left":
      return `${who("leave")} with ${spoken(happened.cashed)}${vouchersTakenWords(worth(happened.vouchers))}`;
    case "changed":
      return changeWords(books, heard, happened.seat, who) + commissionWords(happened.commission);
    case "undone":
      return `${who("take")} it back: ${changeWords(books, heard, happened.seat, (verb) => verb)}`;
    case "toked":
      return happened.boxed
        ? `${who("give")} the crew ${spoken(happened.boxed)}`
        : `${who("bet")} ${spoken(happened.staked)} for the crew`;
    case "thrown":
      return `${doer(happened.shooter, you)("throw")} the dice`;
    case "passed":
      return happened.late ? `${who("make")} no line bet in time: the dice go on` : `${who("pass")} the dice`;
    case "time-asked":
      return `${who("ask")} for time`;
    case "seat-away":
      return happened.seat === you ? "" : `${happened.seat} is away`;
    case "attended":
      return happened.seat === you ? "" : `${happened.seat} is back`;
    case "declined":
      return `${who("decline")} the dice`;
    case "accepted":
      return `${who("accept")} the dice`;
    case "inspected":
      return inspectedWords(happened);
    case "awarded":
      return `${who("get")} ${spoken(happened.amount)}: ${happened.why}`;
    case "no-roll-called":
      return stickCalls(heard.event).length ? "" : `No roll${happened.said ? `: ${happened.said}` : ""}`;
    case "late-bet-offered":
      return `${who("wait")} for the crew to confirm ${late(happened.bet)}`;
    case "late-bet-confirmed":
      return happened.taken?.length ? "" : `The ${happened.role} confirms: ${happened.seat}, ${late(happened.bet)}`;
    case "late-bet-withdrawn":
      return `${who("take")} back what waited: ${late(happened.bet)}`;
    case "bot-seated":
      return `A bot joins the table: ${happened.strategy || happened.seat}`;
    case "bot-ended":
      return `${happened.seat} stops betting: ${happened.why}`;
    case "unattended":
      return `${happened.seat} has been away for a while`;
    case "table-closing":
      return "The table is closing: no new players";
    case "table-shut":
      return "The table is closed";
    default:
      return quiet(happened) ? "" : (heard.event.line ?? "");
  }
}

/** Returns what whoever leaves takes along, and has no money for. */
function vouchersTakenWords(cents: Cents): string {
  return cents > 0 ? ` and ${spoken(cents)} in tokens and vouchers, which are not cashed` : "";
}

function commissionWords(cents: Cents): string {
  return cents > 0 ? `, ${spoken(cents)} commission` : "";
}

/** Returns what is for programs, or shown elsewhere. */
function quiet(happened: Happened): boolean {
  const kinds = [
    "remembered",
    "opened",
    "awaited",
    "turn-opened",
    "seed-given",
    "seeds-mixed",
    "seed-revealed",
    "clock-set-back",
    "time-passed",
  ];
  return kinds.includes(happened.type);
}

/** True if what happened is about this seat: its own doing, or a roll. */
export function isMine(heard: Transition): boolean {
  const happened = heard.event.event;
  const you = heard.after.you ?? "";
  return !!rollOf(heard.event) || !!voidedOf(heard.event) || (!!you && "seat" in happened && happened.seat === you);
}

/** Everybody with chips on the layout, for a summary of the table: "Ann, 45 dollars on the layout, 455 in the rack". */
export function seatWords(seat: SeatShown, view: View): string {
  const up = atRisk(seat.layout);
  const you = seat.name === view.snapshot?.you ? ", you" : "";
  const throws = seat.name === view.snapshot?.shooter ? ", has the dice" : "";
  const has = `${up ? `${spoken(up)} up, ` : ""}${spoken(seat.rack)} in the rack`;
  const held = vouchersHeld(seat);
  const vouchers = held ? `, ${spoken(held)} in tokens and vouchers` : "";
  return `${seat.name}${you}, place ${seat.place}${throws}: ${has}${vouchers}`;
}
