/** The lab's plots: where sessions end, how they get there, how often they end at least so well. */
import { html, nothing, svg } from "lit";
import { type Plot, scale, ticks } from "../../components/plot-frame";
import type { LabFigures, NetBand, SessionRecord } from "../../model/lab";
import { signed } from "../../model/money";

const BINS = 40;
/** Of this share, or more, a column of those who are broke is cut off. */
const TALLEST = 1.15;

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)}%`;
export const net = (units: number): string => signed(Math.round(100 * units) % 100 === 0 || Math.abs(units) >= 100 ? Math.round(units) * 100 : Math.round(units * 100));

type Net = readonly [net: number, share: number];

interface Bins {
  readonly low: number;
  readonly step: number;
  readonly ruined: number;
  readonly shares: readonly number[];
}

/** Nets in steps. Those who are broke stand apart: theirs are the lowest nets, for what is left buys no bet. */
function binned(nets: readonly Net[], low: number, step: number, ruined: number): Bins {
  const shares = new Array<number>(BINS).fill(0);
  let broke = ruined;
  for (const [amount, share] of nets) {
    const among = Math.min(broke, share);
    broke -= among;
    shares[Math.max(0, Math.min(BINS - 1, Math.floor((amount - low) / step)))]! += share - among;
  }
  return { low, step, ruined, shares };
}

/** A round step of which 40 hold nearly all that can come of a session. */
function chooseStep(low: number, high: number): number {
  const rough = (high - low) / (BINS - 2);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.01)));
  return power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
}

/** Where the session ends: exact as a line, simulated as bars that grow into it. */
export function endsPlot(exact: SessionRecord | null, played: LabFigures | null, bankroll: number, wide: boolean): Plot {
  const simulated: readonly Net[] = played ? played.histogram.map(([cents, count]) => [cents / 100, count / played.sessions]) : [];
  const nets = exact?.distribution ?? simulated;
  const ruin = exact?.ruin ?? played?.ruin ?? 0;
  const lowest = ruin > 0.0005 ? -bankroll / 100 : Math.min(0, nets[0]?.[0] ?? 0);
  const highest = quantile(nets, 0.995);
  const step = chooseStep(lowest, Math.max(highest, lowest + 1));
  const low = Math.floor(lowest / step) * step;
  const line = exact && binned(exact.distribution, low, step, exact.ruin);
  const bars = played && binned(simulated, low, step, played.ruin);
  const shown = (line ?? bars)!;
  const [width, height] = wide ? [880, 250] : [360, 250];
  const [left, top, bottom, broke] = [40, 16, height - 28, ruin > 0.0005 ? (wide ? 60 : 46) : 0];
  const most = TALLEST * Math.max(0.001, ...shown.shares, ...(bars?.shares ?? []));
  const x = scale(shown.low, shown.low + BINS * step, left + broke, width - 4);
  const y = scale(0, most, bottom, top);
  const clip = (share: number): number => Math.max(top, y(share));
  const mean = exact ? exact.mean_net : (played?.mean ?? 0) / 100;
  const ahead = nets.reduce((sum, [amount, share]) => sum + (amount > 0 ? share : 0), 0);
  const shares = ticks(0, most, 4);
  const digits = shares.every((share) => Number.isInteger(Math.round(share * 1e4) / 100)) ? 0 : 1;
  const drawing = svg`
    <defs><pattern id="behind" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" class="fill-lose"></rect><line x1="0" x2="0" y1="0" y2="5" class="hatch"></line></pattern></defs>
    ${shares.map((share) => svg`<line class="grid" x1=${left} x2=${width} y1=${y(share)} y2=${y(share)}></line>
      <text x=${left - 6} y=${y(share) + 4} text-anchor="end">${percent(share, digits)}</text>`)}
    ${
      broke
        ? svg`<rect x=${left + 4} y=${clip(shown.ruined)} width=${broke - 18} height=${bottom - clip(shown.ruined)} fill="url(#behind)"></rect>
      ${shown.ruined > most ? svg`<path class="cut" d="M${left} ${top + 24}l${(broke - 10) / 2} -7l${(broke - 10) / 2} 7"></path>` : nothing}
      <text x=${left + broke / 2 - 5} y=${bottom - 8} class="is-strong" text-anchor="middle">${percent(shown.ruined, 0)}</text>
      <text x=${left + broke / 2 - 5} y=${bottom + 17} text-anchor="middle">broke</text>`
        : nothing
    }
    ${bars?.shares.map((share, k) => {
      const from = shown.low + k * step;
      return svg`<rect x=${x(from) + 0.5} y=${clip(share)} width=${Math.max(1, x(from + step) - x(from) - 1)} height=${bottom - clip(share)}
        fill=${from < 0 ? "url(#behind)" : nothing} class=${from < 0 ? nothing : "fill-win"}></rect>`;
    })}
    ${line ? svg`<path class="exact" d="M${x(shown.low)} ${bottom}${line.shares.map((share, k) => `V${clip(share)}H${x(shown.low + (k + 1) * step)}`).join("")}"></path>` : nothing}
    <line class="axis" x1=${left} x2=${width} y1=${bottom} y2=${bottom}></line>
    <path class="mean" d="M${x(mean)} ${top - 6}V${bottom}"></path>
    <text x=${x(mean) + (wide ? -6 : 6)} y=${top} text-anchor=${wide ? "end" : "start"}>mean ${net(mean)}</text>
    ${ticks(shown.low + (broke ? step * 2 : 0), shown.low + BINS * step, wide ? 9 : 4).filter((amount) => x(amount) < width - 24).map(
      (amount) => svg`<text x=${x(amount)} y=${bottom + 17} text-anchor="middle" class=${amount === 0 ? "is-strong" : nothing}>${net(amount)}</text>`,
    )}`;
  const rows = shown.shares.map((share, k) => {
    const from = shown.low + k * step;
    return [`${net(from)} to ${net(from + step)}`, line ? percent(share, 2) : "", bars ? percent(bars.shares[k]!, 2) : ""];
  });
  if (broke) rows.unshift(["broke", line ? percent(line.ruined, 2) : "", bars ? percent(bars.ruined, 2) : ""]);
  return {
    name: `Where the session ends: ${percent(ahead)} end ahead, ${percent(ruin)} broke, half end at ${net(quantile(nets, 0.5))} or below.`,
    width,
    height,
    drawing,
    table: { head: ["net", "exact", "simulated"], rows },
  };
}

export function quantile(nets: readonly Net[], share: number): number {
  let sum = 0;
  for (const [amount, chance] of nets) if ((sum += chance) >= share) return amount;
  return nets.at(-1)?.[0] ?? 0;
}

/** Those of a list whose places are so far apart that their words do not meet; the first ones go first. */
function apart<Name>(all: readonly Name[], place: (name: Name) => number): Name[] {
  const chosen: Name[] = [];
  for (const name of all) if (chosen.every((other) => Math.abs(place(other) - place(name)) >= 13)) chosen.push(name);
  return chosen;
}

/** On the way there: half of all sessions in the dark band, nine of ten in the light one; below it who is broke. */
export function wayPlot(bands: readonly NetBand[], pace: number, wide: boolean): Plot {
  const [width, height] = wide ? [560, 268] : [360, 268];
  const [left, right, split] = [56, width - 60, height - 92];
  const last = bands.at(-1)!;
  const [low, high] = [Math.min(...bands.map((band) => band.p5), -1), Math.max(...bands.map((band) => band.p95), 1)];
  const x = scale(0, Math.max(1, last.roll), left, right);
  const y = scale(high, low, 10, split);
  const most = Math.max(0.01, last.ruin * 1.1);
  const r = scale(0, most, height - 24, split + 24);
  type Edge = "p5" | "p25" | "p50" | "p75" | "p95";
  const along = (edge: Edge): string => bands.map((band) => `${x(band.roll)} ${y(band[edge])}`).join("L");
  const band = (below: Edge, above: Edge): string =>
    `M${along(below)}L${[...bands].reverse().map((each) => `${x(each.roll)} ${y(each[above])}`).join("L")}Z`;
  const ruin = bands.map((each) => `${x(each.roll)} ${r(each.ruin)}`).join("L");
  const hour = pace < last.roll ? pace : 0;
  const drawing = svg`
    ${ticks(low, high, 4).map((amount) => svg`<line class=${amount === 0 ? "zero" : "grid"} x1=${left} x2=${right} y1=${y(amount)} y2=${y(amount)}></line>
      <text x=${left - 6} y=${y(amount) + 4} text-anchor="end">${net(amount)}</text>`)}
    <path class="band-1" d=${band("p5", "p95")}></path><path class="band-2" d=${band("p25", "p75")}></path>
    <path class="middle" d="M${along("p50")}"></path>
    ${apart(["p50", "p95", "p5", "p75", "p25"] as const, (edge) => y(last[edge])).map((edge) => svg`<text x=${right + 5} y=${y(last[edge]) + 4} class=${edge === "p50" ? "is-strong" : nothing}>${net(last[edge])}</text>`)}
    <text x=${left + 2} y=${split + 18}>broke by then</text>
    <path class="area-ruin" d="M${ruin}L${right} ${r(0)}L${left} ${r(0)}Z"></path><path class="line-ruin" d="M${ruin}"></path>
    <line class="axis" x1=${left} x2=${right} y1=${r(0)} y2=${r(0)}></line>
    <text x=${right + 5} y=${r(last.ruin) + 4} class="is-strong">${percent(last.ruin)}</text>
    ${hour ? svg`<line class="grid" x1=${x(hour)} x2=${x(hour)} y1="10" y2=${height - 24}></line><text x=${x(hour)} y=${height - 8} text-anchor="middle">an hour</text>` : nothing}
    <text x=${left} y=${height - 8}>0</text><text x=${right} y=${height - 8} text-anchor="end">${last.roll} rolls</text>`;
  const every = Math.max(1, Math.floor(bands.length / 12));
  const rows = bands
    .filter((_, k) => k % every === 0 || k === bands.length - 1)
    .map((each) => [String(each.roll), ...(["p5", "p25", "p50", "p75", "p95"] as const).map((edge) => net(each[edge])), percent(each.ahead), percent(each.ruin)]);
  return {
    name: `Nets by roll: after ${last.roll} rolls half of all sessions are between ${net(last.p25)} and ${net(last.p75)}, and ${percent(last.ruin)} are broke.`,
    width,
    height,
    drawing,
    table: { head: ["roll", "1 in 20 below", "1 in 4 below", "middle", "1 in 4 above", "1 in 20 above", "ahead", "broke"], rows },
  };
}

/** How often a session ends at least so well, for each strategy of a duel. */
export function betterPlot(names: readonly string[], records: readonly SessionRecord[], wide: boolean): Plot {
  const [width, height] = wide ? [880, 330] : [360, 280];
  const [left, top, bottom, right] = [44, 12, height - 26, width - 34];
  const low = Math.min(...records.map((each) => each.distribution[0]?.[0] ?? 0));
  const high = Math.max(...records.map((each) => quantile(each.distribution, 0.98)));
  const x = scale(low, high, left, right);
  const y = scale(0, 1, bottom, top);
  const least = (record: SessionRecord, amount: number): number => record.distribution.reduce((sum, [at, share]) => sum + (at >= amount ? share : 0), 0);
  const steps = Array.from({ length: 61 }, (_, k) => low + ((high - low) * k) / 60);
  const drawing = svg`
    ${[0.25, 0.5, 0.75, 1].map((share) => svg`<line class="grid" x1=${left} x2=${width} y1=${y(share)} y2=${y(share)}></line><text x=${left - 6} y=${y(share) + 4} text-anchor="end">${percent(share, 0)}</text>`)}
    <path class="mean" d="M${x(0)} ${top}V${bottom}"></path><text x=${x(0) + 6} y=${top + 10}>ahead →</text>
    ${records.map((record, k) => {
      const at = steps[18 + 12 * k]!;
      return svg`<path class="duel duel-${k + 1}" d="M${steps.map((amount) => `${x(amount)} ${y(least(record, amount))}`).join("L")}"></path>
        <circle class="duel-mark duel-${k + 1}" cx=${x(at)} cy=${y(least(record, at))} r="10"></circle><text class="is-strong" text-anchor="middle" x=${x(at)} y=${y(least(record, at)) + 4}>${k + 1}</text>`;
    })}
    <line class="axis" x1=${left} x2=${width} y1=${bottom} y2=${bottom}></line>
    ${ticks(low, high, wide ? 9 : 4).map((amount) => svg`<text x=${x(amount)} y=${bottom + 17} text-anchor="middle">${net(amount)}</text>`)}`;
  return {
    name: `How often a session ends at least so well: ${records.map((each, k) => `${names[k]} is ahead in ${percent(least(each, 0.01))}`).join(", ")}.`,
    width,
    height,
    drawing,
    table: {
      head: ["at least", ...names],
      rows: steps.filter((_, k) => k % 5 === 0).map((amount) => [net(Math.round(amount)), ...records.map((each) => percent(least(each, amount)))]),
    },
  };
}

/** One dot a session: what one strategy made of its dice, and what another made of the same. */
export function dotsPlot(names: readonly [string, string], nets: readonly [readonly number[], readonly number[]], wide: boolean): Plot {
  const [width, height] = [wide ? 420 : 360, 320];
  const [left, right, top, bottom] = [58, width - 12, 10, height - 30];
  const [across, up] = nets;
  const every = [...across, ...up];
  const [low, high] = [Math.min(...every, 0), Math.max(...every, 1)];
  const x = scale(low, high, left, right);
  const y = scale(low, high, bottom, top);
  const pairs = across.map((one, k) => [one, up[k] ?? 0] as const);
  const better = pairs.filter(([one, other]) => one > other).length;
  const drawing = svg`
    ${ticks(low, high, 4).map((amount) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(amount)} y2=${y(amount)}></line>
      <text x=${left - 6} y=${y(amount) + 4} text-anchor="end">${net(amount)}</text>`)}
    <path class="mean" d="M${x(low)} ${y(low)}L${x(high)} ${y(high)}"></path>
    ${pairs.map(([one, other]) => svg`<circle class="dot" cx=${x(one)} cy=${y(other)} r="2"></circle>`)}
    <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom}></line>
    ${ticks(low, high, 3).filter((amount) => x(amount) < right - 12).map((amount) => svg`<text x=${x(amount)} y=${bottom + 17} text-anchor="middle">${net(amount)}</text>`)}`;
  return {
    name: `One dot a session on the same dice, ${names[0]} across and ${names[1]} up: of ${pairs.length} sessions ${names[0]} does better in ${better}.`,
    width,
    height,
    drawing,
    table: { head: ["session", ...names], rows: pairs.slice(0, 20).map(([one, other], k) => [String(k), net(one), net(other)]) },
  };
}

/** The marks of the plot of endings, in words. */
export const ENDS_KEY = (exact: boolean): unknown =>
  html`${exact ? html`<span><i class="key-line"></i>exact</span>` : nothing}<span><i class="key-behind"></i>simulated, behind</span
    ><span><i class="key-ahead"></i>simulated, ahead</span>`;
