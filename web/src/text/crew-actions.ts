/** The crew's actions, grouped by who does them: each a line of the notation with blanks, as this house has it. */
import type { BookResponse, DeskResponse, LateBetMessage, SnapshotMessage } from "../protocol.generated";
import { type Kind, LineTemplate } from "./line-templates";

export interface CrewAction {
  readonly title: string;
  readonly line: LineTemplate;
}

export interface Station {
  /** By which the house knows whoever does this. */
  readonly role: string;
  readonly title: string;
  readonly duties: readonly CrewAction[];
}

/** What can be chosen for a blank: what stands in the line, and how it is called here. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

type Written = readonly (readonly [title: string, line: string] | null)[];

/** Somebody who holds this at a table may say what is listed for it. */
export const CREW = ["stickperson", "dealer", "boxperson", "supervisor"] as const;
const TITLES = { stickperson: "The stick", dealer: "The base dealers", boxperson: "The box", supervisor: "The floor" };

const STICK: Written = [
  ["Offer the dice", "dice offered to {seat}"],
  ["Send the dice out", "dice sent out showing {face:One die} {face:The other}"],
  ["Bring the dice in", "dice brought in"],
  ["A die is down", "dice {count:Which, counted from 1} down"],
  ["A die is back", "dice {count:Which, counted from 1} brought back"],
  ["The dice were out of sight", "dice lost from sight"],
  ["The dice are in doubt", "dice doubted"],
  ["Dump the bowl", "dice dumped from the bowl"],
  ["Gather the dice", "dice gathered"],
  ["Work off the roll", "crew works[ {count:Steps} steps]"],
  ["Encourage a player", "stickperson encourages {seat}"],
  ["Clear the rail", "stickperson clears the rail"],
  ["Check the puck at third base", "stickperson checks the puck at third base: {words:How it stands, as in on 8=off}"],
  ["Check the puck at second base", "stickperson checks the puck at second base: {words:How it stands, as in on 8=off}"],
];

const DEALERS: Written = [
  ["A player disputes something", "{seat} disputes the {dispute}"],
  ["Count a large bet", "dealer verifies the bet of {amount} on {wager} by {seat}"],
  ["Change: bring the money", "dealer brings the money"],
  ["Change: cut the chips", "dealer cuts the change"],
  ["Change: cut these chips", "dealer cuts {count} {chip}"],
  ["Change: hand the chips over", "dealer hands the chips over"],
  ["Bet after the dice rested", "{seat} past-posts {amount} on {wager}"],
  ["Bet drawn back too late", "{seat} snatches {amount} from {wager}"],
  ["Catch tossed chips", "dealer catches {amount} tossed by {seat}"],
  ["Help a player", "dealer assists {seat}"],
  ["Put the house’s money back", "house money returned"],
];

const BOX: Written = [
  ["Let the dice go", "boxperson lets the dice go"],
  ["Check the call", "boxperson verifies the call {count:The number called}"],
  ["Payouts, dice at third base", "boxperson verifies the payouts, dice at third base"],
  ["Payouts, dice at second base", "boxperson verifies the payouts, dice at second base"],
  ["Change: count the money", "boxperson counts {amount}"],
  ["Change: drop the money", "boxperson drops the money"],
  ["Inspect the dice", "boxperson inspects the dice"],
  ["Count the bank", "boxperson counts the bank: {words:Chips, as in 200 white, 260 red}"],
  ["Move chips", "move {count} {chip} from {word:From=bank} to {word:To=working}"],
  ["Rule on a discrepancy", "boxperson rules on the discrepancy: {words:Ruling}"],
  ["The game goes dead", "game goes dead"],
  ["The game opens again", "game opens again"],
];

