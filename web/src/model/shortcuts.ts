/** Single keys that do the same on the felt and by ear. `text/help.ts` has their names. */

/** Throws the dice. A key that ends a throw in flight begins no other. */
export const ROLL_KEY = "g";

/** The bets that one key makes or takes back. */
export const ACTS: { readonly [key: string]: "undo" | "repeat" | "double" } = { z: "undo", r: "repeat", d: "double" };

/** True if somebody is writing, so that a key is a letter of theirs. */
export function isWriting(target: EventTarget | null): boolean {
  const within = "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], dialog";
  return !!(target as Element | null)?.closest?.(within);
}

/** True if a key that was pressed asks for help. */
export function asksForHelp(event: Pick<KeyboardEvent, "key" | "defaultPrevented" | "target">): boolean {
  return event.key === "?" && !event.defaultPrevented && !isWriting(event.target);
}
