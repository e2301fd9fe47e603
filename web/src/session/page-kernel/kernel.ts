/** The kernel in WebAssembly: it is told steps and decisions, plays stretches of sessions, and counts what came of them. */
import type { FinishedSession, PartTelling, StrategyTelling } from "../../protocol.generated";

/** What kernel/page/page_module.c offers. Addresses and sizes are numbers; a seed has 64 bits. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  take_memory(bytes: number): number;
  give_back(at: number): void;
  begin_strategy(parts: number, ruin: number, closing: number): void;
  learn(part: number, at: number, many: number): number;
  make_ready(): number;
  begin_stretch(seed: bigint, first: number, count: number, rolls: number): number;
  go_on(): number;
  name_waiting(): number;
  drop_waiting(many: number): void;
  count_stretch(): number;
  read_nets(): number;
  read_figures(): number;
  count_rows(): number;
}

/** All that has been counted. A net stands at `least` + its place, in chips. */
export interface CountedSessions {
  readonly sessions: number;
  readonly rolls: number;
  readonly endings: { readonly [ending: string]: number };
  readonly chip: number;
  readonly least: number;
  readonly often: Float64Array;
  /** The first session with each net. */
  readonly first: Float64Array;
  /** Those that the house has finished. */
  readonly finished: readonly FinishedSession[];
}

/** Why the page cannot play by itself: the house has to. */
export class CannotSimulate extends Error {}

/** So many endings the kernel tells apart. */
const ENDINGS = 128;
/** So many sessions are named in one request. */
const MOST_NAMED = 1_024;

/** What is asked of the house: all that the sessions with these numbers meet. */
export type AskRows = (epoch: string, marks: PartTelling["mark"][], sessions: number[]) => Promise<StrategyTelling>;

export class PageKernel {
  readonly #wasm: KernelExports;
  #told: StrategyTelling | null = null;
  #sessions = 0;
  #rolls = 0;
  readonly #endings = new Map<string, number>();
  readonly #finished: FinishedSession[] = [];

  constructor(instance: WebAssembly.Instance) {
    this.#wasm = instance.exports as unknown as KernelExports;
    this.#wasm._initialize?.();
  }

  get rows(): number {
    return this.#wasm.count_rows();
  }

  /** Takes in what the house tells; true if all that it told before is void. */
  tell(telling: StrategyTelling): boolean {
    if (telling.full) throw new CannotSimulate(telling.full);
    const anew = telling.epoch !== this.#told?.epoch;
    const wasm = this.#wasm;
    if (anew) {
      const ruin = Math.max(0, telling.endings.indexOf("ruin"));
      wasm.begin_strategy(telling.parts.length, ruin, telling.closes_at_once ? 1 : 0);
    }
    telling.parts.forEach((part, at) => this.#learn(part, at, telling.plays_out));
    if (anew && !wasm.make_ready()) throw new CannotSimulate("the first decision was not told");
    this.#told = telling;
    return anew;
  }

  #learn(part: PartTelling, at: number, playsOut: boolean): void {
    const { columns, bankroll, minimum, first, steps, decisions } = part;
    const head = [columns, bankroll, minimum, first, playsOut ? 1 : 0];
    const many = head.length + 2 + steps.length + decisions.length;
    const to = this.#wasm.take_memory(8 * many);
    if (!to) throw new CannotSimulate("there is no memory left");
    const numbers = new Float64Array(this.#wasm.memory.buffer, to, many);
    numbers.set(head);
    numbers[head.length] = steps.length / 4;
    numbers.set(steps, head.length + 1);
    numbers[head.length + 1 + steps.length] = decisions.length / 10;
    numbers.set(decisions, head.length + 2 + steps.length);
    const learnt = this.#wasm.learn(at, to, many);
    this.#wasm.give_back(to);
    if (!learnt) throw new CannotSimulate("there is no memory left");
  }

  /** Plays sessions `first`, `first` + 1, … and counts them. Whatever they meet for the first time is asked for. */
  async play(seed: bigint, first: number, count: number, ask: AskRows): Promise<void> {
    if (!this.#told) this.tell(await ask("", [], Array.from({ length: Math.min(count, MOST_NAMED) }, (_, i) => first + i)));
    let finished: FinishedSession[] = [];
    this.#begin(seed, first, count);
    for (let waiting = this.#goOn(); waiting; waiting = this.#goOn()) {
      const { epoch, parts } = this.#told!;
      const named = new Float64Array(this.#wasm.memory.buffer, this.#wasm.name_waiting(), waiting);
      const sessions = Array.from(named.subarray(0, MOST_NAMED));
      const telling = await ask(epoch, parts.map((part) => part.mark), sessions);
      if (this.tell(telling)) {
        finished = [];
        this.#begin(seed, first, count);
        continue;
      }
      const done = telling.finished ?? [];
      this.#wasm.drop_waiting(done.length);
      finished.push(...done);
    }
    this.#count(finished);
  }

  #begin(seed: bigint, first: number, count: number): void {
    const begun = this.#wasm.begin_stretch(BigInt.asIntN(64, seed), first, count, this.#told!.rolls);
    if (!begun) throw new CannotSimulate("there is no memory left");
  }

  #goOn(): number {
    const waiting = this.#wasm.go_on();
    if (waiting < 0) throw new CannotSimulate("there is no memory left");
    return waiting;
  }

  #count(finished: readonly FinishedSession[]): void {
    const wasm = this.#wasm;
    if (!wasm.count_stretch()) throw new CannotSimulate("the nets are too far apart to be counted in the page");
    const figures = new Float64Array(wasm.memory.buffer, wasm.read_figures(), 2 + ENDINGS);
    const add = (ending: string, often: number): unknown => this.#endings.set(ending, (this.#endings.get(ending) ?? 0) + often);
    this.#sessions += figures[0]! + finished.length;
    this.#rolls += figures[1]! + finished.reduce((sum, one) => sum + one.rolls, 0);
    this.#told!.endings.forEach((ending, at) => figures[2 + at] && add(ending, figures[2 + at]!));
    for (const one of finished) add(one.ending, 1);
    figures.fill(0);
    this.#finished.push(...finished);
  }

  counted(): CountedSessions {
    const { memory } = this.#wasm;
    const at = this.#wasm.read_nets(), view = new DataView(memory.buffer, at, 24);
    const room = view.getFloat64(16, true);
    const copy = (place: number): Float64Array =>
      room ? new Float64Array(memory.buffer, view.getUint32(place, true), room).slice() : new Float64Array();
    return {
      sessions: this.#sessions,
      rolls: this.#rolls,
      endings: Object.fromEntries(this.#endings),
      chip: this.#told?.chip ?? 1,
      least: view.getFloat64(8, true),
      often: copy(0),
      first: copy(4),
      finished: this.#finished,
    };
  }
}
