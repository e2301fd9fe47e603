/** Snapshot ⊕ event: a table's picture after the event that came next, assigned from what the house says changed. */
import type {
  TableChange,
  EventMessage,
  Layout,
  Overruled,
  Rolled,
  RollVoided,
  SeatShown,
  Snapshot,
  SnapshotMessage,
  Voucher,
} from "../protocol.generated";

/** The rolls that a picture keeps, as in the house's own. */
const REMEMBERED = 50;
const NO_SEATS: readonly SeatShown[] = [];
/** The page reads seats from `table`, in cents; a snapshot's short form in words is for other clients. */
const IN_TABLE: SnapshotMessage["seats"] = {};
export const BARE: Layout = {};

/** The picture after an event. What did not change is the very same object. */
export function applyEvent(before: SnapshotMessage, told: EventMessage): SnapshotMessage {
  const change = told.change ?? {};
  const table = tableAfter(before.table, change);
  return {
    ...before,
    n: told.n,
    table,
    seats: IN_TABLE,
    point: table.point ?? null,
    shooter: table.throws ?? null,
    next: change.next ?? before.next,
    window: change.window === undefined ? (before.window ?? null) : change.window,
    fair: change.fair ?? before.fair ?? null,
    ...(change.late === undefined ? {} : { late: change.late }),
    now: told.at ?? before.now,
  };
}

function tableAfter(table: Snapshot, change: TableChange): Snapshot {
  const after: { -readonly [name in keyof Snapshot]: Snapshot[name] } = { ...table };
  if (change.seats?.length || change.order) after.seats = seated(table.seats ?? NO_SEATS, change);
  if (change.crew !== undefined) after.crew = change.crew;
  if (change.point !== undefined) after.point = change.point;
  if (change.throws !== undefined) after.throws = change.throws;
  if (change.dice !== undefined) after.dice = change.dice;
  if (change.ledger !== undefined) after.ledger = change.ledger;
  if (change.bonus !== undefined) after.bonus = change.bonus;
  if (change.rolls !== undefined) after.rolls = change.rolls;
  if (change.roll !== undefined) after.rolls = [...(table.rolls ?? []), change.roll].slice(-REMEMBERED);
  return after;
}

/** The seats in their order: those that look different from the change, the others as they were. */
function seated(before: readonly SeatShown[], change: TableChange): readonly SeatShown[] {
  const byName = new Map([...before, ...(change.seats ?? [])].map((seat) => [seat.name, seat]));
  const order = change.order ?? before.map((seat) => seat.name);
  return order.flatMap((name) => byName.get(name) ?? []);
}

/** A seat by its name. */
export function seatOf(shown: SnapshotMessage | null, name: string | undefined): SeatShown | null {
  return (name && shown?.table.seats?.find((seat) => seat.name === name)) || null;
}

/** Returns what tokens and vouchers say, together. */
export function worth(vouchers: readonly Voucher[] | undefined): number {
  return (vouchers ?? []).reduce((sum, voucher) => sum + voucher.amount, 0);
}

/** All chips that lie on a layout: tokens and vouchers are no money. */
export function atRisk(layout: Layout | undefined): number {
  return (layout?.lying ?? []).reduce((sum, bet) => sum + bet.stake - worth(bet.vouchers), 0);
}

/** Returns what a player has in tokens and vouchers that are not on the layout. */
export function vouchersHeld(seat: SeatShown): number {
  return worth(seat.vouchers) - (seat.layout?.lying ?? []).reduce((sum, bet) => sum + worth(bet.vouchers), 0);
}

/** Returns what lies on one wager, in all its parts. */
export function stakeOn(layout: Layout | undefined, wager: string): number {
  return (layout?.lying ?? []).reduce((sum, bet) => sum + (bet.wager === wager ? bet.stake : 0), 0);
}

/** Returns what rack and layout have gained since sitting down. */
export function netOf(seat: SeatShown): number {
  return seat.rack + atRisk(seat.layout) - seat.bought;
}

/** What dice decided: rolled, called off and ruled to count, or corrected; null if the event is something else. */
export function rollOf({ event, touched }: EventMessage): Rolled | null {
  for (const each of [event, touched]) {
    if (each?.type === "rolled" || each?.type === "overruled") return asRolled(each);
    if (each?.type === "roll-corrected") return asRolled(each.rolled);
  }
  return null;
}

/** The roll that an event takes back, because it was ruled no roll or is corrected; null if it takes none back. */
export function voidedOf({ event, touched }: EventMessage): RollVoided | null {
  for (const each of [event, touched]) {
    if (each?.type === "roll-voided") return each;
    if (each?.type === "roll-corrected") return each.voided;
  }
  return null;
}

function asRolled(roll: Rolled | Overruled): Rolled {
  return roll.type === "rolled" ? roll : { ...roll, type: "rolled" };
}
