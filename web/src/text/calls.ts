/** The crew's calls for an event, before the dice went out and after they lay. */
import type { CallMessage, EventMessage } from "../protocol.generated";
import { rollOf } from "../state/reducer";

/** Returns what the stick calls after a roll, to all: the number first. */
export function stickCalls(event: EventMessage): readonly string[] {
  return said(event.calls, (call) => !call.before && !call.to && call.who === "stickperson");
}

/** Returns what the rest of the crew says to all after it. */
export function otherCalls(event: EventMessage): readonly string[] {
  return said(event.calls, (call) => !call.before && !call.to && call.who !== "stickperson");
}

/** Returns what is said to one person, and what was said before the dice went out. */
export function callsTo(event: EventMessage, name: string): readonly string[] {
  return said(event.calls, (call) => !!name && call.to === name);
}

export function callsBefore(event: EventMessage): readonly string[] {
  return said(event.calls, (call) => !!call.before && !call.to);
}

/** Bets are called as they are booked; who made one is told elsewhere, and the last roll's call stands. */
const BOOKED = new Set(["changed", "undone", "toked"]);

/** Returns what the stick calls of an event to everybody: after the dice lay, else before they went out. */
export function callsOf(event: EventMessage): readonly string[] {
  if (BOOKED.has(event.event.type)) return [];
  const after = stickCalls(event);
  return rollOf(event) && after.length ? after : [...callsBefore(event), ...after];
}

function said(calls: readonly CallMessage[] | undefined, wanted: (call: CallMessage) => boolean): readonly string[] {
  return (calls ?? []).filter(wanted).map((call) => call.words);
}
