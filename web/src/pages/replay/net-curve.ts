/** The net of a seat as the slider's track: hands as bands, points made, seven-outs, the largest swings, and where one is. */
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { ReplayFrame } from "../../protocol.generated";
import { largestSwings, POINT_MADE, SEVEN_OUT, swings, type ReplayHand } from "./frames";

export const WIDE = 1000;
export const HIGH = 120;
const EDGE = 12;
/** Below the curve is a strip for what happened to the puck. */
const STRIP = 14;

/** The track without what moves: drawn once for a game and a seat. */
export function netTrack(frames: readonly ReplayFrame[], nets: readonly number[], hands: readonly ReplayHand[]): SVGTemplateResult {
  const [least, most] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const y = (net: number): number => EDGE + ((most - net) / (most - least || 1)) * (HIGH - STRIP - 2 * EDGE);
  const x = (roll: number): number => alongTrack(roll, frames.length);
  const line = nets.map((net, roll) => `${roll ? "H" : "M"}${x(roll).toFixed(1)}${roll ? "V" : " "}${y(net).toFixed(1)}`).join("");
  const changes = swings(nets);
  return svg`${hands.map(({ first, rolls }, k) =>
    k % 2 ? nothing : svg`<rect class="curve-hand" x=${x(first)} y="0" width=${Math.max(2, x(first + rolls - 1) - x(first))} height=${HIGH}></rect>`,
  )}
    <line class="curve-zero" x1="0" x2=${WIDE} y1=${y(0)} y2=${y(0)}></line>
    <path class="curve-net" d=${line}></path>
    ${frames.map(({ event }, roll) => mark(event, x(roll)))}
    ${largestSwings(nets).map((roll) => swing(x(roll), y(nets[roll]!), changes[roll]! > 0))}`;
}

/** Where a roll is on the track. */
export function alongTrack(roll: number, rolls: number): number {
  return rolls > 1 ? (roll / (rolls - 1)) * WIDE : WIDE / 2;
}

/** Seven-outs are squares and points made are bars: nothing is told by colour alone. */
function mark(event: string, x: number): unknown {
  if (event === SEVEN_OUT) return svg`<rect class="curve-out" x=${x - 4} y=${HIGH - STRIP} width="8" height="9"></rect>`;
  if (event === POINT_MADE) return svg`<rect class="curve-made" x=${x - 4} y=${HIGH - 8} width="8" height="3"></rect>`;
  return nothing;
}

/** One of the largest changes: an arrow up for a win, down for a loss. */
function swing(x: number, y: number, won: boolean): unknown {
  const [tip, foot] = won ? [y - 11, y - 4] : [y + 11, y + 4];
  return svg`<path class=${won ? "curve-up" : "curve-down"} d="M${x} ${tip}L${x - 5} ${foot}H${x + 5}Z"></path>`;
}
