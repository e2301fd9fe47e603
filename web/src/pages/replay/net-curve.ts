/** The net of a seat as a curve under the rolls, with points made, seven-outs and the roll that is shown. */
import { svg, nothing, type SVGTemplateResult } from "lit";
import type { ReplayFrame } from "../../protocol.generated";
import { POINT_MADE, SEVEN_OUT } from "./frames";

export const WIDE = 1000;
export const HIGH = 120;
const EDGE = 10;

export function netCurve(frames: readonly ReplayFrame[], nets: readonly number[], at: number): SVGTemplateResult {
  const [least, most] = [Math.min(0, ...nets), Math.max(0, ...nets)];
  const x = (roll: number): number => (frames.length > 1 ? (roll / (frames.length - 1)) * WIDE : WIDE / 2);
  const y = (net: number): number => EDGE + ((most - net) / (most - least || 1)) * (HIGH - 2 * EDGE);
  const line = nets.map((net, roll) => `${x(roll).toFixed(1)},${y(net).toFixed(1)}`).join(" ");
  return svg`<line class="curve-zero" x1="0" x2=${WIDE} y1=${y(0)} y2=${y(0)}></line>
    ${frames.map(({ event }, roll) => mark(event, x(roll), y(nets[roll]!)))}
    <polyline class="curve-net" points=${line}></polyline>
    <line class="curve-now" x1=${x(at)} x2=${x(at)} y1="0" y2=${HIGH}></line>`;
}

/** Seven-outs are squares and points made are bars: nothing is told by colour alone. */
function mark(event: string, x: number, y: number): unknown {
  if (event === SEVEN_OUT) return svg`<rect class="curve-out" x=${x - 3} y=${y - 3} width="6" height="6"></rect>`;
  if (event === POINT_MADE) return svg`<rect class="curve-made" x=${x - 1.5} y=${y - 8} width="3" height="16"></rect>`;
  return nothing;
}
