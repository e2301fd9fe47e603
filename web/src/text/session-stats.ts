/** An evening in figures: the net as a line of steps, the hand that is played, a settlement in its parts. */
import { dollars, signed } from "../model/money";
import type { Cents } from "../model/view";
import type { PastRoll, Settlement } from "../protocol.generated";

/** The size of the line of the net. */
export const WIDE = 160;
export const HIGH = 44;

/** The net after every roll as steps, within 160 by 44. */
export function steps(nets: readonly Cents[]): { readonly line: string; readonly zero: number; readonly last: number } {
  const every = Math.ceil(nets.length / WIDE);
  const drawn = nets.filter((_, i) => i % every === 0 || i === nets.length - 1);
  const [low, high] = [Math.min(0, ...drawn), Math.max(0, ...drawn)];
  const down = (net: Cents): number =>
    Math.round((high === low ? HIGH / 2 : 2 + ((high - net) / (high - low)) * (HIGH - 4)) * 10) / 10;
  const along = (i: number): number => Math.round((i / Math.max(1, drawn.length - 1)) * WIDE * 10) / 10;
  const line = drawn.map((net, i) => (i ? `H${along(i)}V${down(net)}` : `M0 ${down(net)}`)).join("");
  return { line, zero: down(0), last: down(drawn.at(-1) ?? 0) };
}

/** The rolls of the hand that is played: those after the last seven-out, of the same shooter. */
export function hand(rolls: readonly PastRoll[], shooter: string | null): readonly PastRoll[] {
  const ended = rolls.findLastIndex((roll) => roll.event === "seven-out" || roll.shooter !== shooter);
  return rolls.slice(ended + 1);
}

/** What became of a wager: what was won or lost, and the stake apart from it. */
export interface Parts {
  readonly is: "win" | "lose" | "push" | "move";
  readonly amount: string;
  readonly stake: string;
}

/** A settlement in two parts: what was won or lost, and what became of the stake. */
export function parts(settled: Settlement): Parts {
  const stake = dollars(settled.stake);
  const kept = settled.stays ? `${stake} stays up` : `${stake} back`;
  const taken = settled.commission ? `, ${dollars(settled.commission)} commission` : "";
  switch (settled.result) {
    case "win":
      return { is: "win", amount: signed(settled.won), stake: kept + taken };
    case "lose":
      return { is: "lose", amount: signed(-settled.stake), stake: `stake lost${taken}` };
    case "push":
      return { is: "push", amount: "push", stake: kept + taken };
    case "return":
      return { is: "push", amount: "off", stake: kept + taken };
    case "move":
      return { is: "move", amount: "moved", stake };
  }
}

/** The outcome of one bet: what it won or lost, or that it came back. */
export function outcomeWords(result: string, stake: Cents, won: Cents): string {
  if (result === "win") return signed(won);
  if (result === "lose") return signed(-stake);
  return result === "push" ? "push" : "back";
}
