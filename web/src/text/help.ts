/** The entries of help, for a player at the table and for a dealer at the crew's desk. */
import { ROLL_KEY } from "../model/shortcuts";

/** A key and what it does. */
export interface Key {
  readonly key: string;
  readonly name: string;
}

/** Keys of the felt and of the page by ear. */
export const SHARED: readonly Key[] = [
  { key: ROLL_KEY, name: "Roll the dice, if they are yours" },
  { key: "z", name: "Undo the last thing you did" },
  { key: "r", name: "Repeat the bets of the last come-out" },
  { key: "d", name: "Double all your bets" },
  { key: "w", name: "Why: the rule, what it pays and what it costs" },
  { key: "/", name: "The command line" },
  { key: "?", name: "Help" },
];

/** Keys on a spot of the felt. */
export const ON_A_SPOT: readonly Key[] = [
  { key: "arrows", name: "To the next spot" },
  { key: "Enter", name: "A chip on it; with Shift as much as it takes" },
  { key: "m", name: "As much as it takes" },
  { key: "Backspace", name: "A chip back; Delete takes all of it down" },
  { key: "o", name: "The bet on or off" },
  { key: "1 to 9", name: "Which chip" },
];

/** Keys that read something out by ear. */
export const READ_OUTS: readonly Key[] = [
  { key: "u", name: "What I have up" },
  { key: "p", name: "The point, and who rolls" },
  { key: "c", name: "My chips and how I stand" },
  { key: "l", name: "The last roll, and what it did to me" },
  { key: "a", name: "What I can bet" },
  { key: "t", name: "Time left" },
  { key: "e", name: "Everybody at the table" },
];

/** Keys, gestures or lines that are alike, under a title. */
export interface HelpPart {
  readonly title: string;
  readonly keys: readonly Key[];
}

const TABLE: readonly HelpPart[] = [
  {
    title: "By hand",
    keys: [
      { key: "Click or tap", name: "A chip on a spot; with Shift as much as it takes. A number in its box is its place bet" },
      { key: "Right click, long press", name: "A chip back" },
      { key: "Drag", name: "Your chips to another spot, or off the felt to take them down" },
      { key: "Explain, then a spot", name: "The rule, what it pays and costs, on or off" },
    ],
  },
  {
    title: "Typed into the line",
    keys: [
      { key: "10 pass", name: "A bet, in your own words" },
      { key: "six and eight 12 each", name: "Several at once" },
      { key: "20 odds", name: "Odds behind your line bet" },
      { key: "take down place 6", name: "A bet down" },
      { key: "why field", name: "The story of a bet" },
      { key: "best 2000", name: "What to do now to have so much before ruin; or: what should I do?" },
      { key: "keep 12 on six", name: "A standing order; orders lists them, drop 1 drops one" },
      { key: "buys in for 500", name: "More chips" },
      { key: "leaves", name: "Cash out and leave the table" },
    ],
  },
  { title: "By key", keys: SHARED },
  { title: "By key, on a spot", keys: ON_A_SPOT },
];

const DESK: readonly HelpPart[] = [
  {
    title: "By key",
    keys: [
      { key: "1 to 6", name: "What a die shows, where dice are entered: two digits are a roll" },
      { key: "Enter", name: "Say the roll that is shown" },
      { key: "Backspace", name: "Clear the last die" },
      { key: "/", name: "The command line" },
      { key: "?", name: "Help" },
    ],
  },
  {
    title: "Typed into the line",
    keys: [
      { key: "roll 4 2", name: "What the dice show" },
      { key: "throw: one die off the table", name: "What happened to a throw" },
      { key: "no roll: a cocked die", name: "The throw does not count, and why" },
      { key: "roll corrected to 3 4", name: "A roll that was entered wrongly, until the next throw" },
      { key: "crew works", name: "The work after a roll is done" },
    ],
  },
  {
    title: "By hand",
    keys: [{ key: "A form", name: "Shows the line it makes before it is said" }],
  },
];

const EVERYWHERE: HelpPart = {
  title: "In every room",
  keys: [
    { key: "Play, Rulebooks and the others", name: "From room to room: the line above, or a phone’s tabs below" },
    { key: "Your house and rack, above", name: "Back to your seat; it says when the dice are yours" },
    { key: "Your name", name: "Settings, limits, your account" },
    { key: "?", name: "What can be done here" },
  ],
};

/** What can be done in a room, by its page. */
const ROOM: { readonly [page: string]: HelpPart } = {
  lobby: {
    title: "Home",
    keys: [
      { key: "Play", name: "A seat with play chips and company, by one click; beside a house, at that house" },
      { key: "Join, Watch", name: "A table that is open; your own are marked and stand first" },
      { key: "A table of your own", name: "Any rulebook, limits, company, real dice" },
    ],
  },
  learn: {
    title: "Learn",
    keys: [
      { key: "A spot that is lit", name: "Press it: chips go there. W, or Explain, tells of any other" },
      { key: "Roll", name: "Throws the dice that the lesson needs; at the end they are drawn" },
      { key: "The bars above", name: "To another chapter; where you are is kept when you leave" },
    ],
  },
  rules: {
    title: "Rulebooks",
    keys: [
      { key: "A wager", name: "What it pays, its exact edge, and the clauses it rests on" },
      { key: "Search", name: "By wager, by our words, by clause" },
      { key: "Another house", name: "Two houses side by side, and what the difference costs" },
    ],
  },
  lab: {
    title: "Lab",
    keys: [
      { key: "A word of the sentence", name: "Changes the question: strategy, house, money, unit, length" },
      { key: "The strategy’s text", name: "Yours to write; checked as you type. F8 goes from fault to fault" },
      { key: "Duel, Sweep", name: "Strategies on the same dice; bankrolls and units as a table in colours" },
      { key: "Copy link", name: "The whole question, for somebody else" },
    ],
  },
  school: {
    title: "School",
    keys: [
      { key: "House, exercise, level", name: "What is practised; the address makes the same exercise again" },
      { key: "A chip, or 1 to 9", name: "Cuts it out, from the box outward; Backspace takes one back" },
      { key: "Take, Pay, →, Puck", name: "What your hands do, in order; Pay takes the chips that are cut" },
    ],
  },
  evenings: {
    title: "History",
    keys: [
      { key: "An evening", name: "Its figures, its curve, its hands; a hand opens in replay" },
      { key: "Export, Delete", name: "One evening or all of them; what is deleted is gone" },
    ],
  },
  replay: {
    title: "Replay",
    keys: [
      { key: "← →", name: "A roll back or on; with Shift a hand" },
      { key: "Space", name: "Plays, and stops" },
    ],
  },
};

/** Returns what help lists: at the table, at the desk, or in a room by its page's name. */
export function helpParts(at: string): readonly HelpPart[] {
  if (at === "table") return TABLE;
  if (at === "desk") return DESK;
  return [ROOM[at], EVERYWHERE].filter((part) => part !== undefined);
}