const floor = ({ floor, shootout }: BookResponse, keepsTime: boolean): Written => [
  floor.grounds.length || floor.breaches.length ? ["Warn a player", "supervisor warns {seat}: {warned}"] : null,
  floor.ordered.length ? ["Order to pass the dice", "supervisor orders {seat} to pass the dice[: {ordered}]"] : null,
  floor.overruled_by === "nobody"
    ? null
    : ["Overrule: it was a roll", "supervisor overrules, roll {face:One die} {face:The other}"],
  ["Rule on a throw: a roll", "supervisor rules roll {face:One die} {face:The other}"],
  ["Rule on a throw: no roll", "supervisor rules no roll[: {ground}]"],
  ["Rule on a dispute", "supervisor rules on the {dispute}: {words:Ruling}"],
  ["Rule on a dispute: it was this roll", "supervisor rules on the {dispute}, roll {face:One die} {face:The other}: {words:Ruling}"],
  ["Rule on a dispute: no roll", "supervisor rules on the {dispute}, no roll: {words:Ruling}"],
  ["Award chips", "supervisor awards {seat} {amount}: {words:Reason}"],
  ["Take chips", "supervisor takes {amount} from {seat}: {words:Reason}"],
  ["A bet that nobody noticed", "{seat} bets {amount} on {wager} unnoticed"],
  [
    "Post a crew",
    "crew: stick {word:Stick}, third base {word:Third base}[, second base {word:Second base}][, box {word:Box}]",
  ],
  ["Relieve a post", "{word:Who comes} relieves {post}"],
  ["Post a boxperson", "supervisor posts {word} in the box"],
  ["Empty the box", "supervisor empties the box"],
  ["Fill", "fill {count} {chip}"],
  ["Credit", "credit {count} {chip}"],
  ["Open the bank", "bank opened: {words:Chips, as in 200 white, 200 red}[, cage: {words:In the cage}]"],
  ["Change: permit the color", "supervisor permits the color"],
  ["Change: verify it", "supervisor verifies the change"],
  ["Count the drop box", "supervisor counts the drop box: {amount}"],
  ["Count the toke box", "supervisor counts the toke box: {amount}"],
  ["Dice: a set is brought", "set {word:Number} brought: {words:Dice=5 dice of 0.7550}"],
  ["Dice: inspect the new set", "supervisor inspects the new set"],
  ["Dice: scribe the new set", "supervisor scribes the new set {word:Mark}"],
  ["Dice: put the new set in", "set put in"],
  ["Dice: inspect those on the game", "supervisor inspects the dice"],
  ["Dice: take the set off", "set taken off"],
  ["Dice: cancel a set", "supervisor cancels set {word:Number} on {count:Marked on which face}"],
  ["Dice: wrap a set", "set {word:Number} wrapped, signed {word:Who signs}"],
  shootout && !keepsTime
    ? ["Shootout: tell the time", "clock {word:Time, as in 2026-11-15T20:00} {word:Zone=UTC}"]
    : null,
];

/** The Shootout's dice were sound, or not: said once it is hit. */
export const SIGNED: readonly CrewAction[] = [
  duty("The dice are sound: pay it", "supervisor finds the dice sound, signed {word:Your name} {word:Licence number}"),
  duty("The dice were tampered with", "supervisor finds the dice tampered"),
];
export const THROW = duty("Dice are out", "throw[: {ground:What happened to them}]");
/** Real dice that were entered wrongly, until they are thrown again. */
export const CORRECTION = duty("The last roll was entered wrongly", "roll corrected to {face:One die} {face:The other}");
export const NO_ROLL = duty("No roll", "no roll: {ground}");

function duty(title: string, line: string): CrewAction {
  return { title, line: new LineTemplate(line) };
}

/** Everything that is not said every minute, by who does it. `keepsTime`: the house tells this table's clock. */
export function stations(book: BookResponse, keepsTime: boolean): readonly Station[] {
  const all = { stickperson: STICK, dealer: DEALERS, boxperson: BOX, supervisor: floor(book, keepsTime) };
  return CREW.map((role) => ({
    role,
    title: TITLES[role],
    duties: all[role].flatMap((one) => (one ? [duty(...one)] : [])),
  }));
}

/** Which role at a table does what the manual has somebody else of the crew do. */
export const ROLE_OF: { readonly [who: string]: string } = {
  "third base": "dealer",
  "second base": "dealer",
  "base dealer": "dealer",
  "shift manager": "supervisor",
};

