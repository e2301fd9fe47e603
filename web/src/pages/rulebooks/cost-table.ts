/** Two houses side by side: what each wager costs an hour here and there, dearest difference first, and by which clauses. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../model/money";
import type { CostChangeResponse, RuleCauseResponse, RuleCostsResponse } from "../../protocol.generated";
import { fraction, percent } from "../../text/edge";
import { clauseMark } from "./provenance";

export function costTable(costs: RuleCostsResponse, titleOf: (name: string) => string): TemplateResult {
  const differs = costs.wagers
    .filter((one) => one.causes.length > 0 || change(one) !== 0)
    .sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)));
  const alike = costs.wagers.filter((one) => !differs.includes(one) && one.here && one.there);
  const [here, there] = [titleOf(costs.here), titleOf(costs.there)];
  return html`<p class="lead">${summary(differs, there)}</p>
    <p class="hint">At $${costs.stake} a wager and ${costs.pace} rolls an hour: ${costs.basis}.</p>
    ${
      differs.length
        ? html`<div class="scroll">
            <table class="wagers">
              <thead>
                <tr>
                  <th scope="col">Wager</th>
                  <th scope="col" class="is-number">Edge, ${here}</th>
                  <th scope="col" class="is-number">Edge, ${there}</th>
                  <th scope="col" class="is-number">An hour here</th>
                  <th scope="col" class="is-number">there</th>
                  <th scope="col" class="is-number">You gain there</th>
                </tr>
              </thead>
              <tbody>
                ${differs.map(row)}
              </tbody>
            </table>
          </div>`
        : nothing
    }
    ${listed("Costs the same", alike.map((one) => one.title))} ${listed(`Only at ${here}`, costs.only_here)}
    ${listed(`Only at ${there}`, costs.only_there)}
    ${costs.rules.length ? html`<h2>Rules of the house that differ</h2>${causes(costs.rules)}` : nothing}`;
}

/** Cents an hour that it costs more there; 0 where nothing can be compared. */
function change({ change_cents_an_hour: written }: CostChangeResponse): number {
  return fraction(written ?? "0");
}

function summary(differs: readonly CostChangeResponse[], there: string): string {
  const dearer = differs.filter((one) => change(one) > 0).length;
  const cheaper = differs.filter((one) => change(one) < 0).length;
  const many = (count: number, what: string): string => `${count || "none"} ${count === 1 ? "costs" : "cost"} ${what}`;
  return `Of the wagers that both have, ${many(dearer, "more")} at ${there} and ${many(cheaper, "less")}.`;
}

function row(one: CostChangeResponse): TemplateResult {
  const more = Math.round(change(one));
  const edge = (side: CostChangeResponse["here"]): string => (side ? percent(side.edge) : "–");
  const hour = (side: CostChangeResponse["here"]): string =>
    side ? dollars(Math.round(fraction(side.cents_an_hour))) : "–";
  return html`<tr>
      <th scope="row">${one.title}</th>
      <td class="is-number">${edge(one.here)}</td>
      <td class="is-number">${edge(one.there)}</td>
      <td class="is-number">${hour(one.here)}</td>
      <td class="is-number">${hour(one.there)}</td>
      <td class="is-number">
        ${more ? html`<b class=${more > 0 ? "lose" : "win"}>${signed(-more)}</b>` : (one.refused ?? "the same")}
      </td>
    </tr>
    ${one.causes.length ? html`<tr class="wager-detail"><td colspan="6">${causes(one.causes)}</td></tr>` : nothing}`;
}

function causes(every: readonly RuleCauseResponse[]): TemplateResult {
  return html`<ul class="causes">
    ${every.map(
      ({ what, here, there }) =>
        html`<li>
          ${what}: <code>${here.value}</code> ${clauseMark(here.clause, here.provenance)} → <code>${there.value}</code>
          ${clauseMark(there.clause, there.provenance)}
        </li>`,
    )}
  </ul>`;
}

function listed(title: string, names: readonly string[]): unknown {
  if (!names.length) return nothing;
  return html`<details class="alike">
    <summary>${title} <span class="hint">${names.length}</span></summary>
    <p>${names.join(", ")}</p>
  </details>`;
}
