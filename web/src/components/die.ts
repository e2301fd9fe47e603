/** One die as it is drawn: a rounded square with its pips. */
import { svg, type SVGTemplateResult } from "lit";

/** Where pips lie, on a grid of three by three counted from the upper left. */
const PIPS: readonly (readonly number[])[] = [
  [4],
  [2, 6],
  [2, 4, 6],
  [0, 2, 6, 8],
  [0, 2, 4, 6, 8],
  [0, 2, 3, 5, 6, 8],
];
const AT = [7.6, 16, 24.4];

/** The face of a die, in a box of 32 by 32. */
export function dieFace(value: number): SVGTemplateResult {
  const pips = PIPS[value - 1] ?? [];
  return svg`<rect class="die-face" x="1" y="1" width="30" height="30" rx="6.5"></rect>${pips.map(
    (at) => svg`<circle class="die-pip" cx=${AT[at % 3]!} cy=${AT[Math.floor(at / 3)]!} r="2.9"></circle>`,
  )}`;
}
