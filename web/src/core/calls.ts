/** What the crew says of an event, before the dice went out and after they lay. */
import type { Call, EventTold } from "../wire";

/** What the stick calls after a roll, to all: the number first. */
export function stickCalls(event: EventTold): readonly string[] {
  return said(event.calls, (call) => !call.before && !call.to && call.who === "stickperson");
}

/** What the rest of the crew says to all after it. */
export function otherCalls(event: EventTold): readonly string[] {
  return said(event.calls, (call) => !call.before && !call.to && call.who !== "stickperson");
}

/** What is said to one person, and what was said before the dice went out. */
export function callsTo(event: EventTold, name: string): readonly string[] {
  return said(event.calls, (call) => !!name && call.to === name);
}

export function callsBefore(event: EventTold): readonly string[] {
  return said(event.calls, (call) => !!call.before && !call.to);
}

function said(calls: readonly Call[] | undefined, wanted: (call: Call) => boolean): readonly string[] {
  return (calls ?? []).filter(wanted).map((call) => call.words);
}
