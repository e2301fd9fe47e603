/** A worker with a kernel of its own: it plays the stretches that it is given, and asks the page for what is missing. */
import type { PartTelling, StrategyTelling } from "../../protocol.generated";
import { CannotSimulate, PageKernel, type CountedSessions } from "./kernel";

/** Where the kernel is; set by the build. */
declare const PAGE_KERNEL: string;

export type ToWorker =
  | { readonly play: { readonly seed: string; readonly first: number; readonly count: number } }
  | { readonly rows: StrategyTelling };
export type FromWorker =
  | { readonly counted: CountedSessions }
  | { readonly ask: { readonly epoch: string; readonly marks: PartTelling["mark"][]; readonly sessions: number[] } }
  | { readonly failed: string; readonly cannot: boolean };

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

/** The kernel is fetched and compiled while the house traces. */
async function open(): Promise<PageKernel> {
  const answer = await fetch(PAGE_KERNEL);
  if (!answer.ok) throw new CannotSimulate("the page's kernel could not be fetched");
  return new PageKernel((await WebAssembly.instantiate(await answer.arrayBuffer(), {})).instance);
}

const kernel = open();
/** Whoever fails says so when it is first needed. */
kernel.catch(() => undefined);
let heard: (rows: StrategyTelling) => void = () => undefined;

async function play({ seed, first, count }: { seed: string; first: number; count: number }): Promise<void> {
  try {
    const own = await kernel;
    await own.play(BigInt(seed), first, count, (epoch, marks, sessions) => {
      const answered = new Promise<StrategyTelling>((done) => (heard = done));
      scope.postMessage({ ask: { epoch, marks, sessions } });
      return answered;
    });
    scope.postMessage({ counted: own.counted() });
  } catch (error) {
    scope.postMessage({ failed: error instanceof Error ? error.message : String(error), cannot: error instanceof CannotSimulate });
  }
}

scope.onmessage = ({ data }) => {
  if ("rows" in data) heard(data.rows);
  else void play(data.play);
};
