/** The view of a table that pages draw: values, never changed in place. No DOM, no rule of the game. */
import type {
  BookResponse,
  BookWager,
  EventMessage,
  PlacedBet,
  OfferMessage,
  SnapshotMessage,
  RefusalReason,
} from "../protocol.generated";

export type Cents = number;

/** How the connection is. `lost`: it is tried again by itself; `ended`: the house does not want it, and `reason` says why. */
export type ConnectionState =
  | { readonly is: "opening" | "open" }
  | { readonly is: "lost"; readonly since: number; readonly tries: number }
  | { readonly is: "ended"; readonly reason: RefusalReason };

/** Something said that is not answered yet. `wager` and `cents`: the chips to draw dashed, if it is a bet. */
export interface UnansweredLine {
  readonly key: string;
  readonly line: string;
  readonly wager: string;
  readonly cents: Cents;
}

/** A bet that waits until the house takes it. */
export interface PendingBet {
  readonly wager: string;
  readonly cents: Cents;
}

/** Something told to this person: a refusal, a confirmation, a notice. The page shows the last one, at its spot if it has one. */
export interface Feedback {
  readonly id: number;
  readonly kind: "refused" | "done" | "note";
  readonly words: string;
  readonly why: RefusalReason | null;
  /** The spot that it is about, or "". */
  readonly wager: string;
}

/** One event as it was heard, with the view before it: what an animation is planned from. */
export interface Transition {
  readonly event: EventMessage;
  readonly before: SnapshotMessage;
  readonly after: SnapshotMessage;
}

/** The end of something: it stays on the page until somebody has seen it, or, `untilRoll`, until the next roll. */
export interface News {
  /** The event it came with. */
  readonly n: number;
  readonly kind: "no-roll" | "bonus" | "missed" | "left" | "closing";
  readonly words: string;
  /** What it did to whoever has this page, for them alone. */
  readonly own?: string;
  readonly untilRoll: boolean;
}

/** What the stick last called to everybody, and the event it was about. */
export interface StickCall {
  readonly n: number;
  readonly calls: readonly string[];
  /** It was called while this page was away, so it is shown and not spoken. */
  readonly past: boolean;
}

/** A message in the small chat. */
export interface ChatMessage {
  readonly who: string;
  readonly words: string;
  readonly at: string;
}

/** All that a page draws. */
export interface View {
  readonly table: string;
  readonly connection: ConnectionState;
  /** Nothing before the first snapshot. */
  readonly snapshot: SnapshotMessage | null;
  readonly book: BookResponse | null;
  /** What this seat may bet, by wager; empty without a seat. */
  readonly offers: ReadonlyMap<string, OfferMessage>;
  /** The newest event, with what was before. */
  readonly transition: Transition | null;
  /** The last roll of the dice, with what the crew said and did, however long ago. */
  readonly lastRoll: Transition | null;
  readonly stickCall: StickCall | null;
  /** What is not seen yet, the newest last. */
  readonly news: readonly News[];
  readonly unanswered: readonly UnansweredLine[];
  readonly pendingBets: readonly PendingBet[];
  readonly feedback: Feedback | null;
  readonly chat: readonly ChatMessage[];
  /** The newest last: lines of the notation as they happened, for the log panel. */
  readonly lines: readonly string[];
  /** Net of this seat after every roll since it sat down, in cents. */
  readonly nets: readonly Cents[];
}

/** A wager of the book with what a page needs beside it. */
export interface Spot extends BookWager {
  /** The place in the order of the keyboard. */
  readonly at: number;
}

/** A stack as it lies: whose, how much, and whether a call turned it off or on. */
export interface Stack {
  readonly seat: string;
  readonly place: number;
  readonly lying: PlacedBet;
}
