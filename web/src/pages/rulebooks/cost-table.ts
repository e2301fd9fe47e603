/** Two houses side by side: what each wager costs an hour here and there, dearest difference first, and by which clauses. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars, signed } from "../../model/money";
import type { CostChangeResponse, RuleCauseResponse, RuleCostsResponse } from "../../protocol.generated";
import { fraction, percent } from "../../text/edge";
import { clauseMark } from "./provenance";
import { jointTitle } from "./wager-rows";

export function costTable(costs: RuleCostsResponse, titleOf: (name: string) => string): TemplateResult {
  const differs = costs.wagers
    .filter((one) => one.causes.length > 0 || change(one) !== 0)
    .sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)));
  const alike = costs.wagers.filter((one) => !differs.includes(one) && one.here && one.there);
  const [here, there] = [titleOf(costs.here), titleOf(costs.there)];
  return html`<p class="lead">${summary(differs, there)}</p>
    <p class="hint">${costs.basis[0]?.toUpperCase()}${costs.basis.slice(1)}.</p>
    ${
      differs.length
        ? html`<div class="scroll">
            <table class="wagers">
              <thead>
                <tr>
                  <th scope="col">Wager</th>
                  <th scope="col" class="is-number">Edge, ${here}</th>
                  <th scope="col" class="is-number">Edge, ${there}</th>
                  <th scope="col" class="is-number only-wide">An hour here</th>
                  <th scope="col" class="is-number only-wide">there</th>
                  <th scope="col" class="is-number">You gain there an hour</th>
                </tr>
              </thead>
              <tbody>
                ${rows(differs, costs)}
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

/** Wagers that differ in their number alone share a row. */
function rows(differs: readonly CostChangeResponse[], costs: RuleCostsResponse): TemplateResult[] {
  const groups = new Map<string, CostChangeResponse[]>();
  for (const one of differs) {
    const key = [one.title.replace(/ \d+$/, ""), JSON.stringify([one.here, one.there, one.causes])].join();
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => row(jointTitle(group.map(({ title }) => title)), group[0]!, costs));
}

function row(title: string, one: CostChangeResponse, { here, there }: RuleCostsResponse): TemplateResult {
  const more = Math.round(change(one));
  const edge = (side: CostChangeResponse["here"]): string => (side ? percent(side.edge) : "–");
  const hour = (side: CostChangeResponse["here"]): string =>
    side ? dollars(Math.round(fraction(side.cents_an_hour))) : "–";
  return html`<tr>
      <th scope="row">${title}</th>
      <td class="is-number">${wagerLink(here, one.wager, edge(one.here))}</td>
      <td class="is-number">${wagerLink(there, one.wager, edge(one.there))}</td>
      <td class="is-number only-wide">${hour(one.here)}</td>
      <td class="is-number only-wide">${hour(one.there)}</td>
      <td class="is-number">
        ${more ? html`<b class=${more > 0 ? "lose" : "win"}>${signed(-more)}</b>` : (one.refused ?? "the same")}
      </td>
    </tr>
    ${one.causes.length ? html`<tr class="wager-detail"><td colspan="6">${causes(one.causes)}</td></tr>` : nothing}`;
}

function wagerLink(house: string, wager: string, edge: string): unknown {
  if (edge === "–") return edge;
  return html`<a href="/rules/${encodeURIComponent(house)}/${encodeURIComponent(wager)}">${edge}</a>`;
}

/** A rule on one side: its value, our words for it where they say more, its clause. */
function side({ value, says, clause, provenance }: RuleCauseResponse["here"]): TemplateResult {
  return html`<td><code>${value}</code> ${says ? html`<span class="hint">${says}</span>` : nothing} ${clauseMark(clause, provenance)}</td>`;
}

function causes(every: readonly RuleCauseResponse[]): TemplateResult {
  return html`<table class="causes">
    <thead class="unseen">
      <tr><th scope="col">Because of</th><th scope="col">Here</th><th scope="col">There</th></tr>
    </thead>
    <tbody>
      ${every.map(({ what, here, there }) => html`<tr><th scope="row">${what}</th>${side(here)}${side(there)}</tr>`)}
    </tbody>
  </table>`;
}

function listed(title: string, names: readonly string[]): unknown {
  if (!names.length) return nothing;
  return html`<details class="alike">
    <summary>${title} <span class="hint">${names.length}</span></summary>
    <p>${names.join(", ")}</p>
  </details>`;
}
