/** Single keys that ask for something, and what each is answered with. */
import { seatWords } from "../core/happened";
import type { View } from "../core/model";
import { lastRoll, mayBet, pointAndShooter, rackWords, timeLeft, whatIsUp } from "../core/read-outs";
import { sentence } from "../core/words";

export const READ_OUTS: readonly (readonly [key: string, name: string])[] = [
  ["m", "What I have up"],
  ["p", "The point, and who throws"],
  ["r", "My rack and how I stand"],
  ["l", "The last roll, and what it did to me"],
  ["w", "What I may bet"],
  ["t", "Time left"],
  ["e", "Everybody at the table"],
];

/** The answer to a key; null if it asks for nothing. `seconds`: how long the throw is waited for. */
export function readOutFor(key: string, view: View, seconds: number | null): string | null {
  switch (key) {
    case "m":
      return whatIsUp(view);
    case "p":
      return pointAndShooter(view);
    case "r":
      return rackWords(view);
    case "l":
      return lastRoll(view);
    case "w":
      return mayBet(view);
    case "t":
      return timeLeft(seconds);
    case "e":
      return (
        (view.shown?.table.seats ?? []).map((seat) => sentence(seatWords(seat, view))).join(" ") || "Nobody has a seat."
      );
    default:
      return null;
  }
}
