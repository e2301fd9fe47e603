/** Games of every house as it told them, recorded when the tests run: `record.py` plays them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Transition, View } from "../src/model/view";
import type { BookResponse, EventMessage, OfferMessage, SnapshotMessage } from "../src/protocol.generated";

declare const ROOT: string;

/** One thing told, with the table before and after it and what the first seat may bet then. */
export interface Recorded {
  readonly before: SnapshotMessage;
  readonly event: EventMessage;
  readonly after: SnapshotMessage;
  readonly offers: readonly OfferMessage[];
}

export interface Night {
  readonly book: BookResponse;
  readonly games: readonly (readonly Recorded[])[];
}

/** Games of every house, `count` things told of each. */
export function nights(count: number): Night[] {
  const own = join(ROOT, ".venv", "bin", "python");
  const python = process.env["SEVENOUT_PYTHON"] ?? (existsSync(own) ? own : "python3");
  const played = spawnSync(python, [join(ROOT, "web", "test", "record.py"), String(count)], {
    cwd: ROOT,
    encoding: "utf-8",
    maxBuffer: 1 << 28,
  });
  if (played.status !== 0) throw new Error(played.stderr);
  return played.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Night);
}

/** A view as a page would have it after something was told. */
export function viewOf(book: BookResponse, told: Recorded, more: Partial<View> = {}): View {
  const heard: Transition = { event: told.event, before: told.before, after: told.after };
  return {
    table: told.after.name,
    connection: { is: "open" },
    snapshot: told.after,
    book,
    offers: new Map(told.offers.map((offer) => [offer.wager, offer])),
    transition: heard,
    lastRoll: told.event.event.type === "rolled" ? heard : null,
    stickCall: null,
    news: [],
    unanswered: [],
    pendingBets: [],
    feedback: null,
    chat: [],
    lines: [],
    nets: [],
    ...more,
  };
}
