/** What is known of one question: figures, where sessions end and how they get there, lines, sessions to look at. */
import { html, nothing, type TemplateResult } from "lit";
import { plotFrame } from "../../components/plot-frame";
import { fitsQuery, type LabFigures, type LabQuestion, PACE, questionQuery, type SessionRecord } from "../../model/lab";
import { dollars } from "../../model/money";
import type { LabBest } from "../../protocol.generated";
import { navigate } from "../../state/route";
import { ENDS_KEY, endsPlot, net, percent, wayPlot } from "./plots";

/** Standard errors on each side of an interval that holds with 95% confidence. */
const SURE = 1.96;

/** A question and all that has been answered of it so far. */
export interface Answered {
  readonly question: LabQuestion;
  readonly exact: SessionRecord | null;
  /** Why there is no exact answer. */
  readonly missing: string;
  readonly played: LabFigures | null;
  /** Sessions that the house has watched roll by roll, where nothing is exact. */
  readonly watched: SessionRecord | null;
}

/** What the figures are made of, whoever worked them out; nets are in currency units. */
interface Summary {
  readonly mean: number;
  readonly ruin: number;
  readonly ahead: number;
  readonly level: number;
  readonly quantiles: { readonly [share: string]: number };
  readonly endings: { readonly [ending: string]: number };
}

const count = (many: number): string => many.toLocaleString("en-US");
/** Half the width of the interval of a share, in per cent. */
const shareError = (share: number, sessions: number): string => (100 * SURE * Math.sqrt((share * (1 - share)) / sessions)).toFixed(sessions > 100_000 ? 2 : 1);

function summaryOf({ exact, played }: Answered): Summary | null {
  if (exact) {
    const share = (of: (at: number) => boolean): number => exact.distribution.reduce((sum, [at, chance]) => sum + (of(at) ? chance : 0), 0);
    return { mean: exact.mean_net, ruin: exact.ruin, ahead: share((at) => at > 0), level: share((at) => at === 0), quantiles: exact.quantiles, endings: exact.endings };
  }
  if (!played) return null;
  const level = (played.histogram.find(([at]) => at === 0)?.[1] ?? 0) / played.sessions;
  const quantiles = Object.fromEntries(Object.entries(played.quantiles).map(([share, cents]) => [share, cents / 100]));
  return { mean: played.mean / 100, ruin: played.ruin, ahead: played.ahead, level, quantiles, endings: played.endings };
}

/** The record that tells of rolls and lines. */
function detailed({ exact, played, watched }: Answered): SessionRecord | null {
  return exact ?? played?.record ?? watched;
}

function playedMean(played: LabFigures | null): string {
  if (!played) return "not played yet";
  const half = (SURE * played.sd) / 100 / Math.sqrt(played.sessions);
  return `played ${net(played.mean / 100)} ± ${half.toFixed(2)}`;
}

export function figuresView(answered: Answered): TemplateResult {
  const { question, exact, played } = answered;
  const found = summaryOf(answered);
  const record = detailed(answered);
  const about = (share: number): string => (exact || !played ? "" : ` ± ${shareError(share, played.sessions)}`);
  const [low, high] = [found?.quantiles["0.05"] ?? 0, found?.quantiles["0.95"] ?? 0];
  const half = record?.bands.find((band) => band.ruin >= record.ruin / 2);
  const all: [string, string, string][] = found
    ? [
        ["You leave ahead", `${percent(found.ahead)}${about(found.ahead)}`, `ends level: ${percent(found.level)}`],
        ["Broke before the end", `${percent(found.ruin)}${about(found.ruin)}`, found.ruin > 0 && half ? `half of them by roll ${half.roll}` : "of all sessions"],
        ["On the mean", net(found.mean), exact ? playedMean(played) : playedMean(played).replace(/^played \S+ /, "")],
        ["An hour costs", record?.risked ? dollars(Math.round(100 * record.risked.loss_per_hour)) : "–", `${record?.risked?.pace ?? question.end.pace ?? PACE} rolls an hour`],
        ["The middle session", net(found.quantiles["0.5"] ?? 0), "as many end above"],
        [low < 0 ? "One in twenty loses" : "One in twenty ends below", dollars(Math.abs(Math.round(low * 100))), `one in twenty wins ${dollars(Math.max(0, Math.round(high * 100)))}`],
      ]
    : ["You leave ahead", "Broke before the end", "On the mean", "An hour costs", "The middle session", "One in twenty loses"].map((name) => [name, "…", ""]);
  return html`<dl class="box figures" aria-busy=${found ? "false" : "true"}>
    ${all.map(([name, figure, of], k) => html`<div class="figure ${k ? "" : "is-main"}"><dt>${name}</dt><dd>${figure}</dd><dd class="of">${of}</dd></div>`)}
  </dl>`;
}

