/** A house's wagers as rows that open: figures, and our words beside the data and the clause that carries them. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookWager, NoticeWagerResponse, ValueResponse, WagerWorth } from "../../protocol.generated";
import { fraction, percent, worth } from "../../text/edge";
import { clauseMark, clauseMarks } from "./provenance";

/** A wager of a book, its line of the notice, and what it is worth where that can be told. */
export interface Entry {
  readonly wager: BookWager;
  readonly line: NoticeWagerResponse | null;
  readonly worth: WagerWorth | null;
}

/** The address of something about a wager of the house that is shown. */
export type WagerPath = (wager: string) => string;

/** True if every word that is sought is in a wager's names, rules or clauses. */
export function matches({ wager, worth }: Entry, sought: string): boolean {
  const rules = (worth?.rests_on ?? []).flatMap(({ clause, says, value }) => [clause, says, value]);
  const text = [wager.wager, wager.title, ...wager.also, wager.family, wager.pays, ...rules].join(" ").toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Wagers of a family that pay and cost the same: one row for all of them. */
export interface Alike {
  readonly title: string;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** Entries that differ in nothing but their number, together where the first of them stands. */
export function groupAlike(entries: readonly Entry[]): Alike[] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const { wager, worth } = entry;
    const key = [wager.family, wager.pays, limitsText(entry), worth?.edge, worth?.edge_per_roll, worth?.rolls, wager.numbers.length !== 1 && wager.wager].join();
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].map((group) => ({ title: jointTitle(group.map(({ wager }) => wager.title)), entries: group }));
}

/** `Place Bet 6` and `Place Bet 8` are `Place Bet 6, 8`; titles without a number are all told. */
export function jointTitle(titles: readonly string[]): string {
  const found = titles.map((title) => /^(.*) (\d+)$/.exec(title));
  const stem = found[0]?.[1];
  if (!stem || titles.length === 1 || found.some((one) => one?.[1] !== stem)) return titles.join(", ");
  return `${stem} ${found.map((one) => one![2]).join(", ")}`;
}

/** What the house takes of a wager: `5 to 500`. */
function limitsText({ line }: Entry): string {
  return [line?.minimum?.value, line?.maximum?.value].filter(Boolean).join(" to ") || "–";
}

/** The rows; `drawn` is the address of the drawing of a wager's place. */
export function wagerRows(groups: readonly Alike[], open: string, path: WagerPath, drawn: WagerPath): TemplateResult {
  return html`<div class="scroll">
    <table class="wagers">
      <thead>
        <tr>
          <th scope="col">Wager</th>
          <th scope="col">Pays</th>
          <th scope="col" class="only-wide">Taken</th>
          <th scope="col" class="is-number">Edge</th>
          <th scope="col" class="is-number only-wide">Edge a roll</th>
          <th scope="col" class="is-number only-wide">Rolls</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map((group) => row(group, open, path, drawn))}
      </tbody>
    </table>
  </div>`;
}

function row({ title, entries }: Alike, asked: string, path: WagerPath, drawn: WagerPath): TemplateResult {
  const entry = entries.find(({ wager }) => wager.wager === asked) ?? entries[0];
  const { wager, worth: value } = entry;
  const open = wager.wager === asked;
  return html`<tr class="wager ${open ? "is-open" : ""}">
      <th scope="row">
        <a href=${path(open ? "" : wager.wager)} aria-expanded=${open ? "true" : "false"}>${title}</a>
      </th>
      <td>${wager.pays}</td>
      <td class="only-wide">${limitsText(entry)}</td>
      <td class="is-number">${value?.edge ? percent(value.edge) : "–"}${value?.assumed?.length ? html` <span class="tag-assumed">assumed</span>` : nothing}</td>
      <td class="is-number only-wide">${value?.edge_per_roll ? percent(value.edge_per_roll) : "–"}</td>
      <td class="is-number only-wide">${value?.rolls ? fraction(value.rolls).toFixed(1) : "–"}</td>
    </tr>
    ${open && value ? html`<tr class="wager-detail"><td colspan="6">${detail(entry, value, drawn)}</td></tr>` : nothing}`;
}

function detail(entry: Entry, value: WagerWorth, drawn: WagerPath): TemplateResult {
  const { wager, line } = entry;
  const chances = [
    ["wins", value.win],
    ["loses", value.lose],
    ["stands off", value.push],
  ].filter((chance): chance is [string, string] => !!chance[1] && chance[1] !== "0");
  return html`<dl class="figures">
      ${value.edge ? html`<div><dt>Edge</dt><dd>${worth(value.edge)}</dd></div>` : nothing}
      ${chances.map(([what, chance]) => html`<div><dt>It ${what}</dt><dd>${worth(chance)}</dd></div>`)}
      <div><dt>Taken</dt><dd>${limitsText(entry)} ${clauseMarks([line?.minimum, line?.maximum])}</dd></div>
      ${line?.made ? html`<div><dt>Made</dt><dd>${line.made.value} ${clauseMarks([line.made])}</dd></div>` : nothing}
      ${line?.works ? html`<div><dt>Works</dt><dd>${line.works.value} ${clauseMarks([line.works])}</dd></div>` : nothing}
    </dl>
    <img class="drawn-place" loading="lazy" src=${drawn(wager.wager)} alt="The part of the layout where ${wager.title} lies: ${wager.region}" />
    ${value.missing ? html`<p>${value.missing}</p>` : nothing}
    ${wager.also.length ? html`<p class="hint">Also called ${wager.also.join(", ")}.</p>` : nothing}
    ${wager.note ? html`<p>${wager.note}</p>` : nothing}
    <table class="values">
      <thead>
        <tr>
          <th scope="col">In plain words</th>
          <th scope="col">The rule as data</th>
          <th scope="col">Where it stands</th>
        </tr>
      </thead>
      <tbody>
        ${byClause(value.rests_on ?? []).map(valueRow)}
      </tbody>
    </table>`;
}

type Values = readonly [ValueResponse, ...ValueResponse[]];

/** Values that the same words of the same clause give, together. */
export function byClause(values: readonly ValueResponse[]): Values[] {
  const groups = new Map<string, [ValueResponse, ...ValueResponse[]]>();
  for (const value of values) {
    const key = [value.says, value.clause, value.provenance].join("\n");
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}

function valueRow(values: Values): TemplateResult {
  const { says, clause, provenance } = values[0];
  return html`<tr>
    <td>${says || "–"}</td>
    <td>${values.map(({ word, value }) => html`<code>${word} = ${value}</code> `)}</td>
    <td>${clauseMark(clause, provenance)}</td>
  </tr>`;
}
