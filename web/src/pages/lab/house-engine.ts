/** Sessions that the house plays, more of them each time it is asked, so that the figures grow. */
import type { LabEngine, LabFigures, LabQuestion, SessionRecord } from "../../model/lab";
import { isText } from "../../model/lab";
import { spoken } from "../../model/money";
import type { LabRequest, LabSimulated } from "../../protocol.generated";
import { RefusedError, type HouseApi } from "../../state/api";

/** So many sessions are asked for one after the other; the last step is what the question wants. */
const STEPS = [1_000, 8_000, 64_000];
/** No more than that is asked of a house. */
const MOST = 200_000;

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

/** Asks the lab of the house; one that is busy is asked again when it says that it can be, until `signal` ends it: then
 * the house drops the work too. */
export async function askLab<Answer>(house: HouseApi, what: string, body: unknown, signal: AbortSignal, waits?: (seconds: number) => void): Promise<Answer> {
  for (;;) {
    try {
      return await house.ask<Answer>("POST", `/api/lab/${what}`, body, signal);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 503 || signal.aborted) throw error;
      const seconds = error.why.retry_after ?? 1;
      waits?.(seconds);
      await new Promise((done) => setTimeout(done, 1_000 * seconds));
      if (signal.aborted) throw error;
    }
  }
}

export function houseEngine(house: HouseApi): LabEngine {
  return (question, progress) => {
    const asking = new AbortController();
    const play = async (): Promise<LabFigures> => {
      const wanted = Math.min(question.sessions, MOST);
      const steps = [...STEPS.filter((step) => step < wanted), wanted];
      let figures: LabFigures | null = null;
      for (const sessions of steps) {
        const body = { question: labRequest(question), sessions };
        try {
          const told = await askLab<LabSimulated>(house, "simulate", body, asking.signal);
          figures = figuresOf(told);
          if (!told.complete) break;
        } catch (error) {
          if (!asking.signal.aborted || !figures) throw error;
          break;
        }
        if (sessions < wanted) progress(figures);
      }
      return figures!;
    };
    return { cancel: () => asking.abort(), done: play() };
  };
}

function figuresOf({ result, middle }: LabSimulated): LabFigures {
  const record = result as unknown as SessionRecord;
  const sessions = record.sessions ?? 0;
  const histogram = record.distribution.map(([net, share]) => [Math.round(net * 100), Math.round(share * sessions)] as const);
  return {
    sessions,
    mean: record.mean_net * 100,
    sd: record.sd_net * 100,
    ruin: record.ruin,
    ahead: record.distribution.reduce((sum, [net, share]) => sum + (net > 0 ? share : 0), 0),
    quantiles: Object.fromEntries(Object.entries(record.quantiles).map(([share, net]) => [share, Math.round(net * 100)])),
    endings: record.endings,
    histogram,
    best: record.best?.session ?? 0,
    middle,
    worst: record.worst?.session ?? 0,
    rollsPerSecond: record.rolls_per_second ?? 0,
    where: "house",
    record,
  };
}