/** With a goal: this strategy's chance of it as a length, and beside it the best that any play has. */
export function goalView(answered: Answered, best: LabBest | null): unknown {
  const { goal } = answered.question;
  const found = summaryOf(answered);
  if (goal === null || !found) return nothing;
  const chance = found.endings["goal"] ?? 0;
  const most = best?.chance ?? 0;
  const bar = (words: string, share: number, kind: string): TemplateResult =>
    html`<p><span>${words}</span> <svg class="length" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class=${kind} width=${(100 * share).toFixed(1)} height="4"></rect></svg> <b>${percent(share)}</b></p>`;
  return html`<section class="box goal" aria-label="The goal">
    <div class="box-head"><h2>To leave with ${dollars(goal)}</h2></div>
    ${bar("this strategy", chance, "is-own")}
    ${most ? bar(`the best play of ${best?.wagers}`, most, "is-best") : html`<p class="small">${best ? `The best play is not known: ${best.missing}.` : "Solving the best play…"}</p>`}
    ${most ? html`<p class="small">The best play has no limit of time: it goes on until the goal or ruin.</p>` : nothing}
  </section>`;
}

/** Where sessions end; `stop` ends what still plays. */
export function endsView({ question, exact, missing, played }: Answered, wide: boolean, stop: (() => void) | null): unknown {
  if (!exact && !played) return html`<section class="box coming lab-place" aria-label="Where the session ends">Following every roll of the session…</section>`;
  const speed = wide && played?.rollsPerSecond ? ` · ${(played.rollsPerSecond / 1e6).toFixed(0)} million rolls a second` : "";
  const beside = html`<div class="live">
    ${stop && played ? html`<progress max=${question.sessions} .value=${played.sessions} aria-label="Sessions played"></progress>` : nothing}
    <span role="status">${played ? html`<b>${count(played.sessions)}</b> sessions ${played.where === "page" ? "played in your browser" : "played by the house"}${speed}` : ""}</span
    >${stop ? html`<button class="button is-quiet" @click=${stop}>Stop</button>` : nothing}
  </div>`;
  return html`${plotFrame("Where the session ends", endsPlot(exact, played, question.bankroll, wide), { beside, key: ENDS_KEY(!!exact) })}
  ${missing ? html`<p class="lab-note">No exact answer: ${missing}. The figures are simulated.</p>` : nothing}`;
}

export function wayView(answered: Answered, wide: boolean): unknown {
  const record = detailed(answered);
  const bands = record?.bands ?? [];
  if (bands.length < 2) return nothing;
  const of = answered.exact ? "" : `${count(record?.sessions ?? 0)} sessions: `;
  const note = wide ? `${of}half of all in the dark band, nine of ten in the light` : "";
  return plotFrame("On the way there", wayPlot(bands, record?.risked?.pace ?? PACE, wide), { note });
}

/** Best, middle and worst session, and any other by its number. */
export function sessionsView({ question, played }: Answered): unknown {
  if (!played) return nothing;
  const nets = played.histogram;
  const linked = fitsQuery(question);
  const to = (session: number): string => `/replay${questionQuery(question, { session: String(session) })}`;
  const all: [string, number, number][] = [
    ["Best", played.best, nets.at(-1)?.[0] ?? 0],
    ["Middle", played.middle, played.quantiles["0.5"] ?? 0],
    ["Worst", played.worst, nets[0]?.[0] ?? 0],
  ];
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const session = Number(new FormData(event.target as HTMLFormElement).get("session"));
    if (Number.isInteger(session) && session >= 0) navigate(to(session));
  };
  return html`<section class="box sessions" aria-label="Sessions to look at">
    <div class="box-head"><h2>Sessions to look at</h2></div>
    <ul>
      ${all.map(([name, session, cents]) => html`<li><b>${name}</b> <span class=${cents < 0 ? "lose" : "win"}>${net(cents / 100)}</span> ${linked ? html`<a href=${to(session)}>Replay session ${count(session)}</a>` : html`<small>session ${count(session)}</small>`}</li>`)}
    </ul>
    ${
      linked
        ? html`<form class="any-session" @submit=${open}>
            <label>Any other <input name="session" class="word" type="number" min="0" step="1" required placeholder="number" /></label>
            <button class="button is-quiet">Replay</button>
          </form>`
        : html`<p class="small">The text is too long for the address of a replay.</p>`
    }
  </section>`;
}

export function linesView(answered: Answered): unknown {
  const record = detailed(answered);
  const lines = (record?.lines ?? []).filter((each) => each.risked && each.risked.bets > 0);
  if (!record || !lines.length) return nothing;
  const exactly = record.lines_risked === "exactly";
  return html`<section class="box" aria-label="What each line did">
    <div class="box-head"><h2>What each line did</h2><p>a session, on the mean${exactly ? ", exactly" : ""}</p></div>
    <div class="scroll" tabindex="0" role="region" aria-label="What each line did, as a table">
      <table class="tally">
        <thead><tr><th scope="col">line</th><th scope="col">bets made</th><th scope="col">risked</th><th scope="col">net</th></tr></thead>
        <tbody>
          ${lines.map(({ line, text, risked }) => html`<tr><th scope="row">${line === null ? nothing : html`<code>${line}</code>`} ${text.replace(/ while .*/, "")}</th><td>${risked!.bets.toFixed(1)}</td><td>${dollars(Math.round(risked!.action) * 100)}</td><td>${net(Math.round(risked!.net * 100) / 100)}</td></tr>`)}
        </tbody>
      </table>
    </div>
    ${exactly ? nothing : html`<p class="small">Of ${record.lines_risked}.</p>`}
  </section>`;
}
