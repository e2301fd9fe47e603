/** Tests of the book by spot: order of the keyboard, odds and their bets, names, what does not work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isOff, Spots } from "../../src/layout/spots";
import type { PlacedBet, SnapshotMessage } from "../../src/protocol.generated";
import { books, named } from "../books";

const all = books();

test("every wager of every house is there once, in one order", () => {
  for (const book of all) {
    const spots = Spots.of(book);
    assert.deepEqual(new Set(spots.all.map((spot) => spot.wager)), new Set(book.wagers.map((wager) => wager.wager)));
    assert.deepEqual(
      spots.all.map((spot) => spot.at),
      spots.all.map((_, at) => at),
    );
    assert.equal(Spots.of(book), spots);
  }
});

test("the keyboard goes from the lines to the middle", () => {
  const order = Spots.of(named(all, "new-south-wales")).all.map((spot) => spot.wager);
  const first = ["pass", "pass-odds", "dont-pass", "dont-pass-odds", "come", "dont-come", "field", "big-6", "big-8"];
  assert.deepEqual(order.slice(0, first.length), first);
  const four = order.filter((wager) => /-4$/.test(wager) && !wager.startsWith("hard"));
  const behind = ["dont-come-4", "dont-come-odds-4", "lay-4", "place-lose-4"];
  assert.deepEqual(four, ["come-4", "come-odds-4", "place-4", "buy-4", ...behind]);
  assert.ok(order.indexOf("place-lose-10") < order.indexOf("any-7"));
  assert.deepEqual(order.slice(-3), ["horn-high-12", "c-and-e", "any-craps"]);
});

test("odds and the bets they go with find each other", () => {
  const spots = Spots.of(named(all, "catfish-bend"));
  assert.equal(spots.oddsOf("come-6")?.wager, "come-odds-6");
  assert.equal(spots.flatOf("come-odds-6")?.wager, "come-6");
  assert.equal(spots.oddsOf("field"), undefined);
});

test("what came to a number has no space of its own, what is bet has one", () => {
  const spots = Spots.of(named(all, "catfish-bend"));
  const lies = (wager: string): string => spots.lies(spots.get(wager)!);
  assert.deepEqual(["come-6", "come-odds-6", "place-6", "pass-odds"].map(lies), ["box", "beside", "own", "own"]);
});

test("the columns are the book's numbers", () => {
  assert.deepEqual(Spots.of(named(all, "crapless")).numbers, [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]);
  assert.deepEqual(Spots.of(named(all, "no-puck")).numbers, [4, 5, 6, 8, 9, 10]);
  assert.deepEqual(Spots.of(named(all, "middle")).numbers, []);
});

test("a small space says the house's words without the number of its column", () => {
  assert.equal(Spots.of(named(all, "catfish-bend")).name("place-9"), "Place Bet");
  assert.equal(Spots.of(named(all, "new-south-wales")).name("place-lose-4"), "Lose");
  assert.equal(Spots.of(named(all, "catfish-bend")).name("big-6"), "Big 6");
  assert.equal(Spots.of(named(all, "new-south-wales")).name("pass"), "Win Line");
});

test("chips are off if they were called so, or rest while the puck is off", () => {
  const spots = Spots.of(named(all, "typical"));
  const off = (wager: string, point: number | null, call: PlacedBet["call"] = ""): boolean => {
    const shown = { point, table: { house: { puck: true } } } as SnapshotMessage;
    return isOff(spots.get(wager), { wager, stake: 500, call }, shown);
  };
  assert.deepEqual([off("place-6", null), off("place-6", 8)], [true, false]);
  assert.deepEqual([off("place-6", null, "on"), off("place-6", 8, "off")], [false, true]);
  assert.equal(off("pass", null), false);
});

test("a press on a number is its place bet wherever the house has one", () => {
  for (const name of ["catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "crapless"]) {
    const spots = Spots.of(named(all, name));
    for (const number of spots.numbers) assert.equal(spots.onNumber(number)?.wager, `place-${number}`, name);
    assert.equal(spots.onNumber(7), undefined);
  }
});
