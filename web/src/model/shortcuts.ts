/** Single keys: each means the same on the felt and by ear. */

export interface Key {
  readonly key: string;
  readonly name: string;
}

/** The dice are thrown by it: a key that ends a throw in flight begins no other. */
export const ROLL_KEY = "g";

/** What a seat does by one key, on the felt and by ear. */
export const ACTS: { readonly [key: string]: "undo" | "repeat" | "double" } = { z: "undo", r: "repeat", d: "double" };

/** Keys that both have. */
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

/** What a key reads out by ear. */
export const READ_OUTS: readonly Key[] = [
  { key: "u", name: "What I have up" },
  { key: "p", name: "The point, and who rolls" },
  { key: "c", name: "My chips and how I stand" },
  { key: "l", name: "The last roll, and what it did to me" },
  { key: "a", name: "What I can bet" },
  { key: "t", name: "Time left" },
  { key: "e", name: "Everybody at the table" },
];

/** Whether somebody is writing, so that a key is a letter of theirs. */
export function isWriting(target: EventTarget | null): boolean {
  const within = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], dialog";
  return !!(target as Element | null)?.closest?.(within);
}

/** Whether a key that was pressed asks for help. */
export function asksForHelp(event: Pick<KeyboardEvent, "key" | "defaultPrevented" | "target">): boolean {
  return event.key === "?" && !event.defaultPrevented && !isWriting(event.target);
}
