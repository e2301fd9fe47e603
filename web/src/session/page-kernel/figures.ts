/** The figures of sessions that were counted, as the command line reckons them: sums are whole numbers, and each figure
 * is rounded once. So they are the same to the bit, whoever counted which sessions. */
import type { LabFigures } from "../../model/lab";
import type { CountedSessions } from "./kernel";

/** The quantiles that `simulate --json` prints. */
const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

interface NetCount {
  often: number;
  /** The first session with this net. */
  first: number;
}

const bits = (number: bigint): number => number.toString(2).length;

/** The double nearest to a quotient of whole numbers; half way, the even one. */
export function divide(dividend: bigint, divisor: bigint): number {
  if (dividend < 0n) return -divide(-dividend, divisor);
  if (dividend === 0n) return 0;
  const shift = bits(dividend) - bits(divisor) - 55;
  const [above, below] = shift < 0 ? [dividend << BigInt(-shift), divisor] : [dividend, divisor << BigInt(shift)];
  const quotient = above / below;
  const extra = bits(quotient) - 53;
  const half = 1n << BigInt(extra - 1);
  const rest = quotient & ((half << 1n) - 1n);
  const kept = quotient >> BigInt(extra);
  const up = rest > half || (rest === half && (above % below > 0n || (kept & 1n) === 1n));
  return Number(up ? kept + 1n : kept) * 2 ** (shift + extra);
}

/** Every net in cents, ascending. */
function merge(parts: readonly CountedSessions[]): [number, NetCount][] {
  const nets = new Map<number, NetCount>();
  const add = (net: number, often: number, first: number): void => {
    const known = nets.get(net);
    if (!known) nets.set(net, { often, first });
    else {
      known.often += often;
      known.first = Math.min(known.first, first);
    }
  };
  for (const { least, chip, often, first, finished } of parts) {
    often.forEach((count, at) => count && add((least + at) * chip, count, first[at]!));
    for (const one of finished) add(one.net, 1, one.session);
  }
  return [...nets].sort(([one], [other]) => one - other);
}

/** What the sessions of all workers say; they took so many seconds. */
export function figuresOf(parts: readonly CountedSessions[], seconds: number): LabFigures {
  const nets = merge(parts);
  let sum = 0n, squares = 0n, ahead = 0;
  for (const [net, { often }] of nets) {
    const amount = BigInt(net), count = BigInt(often);
    sum += amount * count;
    squares += amount * amount * count;
    if (net > 0) ahead += often;
  }
  const sessions = parts.reduce((total, part) => total + part.sessions, 0);
  const rolls = parts.reduce((total, part) => total + part.rolls, 0);
  const total = BigInt(sessions);
  const quantile = (share: number): [number, NetCount] => {
    let passed = 0;
    return nets.find(([, { often }]) => (passed += often) >= share * sessions) ?? nets.at(-1)!;
  };
  const often: { [ending: string]: number } = {};
  for (const part of parts)
    for (const [ending, count] of Object.entries(part.endings)) often[ending] = (often[ending] ?? 0) + count;
  const endings = Object.fromEntries(Object.entries(often).map(([ending, count]) => [ending, count / sessions]));
  return {
    sessions,
    mean: divide(sum, total),
    sd: sessions > 1 ? Math.sqrt(divide(squares * total - sum * sum, total * (total - 1n))) : 0,
    ruin: endings["ruin"] ?? 0,
    ahead: ahead / sessions,
    quantiles: Object.fromEntries(SHARES.map((share) => [String(share), quantile(share)[0]])),
    endings,
    histogram: nets.map(([net, count]) => [net, count.often] as const),
    best: nets.at(-1)![1].first,
    middle: quantile(0.5)[1].first,
    worst: nets[0]![1].first,
    rollsPerSecond: rolls / seconds,
    where: "page",
  };
}
