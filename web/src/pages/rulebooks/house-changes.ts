/** What a house of one's own changes, beside its text: edges before and after, the rules, where it favours the player. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookChecked, HouseChangesResponse, RuleChange, WagerChange } from "../../protocol.generated";
import { fraction, percent } from "../../text/edge";
import { sentence } from "../../text/words";
import { clauseMark, provenanceBar } from "./provenance";

/** Rows that are shown before the rest is asked for. */
const FIRST = 8;
/** A fraction with more letters than this is told by its percent alone. */
const LONGEST = 15;

export function changesBeside(checked: BookChecked, changes: HouseChangesResponse | null): TemplateResult {
  return html`<section class="box" aria-labelledby="changed">
      <h2 id="changed">What you changed</h2>
      ${changes ? changed(changes) : html`<p class="coming">Working out every edge…</p>`}
    </section>
    <section class="box" aria-labelledby="holes">
      <h2 id="holes">Stakes that favour the player</h2>
      ${changes ? holes(changes) : html`<p class="coming">Trying every stake…</p>`}
    </section>
    <section class="box" aria-labelledby="from">
      <h2 id="from">Where its rules come from</h2>
      ${provenanceBar(checked.provenance ?? {})}
    </section>`;
}

function changed(changes: HouseChangesResponse): TemplateResult {
  const { wagers, rules, base_title: base, kindest, dearest } = changes;
  const figures = html`<dl class="figures">
    ${kindest ? extreme("Kindest", kindest) : nothing} ${dearest ? extreme("Dearest", dearest) : nothing}
  </dl>`;
  if (!base) return html`<p>It stands alone: there is no house to compare it with.</p>${figures}`;
  const none = !wagers.length && !rules.length;
  return html`${none ? html`<p>Nothing yet: every wager is as at ${base}.</p>` : nothing}
    ${wagers.length ? table(wagers.slice(0, FIRST), base) : nothing}
    ${
      wagers.length > FIRST
        ? html`<details>
            <summary>${wagers.length - FIRST} more</summary>
            ${table(wagers.slice(FIRST), base)}
          </details>`
        : nothing
    }
    ${rules.length ? html`<h3>For the whole house</h3><ul class="causes">${rules.map((rule) => html`<li>${ruleChange(rule)}</li>`)}</ul>` : nothing}
    ${figures}`;
}

function extreme(what: string, { title, after }: WagerChange): TemplateResult {
  return html`<div><dt>${what}</dt><dd>${percent(after ?? "")} <small>${title}</small></dd></div>`;
}

function table(wagers: readonly WagerChange[], base: string): TemplateResult {
  return html`<table class="changed">
    <thead>
      <tr>
        <th scope="col">Wager</th>
        <th scope="col" class="is-number">Edge at ${base}</th>
        <th scope="col" class="is-number">Edge here</th>
        <th scope="col" class="is-number">Points</th>
      </tr>
    </thead>
    <tbody>
      ${wagers.map(row)}
    </tbody>
  </table>`;
}

function row({ title, odds, before, after, rules }: WagerChange): TemplateResult {
  const points = before !== null && after !== null ? 100 * (fraction(after) - fraction(before)) : 0;
  return html`<tr>
    <th scope="row">
      ${title}${odds ? ` with ${odds} odds` : ""}
      <small>${rules.length ? rules.map((rule, at) => html`${at ? "; " : ""}${ruleChange(rule)}`) : nothing}</small>
    </th>
    <td class="is-number">${edge(before, "not there")}</td>
    <td class="is-number">${edge(after, "gone")}</td>
    <td class="is-number">
      ${points ? html`<b class=${points > 0 ? "lose" : "win"}>${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(2)}</b>` : before === after ? "the same" : ""}
    </td>
  </tr>`;
}

function edge(written: string | null, otherwise: string): unknown {
  if (written === null) return html`<span class="hint">${otherwise}</span>`;
  return html`${percent(written)}<small>${written.length <= LONGEST ? written.replace("-", "−") : nothing}</small>`;
}

function ruleChange({ word, before, after }: RuleChange): TemplateResult {
  return html`${word}: ${before ? html`<s>${before}</s>` : "new"} → ${after || "gone"}`;
}

function holes({ holes: found }: HouseChangesResponse): TemplateResult {
  if (!found) return html`<p>This house takes too long to look through: <code>sevenout solve FILE --holes</code> does it.</p>`;
  if (!found.length) return html`<p>None, at any stake that this table takes.</p>`;
  const shown = found.slice(0, FIRST);
  return html`<ul class="causes">
      ${shown.map(
        (hole) =>
          html`<li>
            <b>${hole.title}</b> at ${hole.stake}: the player wins ${percent(hole.edge)}. ${sentence(hole.reason)}
            ${clauseMark(hole.clause, hole.provenance)}
          </li>`,
      )}
    </ul>
    ${found.length > FIRST ? html`<p class="hint">And ${found.length - FIRST} more wagers.</p>` : nothing}`;
}
