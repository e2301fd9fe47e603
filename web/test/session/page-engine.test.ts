/** The lab's engine in the page: whoever plays which sessions, the figures are the same; it stops at once; it falls back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LabEngine, LabFigures, LabQuestion } from "../../src/model/lab";
import { divide } from "../../src/session/page-kernel/figures";
import type { CountedSessions } from "../../src/session/page-kernel/kernel";
import { pageEngine, type KernelWorker } from "../../src/session/page-kernel/page-engine";
import type { FromWorker, ToWorker } from "../../src/session/page-kernel/worker";
import { RefusedError, type HouseApi } from "../../src/state/api";

const QUESTION: LabQuestion = {
  house: "typical",
  strategy: "pass-line",
  bankroll: 300_00,
  unit: null,
  end: { rolls: 100 },
  goal: null,
  stopLoss: null,
  faceValue: false,
  seed: "18446744073709551615",
  sessions: 150_000,
};
const CHIP = 100, NETS = 41, LEAST = -20;

/** A net for every session, in chips above the least: what a kernel would play, without one. */
const netOf = (session: number): number => (session * session * 7 + session) % NETS;

/** Plays as a worker does; each answer comes in a turn of its own. */
class PretendWorker implements KernelWorker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  ended = false;
  #sessions = 0;
  readonly #often = new Float64Array(NETS);
  readonly #first = new Float64Array(NETS).fill(Infinity);

  postMessage(order: ToWorker): void {
    assert.ok(!this.ended, "a worker that was ended is given nothing");
    if ("play" in order) setImmediate(() => this.say(this.play(order.play)));
  }

  terminate(): void {
    this.ended = true;
  }

  protected say(answer: FromWorker): void {
    if (!this.ended) this.onmessage?.call(null as never, { data: answer } as MessageEvent<FromWorker>);
  }

  protected play({ seed, first, count }: { seed: string; first: number; count: number }): FromWorker {
    assert.equal(seed, QUESTION.seed);
    for (let session = first; session < first + count; session++) {
      const net = netOf(session);
      this.#often[net]!++;
      this.#first[net] = Math.min(this.#first[net]!, session);
    }
    this.#sessions += count;
    return { counted: this.#counted() };
  }

  #counted(): CountedSessions {
    const [often, first] = [this.#often.slice(), this.#first.slice()];
    return { sessions: this.#sessions, rolls: 100 * this.#sessions, endings: { rolls: this.#sessions }, chip: CHIP, least: LEAST, often, first, finished: [] };
  }
}

const HOUSE = {} as HouseApi;
const never: LabEngine = () => assert.fail("the house was asked to play");

function withProcessors<T>(many: number, run: () => T): T {
  const navigator = { value: { hardwareConcurrency: many }, configurable: true };
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", navigator);
  try {
    return run();
  } finally {
    if (before) Object.defineProperty(globalThis, "navigator", before);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
}

async function played(processors: number): Promise<{ figures: LabFigures; workers: PretendWorker[]; told: number[] }> {
  const workers: PretendWorker[] = [], told: number[] = [];
  const open = (): PretendWorker => {
    const worker = new PretendWorker();
    workers.push(worker);
    return worker;
  };
  const run = withProcessors(processors, () => pageEngine(HOUSE, never, open)(QUESTION, (soFar) => told.push(soFar.sessions)));
  return { figures: await run.done, workers, told };
}

test("however many workers play, the figures are the same, and none is left", async () => {
  const one = await played(1), many = await played(8);
  assert.deepEqual([one.workers.length, many.workers.length], [1, 7]);
  assert.ok([...one.workers, ...many.workers].every((worker) => worker.ended));
  assert.deepEqual({ ...many.figures, rollsPerSecond: 0 }, { ...one.figures, rollsPerSecond: 0 });
  assert.equal(one.figures.sessions, QUESTION.sessions);
  const all = Array.from({ length: QUESTION.sessions }, (_, session) => netOf(session));
  const most = Math.max(...new Set(all)), sum = all.reduce((so, net) => so + (net + LEAST) * CHIP, 0);
  assert.equal(one.figures.best, all.indexOf(most));
  assert.equal(one.figures.mean, sum / QUESTION.sessions);
  assert.equal(one.figures.where, "page");
});

test("progress is told while it plays, of ever more sessions", async () => {
  const { told } = await played(1);
  assert.ok(told.length > 2);
  assert.equal(told[0], 2_000);
  assert.deepEqual(told, [...told].sort((one, other) => one - other));
});

test("cancelling ends every worker at once, and what was played is the answer", async () => {
  const workers: PretendWorker[] = [];
  let ended: boolean[] = [];
  const engine = withProcessors(3, () =>
    pageEngine(HOUSE, never, () => {
      const worker = new PretendWorker();
      workers.push(worker);
      return worker;
    })(QUESTION, () => {
      engine.cancel();
      ended = workers.map((worker) => worker.ended);
    }),
  );
  const figures = await engine.done;
  assert.equal(figures.sessions, 2_000);
  assert.deepEqual(ended, [true, true]);
});

test("a run that is cancelled before anything was played has no figures, and the house is not asked", async () => {
  const run = pageEngine(HOUSE, never, () => new PretendWorker())(QUESTION, () => undefined);
  run.cancel();
  await assert.rejects(run.done, /stopped/);
});

class BrokenWorker extends PretendWorker {
  protected override play(): FromWorker {
    return { failed: "there is no memory left", cannot: true };
  }
}

test("what the page cannot play, the house plays, and can be cancelled", async () => {
  const figures = { where: "house" } as LabFigures;
  let cancelled = false;
  const house: LabEngine = () => ({ cancel: () => (cancelled = true), done: Promise.resolve(figures) });
  const run = pageEngine(HOUSE, house, () => new BrokenWorker())(QUESTION, () => undefined);
  assert.equal(await run.done, figures);
  run.cancel();
  assert.ok(cancelled);
  assert.equal(pageEngine(HOUSE, house, null), house);
});

/** Asks once for what it misses, then plays. */
class AskingWorker extends PretendWorker {
  override postMessage(order: ToWorker): void {
    if ("play" in order) setImmediate(() => this.say({ ask: { epoch: "", marks: [], sessions: [0] } }));
    else super.postMessage({ play: { seed: QUESTION.seed, first: 0, count: 10 } });
  }
}

test("the house is asked with the lab's own question, and again when it was busy", async () => {
  const asked: unknown[] = [];
  const house = {
    ask: async (_method: string, path: string, body: unknown) => {
      asked.push([path, body]);
      if (asked.length === 1) throw new RefusedError({ code: "busy", reason: "busy", retry_after: 0 } as never, 503);
      return {};
    },
  } as unknown as HouseApi;
  const question = { ...QUESTION, strategy: "unit 10\n", unit: 5_00, goal: 412_50, sessions: 10 };
  const run = pageEngine(house, never, () => new AskingWorker())(question, () => undefined);
  assert.equal((await run.done).sessions, 10);
  const expected = { house: "typical", text: "unit 10\n", bankroll: "300", unit: "5", rolls: 100, goal: "412.50", stop_loss: "", face_value: false, seed: QUESTION.seed };
  assert.deepEqual(asked, Array.from({ length: 2 }, () => ["/api/lab/rows", { question: expected, epoch: "", marks: [], sessions: [0] }]));
});

test("a quotient of whole numbers is the double nearest to it", () => {
  assert.equal(divide(1n, 3n), 1 / 3);
  assert.equal(divide(-7n, 2n), -3.5);
  assert.equal(divide(2n ** 60n + 1n, 2n ** 60n), 1);
  assert.equal(divide(0n, 5n), 0);
});
