/** Frames of a replay: hands, nets and words, from what the house sends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedRoll, handsOf, handStarts, holdings, largestSwings, netsOf, otherHand, readFrames, rollWords, seatsOf } from "../../src/pages/replay/frames";
import type { ReplayFrame } from "../../src/protocol.generated";

function frame(shooter: string, dice: [number, number], event: string, nets: Record<string, number>): ReplayFrame {
  const seats = Object.entries(nets).map(([name, net]) => ({ name, rack: 5000 + net, bought: 5000 }));
  return { n: 1, at: null, dice, shooter, event, table: { seats } } as unknown as ReplayFrame;
}
const FRAMES = [
  frame("Ann", [4, 2], "established", { Ann: 0 }),
  frame("Ann", [3, 4], "seven-out", { Ann: -1000 }),
  frame("Ann", [5, 6], "", { Ann: 0, Bob: 500 }),
  frame("Bob", [2, 2], "established", { Bob: 500 }),
  frame("Bob", [3, 1], "made", { Bob: 1500 }),
];

test("a hand ends with a seven-out, and when somebody else throws", () => {
  assert.deepEqual(handStarts(FRAMES), [0, 0, 2, 3, 3]);
});

test("the hand before begins where this one does, and then where the one before does", () => {
  const starts = handStarts(FRAMES);
  assert.deepEqual([otherHand(starts, 4, -1), otherHand(starts, 3, -1), otherHand(starts, 0, -1)], [3, 2, 0]);
  assert.deepEqual([otherHand(starts, 0, 1), otherHand(starts, 2, 1), otherHand(starts, 3, 1)], [2, 3, 4]);
});

test("a net stays what it was while a seat is not there", () => {
  assert.deepEqual(netsOf(FRAMES, "Ann"), [0, -1000, 0, 0, 0]);
  assert.deepEqual(seatsOf(FRAMES), ["Ann", "Bob"]);
});

test("a roll is told in a sentence", () => {
  assert.equal(rollWords(FRAMES, 1), "Roll 2 of 5: 3 and 4, seven out.");
  assert.equal(rollWords(FRAMES, 2), "Roll 3 of 5: 5 and 6.");
});

test("a seat has its rack, what lies on the layout and what it bought; nobody has anything before they come", () => {
  assert.deepEqual(holdings(FRAMES[1]!, "Ann"), { rack: 4000, atRisk: 0, bought: 5000 });
  assert.equal(holdings(FRAMES[1]!, "Bob"), null);
});

test("lines are read one by one", () => {
  assert.deepEqual(
    readFrames('{"n":5}\n{"n":9}\n').map(({ n }) => n),
    [5, 9],
  );
  assert.deepEqual(readFrames(""), []);
});

test("the largest swings are marked, up or down, and rolls that change nothing never", () => {
  assert.deepEqual(largestSwings([0, -1000, 0, 500, 500, 3000], 2), [5, 1]);
  assert.deepEqual(largestSwings([0, 0, 0]), []);
});

test("every hand has its rolls and what it brought", () => {
  const hands = handsOf(FRAMES, handStarts(FRAMES), netsOf(FRAMES, "Ann"));
  assert.deepEqual(
    hands.map(({ first, rolls, shooter, net }) => [first, rolls, shooter, net]),
    [
      [0, 2, "Ann", -1000],
      [2, 1, "Ann", 1000],
      [3, 2, "Bob", 0],
    ],
  );
});

test("an address asks for a roll by its number or by an entry of the log", () => {
  const frames = [3, 7, 12].map((n) => ({ ...FRAMES[0]!, n }));
  const asked = (query: string): number => askedRoll(frames, new URLSearchParams(query));
  assert.deepEqual([asked("roll=2"), asked("entry=4"), asked("entry=12"), asked("")], [2, 2, 3, 3]);
});
