/** A question of the lab, its figures, and who works them out; the address of a page has the whole question. */
import type { LabRequest } from "../protocol.generated";
import { spoken, typed } from "./money";

export interface SessionEnding {
  readonly rolls?: number;
  readonly shooters?: number;
  readonly hours?: number;
  readonly pace?: number;
}

/** A strategy in a house, and how its sessions end. Amounts are in cents. */
export interface LabQuestion {
  readonly house: string;
  /** A strategy's name, or its text when it holds a newline. */
  readonly strategy: string;
  readonly bankroll: number;
  readonly unit: number | null;
  readonly end: SessionEnding;
  readonly goal: number | null;
  readonly stopLoss: number | null;
  readonly faceValue: boolean;
  /** 64 bits, as text. */
  readonly seed: string;
  readonly sessions: number;
}

/** What came of the sessions so far. Amounts are nets in cents. */
export interface LabFigures {
  readonly sessions: number;
  readonly mean: number;
  readonly sd: number;
  /** Shares of all sessions, as are the endings. */
  readonly ruin: number;
  readonly ahead: number;
  readonly quantiles: { readonly [p: string]: number };
  readonly endings: { readonly [ending: string]: number };
  /** Nets in cents, ascending, and how many sessions ended with each. */
  readonly histogram: readonly (readonly [number, number])[];
  /** Numbers of sessions: the first with the best, the median and the worst net. */
  readonly best: number;
  readonly middle: number;
  readonly worst: number;
  readonly rollsPerSecond: number;
  readonly where: "page" | "house";
  /** The whole record, where the house has played. */
  readonly record?: SessionRecord;
}

export interface LabRun {
  cancel(): void;
  readonly done: Promise<LabFigures>;
}

export type LabEngine = (question: LabQuestion, progress: (soFar: LabFigures) => void) => LabRun;

/** What the page reads of a record of `exact --json` or `simulate --json`; money is in currency units there. */
export interface SessionRecord {
  readonly sessions?: number;
  readonly mean_net: number;
  readonly mean_net_interval?: readonly [number, number] | null;
  readonly sd_net: number;
  readonly ruin: number;
  readonly endings: { readonly [ending: string]: number };
  readonly quantiles: { readonly [share: string]: number };
  readonly distribution: readonly (readonly [number, number])[];
  readonly bands: readonly NetBand[];
  readonly risked: { readonly loss_per_hour: number; readonly pace: number; readonly action: number } | null;
  readonly lines: readonly LineRecord[];
  readonly lines_risked: string;
  readonly best?: { readonly session: number; readonly net: number };
  readonly worst?: { readonly session: number; readonly net: number };
  readonly rolls_per_second?: number;
}

export interface NetBand {
  readonly roll: number;
  readonly p5: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
  readonly ahead: number;
  readonly ruin: number;
}

export interface LineRecord {
  readonly line: number | null;
  readonly text: string;
  readonly fired?: number;
  readonly risked: { readonly bets: number; readonly action: number; readonly net: number } | null;
}

/** Rolls an hour where nothing else is said. */
export const PACE = 144;
/** As many sessions the page asks to be played. */
export const SESSIONS = 1_000_000;

export const FIRST_QUESTION: LabQuestion = {
  house: "catfish-bend",
  strategy: "three-point-molly",
  bankroll: 300_00,
  unit: null,
  end: { hours: 2 },
  goal: null,
  stopLoss: null,
  faceValue: false,
  seed: "1",
  sessions: SESSIONS,
};

/** Returns true if the question has a strategy's text, and not a name. */
export function isText(strategy: string): boolean {
  return strategy.includes("\n");
}

/** The question as the house is asked it. */
export function labRequest(question: LabQuestion): LabRequest {
  const { end, strategy } = question;
  const money = (cents: number | null): string => (cents === null ? "" : spoken(cents));
  return {
    house: question.house,
    ...(isText(strategy) ? { text: strategy } : { strategy }),
    bankroll: spoken(question.bankroll),
    unit: money(question.unit),
    ...end,
    goal: money(question.goal),
    stop_loss: money(question.stopLoss),
    face_value: question.faceValue,
    seed: question.seed,
  };
}

/** The question in an address; what it leaves out is as in the first question. */
export function questionAt(search: string, hash = ""): LabQuestion {
  const asked = new URLSearchParams(search);
  const text = asked.get("text") ?? new URLSearchParams(hash.replace(/^#/, "")).get("text");
  const end: { -readonly [key in keyof SessionEnding]: SessionEnding[key] } = {};
  for (const name of ["rolls", "shooters", "hours", "pace"] as const) {
    const value = Number(asked.get(name) ?? NaN);
    if (value > 0) end[name] = value;
  }
  const limited = end.rolls ?? end.shooters ?? end.hours;
  const goal = money(asked.get("goal"));
  return {
    ...FIRST_QUESTION,
    house: asked.get("house") || FIRST_QUESTION.house,
    strategy: text === null ? asked.get("s") || FIRST_QUESTION.strategy : text.endsWith("\n") ? text : `${text}\n`,
    bankroll: money(asked.get("bring")) ?? FIRST_QUESTION.bankroll,
    unit: money(asked.get("unit")),
    end: limited === undefined && goal === null ? { ...FIRST_QUESTION.end, ...end } : end,
    goal,
    stopLoss: money(asked.get("stop")),
    faceValue: asked.get("face") === "1",
    seed: /^\d{1,20}$/.test(asked.get("seed") ?? "") ? asked.get("seed")! : FIRST_QUESTION.seed,
  };
}

function money(words: string | null): number | null {
  return words === null ? null : typed(words);
}

/** The longest text that goes into an address's query; a longer one stands behind its `#`. */
const LONGEST_IN_QUERY = 4_000;

/** Returns true if the house can be asked by an address: a text behind the `#` it does not see. */
export function fitsQuery({ strategy }: LabQuestion): boolean {
  return strategy.length <= LONGEST_IN_QUERY;
}

/** The question as an address's query, and the fragment behind it. */
export function questionQuery(question: LabQuestion, more: { readonly [name: string]: string | readonly string[] } = {}): string {
  const asked = new URLSearchParams();
  const text = isText(question.strategy) ? question.strategy : "";
  const long = !fitsQuery(question);
  if (!text) asked.set("s", question.strategy);
  else if (!long) asked.set("text", text);
  asked.set("house", question.house);
  asked.set("bring", spoken(question.bankroll));
  if (question.unit !== null) asked.set("unit", spoken(question.unit));
  for (const [name, value] of Object.entries(question.end)) if (value !== undefined) asked.set(name, String(value));
  if (question.goal !== null) asked.set("goal", spoken(question.goal));
  if (question.stopLoss !== null) asked.set("stop", spoken(question.stopLoss));
  if (question.faceValue) asked.set("face", "1");
  asked.set("seed", question.seed);
  for (const [name, value] of Object.entries(more)) for (const each of [value].flat()) if (each) asked.append(name, each);
  return `?${asked}${long ? `#${new URLSearchParams({ text })}` : ""}`;
}