/** What the acts that fit are chosen by: the table, what its crew has to know, and whether a roll may be ruled on. */
export interface DeskMoment {
  readonly shown: SnapshotMessage;
  readonly desk: DeskResponse | null;
  readonly rolled: boolean;
}

/** Returns the titles of the few acts that fit the moment, the likeliest first. */
export function fittingActs({ shown, desk, rolled }: DeskMoment): readonly string[] {
  if (desk?.game === "dead") return ["The game opens again", "Count the bank", "Relieve a post"];
  const disputed = desk?.disputes.length ? ["Rule on a dispute", "Rule on a dispute: it was this roll", "Rule on a dispute: no roll"] : [];
  const owed = Number(desk?.bank?.owed ?? 0) > 0 ? ["Fill"] : [];
  if (shown.table.dice?.thrown) return [...disputed, "A die is down", "Overrule: it was a roll", "Warn a player", "Bet after the dice rested"];
  if (desk?.work.length)
    return [...disputed, ...owed, "Check the call", "A player disputes something", "Rule on a throw: no roll", "Bet after the dice rested", "Bet drawn back too late"];
  if (desk?.game === "no crew")
    return [...disputed, ...(rolled ? ["Rule on a throw: no roll", "A player disputes something"] : ["Post a crew"]), "Warn a player", "Award chips"];
  const dice = desk?.dice ? ["A die is down", "Relieve a post"] : ["Dice: a set is brought"];
  const bank = desk?.bank ? ["Fill", "Count the bank"] : ["Open the bank"];
  return [...disputed, ...owed, ...dice, "A player disputes something", ...bank.filter((one) => !owed.includes(one))];
}

/** Returns whose duties somebody has: where real dice are thrown, whoever opened the table is all of the crew. */
export function held({ roles = [], dice, you }: SnapshotMessage): readonly string[] {
  if (roles.includes("owner") && dice === "entered") return CREW;
  return you ? [] : CREW.filter((role) => roles.includes(role));
}

/** The posts for which somebody may confirm what waits: theirs, where the house asks for them and they have not. */
export function confirms(late: LateBetMessage, book: BookResponse, shown: SnapshotMessage): readonly string[] {
  const { confirmed_by: thrown, called_confirmed_by: called, switch_confirmed_by: switched = [] } = book.floor;
  const asked = new Set(late.switched ? switched : [...thrown, ...called]);
  return held(shown).filter((role) => asked.has(role) && !late.confirmed?.includes(role));
}

/** Returns what can be chosen for a blank; nothing where it is written. */
export function choicesFor(kind: Kind, book: BookResponse, shown: SnapshotMessage): readonly Choice[] | null {
  const { grounds, breaches, ordered } = book.floor;
  const plain = (values: readonly string[]): readonly Choice[] => values.map((value) => ({ value, label: value }));
  const cited = (all: typeof grounds): readonly Choice[] =>
    all.map(({ title, clause, call }) => ({
      value: title,
      label: [title, clause, call === "always" ? "never counts" : ""].filter(Boolean).join(" · "),
    }));
  switch (kind) {
    case "seat":
      return plain((shown.table.seats ?? []).map(({ name }) => name));
    case "wager":
      return book.wagers.filter(({ made }) => made).map(({ wager, title }) => ({ value: wager, label: title }));
    case "ground":
      return cited(grounds);
    case "warned":
      return cited([...breaches, ...grounds]);
    case "ordered":
      return ordered.flatMap((each) => (each === "breach" ? cited(breaches) : plain([each.replaceAll("-", " ")])));
    case "face":
      return plain(["1", "2", "3", "4", "5", "6"]);
    case "chip":
      return plain(book.chips.map(({ colour }) => colour));
    case "dispute":
      return plain(["invalid roll", "cocked die", "discrepancy"]);
    case "post":
      return plain(["the stick", "third base", "second base", "the box"]);
    default:
      return null;
  }
}
