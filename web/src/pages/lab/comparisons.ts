/** Beside one answer: the same question with one thing changed, duels on the same dice, a sweep as a heat map. */
import { html, nothing, type TemplateResult } from "lit";
import { plotFrame } from "../../components/plot-frame";
import { fitsQuery, type LabQuestion, questionQuery, type SessionRecord } from "../../model/lab";
import { dollars } from "../../model/money";
import type { LabBrief, LabDuelResult, StrategyListed } from "../../protocol.generated";
import { betterPlot, dotsPlot, net, percent } from "./plots";
import { strategyChoice, titled } from "./sentence";

/** A figure that was simulated says so. */
const about = (brief: LabBrief): string => (brief.exact ? "" : "≈\u00a0");

export interface Neighbour {
  readonly words: string;
  readonly question: LabQuestion;
}

/** The question with one thing changed, three times: more to bring, a smaller unit, a larger one. */
export function neighbours(question: LabQuestion, unit: number): Neighbour[] {
  const more = Math.round(question.bankroll / 3 / 100_00) * 100_00 || 100_00;
  const changed: [string, Partial<LabQuestion>][] = [
    [`bring ${dollars(question.bankroll + more)}`, { bankroll: question.bankroll + more }],
    [`a unit of ${dollars(2 * unit)}`, { unit: 2 * unit }],
  ];
  const half = unit / 2;
  if (half % 5_00 === 0 && half > 0) changed.push([`a unit of ${dollars(half)}`, { unit: half }]);
  else changed.push([`bring ${dollars(2 * question.bankroll)}`, { bankroll: 2 * question.bankroll }]);
  return changed.filter(([, each]) => question.goal === null || (each.bankroll ?? 0) < question.goal).map(([words, each]) => ({ words, question: { ...question, ...each } }));
}

export function changedTable(all: readonly Neighbour[], told: ReadonlyMap<string, LabBrief | string>, go: (question: LabQuestion) => void): TemplateResult {
  return html`<section class="box" aria-label="If you changed one thing">
    <div class="box-head"><h2>If you changed one thing</h2></div>
    <table class="tally">
      <thead>
        <tr>
          <th scope="col"><span class="unseen">What is changed</span></th>
          <th scope="col">ahead</th>
          <th scope="col">broke</th>
          <th scope="col">mean</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(({ words, question }) => {
          const brief = told.get(words);
          return html`<tr>
            <th scope="row"><button class="link" @click=${() => go(question)}>${words}</button></th>
            ${
              typeof brief === "string"
                ? html`<td colspan="3">${brief}</td>`
                : brief
                  ? html`<td>${about(brief)}${percent(brief.ahead)}</td>
                      <td>${percent(brief.ruin)}</td>
                      <td>${net(brief.mean_net)}</td>`
                  : html`<td colspan="3" class="coming">…</td>`
            }
          </tr>`;
        })}
      </tbody>
    </table>
  </section>`;
}

// --- duel

export interface Duel {
  readonly question: LabQuestion;
  readonly names: readonly string[];
  readonly told: LabDuelResult | null;
  readonly failed: string;
}

const mark = (k: number): TemplateResult => html`<b class="mark duel-${k + 1}">${k + 1}</b>`;

/** Who plays against whom: words of the sentence. */
export function duelSentence(names: readonly string[], strategies: readonly StrategyListed[], set: (names: readonly string[]) => void): TemplateResult {
  return html`<form class="ask" aria-label="Who plays against whom" @submit=${(event: Event) => event.preventDefault()}>
    ${names.map(
      (name, k) => html`${k === 0 ? nothing : k === 1 ? " against " : " and "}${mark(k)}
      ${strategyChoice(name, strategies, `Strategy ${k + 1}`, (chosen) => set(names.map((each, at) => (at === k ? chosen : each))))}`,
    )}
    ${names.length < 3 ? html`<button type="button" class="button is-quiet" @click=${() => set([...names, "pass-max-odds"])}>One more</button>` : html`<button type="button" class="button is-quiet" @click=${() => set(names.slice(0, 2))}>One less</button>`}
  </form>`;
}

