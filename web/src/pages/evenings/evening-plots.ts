/** The drawings of the history room: an evening's curve, net against what was expected, dice against their chances. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { cents, signed } from "../../model/money";
import type { EveningResponse, EveningsResponse } from "../../protocol.generated";
import { HIGH, steps, WIDE } from "../../text/session-stats";

/** The net of one evening as a small curve; `name` is what it is to whoever listens, if it is not told beside it. */
export function spark(evening: EveningResponse, name = ""): TemplateResult {
  const { line, zero, last } = steps(evening.curve.map(cents));
  return html`<svg class="spark" viewBox="-2 0 ${WIDE + 6} ${HIGH}" role="img" aria-label=${name || nothing} aria-hidden=${name ? nothing : "true"}>
    <path class="zero" d="M0 ${zero}H${WIDE}"></path>
    <path class="step" d=${line}></path>
    ${svg`<circle cx=${WIDE} cy=${last} r="3"></circle>`}
  </svg>`;
}

const ROOM = { wide: 720, high: 200, left: 64, right: 70, top: 12, low: 22 };

/** Steps of a scale that people read: 1, 2 or 5 and zeros, three or four of them. */
function gridLines(least: number, most: number): readonly number[] {
  const rough = Math.max(1, (most - least) / 3);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5, 10].find((part) => part * ten >= rough) ?? 10);
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, k) => (first + k) * step);
}

/** Net and expected net, summed evening after evening, the oldest first; the space between is luck. */
export function sumPlot(newestFirst: readonly EveningResponse[]): TemplateResult {
  const evenings = [...newestFirst].reverse();
  const sum = (part: "net" | "expected"): number[] =>
    evenings.reduce((sums, { session }) => [...sums, sums.at(-1)! + cents(session[part])], [0]);
  const [net, expected] = [sum("net"), sum("expected")];
  const [least, most] = [Math.min(...net, ...expected), Math.max(...net, ...expected)];
  const { wide, high, left, right, top, low } = ROOM;
  const x = (at: number): number => left + (at / evenings.length) * (wide - left - right);
  const y = (amount: number): number => top + ((most - amount) / (most - least || 1)) * (high - top - low);
  const points = (sums: readonly number[]): string => sums.map((amount, at) => `${x(at).toFixed(1)},${y(amount).toFixed(1)}`).join(" ");
  const ends = [y(net.at(-1)!), y(expected.at(-1)!)] as const;
  const apart = Math.abs(ends[0] - ends[1]) < 15 ? (ends[0] > ends[1] ? 1 : -1) * 8 : 0;
  const name = `Net and expected net, summed over ${evenings.length} evenings: ${signed(net.at(-1)!)} and ${signed(expected.at(-1)!)}`;
  return html`<svg class="sum-plot" viewBox="0 0 ${wide} ${high}" role="img" aria-label=${name}>
    ${gridLines(least, most).map(
      (amount) => svg`<line class=${amount ? "grid" : "zero"} x1=${left} x2=${wide - right} y1=${y(amount)} y2=${y(amount)}></line>
        <text x=${left - 8} y=${y(amount) + 4} text-anchor="end">${signed(amount)}</text>`,
    )}
    <polygon class="between" points="${points(net)} ${points(expected).split(" ").reverse().join(" ")}"></polygon>
    <polyline class="expected" points=${points(expected)}></polyline>
    <polyline class="net-sum" points=${points(net)}></polyline>
    ${net.map((amount, at) => (at ? svg`<circle cx=${x(at)} cy=${y(amount)} r="3"></circle>` : nothing))}
    <text class="is-net" x=${wide - right + 8} y=${ends[0] + 4 + apart}>${signed(net.at(-1)!)}</text>
    <text x=${wide - right + 8} y=${ends[1] + 4 - apart}>${signed(expected.at(-1)!)}</text>
  </svg>`;
}

/** How often each total came, as bars; a line over each is how often it was to come. */
export function dicePlot({ totals, expected_totals, rolls }: EveningsResponse): TemplateResult {
  const names = Object.keys(expected_totals);
  const most = Math.max(1, ...names.map((total) => Math.max(totals[total] ?? 0, expected_totals[total]!)));
  const [wide, high, foot] = [330, 150, 20];
  const each = wide / names.length;
  const y = (count: number): number => 6 + (1 - count / most) * (high - foot - 6);
  return html`<svg class="dice-plot" viewBox="0 0 ${wide} ${high}" role="img" aria-label="How often each total came in ${rolls} rolls, beside what was to be expected">
    ${names.map(
      (total, at) => svg`<rect x=${at * each + 3} width=${each - 6} y=${y(totals[total] ?? 0)} height=${high - foot - y(totals[total] ?? 0)}></rect>
        <line x1=${at * each} x2=${(at + 1) * each} y1=${y(expected_totals[total]!)} y2=${y(expected_totals[total]!)}></line>
        <text x=${(at + 0.5) * each} y=${high - 5} text-anchor="middle">${total}</text>`,
    )}
  </svg>`;
}

/** The same as a table, for whoever reads numbers rather than bars. */
export function diceTable({ totals, expected_totals }: EveningsResponse): TemplateResult {
  return html`<details>
    <summary>As a table</summary>
    <table>
      <thead>
        <tr><th scope="col">Total</th><th scope="col">came</th><th scope="col">expected</th></tr>
      </thead>
      <tbody>
        ${Object.keys(expected_totals).map(
          (total) => html`<tr><th scope="row">${total}</th><td>${totals[total] ?? 0}</td><td>${expected_totals[total]!.toFixed(1)}</td></tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
