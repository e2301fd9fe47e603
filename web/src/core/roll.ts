/** The roll that an event tells of, however it came to count. */
import type { EventTold, Overruled, Rolled } from "../wire";

/** What dice decided: rolled, or called off and ruled to count; null if the event is something else. */
export function rollOf({ event, touched }: EventTold): Rolled | null {
  for (const each of [event, touched]) if (each?.type === "rolled" || each?.type === "overruled") return asRolled(each);
  return null;
}

function asRolled(roll: Rolled | Overruled): Rolled {
  return roll.type === "rolled" ? roll : { ...roll, type: "rolled" };
}