export function duelView({ question, names, told, failed }: Duel, wide: boolean): TemplateResult {
  if (failed) return html`<p class="wrong" role="alert">${failed}</p>`;
  if (!told) return html`<p class="coming box" role="status">Playing the same dice for each…</p>`;
  const titles = names.map((name) => (name.includes("\n") ? "Your own" : titled(name)));
  const records = told.results as unknown as SessionRecord[];
  const far = Math.max(...told.pairs.map((pair) => Math.abs(pair.mean) + pair.apart), 1);
  const place = (units: number): number => 150 + (units / far) * 140;
  return html`<div class="lab-duel">
    <div>
      <section class="box" aria-label="The same sessions for each">
        <div class="box-head"><h2>The same ${told.sessions.toLocaleString("en-US")} sessions for each</h2></div>
        <div class="scroll" tabindex="0" role="region" aria-label="The same sessions, as a table">
          <table class="tally">
            <thead>
              <tr>
                <th scope="col"><span class="unseen">Strategy</span></th>
                ${["ahead", "broke", "on the mean", "middle half of sessions", "an hour costs"].map((word) => html`<th scope="col">${word}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${records.map(
                (each, k) =>
                  html`<tr>
                    <th scope="row">${mark(k)} ${titles[k]}</th>
                    <td>${percent(ahead(each))}</td>
                    <td>${percent(each.ruin)}</td>
                    <td>${net(each.mean_net)} ± ${give(each.mean_net_interval)}</td>
                    <td>${net(each.quantiles["0.25"] ?? 0)} to ${net(each.quantiles["0.75"] ?? 0)}</td>
                    <td>${each.risked ? dollars(Math.round(100 * each.risked.loss_per_hour)) : "–"}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>
      ${plotFrame("How often a session ends at least so well", betterPlot(titles, records, wide))}
    </div>
    <div>
    <section class="box" aria-label="Session by session, on the same dice">
      <div class="box-head"><h2>Session by session, on the same dice</h2></div>
      ${told.pairs.map(({ one, other, mean, interval, apart, ahead: better, level }) => {
        const worse = 1 - better - level;
        const half = interval ? (interval[1]! - interval[0]!) / 2 : 0;
        return html`<div class="pair">
          <p><span>${mark(one)} less ${mark(other)}</span> <b>${net(mean)} ± ${half.toFixed(2)}</b></p>
          <svg viewBox="0 0 300 20" aria-hidden="true">
            <line class="axis" x1="4" x2="296" y1="10" y2="10"></line>
            <line class="zero-mark" x1="150" x2="150" y1="2" y2="18"></line>
            <rect class="apart" x=${place(mean - apart)} width=${place(apart) - place(-apart)} y="8" height="4"></rect>
            <rect class="interval" x=${place(mean - half)} width=${Math.max(2, place(half) - place(-half))} y="5" height="10" rx="2"></rect>
          </svg>
          <p class="small">
            ${titles[one]} does better in ${percent(better)} of sessions, worse in ${percent(worse)}. On other dice it would be ± ${apart.toFixed(2)}.
          </p>
        </div>`;
      })}
      <p class="small pair">Intervals hold with 95% confidence. Less on the mean may still be the better evening.</p>
    </section>
    ${dotsView(question, names, titles, told.nets, wide)}
    </div>
  </div>`;
}

/** The first two strategies, session by session; the sessions that set them furthest apart open in replay. */
function dotsView(question: LabQuestion, names: readonly string[], titles: readonly string[], nets: LabDuelResult["nets"], wide: boolean): unknown {
  const [one = [], other = []] = nets;
  if (!one.length) return nothing;
  const differences = one.map((each, session) => each - (other[session] ?? 0));
  const sessions = [...new Set([differences.indexOf(Math.max(...differences)), differences.indexOf(Math.min(...differences))])];
  const to = (strategy: string, session: number): string => `/replay${questionQuery({ ...question, strategy }, { session: String(session) })}`;
  return html`${plotFrame("One dot a session", dotsPlot([titles[0]!, titles[1]!], [one, other], wide), { note: `${titles[0]} across, ${titles[1]} up` })}
    <section class="box sessions" aria-label="Furthest apart">
      <div class="box-head"><h2>Furthest apart</h2></div>
      <ul>
        ${sessions.map(
          (session) =>
            html`<li>
              <b>Session ${session}</b>
              ${[0, 1].map((k) => {
                const words = `${titles[k]}: ${net((k ? other : one)[session] ?? 0)}`;
                return fitsQuery({ ...question, strategy: names[k]! }) ? html`<a href=${to(names[k]!, session)}>${words}, replay</a>` : html`<span>${words}</span>`;
              })}
            </li>`,
        )}
      </ul>
    </section>`;
}

const ahead = (record: SessionRecord): number => record.distribution.reduce((sum, [at, share]) => sum + (at > 0 ? share : 0), 0);
const give = (interval: readonly [number, number] | null | undefined): string => (interval ? ((interval[1] - interval[0]) / 2).toFixed(2) : "–");

// --- sweep

export type SweepFigure = "ahead" | "ruin" | "mean_net";
export const SWEEP_FIGURES: readonly (readonly [SweepFigure, string])[] = [
  ["ahead", "Leave ahead"],
  ["ruin", "Broke"],
  ["mean_net", "Mean"],
];

export interface Sweep {
  readonly banks: readonly number[];
  readonly units: readonly number[];
  readonly cells: ReadonlyMap<string, LabBrief | string>;
  readonly figure: SweepFigure;
}

/** What is brought and bet around a question: rows and columns of its sweep, in cents. */
export function sweepAxes({ bankroll, goal }: LabQuestion, unit: number): Pick<Sweep, "banks" | "units"> {
  const banks = [1 / 3, 2 / 3, 1, 4 / 3, 2].map((by) => Math.max(unit, Math.round((bankroll * by) / unit) * unit));
  const units = [0.5, 1, 2, 3, 5].map((by) => Math.round((unit * by) / 5_00) * 5_00).filter((each) => each > 0);
  return { banks: [...new Set(banks)].filter((each) => goal === null || each < goal), units: [...new Set(units)].sort((one, other) => one - other) };
}

export const cellOf = (bank: number, unit: number): string => `${bank} ${unit}`;

/** What stands out in a sweep, once all of it is worked out. */
function standsOut({ banks, units, cells, figure }: Sweep, write: (value: number) => string): unknown {
  const all = banks.flatMap((bank) => units.map((unit) => ({ bank, unit, brief: cells.get(cellOf(bank, unit)) })));
  const known = all.flatMap(({ bank, unit, brief }) => (brief && typeof brief !== "string" ? [{ bank, unit, value: brief[figure] }] : []));
  if (!known.length || all.some(({ brief }) => !brief)) return nothing;
  const better = figure === "ruin" ? -1 : 1;
  const [best, ...rest] = known.sort((one, other) => better * (other.value - one.value));
  const worst = rest.at(-1) ?? best!;
  const place = ({ bank, unit }: { bank: number; unit: number }): string => `${dollars(bank)} in units of ${dollars(unit)}`;
  return html`<p class="small">Best: ${place(best!)}, ${write(best!.value)}. Worst: ${place(worst)}, ${write(worst.value)}.</p>`;
}

export function sweepView(question: LabQuestion, unit: number, sweep: Sweep, pick: (figure: SweepFigure) => void, go: (question: LabQuestion) => void): TemplateResult {
  const { banks, units, cells, figure } = sweep;
  const every = [...cells.values()].filter((each): each is LabBrief => typeof each !== "string");
  const figures = every.map((each) => each[figure]);
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  const shade = (value: number): number => (high > low ? Math.round((8 * (value - low)) / (high - low)) : 4);
  const write = (value: number): string => (figure === "mean_net" ? net(value) : percent(value));
  return html`<section class="box lab-sweep" aria-label="Sweep">
    <div class="box-head">
      <h2>${every.length} of ${banks.length * units.length} sessions worked out</h2>
      <div class="choose" role="group" aria-label="Which figure">
        ${SWEEP_FIGURES.map(([name, words]) => html`<button aria-pressed=${name === figure ? "true" : "false"} @click=${() => pick(name)}>${words}</button>`)}
      </div>
    </div>
    ${standsOut(sweep, write)}
    <div class="scroll">
      <table class="heat">
        <caption>
          Down: what you bring. Across: the unit. A cell that is pressed becomes the question. ≈ is simulated.
        </caption>
        <thead>
          <tr>
            <td></td>
            ${units.map((each) => html`<th scope="col">${dollars(each)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${banks.map(
            (bank) =>
              html`<tr>
                <th scope="row">${dollars(bank)}</th>
                ${units.map((each) => {
                  const brief = cells.get(cellOf(bank, each));
                  if (!brief) return html`<td class="coming">…</td>`;
                  if (typeof brief === "string") return html`<td title=${brief}>–<span class="unseen">${brief}</span></td>`;
                  const here = bank === question.bankroll && each === unit;
                  return html`<td class="heat-${shade(brief[figure])} ${figure === "ahead" || figure === "mean_net" ? "is-good" : "is-bad"}">
                    <button aria-current=${here ? "true" : nothing} @click=${() => go({ ...question, bankroll: bank, unit: each })}>
                      <b>${about(brief)}${write(brief[figure])}</b><small>${Math.floor(bank / each)} units</small>
                    </button>
                  </td>`;
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
