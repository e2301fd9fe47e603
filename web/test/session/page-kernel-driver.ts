/**
 * Plays a simulation with the page's kernel in Node, for a test that answers as the house does:
 * `node driver KERNEL.wasm SEED SESSIONS`, a line of JSON out for each question, a line in for each answer.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { figuresOf } from "../../src/session/page-kernel/figures";
import { PageKernel, type AskRows } from "../../src/session/page-kernel/kernel";

const [file, seed, sessions] = process.argv.slice(2);
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (line: unknown): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
const ask: AskRows = async (epoch, marks, missing) => {
  say({ epoch, marks, sessions: missing });
  return JSON.parse((await answers.next()).value as string);
};

const module = await WebAssembly.compile(readFileSync(file!));
/** Two of them, as two workers would, in stretches of different length. */
const kernels = [1, 2].map(() => new PageKernel(new WebAssembly.Instance(module, {})));
const many = Number(sessions);
let first = 0;
const began = performance.now();
for (let at = 0; first < many; at++) {
  const count = Math.min(many - first, 700 * (at + 1));
  await kernels[at % kernels.length]!.play(BigInt(seed!), first, count, ask);
  first += count;
}
const parts = kernels.map((kernel) => kernel.counted());
const figures = figuresOf(parts.filter((part) => part.sessions), (performance.now() - began) / 1_000);
say({ figures, rolls: parts.reduce((sum, part) => sum + part.rolls, 0) });
process.exit(0);
