/** Single keys that ask for something, and what each is answered with. */
import type { View } from "../../model/view";
import { seatWords } from "../../text/events";
import { lastRoll, mayBet, pointAndShooter, rackWords, timeLeft, whatIsUp } from "../../text/read-outs";
import { sentence } from "../../text/words";

/** The answer to a key; null if it asks for nothing. `seconds`: until the dice are rolled. */
export function readOutFor(key: string, view: View, seconds: number | null): string | null {
  switch (key) {
    case "u":
      return whatIsUp(view);
    case "p":
      return pointAndShooter(view);
    case "c":
      return rackWords(view);
    case "l":
      return lastRoll(view);
    case "a":
      return mayBet(view);
    case "t":
      return timeLeft(seconds);
    case "e":
      return (
        (view.snapshot?.table.seats ?? []).map((seat) => sentence(seatWords(seat, view))).join(" ") || "Nobody is at the table."
      );
    default:
      return null;
  }
}
