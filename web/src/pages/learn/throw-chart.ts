/** All 36 throws as squares over their totals, each marked by what it would do now; what a bet costs, as bars. */
import { html, svg, type TemplateResult } from "lit";
import type { LessonCost, LessonTask } from "../../protocol.generated";
import { dollars } from "../../model/money";

const FACES = [1, 2, 3, 4, 5, 6];
const SIZE = 20;
const SIGNS: { readonly [effect: string]: string } = { wins: "+", loses: "−", pushes: "=", moves: "→", sets: "•" };

/** One of the 36: its total, how many of the same total lie below it, and its place in the order of the lesson. */
const THROWS = FACES.flatMap((a) =>
  FACES.map((b) => ({ total: a + b, below: a - Math.max(1, a + b - FACES.length), at: FACES.length * (a - 1) + b - 1 })),
);
const TOTALS = [...new Set(THROWS.map(({ total }) => total))].sort((one, other) => one - other);

/** Draws what each throw does; the sentence is its name. */
export function throwChart({ throws = [], key = "" }: LessonTask): TemplateResult {
  return html`<figure class="throws">
    <svg viewBox="0 0 ${TOTALS.length * SIZE} ${(FACES.length + 1) * SIZE}" role="img" aria-label=${key}>
      ${THROWS.map(({ total, below, at }) => {
        const [x, y] = [TOTALS.indexOf(total) * SIZE, (FACES.length - 1 - below) * SIZE];
        const effect = throws[at] ?? "";
        return svg`<g class="throw ${effect ? `is-${effect}` : ""}" transform="translate(${x} ${y})">
          <rect x="1" y="1" width=${SIZE - 2} height=${SIZE - 2} rx="4" />
          <text x=${SIZE / 2} y=${SIZE / 2 + 4}>${SIGNS[effect] ?? ""}</text>
        </g>`;
      })}
      ${TOTALS.map((total, at) => svg`<text class="total" x=${(at + 0.5) * SIZE} y=${(FACES.length + 0.75) * SIZE}>${total}</text>`)}
    </svg>
    <figcaption>${key}</figcaption>
  </figure>`;
}

/** Draws what the house keeps of 100 dollars on each wager. */
export function costTable(costs: readonly LessonCost[]): TemplateResult {
  const most = Math.max(...costs.map(({ cents }) => cents), 1);
  return html`<table class="costs">
    <caption class="unseen">What the house keeps of $100, on the mean</caption>
    <thead class="unseen">
      <tr>
        <th scope="col">Wager</th>
        <th scope="col">The house keeps</th>
      </tr>
    </thead>
    <tbody>
      ${costs.map(
        ({ title, cents, exactly }) => html`<tr>
          <th scope="row">${title}</th>
          <td><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${(100 * cents) / most} height="8" /></svg><b title=${exactly}>${dollars(cents)}</b></td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
