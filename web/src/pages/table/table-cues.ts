/** What is heard of an event at a table, and what makes it a moment. No DOM. */
import { dollars } from "../../model/money";
import type { Transition } from "../../model/view";
import type { SnapshotMessage } from "../../protocol.generated";
import { atRisk, rollOf } from "../../state/reducer";
import { hand } from "../../text/session-stats";
import { called } from "../../text/words";
import type { Sound } from "./table-sound";

/** A hand is long from so many rolls on, and again after every so many more. */
const LONG = 20;
const LONGER = 10;

/** A moment: what is said, and the last totals of the hand it is about. */
export interface Moment {
  readonly words: string;
  readonly totals: readonly number[];
}

/** Returns the sound of chips that went down or came back by an event that was no roll; nothing if none moved. */
export function chipSound({ before, after }: Pick<Transition, "before" | "after">): Sound | null {
  return lying(before) === lying(after) ? null : "chip";
}

/** Returns what a roll did to somebody's chips, as it sounds; nothing if it decided nothing of theirs. */
export function resultSound({ event }: Pick<Transition, "event">, you: string | undefined): Sound | null {
  const results = rollOf(event)?.seats.find(({ seat }) => seat === you)?.results ?? [];
  if (results.some(({ result }) => result === "win")) return "chips";
  return results.some(({ result }) => result === "lose") ? "sweep" : null;
}

/** Returns what makes a roll a moment: a Shootout that was hit, or a hand that has become long. */
export function momentOf({ before, after }: Pick<Transition, "before" | "after">): Moment | null {
  const rolls = hand(after.table.rolls ?? [], after.shooter ?? null);
  const totals = rolls.map(({ a, b }) => a + b);
  const held = after.table.bonus?.held_for;
  if (held && !before.table.bonus?.held_for)
    return { words: `${called(held)} has hit the Shootout: ${dollars(after.table.bonus?.held_amount ?? 0)}`, totals: totals.slice(-LONG) };
  const far = totals.length - LONG;
  if (far < 0 || far % LONGER || !after.shooter) return null;
  return { words: `${totals.length} rolls: ${called(after.shooter)}’s hand goes on`, totals: totals.slice(-LONG) };
}

function lying(shown: SnapshotMessage): number {
  return (shown.table.seats ?? []).reduce((sum, { layout }) => sum + atRisk(layout), 0);
}
