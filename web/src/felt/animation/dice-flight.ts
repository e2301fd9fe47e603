/** The flight of the dice. */
import type { Point } from "../../layout/tracks";
import { TIMES } from "../../model/timing";

const EASE_OUT = "cubic-bezier(.3,.5,.55,1)";

/**
 * From the shooter's hand to where they rest, with two bounces; the faces are the event's from the start. `away`: where
 * they rest there is no room for them.
 */
export function diceFlights(dice: readonly SVGElement[], from: Point | null, rest: Point, away: boolean): Animation[] {
  return dice.map((die, at) => {
    const dx = (from ? from.x - rest.x : 0) + 30 * at;
    const dy = from ? from.y - rest.y : 260;
    const bounce = at ? 14 : 9;
    const keyframes = [
      {
        offset: 0,
        transform: `translate(${dx}px, ${dy}px) rotate(${-420 - 140 * at}deg) rotateX(${540 + 180 * at}deg) scale(1.3)`,
        opacity: 0,
      },
      { offset: 0.12, opacity: 1 },
      {
        offset: 0.55,
        transform: `translate(${-dx * 0.05}px, ${-bounce}px) rotate(${-110 + 60 * at}deg) rotateX(${-180 * at}deg) scale(1.18)`,
      },
      { offset: 0.72, transform: `translate(${-dx * 0.03}px, ${bounce / 2}px) rotate(${-50}deg) rotateX(0deg) scale(1)` },
      { offset: 0.86, transform: `translate(${-dx * 0.01}px, ${-bounce / 4}px) rotate(-12deg) rotateX(0deg) scale(1.04)` },
      { offset: 0.9, opacity: 1 },
      { offset: 1, transform: "none", opacity: away ? 0 : 1 },
    ];
    return die.animate(keyframes, { duration: TIMES.dice, easing: EASE_OUT, fill: "backwards" });
  });
}
