/** The progress of a turn towards the Shootout, in points and in words. */
import { dollars } from "../model/money";
import type { Bonus } from "../protocol.generated";

/** The points made towards it in this turn; none once its hit is paid or void, until the next turn. */
export function pointsMade(bonus: Bonus | null): readonly number[] {
  return isDecided(bonus) ? [] : (bonus?.hand?.points ?? []);
}

/** True if it was hit in this turn and the dice have been inspected: it cannot be hit again before a seven-out. */
export function isDecided(bonus: Bonus | null): boolean {
  const hand = bonus?.hand;
  if (!hand || bonus.held_for || hand.void) return false;
  return hand.needed.length > 0 && hand.needed.every((point) => hand.points?.includes(point));
}

/** Returns what it stands at, for whoever watches the turn. */
export function shootoutWords(bonus: Bonus | null): string {
  if (!bonus) return "It is posted once the table's clock is set";
  const { hand } = bonus;
  if (bonus.held_for)
    return `Hit by ${bonus.held_for}: ${dollars(bonus.held_amount ?? 0)} held until the dice have passed inspection`;
  if (!hand) return "";
  if (hand.void) return "Void for this turn: the dice changed hands";
  if (isDecided(bonus)) return "It was hit in this turn: points count again after a seven-out";
  const made = hand.needed.filter((point) => hand.points?.includes(point));
  return `${made.length} of ${hand.needed.length} made in this turn`;
}
