/** The lab's engine in the visitor's own machine: workers with the kernel play, and the house only traces. */
import type { LabEngine, LabFigures, LabQuestion, LabRun } from "../../model/lab";
import { spoken } from "../../model/money";
import type { LabRequest, RowsRequest, StrategyTelling } from "../../protocol.generated";
import { RefusedError, type HouseApi } from "../../state/api";
import { figuresOf } from "./figures";
import type { CountedSessions } from "./kernel";
import type { FromWorker, ToWorker } from "./worker";

/** Where the worker's script is; "" where the kernel was not built. Set by the build. */
declare const LAB_WORKER: string;

/** So many sessions are played before the first figures, and in one stretch at most. */
const FIRST_STRETCH = 2_000;
const LONGEST_STRETCH = 1 << 18;
/** A stretch is to take about so many milliseconds, so that somebody who watches sees it move. */
const STRETCH_MS = 100;
/** So often a house that is busy is asked again, and so many milliseconds later. */
const MOST_ASKED = 60;
const AGAIN_MS = 1_000;

/** What a worker is, for somebody who tests without one. */
export type OpenWorker = () => Worker;

/** Whether this browser and this house have what it takes. */
export function canSimulate(): boolean {
  return typeof LAB_WORKER !== "undefined" && LAB_WORKER !== "" && typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
}

/** The engine of the page where that can be; what it cannot play, and where it is missing, `otherwise` plays. */
export function pageEngine(api: HouseApi, otherwise: LabEngine, open: OpenWorker = () => new Worker(LAB_WORKER, { type: "module" })): LabEngine {
  if (!canSimulate()) return otherwise;
  return (question, progress) => {
    const own = new Simulation(api, question, progress, open);
    let run: LabRun = own;
    let cancelled = false;
    const done = own.done.catch((error: unknown) => {
      if (cancelled) throw error;
      run = otherwise(question, progress);
      return run.done;
    });
    const cancel = (): void => {
      cancelled = true;
      run.cancel();
    };
    return { cancel, done };
  };
}

/** The question as the house is asked it. */
function questionOf({ house, strategy, bankroll, unit, end, goal, stopLoss, faceValue, seed }: LabQuestion): LabRequest {
  const money = (cents: number | null): string => (cents === null ? "" : spoken(cents));
  const played = strategy.includes("\n") ? { text: strategy } : { strategy };
  const ended = { goal: money(goal), stop_loss: money(stopLoss), face_value: faceValue };
  return { house, ...played, bankroll: spoken(bankroll), unit: money(unit), ...end, ...ended, seed };
}

class Simulation implements LabRun {
  readonly done: Promise<LabFigures>;
  readonly #api: HouseApi;
  readonly #question: LabQuestion;
  readonly #progress: (soFar: LabFigures) => void;
  readonly #workers: Worker[];
  readonly #parts: CountedSessions[] = [];
  readonly #began = performance.now();
  #next = 0;
  #size = FIRST_STRETCH;
  #resolve: (figures: LabFigures) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(api: HouseApi, question: LabQuestion, progress: (soFar: LabFigures) => void, open: OpenWorker) {
    this.#api = api;
    this.#question = question;
    this.#progress = progress;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const many = Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1);
    const needed = Math.ceil(question.sessions / FIRST_STRETCH);
    this.#workers = Array.from({ length: Math.min(many, needed) }, open);
    void Promise.all(this.#workers.map((worker, at) => this.#drive(worker, at))).then(
      () => this.#finish(),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Stops; what has been played so far is the answer, if anything has. */
  cancel(): void {
    if (this.#parts.some(Boolean)) this.#finish();
    else this.#fail(new Error("the simulation was stopped"));
  }

  /** Has one worker play stretch after stretch. */
  async #drive(worker: Worker, at: number): Promise<void> {
    const { sessions, seed } = this.#question;
    while (this.#next < sessions) {
      const first = this.#next;
      const count = Math.min(this.#size, sessions - first);
      this.#next += count;
      const began = performance.now();
      this.#parts[at] = await this.#play(worker, { play: { seed, first, count } });
      const fitting = (count * STRETCH_MS) / Math.max(1, performance.now() - began);
      this.#size = Math.ceil(Math.min(LONGEST_STRETCH, 4 * count, Math.max(FIRST_STRETCH, fitting)));
      if (this.#next < sessions) this.#progress(this.#figures());
    }
  }

  #play(worker: Worker, order: ToWorker): Promise<CountedSessions> {
    return new Promise((done, fail) => {
      worker.onerror = (event) => fail(new Error(event.message || "a worker could not be started"));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("counted" in data) done(data.counted);
        else if ("failed" in data) fail(new Error(data.failed));
        else void this.#ask(data.ask).then((rows) => worker.postMessage({ rows } satisfies ToWorker), fail);
      };
      worker.postMessage(order);
    });
  }

  /** What the house knows of the strategy; a house that is busy is asked again. */
  async #ask(missing: Omit<RowsRequest, "question">): Promise<StrategyTelling> {
    const asked: RowsRequest = { question: questionOf(this.#question), ...missing };
    for (let times = 1; ; times++) {
      try {
        return await this.#api.ask<StrategyTelling>("POST", "/api/lab/rows", asked);
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 503 || times >= MOST_ASKED) throw error;
        await new Promise((waited) => setTimeout(waited, AGAIN_MS));
      }
    }
  }

  #figures(): LabFigures {
    return figuresOf(this.#parts.filter(Boolean), (performance.now() - this.#began) / 1_000);
  }

  #finish(): void {
    this.#close();
    this.#resolve(this.#figures());
  }

  #fail(error: unknown): void {
    this.#close();
    this.#reject(error);
  }

  #close(): void {
    for (const worker of this.#workers) worker.terminate();
  }
}
