/** Tests of the layout: every wager has its space in every form, none lies over another, fingers find them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formFor, hasMiddle, layout, sheet } from "../../src/layout/layout";
import { homeOf, type Layout, type Region } from "../../src/layout/region";
import { Spots } from "../../src/layout/spots";
import type { Box } from "../../src/layout/tracks";
import type { BookResponse } from "../../src/protocol.generated";
import { books, named } from "../books";

const all = books();
const SIZES = [
  ["phone", 390, 553],
  ["phone", 320, 430],
  ["laptop", 1096, 664],
  ["laptop", 900, 420],
  ["wide", 1560, 840],
  ["wide", 2200, 1100],
] as const;

/** Every layout of every house. */
function* layouts(): Generator<readonly [string, BookResponse, Layout]> {
  for (const book of all) {
    for (const [form, width, height] of SIZES) {
      yield [`${book.name} ${form} ${width}`, book, layout(book, form, width, height)];
    }
    if (hasMiddle(book)) yield [`${book.name} sheet`, book, sheet(book, 390)];
  }
}

/** The rectangles that a region covers. */
function parts({ x, y, w, h, ell }: Region): readonly Box[] {
  if (!ell) return [{ x, y, w, h }];
  const upright = { x: ell.flipped ? x + w - ell.across : x, y, w: ell.across, h };
  return [upright, { x, y: y + h - ell.down, w, h: ell.down }];
}

function over(a: Box, b: Box): boolean {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 1 && down > 1;
}

test("every wager that is bet directly has one space at each end, or one in the middle", () => {
  for (const book of all) {
    const spots = Spots.of(book);
    for (const [form, width, height] of SIZES) {
      const made = layout(book, form, width, height);
      const under = form === "phone" && made.ends.length ? sheet(book, width).regions : [];
      for (const spot of spots.all.filter((one) => spots.lies(one) === "own")) {
        const there = [...made.regions, ...under].filter((region) => region.wager === spot.wager);
        const sides = spots.middle(spot) ? ["middle"] : made.ends.map(({ side }) => side as string);
        assert.deepEqual(there.map(({ side }) => side).sort(), [...sides].sort(), `${book.name} ${form} ${spot.wager}`);
      }
    }
  }
});

test("whatever came to a number lies in a space too", () => {
  for (const book of all) {
    const spots = Spots.of(book);
    for (const side of ["left", "right"] as const) {
      const made = layout(book, "wide", 1560, 840);
      for (const spot of spots.all) {
        const home = homeOf(made, spot.wager, side);
        assert.ok(home, `${book.name} ${spot.wager}`);
        if (home.side !== "middle") assert.equal(home.side, side);
      }
    }
  }
});

test("no space lies over another, and all lie on the cloth", () => {
  for (const [name, , made] of layouts()) {
    const regions = made.regions;
    for (const [at, one] of regions.entries()) {
      assert.ok(one.w > 0 && one.h > 0, `${name}: ${one.id} has no size`);
      const { cloth } = made;
      const across = one.x >= cloth.x - 1 && one.x + one.w <= cloth.x + cloth.w + 1;
      const down = one.y >= cloth.y - 1 && one.y + one.h <= cloth.y + cloth.h + 1;
      assert.ok(across && down, `${name}: ${one.id} is off the cloth`);
      for (const other of regions.slice(at + 1)) {
        const clash = parts(one).some((a) => parts(other).some((b) => over(a, b)));
        assert.ok(!clash, `${name}: ${one.id} and ${other.id}`);
      }
    }
  }
});

test("a finger finds every space of a phone: 40 pixels, 36 in the sheet", () => {
  for (const book of all) {
    for (const { wager, hit } of layout(book, "phone", 390, 553).regions.filter((region) => region.wager)) {
      assert.ok(hit.w >= 40 && hit.h >= 40, `${book.name} ${wager}: ${hit.w} × ${hit.h}`);
    }
    for (const { wager, hit } of sheet(book, 390).regions) {
      assert.ok(hit.w >= 36 && hit.h >= 36, `${book.name} ${wager}: ${hit.w} × ${hit.h}`);
    }
  }
});

test("numbers read from left to right at both ends, and the lines run along the outside", () => {
  for (const book of all) {
    const { regions, ends } = layout(book, "wide", 1560, 840);
    for (const { side, box } of ends) {
      const numbers = regions.filter((region) => region.kind === "number" && region.side === side);
      const read = [...numbers].sort((a, b) => a.x - b.x).map(({ number }) => number);
      assert.deepEqual(
        read,
        [...read].sort((a, b) => a! - b!),
      );
      for (const line of regions.filter((region) => region.kind === "line" && region.side === side)) {
        const middle = line.ell!.flipped ? line.x + line.w - line.ell!.across / 2 : line.x + line.ell!.across / 2;
        assert.equal(middle < box.x + box.w / 2, side === "left");
      }
    }
  }
});

test("a house has tracks for what it offers and for nothing else", () => {
  const kinds = (name: string): Set<string> =>
    new Set(layout(named(all, name), "laptop", 1096, 664).regions.map(({ id }) => id));
  assert.ok(!kinds("crapless").has("dont-pass") && !kinds("crapless").has("dont-come"));
  assert.ok(!kinds("no-puck").has("pass") && kinds("no-puck").has("place-6"));
  assert.ok(kinds("new-south-wales").has("place-lose-6") && !kinds("typical").has("place-lose-6"));
  assert.equal(layout(named(all, "middle"), "laptop", 1096, 664).ends.length, 0);
});

test("ten numbers stand in two bands on a phone and in one elsewhere", () => {
  const bands = (form: "phone" | "laptop" | "wide", width: number): number => {
    const { regions } = layout(named(all, "crapless"), form, width, 700);
    return new Set(regions.filter(({ kind }) => kind === "number").map(({ y }) => y)).size;
  };
  assert.deepEqual([bands("phone", 390), bands("laptop", 1096), bands("wide", 1560)], [2, 1, 1]);
});

test("the form follows the room", () => {
  const forms = [formFor(390, 553), formFor(768, 800), formFor(1096, 664), formFor(1560, 840)];
  assert.deepEqual(forms, ["phone", "phone", "laptop", "wide"]);
});
