/** Sessions that the house plays, more of them each time it is asked, so that the figures grow. */
import { labRequest, type LabEngine, type LabFigures, type SessionRecord } from "../../model/lab";
import type { LabSimulated } from "../../protocol.generated";
import { RefusedError, type HouseApi } from "../../state/api";

/** So many sessions are asked for one after the other; the last step is what the question wants. */
const STEPS = [1_000, 8_000, 64_000];
/** No more than that is asked of a house. */
const MOST = 200_000;

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
