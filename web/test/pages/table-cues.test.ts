/** What is heard of an event, and what makes a roll a moment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chipSound, momentOf, resultSound } from "../../src/pages/table/table-cues";
import type { EventMessage, SnapshotMessage } from "../../src/protocol.generated";

function table(more: object, stake = 0): SnapshotMessage {
  const seats = [{ name: "Ann", layout: { lying: stake ? [{ wager: "pass", stake }] : [] } }];
  return { shooter: "Ann", table: { seats, ...more } } as unknown as SnapshotMessage;
}

function rolled(...results: string[]): { event: EventMessage } {
  const seats = [{ seat: "Ann", rack: 0, results: results.map((result) => ({ wager: "pass", stake: 500, result, won: 0, cite: 0 })) }];
  return { event: { n: 1, event: { type: "rolled", shooter: "Ann", a: 3, b: 4, seats } } as unknown as EventMessage };
}

const rolls = (count: number): object => ({ rolls: Array.from({ length: count }, () => ({ a: 2, b: 3, shooter: "Ann", event: "" })) });

test("chips are heard when they go down or come back, and nothing when none moved", () => {
  assert.equal(chipSound({ before: table({}), after: table({}, 500) }), "chip");
  assert.equal(chipSound({ before: table({}, 500), after: table({}) }), "chip");
  assert.equal(chipSound({ before: table({}, 500), after: table({}, 500) }), null);
});

test("a win is heard before a loss, and only one's own", () => {
  assert.equal(resultSound(rolled("lose", "win"), "Ann"), "chips");
  assert.equal(resultSound(rolled("lose"), "Ann"), "sweep");
  assert.equal(resultSound(rolled("push"), "Ann"), null);
  assert.equal(resultSound(rolled("win"), "Bob"), null);
});

test("a hand is a moment at 20 rolls, and at every tenth after that", () => {
  const long = (count: number): string | undefined => momentOf({ before: table(rolls(count - 1)), after: table(rolls(count)) })?.words;
  assert.deepEqual([19, 20, 21, 30].map(long), [undefined, "20 rolls: Ann’s hand goes on", undefined, "30 rolls: Ann’s hand goes on"]);
  assert.equal(momentOf({ before: table(rolls(29)), after: table(rolls(30)) })?.totals.length, 20);
});

test("a Shootout is a moment when it is hit, and once", () => {
  const hit = table({ bonus: { held_for: "Ann", held_amount: 250_00 } });
  assert.equal(momentOf({ before: table({}), after: hit })?.words, "Ann has hit the Shootout: $250");
  assert.equal(momentOf({ before: hit, after: hit }), null);
});
