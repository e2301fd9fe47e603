/** Keeps what a page hears of the dice as they are thrown: what is published later is held against it. */
import type { EventMessage, Fair, SnapshotMessage } from "../protocol.generated";

export type Faces = readonly [number, number];

/** What was heard of one turn while it was played. */
export interface WitnessedTurn {
  /** As it was told before the first throw; "" for a page that came later. */
  readonly commitment: string;
  /** What the house's seeds were bound by, as it was told before the first throw. */
  readonly anchor: string;
  /** What this browser gave itself, and for which seat. */
  readonly own: { readonly seat: string; readonly seeds: ReadonlySet<string> };
  /** Seats and their seeds, in hexadecimal digits. */
  readonly given: ReadonlyMap<string, string>;
  /** What throws showed, by their numbers. */
  readonly rolls: ReadonlyMap<number, Faces>;
}

interface Turn extends WitnessedTurn {
  readonly own: { seat: string; readonly seeds: Set<string> };
  readonly given: Map<string, string>;
  readonly rolls: Map<number, Faces>;
}

export class DiceWitness {
  readonly #turns = new Map<number, Turn>();
  /** The turn that is played; null while it is not known which throw is next. */
  #turn: Turn | null = null;
  #throws = 0;
  #n = 0;

  of(turn: number): WitnessedTurn | null {
    return this.#turns.get(turn) ?? null;
  }

  /** This browser gives a seed of its own to a turn. */
  recordSeed(turn: number, seat: string, seed: string): void {
    const own = this.#turns.get(turn)?.own;
    if (!own) return;
    own.seat = seat;
    own.seeds.add(seed);
  }

  /** The whole table as it was told: from here on every throw can be counted. */
  recordSnapshot(shown: SnapshotMessage): void {
    this.#n = shown.n;
    if (shown.fair) this.#stands(shown.fair);
  }

  /** One event after another. After a gap nothing is counted until the house says how the dice stand. */
  recordEvent(told: EventMessage): void {
    if (told.past || told.n <= this.#n) return;
    if (told.n !== this.#n + 1) this.#turn = null;
    this.#n = told.n;
    this.#happened(told.touched ?? told.event);
    // it comes with the last of the events that happened at once, and is true after all of them
    if (told.change?.fair) this.#stands(told.change.fair);
  }

  #happened(event: EventMessage["event"]): void {
    if (event.type === "turn-opened") return this.#stands({ ...event, throws: 0 });
    if (!this.#turn) return;
    if (event.type === "seed-given") this.#turn.given.set(event.seat, event.seed);
    if (event.type === "left") {
      this.#turn.given.delete(event.seat);
      if (event.seat === this.#turn.own.seat) this.#turn.own.seeds.clear();
    }
    if (event.type === "rolled") this.#turn.rolls.set(this.#throws++, [event.a, event.b]);
    if (event.type === "no-roll-called") this.#throws++;
    // it was counted when it was called off
    if (event.type === "overruled") this.#turn.rolls.set(this.#throws - 1, [event.a, event.b]);
  }

  #stands({
    turn,
    commitment,
    throws = 0,
    anchor = "",
  }: Pick<Fair, "turn" | "commitment" | "throws" | "anchor">): void {
    const known = this.#turns.get(turn);
    this.#turn = known ?? {
      commitment: throws ? "" : commitment,
      anchor: throws ? "" : anchor,
      own: { seat: "", seeds: new Set() },
      given: new Map(),
      rolls: new Map(),
    };
    if (!known) this.#turns.set(turn, this.#turn);
    this.#throws = throws;
  }
}

// --- seeds of this browser

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A seed that nobody thought of. */
export const randomSeed = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

/** The turn that somebody's browser owes a seed to: it has a seat there that has given none, and nothing is thrown yet. */
export function owedTurn(shown: Pick<SnapshotMessage, "you" | "fair"> | null): number {
  const fair = shown?.fair;
  if (!shown?.you || !fair || fair.mixed || (fair.given ?? []).includes(shown.you)) return 0;
  return fair.turn;
}
