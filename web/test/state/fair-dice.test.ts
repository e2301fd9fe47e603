/** The dice of a turn are checked as the house makes them: by vectors, and by what its own Python says now. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import type { EventMessage, PublishedTurn, SnapshotMessage } from "../../src/protocol.generated";
import { DiceWitness, hex } from "../../src/state/dice-witness";
import {
  check,
  commitment,
  hmac,
  mix,
  previousLink,
  seedOf,
  sha256,
  thrown,
  unhex,
} from "../../src/state/fair-dice";

declare const ROOT: string;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const python = [`${ROOT}/.venv/bin/python`, "python3"].find((path) => !path.startsWith("/") || existsSync(path))!;

/** Turns as the house would publish them: many seats, none, long seeds, letters of every kind. */
function fromPython(): { turns: PublishedTurn[]; hashes: [string, string, string][] } {
  const script = `
import hashlib, hmac, json
from sevenout.server.fairness.fair_dice import Seeded, commitment, mix, throw
turns = []
for n in range(12):
    seed = hashlib.sha256(b"turn %d" % n).digest()
    given = [Seeded(name, bytes([n]) * length) for name, length in (("Ann", 1), ("Zoë", 64), ("Ёж", n + 1))][: n % 4]
    throws = [throw(seed, mix(given), k) for k in range(60)]
    turns.append({"table": "t", "turn": n, "commitment": commitment(seed), "seed": seed.hex(), "mixed": mix(given),
                  "given": [{"seat": g.seat, "seed": g.seed.hex()} for g in given], "throws": throws})
hashes = []
for length in [*range(0, 150), 1000, 70000]:
    data = bytes(i * 7 % 256 for i in range(length))
    hashes.append((data.hex(), hashlib.sha256(data).hexdigest(), hmac.digest(data[:length // 2], data, "sha256").hex()))
print(json.dumps({"turns": turns, "hashes": hashes}))`;
  return JSON.parse(
    execFileSync(python, ["-c", script], { env: { PYTHONPATH: `${ROOT}/src` }, maxBuffer: 2 ** 24 }).toString(),
  );
}

