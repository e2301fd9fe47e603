/** The roll that an event tells of, however it came to count, and the one that an event takes back. */
import type { EventTold, Overruled, Rolled, RollVoided } from "../wire";

/** What dice decided: rolled, called off and ruled to count, or corrected; null if the event is something else. */
export function rollOf({ event, touched }: EventTold): Rolled | null {
  for (const each of [event, touched]) {
    if (each?.type === "rolled" || each?.type === "overruled") return asRolled(each);
    if (each?.type === "roll-corrected") return asRolled(each.rolled);
  }
  return null;
}

/** The roll that an event takes back, because it was ruled no roll or is corrected; null if it takes none back. */
export function voidedOf({ event, touched }: EventTold): RollVoided | null {
  for (const each of [event, touched]) {
    if (each?.type === "roll-voided") return each;
    if (each?.type === "roll-corrected") return each.voided;
  }
  return null;
}

function asRolled(roll: Rolled | Overruled): Rolled {
  return roll.type === "rolled" ? roll : { ...roll, type: "rolled" };
}
