/** The rolls of a table, one frame each: read from lines of JSON, told in words, and grouped into hands. No DOM. */
import { VERSION, type BookResponse, type ReplayFrame, type SeatShown, type SnapshotMessage } from "../../protocol.generated";
import { netOf } from "../../state/reducer";
import { ROLL_EVENTS } from "../../text/words";

/** One frame a line; a line that was cut off at the end is left out. */
export function readFrames(text: string): readonly ReplayFrame[] {
  const lines = text.split("\n");
  lines.pop(); // what follows the last line's end
  return lines.map((line) => JSON.parse(line) as ReplayFrame);
}

/** The roll that an address asks for, from 1: by its number, or by the log's entry from which on it is the first; else the last. */
export function askedRoll(frames: readonly ReplayFrame[], query: URLSearchParams): number {
  const entry = Number(query.get("entry"));
  const found = entry ? frames.findIndex(({ n }) => n >= entry) + 1 : 0;
  return Number(query.get("roll")) || found || frames.length;
}

/** The picture of one roll as the felt takes it: nobody bets there and nothing waits. */
export function snapshotAt({ n, table }: Pick<ReplayFrame, "n" | "table">, { name, digest }: BookResponse): SnapshotMessage {
  const { point = null, throws = null } = table;
  return {
    type: "snapshot",
    n,
    name: "",
    table,
    rules: name,
    digest,
    dice: "entered",
    seats: {},
    point,
    shooter: throws,
    next: { seat: null, why: "nobody", words: "" },
    now: "",
    version: VERSION,
    terms: { minimum: "", maximum: "", chip: "", window: 0, undo: false, watched: true, code: "" },
  };
}

/** Each roll's change of the net, in cents. */
export function swings(nets: readonly number[]): readonly number[] {
  return nets.map((net, at) => net - (nets[at - 1] ?? 0));
}

/** The rolls with the largest changes of the net, up or down, at most so many. */
export function largestSwings(nets: readonly number[], most = 3): readonly number[] {
  const changes = swings(nets);
  const order = changes.map((_, at) => at).filter((at) => changes[at] !== 0);
  return order.sort((a, b) => Math.abs(changes[b]!) - Math.abs(changes[a]!)).slice(0, most);
}

/** A hand: where it begins, how many rolls it has, who threw, and what it brought. */
export interface ReplayHand {
  readonly first: number;
  readonly rolls: number;
  readonly shooter: string;
  readonly net: number;
}

/** Every hand with what it brought to the seat whose nets these are. */
export function handsOf(frames: readonly ReplayFrame[], starts: readonly number[], nets: readonly number[]): readonly ReplayHand[] {
  return [...new Set(starts)].map((first, k, all) => {
    const end = all[k + 1] ?? frames.length;
    return { first, rolls: end - first, shooter: frames[first]!.shooter, net: nets[end - 1]! - (nets[first - 1] ?? 0) };
  });
}

/** For each frame where its hand begins; a hand is a shooter's rolls up to a seven-out, or until another throws. */
export function handStarts(frames: readonly ReplayFrame[]): readonly number[] {
  const starts: number[] = [];
  frames.forEach(({ shooter }, at) => {
    const before = frames[at - 1];
    const goes = before && before.shooter === shooter && before.event !== SEVEN_OUT;
    starts.push(goes ? starts[at - 1]! : at);
  });
  return starts;
}
export const SEVEN_OUT = "seven-out";
export const POINT_MADE = "made";

/** The roll at which the hand before or after this one begins. */
export function otherHand(starts: readonly number[], at: number, step: -1 | 1): number {
  if (step < 0) return starts[Math.max(0, starts[at]! - (starts[at] === at ? 1 : 0))] ?? 0;
  const next = starts.findIndex((start, roll) => roll > at && start === roll);
  return next < 0 ? starts.length - 1 : next;
}

/** What a seat has gained up to each roll; the last known figure while it is not there. */
export function netsOf(frames: readonly ReplayFrame[], seat: string): readonly number[] {
  let net = 0;
  return frames.map((frame) => {
    const shown = seats(frame).find(({ name }) => name === seat);
    return (net = shown ? netOf(shown) : net);
  });
}

/** Everybody who had a seat, in the order in which they came. */
export function seatsOf(frames: readonly ReplayFrame[]): readonly string[] {
  return [...new Set(frames.flatMap((frame) => seats(frame).map(({ name }) => name)))];
}

function seats({ table }: ReplayFrame): readonly SeatShown[] {
  return table.seats ?? [];
}

/** `Roll 12 of 80: 4 and 3, seven out.` */
export function rollWords(frames: readonly ReplayFrame[], at: number): string {
  const { dice, event } = frames[at]!;
  const what = ROLL_EVENTS[event] ? `, ${ROLL_EVENTS[event]}` : "";
  return `Roll ${at + 1} of ${frames.length}: ${dice[0]} and ${dice[1]}${what}.`;
}

/** What a seat has after a roll, in cents; null before it came and once it has left. */
export function holdings(frame: ReplayFrame, seat: string): { rack: number; atRisk: number; bought: number } | null {
  const shown = seats(frame).find(({ name }) => name === seat);
  return shown ? { rack: shown.rack, atRisk: netOf(shown) - shown.rack + shown.bought, bought: shown.bought } : null;
}
