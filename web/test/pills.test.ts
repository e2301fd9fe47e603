/** Amounts that are written on the felt never lie on each other, however crowded it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, overlap, placed, type Wanted } from "../src/core/pills";

const FELT: Box = { x: 0, y: 0, width: 900, height: 560 };
const pill = (x: number, y: number): Wanted => ({ at: { x, y, width: 28, height: 28 }, width: 40, height: 18 });

test("one alone stands above its chips", () => {
  const [box] = placed([pill(100, 100)], [], FELT);
  assert.ok(box && box.y + box.height <= 100 && box.x + box.width / 2 === 114);
});

test("in the place of chips that go, and never on a number if there is room", () => {
  const [lost] = placed([{ ...pill(100, 100), goes: true }], [], FELT);
  assert.deepEqual([lost!.x + lost!.width / 2, lost!.y + lost!.height / 2], [114, 114]);
  const number: Box = { x: 90, y: 60, width: 50, height: 38 };
  const [won] = placed([pill(100, 100)], [], FELT, [number]);
  assert.equal(overlap(won!, number), 0);
});

test("it stays on the felt", () => {
  for (const one of placed([pill(0, 0), pill(880, 540)], [], FELT)) assert.ok(one && overlap(one, FELT) === 40 * 18);
});

test("ten at one box are all written, and none on another", () => {
  const wanted = Array.from({ length: 10 }, (_, at) => pill(300 + 9 * at, 200 + 5 * (at % 3)));
  const boxes = placed(
    wanted,
    wanted.map((one) => one.at),
    FELT,
  );
  assert.equal(boxes.filter(Boolean).length, 10);
  apart(boxes);
});

test("a full table: sixteen seats with a dozen wagers", () => {
  const wanted = Array.from({ length: 192 }, (_, at) => pill(40 + (at % 16) * 52, 40 + Math.floor(at / 16) * 42));
  const boxes = placed(
    wanted,
    wanted.map((one) => one.at),
    FELT,
  );
  assert.ok(boxes.filter(Boolean).length > 150);
  apart(boxes);
});

function apart(boxes: readonly (Box | null)[]): void {
  const there = boxes.filter((box) => box !== null);
  for (const [at, one] of there.entries())
    for (const other of there.slice(at + 1)) assert.equal(overlap(one, other), 0);
}
