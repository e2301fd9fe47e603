/** Amounts on the felt stay in the space of their wager and never lie on each other, however crowded it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Below, type Box, overlap, placed, type Wanted } from "../../src/layout/payout-labels";

const FELT: Box = { x: 0, y: 0, width: 900, height: 560 };
const BARE: Below = { chips: [], words: [], kept: [] };
/** A space at a number's edge, as a place bet has it. */
const EDGE: Box = { x: 300, y: 200, width: 90, height: 40 };

function pill(x: number, y: number, more: Partial<Wanted> = {}): Wanted {
  return { home: FELT, over: 0, best: { x, y }, width: 32, height: 15, must: false, ...more };
}

test("one alone stands where it is best, and stays on the felt", () => {
  const [box] = placed([pill(100, 100)], BARE);
  assert.deepEqual(box, { x: 84, y: 92.5, width: 32, height: 15 });
  for (const one of placed([pill(0, 0), pill(900, 560)], BARE)) assert.equal(overlap(one!, FELT), 32 * 15);
});

test("it stays in the space of its wager, though there is more room beside it", () => {
  const stack: Box = { x: 332, y: 206, width: 26, height: 30 };
  const [box] = placed([pill(345, 190, { home: EDGE })], { ...BARE, chips: [stack] });
  assert.equal(overlap(box!, EDGE), 32 * 15);
  assert.ok(overlap(box!, stack) < 0.12 * 32 * 15);
});

test("a number is never covered, nor what is in the next space", () => {
  const number: Box = { x: 320, y: 204, width: 50, height: 30 };
  const home: Box = { x: 300, y: 200, width: 90, height: 90 };
  const [box] = placed([pill(345, 210, { home, must: true })], { ...BARE, kept: [number] });
  assert.equal(overlap(box!, number), 0);
  assert.equal(overlap(box!, home), 32 * 15);
});

test("where there is no room one's own is written all the same, and others' are not", () => {
  const chips = [{ ...EDGE, x: EDGE.x - 40, width: EDGE.width + 80 }];
  const [own, other] = placed([pill(345, 220, { home: EDGE, must: true }), pill(345, 220, { home: EDGE })], {
    ...BARE,
    chips,
  });
  assert.equal(overlap(own!, EDGE), 32 * 15);
  assert.equal(other, null);
});

test("it may reach over the edge a little, so that it covers no chips", () => {
  const stack: Box = { x: 290, y: 210, width: 110, height: 30 };
  const [box] = placed([pill(345, 205, { home: EDGE, over: 7 })], { ...BARE, chips: [stack] });
  assert.ok(box && box.y >= EDGE.y - 7 && overlap(box, stack) < 0.12 * 32 * 15);
});

test("a full table: sixteen seats with a dozen wagers, none on another", () => {
  const wanted = Array.from({ length: 192 }, (_, at) => pill(40 + (at % 16) * 52, 40 + Math.floor(at / 16) * 42));
  const boxes = placed(wanted, BARE).filter((box) => box !== null);
  assert.equal(boxes.length, 192);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) assert.equal(overlap(one, other), 0);
});
