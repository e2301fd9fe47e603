/** Why an evening came out as it did: the net of every wager in its parts. */
import { html, nothing, type TemplateResult } from "lit";
import { cents, signed } from "../model/money";
import type { Cents } from "../model/view";
import type { SessionResponse } from "../protocol.generated";
import "../style/on-demand/net-breakdown.css";

/** What is asked of an evening that was lost, came out even, or was won. */
const ASKED = ["Why did I lose?", "How did I break even?", "Why did I win?"];

/** Where a column is narrower than its name. */
const SHORT: { readonly [part: string]: TemplateResult } = {
  commission: html`<abbr title="commission">comm.</abbr>`,
  rounding: html`<abbr title="rounding to chips">round.</abbr>`,
};

const kind = (amount: Cents): string => (amount > 0 ? "win" : amount < 0 ? "lose" : "");

/** Every wager's net in its parts, which add up to the cent. */
export function netBreakdown(evening: SessionResponse): unknown {
  const parts = (["edge", "luck", "commission", "rounding"] as const).filter((part) =>
    evening.wagers.some((wager) => cents(wager[part])),
  );
  const told = evening.wagers.filter((wager) => wager.decided || parts.some((part) => cents(wager[part])));
  const others = (["bonus", "awarded", "tokes"] as const).filter((part) => cents(evening[part]));
  const cell = (amount: Cents): unknown => html`<td class=${kind(amount)}>${amount ? signed(amount) : "–"}</td>`;
  const sign = (part: string): number => (part === "commission" || part === "tokes" ? -1 : 1);
  const total = (part: (typeof parts)[number]): Cents =>
    evening.wagers.reduce((sum, wager) => sum + sign(part) * cents(wager[part]), 0);
  if (!told.length && !others.length) return nothing;
  return html`<details class="split">
    <summary>${ASKED[Math.sign(cents(evening.net)) + 1]}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Net by wager">
      <table>
        <thead>
          <tr>
            <th scope="col">Wager</th>
            ${parts.map((part) => html`<th scope="col">${SHORT[part] ?? part}</th>`)}
            <th scope="col">net</th>
          </tr>
        </thead>
        <tbody>
          ${told.map(
            (wager) =>
              html`<tr>
                <th scope="row">${wager.title}</th>
                ${parts.map((part) => cell(sign(part) * cents(wager[part])))} ${cell(cents(wager.net))}
              </tr>`,
          )}
          ${others.map(
            (part) =>
              html`<tr>
                <th scope="row" colspan=${parts.length + 1}>${part}</th>
                ${cell(sign(part) * cents(evening[part]))}
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            ${parts.map((part) => cell(total(part)))} ${cell(cents(evening.net))}
          </tr>
        </tfoot>
      </table>
    </div>
    <p class="small">Edge is what your decided bets win or lose on average; luck is the rest.</p>
  </details>`;
}
