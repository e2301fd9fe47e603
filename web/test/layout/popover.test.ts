/** A story stands beside its chip, wholly in the window, and never over it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, type Box } from "../../src/layout/popover";

const window = { width: 1440, height: 900 };
const apart = (a: Box, b: Box): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top;

test("wherever a chip lies, its story is in the window and not over it", () => {
  for (const [width, height] of [
    [348, 320],
    [348, 700],
    [348, 1200],
  ] as const)
    for (let x = 0; x <= 1400; x += 35)
      for (let y = 0; y <= 860; y += 43) {
        const chip = { left: x, top: y, width: 40, height: 40 };
        const put = beside(chip, width, height, window);
        const box = { left: put.left, top: put.top, width, height: Math.min(height, put.most) };
        assert.ok(apart(box, chip), `${x} ${y} ${put.side}`);
        assert.ok(
          box.left >= 0 && box.top >= 0 && box.left + width <= 1440 && box.top + box.height <= 900,
          `${x} ${y}`,
        );
        assert.ok(box.height >= Math.min(height, 400), `${x} ${y} is ${box.height} high`);
      }
});

test("below if there is room, else above, else at its side", () => {
  assert.equal(beside({ left: 600, top: 100, width: 40, height: 40 }, 348, 320, window).side, "below");
  assert.equal(beside({ left: 600, top: 700, width: 40, height: 40 }, 348, 320, window).side, "above");
  assert.equal(beside({ left: 600, top: 430, width: 40, height: 40 }, 348, 600, window).side, "right");
  assert.equal(beside({ left: 1300, top: 430, width: 40, height: 40 }, 348, 600, window).side, "left");
});

test("the tip points at the chip", () => {
  const put = beside({ left: 600, top: 100, width: 40, height: 40 }, 348, 320, window);
  assert.equal(put.left + put.tip, 620);
});
