/** Plans an animation: from the table before, the table after and the crew's steps, motions with their times. */
import { cents as inCents, signed } from "../../model/money";
import { TIMES } from "../../model/timing";
import type { Cents, Transition } from "../../model/view";
import type {
  EventMessage,
  Layout,
  Rolled,
  SeatResult,
  Settlement,
  SnapshotMessage,
  StepMessage,
} from "../../protocol.generated";
import { rollOf, voidedOf } from "../../state/reducer";
import { differences } from "../../text/events";

/** Whose chips they are that ride for the crew. */
export const CREW = "crew";

/** `take`: to the bank. `pay`: from it beside the stake. `return`: the stake to its owner. `mark`: nothing travels. */
export type Act = "take" | "pay" | "return" | "move" | "put" | "lift" | "mark";

/** What a roll came to for one wager: what rises from its spot. */
export interface Delta {
  readonly words: string;
  /** What was won or lost; nothing if the stake came back. */
  readonly cents: Cents;
  readonly tone: "win" | "lose" | "push";
}

/** Chips that travel. A payment lies beside its stake until `leaves`, and goes to its owner then. */
export interface Motion {
  readonly act: Act;
  readonly seat: string;
  readonly wager: string;
  /** The wager that a bet moves to; else "". */
  readonly to: string;
  readonly cents: Cents;
  readonly delta: Delta | null;
  readonly start: number;
  readonly lasts: number;
  readonly leaves: number | null;
}

/** All that is shown of one event: the dice first, then the motions; times in milliseconds from its beginning. */
export interface Plan {
  readonly dice: readonly [number, number] | null;
  /** When chips begin to move. */
  readonly begins: number;
  readonly motions: readonly Motion[];
  readonly lasts: number;
}

type Untimed = Omit<Motion, "start" | "lasts" | "leaves">;

/** The plan of what was heard; nothing if nothing moves. */
export function planOf(heard: Transition): Plan | null {
  if (heard.event.past) return null;
  const roll = voidedOf(heard.event) ? null : rollOf(heard.event); // a correction moves what differs, and no more
  if (roll) return rollPlan(heard.event, roll);
  const motions = changed(heard.before, heard.after);
  return motions.length ? together(motions) : null;
}

// --- a roll

function rollPlan(event: EventMessage, roll: Rolled): Plan {
  const steps = event.steps?.length ? event.steps.flatMap(ofStep) : [...roll.seats, roll.crew].flatMap(ofResult);
  const motions = withDeltas(steps, roll);
  return { dice: [roll.a, roll.b], begins: TIMES.dice, ...timed(motions, TIMES.dice) };
}

/** A step of the crew as chips that travel; what it does to dice and puck the table shows. */
function ofStep(step: StepMessage): Untimed[] {
  const { seat = "", wager = "" } = step;
  const cents = inCents(step.amount);
  switch (step.act) {
    case "take":
    case "pay":
    case "return":
      return [{ act: step.act, seat, wager, to: "", cents, delta: null }];
    case "refund":
      return [{ act: "pay", seat, wager, to: "", cents, delta: null }];
    case "pick up":
      return [{ act: "return", seat, wager, to: "", cents, delta: null }];
    case "move":
      return [{ act: "move", seat, wager, to: step.to ?? "", cents, delta: null }];
    case "deduct":
    case "mark":
      return [{ act: "mark", seat, wager, to: "", cents: 0, delta: null }];
    default:
      return [];
  }
}

/** The same from a seat's results alone, where nobody told what the crew does. */
function ofResult(done: SeatResult): Untimed[] {
  const at = (act: Act, wager: string, cents: Cents, to = ""): Untimed => ({
    act,
    seat: done.seat,
    wager,
    to,
    cents,
    delta: null,
  });
  const results = done.results ?? [];
  const lost = results.filter((one) => one.result === "lose");
  const rest = results.filter((one) => one.result !== "lose");
  return [
    ...lost.map((one) => (one.stays ? at("mark", one.wager, 0) : at("take", one.wager, one.stake))),
    ...rest.flatMap((one) => [
      ...(one.won ? [at("pay", one.wager, one.won)] : []),
      ...(one.stays ? [] : [at("return", one.wager, one.stake)]),
    ]),
    ...(done.moves ?? []).map((one) =>
      one.to === one.wager ? at("mark", one.wager, 0) : at("move", one.wager, one.stake, one.to),
    ),
  ];
}

/** Every wager that was decided says what it came to, as it is paid or at once; one without a motion gets a mark. */
function withDeltas(motions: readonly Untimed[], roll: Rolled): Untimed[] {
  const open = new Map<string, Untimed>();
  for (const done of [...roll.seats, roll.crew]) {
    for (const one of done.results ?? []) {
      const mark: Untimed = {
        act: "mark",
        seat: done.seat,
        wager: one.wager,
        to: "",
        cents: 0,
        delta: deltaOf(one),
      };
      open.set(keyOf(mark), mark);
    }
  }
  const paid = new Set(motions.filter((motion) => motion.act === "pay").map(keyOf));
  const told = motions.map((motion) => {
    const key = keyOf(motion);
    const delta = (motion.act === "pay" || !paid.has(key)) && open.get(key)?.delta;
    if (!delta) return motion;
    open.delete(key);
    return { ...motion, delta };
  });
  return [...told, ...open.values()];
}

