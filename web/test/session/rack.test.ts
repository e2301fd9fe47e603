/** The chips of a rack: in every house few that make sense, and an amount that its chips can make. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookResponse, TableRules } from "../../src/protocol.generated";
import { inHand, picks, stepped } from "../../src/session/rack";
import { nights } from "../games";

const BOOK = {
  chips: ["1000", "500", "100", "25", "5", "1"].map((value) => ({ value: `${value}.00`, colour: `c${value}` })),
} as unknown as BookResponse;
const house = (minimum: number, maximum: number, chip = 1): TableRules =>
  ({ minimum: minimum * 100, maximum: maximum * 100, chip: chip * 100 }) as TableRules;
const values = (of: TableRules): number[] => picks(BOOK, of).map((pick) => pick.cents / 100);

test("one below the minimum, then as far as the maximum, five at most", () => {
  assert.deepEqual(values(house(5, 500)), [1, 5, 25, 100, 500]);
  assert.deepEqual(values(house(25, 5000)), [5, 25, 100, 500, 1000]);
  assert.deepEqual(values(house(1, 50)), [1, 5, 25]);
  assert.deepEqual(values(house(100, 10_000, 5)), [5, 25, 100, 500, 1000]);
  assert.deepEqual(values(house(10, 20, 10)), [10], "no chip of the house fits: the least bet");
});

test("what is in hand makes a bet, unless somebody chose less", () => {
  assert.equal(inHand(0, BOOK, house(5, 500)), 500);
  assert.equal(inHand(2500, BOOK, house(5, 500)), 2500);
  assert.equal(inHand(100, BOOK, house(5, 500)), 100);
  assert.equal(inHand(700_00, BOOK, house(5, 500)), 500, "above the maximum");
  assert.equal(inHand(250, BOOK, house(5, 500)), 500, "no whole chips");
});

test("a step is the largest chip that is held", () => {
  const table = house(5, 500);
  const all = picks(BOOK, table);
  assert.equal(stepped(500, true, all, table), 1000);
  assert.equal(stepped(1000, false, all, table), 500);
  assert.equal(stepped(500, false, all, table), 400);
  assert.equal(stepped(100, false, all, table), 100);
  assert.equal(stepped(50_000, true, all, table), 50_000);
});

test("every house has chips that its table takes", () => {
  for (const { book, games } of nights(1)) {
    const table = games[0]?.[0]?.after.table.house as TableRules;
    const all = picks(book, table);
    assert.ok(all.length >= 1 && all.length <= 5, book.name);
    assert.ok(
      all.every((pick) => pick.cents % table.chip === 0),
      book.name,
    );
    assert.ok(inHand(0, book, table) >= table.minimum, book.name);
  }
});
