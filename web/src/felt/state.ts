/** The felt's data: the state it draws, the callbacks it calls, and what it draws before anything is known. No DOM. */
import type { Cents, Feedback, PendingBet, Transition, UnansweredLine } from "../model/view";
import type { BookResponse, OfferMessage, RefusalReason, SnapshotMessage } from "../protocol.generated";

/** Everything the felt draws. Values only: hand in new ones with `Felt.set`, never change one in place. */
export interface FeltState {
  /** The house's wagers, chips and printing, as `GET /api/tables/{id}/book` answers; null: nothing is drawn yet. */
  readonly book: BookResponse | null;
  /** The table as it is: `{ you: "Ann", point: 6, shooter: "Bo", table: { seats: [...], house: {...} } }`. */
  readonly snapshot: SnapshotMessage | null;
  /** Bets the house takes from `you` now, by wager: `"place-6" → { minimum: "6.00", step: "6.00", ... }`. */
  readonly offers: ReadonlyMap<string, OfferMessage>;
  /** Lines that wait for an answer; chips are drawn dashed: `[{ wager: "field", cents: 500, ... }]`. */
  readonly unanswered: readonly UnansweredLine[];
  /** Bets that wait until the house takes them, drawn as wishes: `[{ wager: "come", cents: 1000 }]`. */
  readonly pendingBets: readonly PendingBet[];
  /** The newest event with the table before and after it; a new `event.n` is animated once: `{ event: { n: 42 }, ... }`. */
  readonly transition: Transition | null;
  /** The dice of the last roll and its event's number, which tilts them: `{ n: 42, a: 4, b: 2 }`. */
  readonly dice: { readonly n: number; readonly a: number; readonly b: number } | null;
  /** The last message to this person; a refusal with a wager is shown at its spot: `{ kind: "refused", wager: "come" }`. */
  readonly feedback: Feedback | null;
  /** Cents that one press puts down: `500`. */
  readonly chip: Cents;
  /** Which ends of the table are drawn where there is room for both: `"auto"`. */
  readonly ends: "auto" | "both" | "one";
  /** True if chips and dice travel: `true`; `false` for people who asked for reduced motion. */
  readonly motion: boolean;
  /** Milliseconds by which the house's clock is ahead of the browser's: `-120`. Old events are drawn, not animated. */
  readonly ahead: number;
  /** True if the proposition bets lie open over the felt, on a phone: `false`. */
  readonly sheet: boolean;
}

/** A question about one wager: why it was refused, or what a bet of a seat is. */
export interface WagerQuestion {
  /** `"place-6"` */
  readonly wager: string;
  /** Whose bet it is: `"Ann"`. */
  readonly seat?: string;
  /** The refusal it is about: `{ code: "not-now", reason: "...", clause: "5(c)" }`. */
  readonly refusal?: RefusalReason;
}

/** What a person does on the felt. Each is optional: a felt without callbacks is a picture. */
export interface FeltCallbacks {
  /** A spot is pressed: put `cents` there, or, if `max`, as much as the house takes. */
  onBet?(wager: string, cents: Cents, max: boolean): void;
  /** Chips are taken off a spot; without `cents`, all of them. */
  onLift?(wager: string, cents?: Cents): void;
  /** A stack is carried from one spot to another. */
  onMove?(from: string, to: string): void;
  /** A bet is called on or off, whichever it is not. */
  onToggle?(wager: string): void;
  /** A spot is pressed where the house takes nothing; `refusal` is its reason. */
  onRefused?(wager: string, refusal: RefusalReason): void;
  /** Somebody asks why. */
  onWhy?(question: WagerQuestion): void;
  /** The sheet of proposition bets was opened or closed on the felt itself. */
  onSheet?(open: boolean): void;
  /** The dice are in the air (`true`) or have come to rest (`false`): what they decide is not to be told before. */
  onDice?(inTheAir: boolean): void;
}

export const NO_STATE: FeltState = {
  book: null,
  snapshot: null,
  offers: new Map(),
  unanswered: [],
  pendingBets: [],
  transition: null,
  dice: null,
  feedback: null,
  chip: 0,
  ends: "auto",
  motion: true,
  ahead: 0,
  sheet: false,
};