test("SHA-256 and HMAC give the known answers", () => {
  assert.equal(hex(sha256(text(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hex(sha256(text("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    hex(hmac(text("Jefe"), text("what do ya want for nothing?"))),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("a turn that is written down once and for all", () => {
  const seed = new Uint8Array(32);
  const given = [{ seat: "Ann", seed: seedOf("lucky") }];
  assert.equal(seedOf("lucky"), "6c75636b79");
  assert.equal(commitment(seed), "757cd0c0048482356878e338db153a75a81d394c95c12198d79c8202a0579bce");
  assert.equal(mix(given), "96a9e0dd44a21d1d950f52f19e20454a1353cb183241772de18a9b51e6630297");
  assert.deepEqual(
    [0, 1, 2].map((k) => thrown(seed, unhex(mix(given))!, k).faces),
    [
      [5, 1],
      [5, 2],
      [2, 1],
    ],
  );
});

const house = fromPython();

test("hashes of every length are Python's", () => {
  for (const [data, hash, mac] of house.hashes) {
    const bytes = unhex(data)!;
    assert.equal(hex(sha256(bytes)), hash);
    assert.equal(hex(hmac(bytes.slice(0, Math.floor(bytes.length / 2)), bytes)), mac);
  }
});

test("turns of the house's own Python are fair, and nothing else is", () => {
  for (const turn of house.turns) {
    const checked = check(turn);
    assert.equal(checked.wrong, "", `turn ${turn.turn}`);
    assert.equal(checked.throws.length, 60);
    assert.equal(checked.fair, turn.given!.length > 0, "what no player mixed is not called fair");
    assert.equal(checked.mixed, turn.given!.length > 0);
    assert.ok(!check({ ...turn, seed: hex(sha256(text("another"))) }).fair);
    assert.ok(!check({ ...turn, mixed: commitment(text("x")) }).fair);
    assert.ok(!check({ ...turn, given: [...turn.given!, { seat: "Bob", seed: "00" }] }).fair);
    const [a, b] = turn.throws![7]!;
    const swapped: PublishedTurn = { ...turn, throws: turn.throws!.with(7, [a === 6 ? 1 : a + 1, b]) };
    assert.match(check(swapped).wrong, /^Throw 7 showed/);
  }
});

test("a throw that was called off shows what it would have been", () => {
  const turn = house.turns[1]!;
  const checked = check({ ...turn, throws: turn.throws!.with(3, null) });
  assert.ok(checked.fair);
  assert.equal(checked.throws[3]!.shown, null);
  assert.deepEqual(checked.throws[3]!.due, turn.throws![3]);
});

test("what cannot be read, or is not revealed yet, is not fair", () => {
  const turn = house.turns[2]!;
  assert.equal(check({ ...turn, seed: null }).wrong, "its seed is not revealed");
  assert.equal(check({ ...turn, seed: "zz" }).wrong, "a seed cannot be read");
  assert.equal(unhex("abc"), null);
});

/** A table of which only the dice matter. */
const shown = (turn: number, throws: number, promised: string, n = 0): SnapshotMessage =>
  ({ n, fair: { turn, throws, commitment: promised } }) as SnapshotMessage;

/** A witness that was there from the start, and how it is told the next event. */
function there(turn: PublishedTurn, promised = turn.commitment): [DiceWitness, (what: object, change?: object) => void] {
  const witness = new DiceWitness();
  witness.recordSnapshot(shown(turn.turn, 0, promised));
  let n = 0;
  return [witness, (event, change = {}) => witness.recordEvent({ type: "event", n: ++n, event, change } as EventMessage)];
}

function witnessed(turn: PublishedTurn, promised = turn.commitment, change = 0): DiceWitness {
  const [witness, tell] = there(turn, promised);
  for (const [k, faces] of turn.throws!.slice(0, 5).entries()) {
    tell({ type: "thrown" });
    tell({ type: "rolled", a: k === 2 ? ((faces![0] - 1 + change) % 6) + 1 : faces![0], b: faces![1] });
    // the house says how the dice stand with the last event of several
    tell({ type: "awaited" }, { fair: { turn: turn.turn, commitment: promised, throws: k + 1 } });
  }
  return witness;
}

test("what is published is held against what the page heard", () => {
  const turn = house.turns[3]!;
  const heard = check(turn, witnessed(turn).of(3));
  assert.equal(heard.wrong, "");
  assert.match(heard.looked.find((one) => one.name === "seen")!.says, /5 of 60/);
  assert.match(check(turn, witnessed(turn, commitment(text("x"))).of(3)).wrong, /another commitment/);
  assert.match(check(turn, witnessed(turn, turn.commitment, 1).of(3)).wrong, /Throw 2 was published differently/);
  const cut = { ...turn, throws: turn.throws!.slice(0, 3) };
  assert.match(check(cut, witnessed(turn).of(3)).wrong, /not published/);
});

test("a throw that was called off is counted, and one that was ruled to count is that very throw", () => {
  const turn = house.turns[3]!;
  const rolled = (k: number, type = "rolled"): object => ({ type, a: turn.throws![k]![0], b: turn.throws![k]![1] });
  const [off, tell] = there(turn);
  [rolled(0), { type: "no-roll-called" }, rolled(2)].forEach((event) => tell(event));
  assert.deepEqual([...off.of(3)!.rolls.keys()], [0, 2]);
  assert.equal(check({ ...turn, throws: turn.throws!.with(1, null) }, off.of(3)).wrong, "");
  const [ruled, say] = there(turn);
  [rolled(0), { type: "no-roll-called" }, rolled(1, "overruled"), rolled(2)].forEach((event) => say(event));
  assert.deepEqual([...ruled.of(3)!.rolls.keys()], [0, 1, 2]);
  assert.equal(check(turn, ruled.of(3)).wrong, "");
});

test("turns follow one another, several events at once", () => {
  const [first, second] = [house.turns[4]!, house.turns[5]!];
  const [witness, tell] = there(first);
  tell({ type: "rolled", a: first.throws![0]![0], b: first.throws![0]![1], event: "seven-out" });
  tell({ type: "seed-revealed", turn: 4, seed: first.seed });
  tell({ type: "turn-opened", turn: 5, commitment: second.commitment });
  tell({ type: "awaited" }, { fair: { turn: 5, commitment: second.commitment } });
  tell({ type: "rolled", a: second.throws![0]![0], b: second.throws![0]![1] });
  for (const turn of [first, second]) {
    const found = check(turn, witness.of(turn.turn));
    assert.equal(found.wrong, "");
    assert.match(found.looked.find((one) => one.name === "seen")!.says, /1 of 60/);
  }
});

test("after a gap nothing is counted until the house says how the dice stand", () => {
  const turn = house.turns[3]!;
  const witness = witnessed(turn);
  const later = (n: number, event: object, change = {}): void =>
    witness.recordEvent({ type: "event", n, event, change } as EventMessage);
  later(40, { type: "rolled", a: 1, b: 1 });
  assert.equal(witness.of(3)!.rolls.size, 5);
  later(41, { type: "awaited" }, { fair: { turn: 3, commitment: turn.commitment, throws: 20 } });
  later(42, { type: "rolled", a: turn.throws![20]![0], b: turn.throws![20]![1] });
  assert.deepEqual([...witness.of(3)!.rolls.keys()], [0, 1, 2, 3, 4, 20]);
  assert.equal(check(turn, witness.of(3)).wrong, "");
});

test("a seed that was heard given and is not in the mix is missed", () => {
  const turn = house.turns[3]!;
  const [witness, tell] = there(turn);
  tell({ type: "seed-given", seat: "Ann", seed: turn.given![0]!.seed });
  assert.ok(check(turn, witness.of(3)).fair);
  tell({ type: "seed-given", seat: "Bob", seed: "00" });
  assert.match(check(turn, witness.of(3)).wrong, /that Bob gave/);
  tell({ type: "left", seat: "Bob" });
  assert.ok(check(turn, witness.of(3)).fair);
});

test("a page that comes late vouches for nothing that was before", () => {
  const turn = house.turns[0]!;
  const witness = new DiceWitness();
  witness.recordSnapshot(shown(0, 4, turn.commitment));
  const told = check(turn, witness.of(0)).looked.find((one) => one.name === "told")!;
  assert.equal(told.well, null);
});

test("a typed seed has 64 bytes at most, and no letter is cut in two", () => {
  assert.equal(unhex(seedOf("é".repeat(40)))!.length, 64);
  assert.equal(unhex(seedOf("x" + "é".repeat(40)))!.length, 63);
});

test("a seed is held against the chain that the house's seeds were bound by", () => {
  const turn = house.turns[3]!;
  const anchor = hex(previousLink(unhex(turn.seed!)!, 7));
  const bound: PublishedTurn = { ...turn, anchor, link: 7 };
  assert.equal(check(bound).wrong, "");
  assert.match(check({ ...bound, link: 6 }).wrong, /not of the chain/);
  assert.match(check({ ...bound, link: 1001 }).wrong, /not of the chain/);
  const witness = new DiceWitness();
  witness.recordSnapshot({ n: 0, fair: { turn: 3, commitment: turn.commitment, anchor: "00" } } as SnapshotMessage);
  assert.match(check(bound, witness.of(3)).wrong, /another chain/);
});

test("what this browser gave is looked for by itself, whatever the house told of it", () => {
  const turn = house.turns[3]!;
  const [witness] = there(turn);
  const { seat, seed } = turn.given![0]!;
  witness.recordSeed(3, seat, seed);
  assert.equal(check(turn, witness.of(3)).looked.find((one) => one.name === "own")!.well, true);
  const without = { ...turn, given: turn.given!.slice(1) };
  assert.equal(check(without, witness.of(3)).looked.find((one) => one.name === "own")!.well, false);
});
