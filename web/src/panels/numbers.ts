/** What each number would do to this seat's bets now, as a table; the house works it out. */
import { html, nothing } from "lit";
import { cents, signed } from "../model/money";
import type { NumberOutcome } from "../protocol.generated";
import "../style/on-demand/net-breakdown.css";

/** The numbers that do something, with the rolls of 36 that make them and what they bring. */
export function numberTable(numbers: readonly NumberOutcome[]): unknown {
  const told = numbers.filter((one) => one.wins?.length || one.loses?.length);
  if (!told.length) return html`<p class="none">No number decides anything of yours now.</p>`;
  return html`<div class="split"><div class="scroll" tabindex="0" role="region" aria-label="Net by number">
    <table>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">of 36</th>
          <th scope="col">net</th>
        </tr>
      </thead>
      <tbody>
        ${told.map((one) => {
          const net = cents(one.net);
          return html`<tr>
            <th scope="row">${one.roll}</th>
            <td>${one.ways}</td>
            <td class=${net > 0 ? "win" : net < 0 ? "lose" : nothing}>${net ? signed(net) : "\u2013"}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div></div>`;
}
