/**
 * The lab's engine in the visitor's own machine: workers with the kernel play, and the house only traces.
 *
 * `pageEngine(api, houseEngine(api))` is a `LabEngine` like any other: `progress` is told every tenth of a second or so,
 * `cancel` ends all workers at once and settles `done` with what has been played. What comes out is what
 * `sevenout simulate` prints for the same seed, to the bit, however many workers there were.
 */
import { labRequest, type LabEngine, type LabFigures, type LabQuestion, type LabRun } from "../../model/lab";
import type { RowsRequest, StrategyTelling } from "../../protocol.generated";
import { RefusedError, type HouseApi } from "../../state/api";
import { figuresOf } from "./figures";
import type { CountedSessions } from "./kernel";
import type { FromWorker, ToWorker } from "./worker";

/** Where the worker's script is; "" where the kernel was not built. Set by the build. */
declare const LAB_WORKER: string;

/** So many sessions are played before the first figures, and in one stretch at most. */
const FIRST_STRETCH = 2_000;
const LONGEST_STRETCH = 1 << 18;
/** A stretch is to take about so many milliseconds of a worker, so that somebody who watches sees it move. What the house
 * takes to answer is not counted: the longer a stretch, the more is asked for at once. */
const STRETCH_MS = 100;
/** Another worker is opened for every so many sessions: each has a kernel to compile and a strategy to be told. */
const SESSIONS_EACH = 10 * FIRST_STRETCH;
/** So often a house that is busy is asked again. */
const MOST_ASKED = 60;

/** What is needed of a worker. */
export type KernelWorker = Pick<Worker, "onmessage" | "onerror" | "postMessage" | "terminate">;
export type OpenWorker = () => KernelWorker;

/** How a worker is opened; null where this browser or this house lacks what it takes. */
function workersHere(): OpenWorker | null {
  const has = typeof LAB_WORKER !== "undefined" && LAB_WORKER !== "" && typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
  return has ? () => new Worker(LAB_WORKER, { type: "module" }) : null;
}

/** The engine of the page where that can be; what it cannot play, and where it is missing, `otherwise` plays. */
export function pageEngine(api: HouseApi, otherwise: LabEngine, open: OpenWorker | null = workersHere()): LabEngine {
  if (!open) return otherwise;
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

class Simulation implements LabRun {
  readonly done: Promise<LabFigures>;
  readonly #api: HouseApi;
  readonly #question: LabQuestion;
  readonly #progress: (soFar: LabFigures) => void;
  readonly #workers: KernelWorker[];
  readonly #parts: CountedSessions[] = [];
  readonly #began = performance.now();
  /** How long each worker has waited for the house. */
  readonly #askedMs: number[] = [];
  readonly #asking = new AbortController();
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
    // One processor is left to whoever draws.
    const many = Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1);
    this.#workers = Array.from({ length: Math.min(many, Math.ceil(question.sessions / SESSIONS_EACH)) }, open);
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
  async #drive(worker: KernelWorker, at: number): Promise<void> {
    const { sessions, seed } = this.#question;
    while (this.#next < sessions && !this.#asking.signal.aborted) {
      const first = this.#next;
      const count = Math.min(this.#size, sessions - first);
      this.#next += count;
      const began = performance.now(), asked = this.#askedMs[at] ?? 0;
      this.#parts[at] = await this.#play(worker, at, { play: { seed, first, count } });
      const worked = performance.now() - began - ((this.#askedMs[at] ?? 0) - asked);
      const fitting = (count * STRETCH_MS) / Math.max(1, worked);
      this.#size = Math.ceil(Math.min(LONGEST_STRETCH, 4 * count, Math.max(FIRST_STRETCH, fitting)));
      if (this.#next < sessions) this.#progress(this.#figures());
    }
  }

  #play(worker: KernelWorker, at: number, order: ToWorker): Promise<CountedSessions> {
    return new Promise((done, fail) => {
      worker.onerror = (event) => fail(new Error(event.message || "a worker could not be started"));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("counted" in data) done(data.counted);
        else if ("failed" in data) fail(new Error(data.failed));
        else void this.#answer(worker, at, data.ask).catch(fail);
      };
      worker.postMessage(order);
    });
  }

  async #answer(worker: KernelWorker, at: number, missing: Omit<RowsRequest, "question">): Promise<void> {
    const began = performance.now();
    const rows = await this.#ask(missing);
    this.#askedMs[at] = (this.#askedMs[at] ?? 0) + performance.now() - began;
    if (!this.#asking.signal.aborted) worker.postMessage({ rows } satisfies ToWorker);
  }

  /** What the house knows of the strategy; a house that is busy is asked again. */
  async #ask(missing: Omit<RowsRequest, "question">): Promise<StrategyTelling> {
    const asked: RowsRequest = { question: labRequest(this.#question), ...missing };
    for (let times = 1; ; times++) {
      try {
        return await this.#api.ask<StrategyTelling>("POST", "/api/lab/rows", asked, this.#asking.signal);
      } catch (error) {
        if (!(error instanceof RefusedError) || error.status !== 503 || times >= MOST_ASKED || this.#asking.signal.aborted) throw error;
        await new Promise((waited) => setTimeout(waited, 1_000 * (error.why.retry_after ?? 1)));
        if (this.#asking.signal.aborted) throw error;
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
    this.#asking.abort();
    for (const worker of this.#workers) worker.terminate();
  }
}