function deltaOf(done: Settlement): Delta {
  switch (done.result) {
    case "win":
      return { words: signed(done.won), cents: done.won, tone: "win" };
    case "lose":
      return { words: signed(-done.stake), cents: -done.stake, tone: "lose" };
    case "push":
      return { words: "void", cents: 0, tone: "push" };
    default:
      return { words: "back", cents: 0, tone: "push" };
  }
}

// --- times

/**
 * Hands first, then everybody's chips go to their racks together: payments lie beside their stakes until then, and a
 * bet that travels to where such a stake lies takes its place. If all of it takes too long it goes faster.
 */
function timed(motions: readonly Untimed[], begins: number): { motions: Motion[]; lasts: number } {
  const back = new Set(motions.filter((motion) => motion.act === "return").map(keyOf));
  const starts = worked(motions, back);
  const hands = Math.max(0, ...starts.map((start) => (start === null ? 0 : start + TIMES.motion)));
  const sweeps = back.size > 0 || motions.some((motion) => motion.act === "pay");
  const whole = hands + (sweeps ? TIMES.motion : 0);
  const pace = Math.min(1, TIMES.whole / (whole || 1));
  const at = (time: number): number => begins + Math.round(time * pace);
  const done = motions.map((motion, number) => ({
    ...motion,
    start: at(starts[number] ?? hands),
    lasts: Math.floor(TIMES.motion * pace),
    leaves: motion.act === "pay" ? at(hands) : null,
  }));
  return { motions: done, lasts: at(whole) };
}

/** When each motion of a hand begins: a little after the one before, never two at one wager; null for what is swept. */
function worked(motions: readonly Untimed[], back: ReadonlySet<string>): (number | null)[] {
  const free = new Map<string, number>();
  let next = 0;
  let last: Act | null = null;
  return motions.map((motion) => {
    const replaces = motion.act === "move" && back.has(keyOf({ seat: motion.seat, wager: motion.to }));
    if (motion.act === "return" || replaces) return null;
    if (last && last !== motion.act) next += TIMES.turn - TIMES.apart;
    last = motion.act;
    const start = Math.max(next, free.get(keyOf(motion)) ?? 0);
    free.set(keyOf(motion), start + TIMES.motion);
    next = start + TIMES.apart;
    return start;
  });
}

/** Bets that were made or taken down: all at once, and quickly. */
function together(motions: readonly Untimed[]): Plan {
  const timed = motions.map((motion) => ({ ...motion, start: 0, lasts: TIMES.put, leaves: null }));
  return { dice: null, begins: 0, motions: timed, lasts: TIMES.put };
}

// --- plain bets

/** Chips that went from a rack to a spot, or came back, between two tables. */
function changed(before: SnapshotMessage, after: SnapshotMessage): Untimed[] {
  const was = layouts(before);
  const is = layouts(after);
  const seats = new Set([...was.keys(), ...is.keys()]);
  return [...seats].flatMap((seat) =>
    was.get(seat) === is.get(seat)
      ? []
      : differences(was.get(seat), is.get(seat))
          .filter((one) => one.cents)
          .map(({ wager, cents }) => ({
            act: cents > 0 ? ("put" as const) : ("lift" as const),
            seat,
            wager,
            to: "",
            cents: Math.abs(cents),
            delta: null,
          })),
  );
}

function layouts(shown: SnapshotMessage): Map<string, Layout | undefined> {
  const all = new Map((shown.table.seats ?? []).map((seat) => [seat.name, seat.layout]));
  return all.set(CREW, shown.table.crew);
}

// --- played

/** Chips by seat and wager, and in racks: all that motions move. */
export interface Chips {
  readonly lying: ReadonlyMap<string, Cents>;
  readonly racks: ReadonlyMap<string, Cents>;
}

export function keyOf(at: { readonly seat: string; readonly wager: string }): string {
  return `${at.seat}\n${at.wager}`;
}

/** The chips of a table. */
export function chipsOf(shown: SnapshotMessage): Chips {
  const lying = new Map<string, Cents>();
  for (const [seat, layout] of layouts(shown)) {
    for (const bet of layout?.lying ?? []) lying.set(keyOf({ seat, wager: bet.wager }), bet.stake);
  }
  const racks = new Map((shown.table.seats ?? []).map((seat) => [seat.name, seat.rack]));
  return { lying, racks };
}

/** The chips after one motion. */
export function played(chips: Chips, motion: Motion): Chips {
  const lying = new Map(chips.lying);
  const racks = new Map(chips.racks);
  const add = (to: Map<string, Cents>, key: string, cents: Cents): void => {
    const sum = (to.get(key) ?? 0) + cents;
    if (sum || to === racks) to.set(key, sum);
    else to.delete(key);
  };
  const rack = (cents: Cents): void => {
    if (racks.has(motion.seat)) add(racks, motion.seat, cents);
  };
  if (motion.act === "take" || motion.act === "return" || motion.act === "move" || motion.act === "lift") {
    add(lying, keyOf(motion), -motion.cents);
  }
  if (motion.act === "move") add(lying, keyOf({ seat: motion.seat, wager: motion.to }), motion.cents);
  if (motion.act === "pay" || motion.act === "return" || motion.act === "lift") rack(motion.cents);
  if (motion.act === "put") {
    add(lying, keyOf(motion), motion.cents);
    rack(-motion.cents);
  }
  return { lying, racks };
}
