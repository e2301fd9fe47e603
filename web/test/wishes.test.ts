/** Chips that wait for the house, and orders that act once after a roll. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  due,
  isClosed,
  isTiming,
  ODDS,
  Orders,
  orderTyped,
  REBET,
  unwished,
  wished,
  type AfterRoll,
} from "../src/core/wishes";
import type { Book, Offered, Rolled, SnapshotTold, Why } from "../src/wire";

const why = (code: string): Why => ({ code, reason: code, clause: "1" });
const open = (wager: string): Offered => ({
  wager,
  title: wager,
  held: "0.00",
  minimum: "5.00",
  maximum: "50.00",
  step: "1.00",
});
const shut = (wager: string, code: string): Offered => ({ wager, title: wager, held: "0.00", refused: why(code) });
const offers = (...all: Offered[]): Map<string, Offered> => new Map(all.map((each) => [each.wager, each]));

test("chips go out when the house takes them, wait for the moment, and are dropped for anything else", () => {
  const wishes = [
    { wager: "pass", cents: 700 },
    { wager: "come", cents: 500 },
    { wager: "field", cents: 500 },
    { wager: "gone", cents: 500 },
  ];
  const now = due(wishes, offers(open("pass"), shut("come", "not-now"), shut("field", "rack")));
  assert.deepEqual(now.say, [{ wager: "pass", cents: 700 }]);
  assert.deepEqual(now.keep, [{ wager: "come", cents: 500 }]);
  assert.deepEqual(
    now.drop.map(({ wish, why }) => [wish.wager, why.code]),
    [
      ["field", "rack"],
      ["gone", "not-offered"],
    ],
  );
});

test("a wish is snapped like any chip", () => {
  assert.deepEqual(due([{ wager: "pass", cents: 90_000 }], offers(open("pass"))).say, [{ wager: "pass", cents: 5000 }]);
});

test("only reasons of the moment make chips wait", () => {
  for (const code of ["closed", "unconfirmed", "not-now"]) assert.ok(isTiming(why(code)), code);
  for (const code of ["rack", "above-maximum", "not-made", "contract", "locked", "no-flat"])
    assert.ok(!isTiming(why(code)), code);
  assert.ok(!isTiming(null));
  for (const code of ["closed", "unconfirmed"]) assert.ok(isClosed(why(code)), code);
  for (const code of ["not-now", "rack"]) assert.ok(!isClosed(why(code)), code);
});

test("a wish grows, shrinks and goes", () => {
  let wishes = wished([], { wager: "come", cents: 500 });
  wishes = wished(wishes, { wager: "come", cents: 2500 });
  wishes = wished(wishes, { wager: "field", cents: 100 });
  assert.deepEqual(wishes, [
    { wager: "come", cents: 3000 },
    { wager: "field", cents: 100 },
  ]);
  assert.deepEqual(unwished(wishes, "come", 500)[0], { wager: "come", cents: 2500 });
  assert.deepEqual(unwished(wishes, "come"), [{ wager: "field", cents: 100 }]);
});

const BOOK = {
  wagers: [
    { wager: "pass", attaches_to: null },
    { wager: "pass-odds", attaches_to: "pass" },
  ],
} as unknown as Book;

function after(results: object[], lying: object[], point: number | null = null): AfterRoll {
  const rolled = { type: "rolled", seats: [{ seat: "Ann", rack: 0, results }] } as unknown as Rolled;
  const shown = {
    you: "Ann",
    point,
    table: { seats: [{ name: "Ann", layout: { lying } }] },
  } as unknown as SnapshotTold;
  return { book: BOOK, offers: offers(open("pass-odds")), shown, rolled };
}

test("rebet: what was decided and left is bet again, odds and what stays are not", () => {
  const orders = new Orders();
  const results = [
    { wager: "pass", stake: 1000, result: "lose" },
    { wager: "pass-odds", stake: 2000, result: "lose" },
    { wager: "place", stake: 600, result: "win", stays: true },
  ];
  assert.deepEqual(orders.rebets(after(results, [])), [{ order: REBET, wager: "pass", cents: 1000 }]);
  assert.deepEqual(orders.rebets(after(results, [{ wager: "pass", stake: 1000 }])), [], "it lies there already");
});

test("rebet: bets that travelled are one new bet where they came from", () => {
  const orders = new Orders();
  const moves = [
    { wager: "come", to: "come-4", stake: 500 },
    { wager: "come", to: "come-9", stake: 1000 },
  ];
  orders.hear({ seats: [{ seat: "Bob", moves }] } as unknown as Rolled);
  const results = [
    { wager: "come-4", stake: 500 },
    { wager: "come-9", stake: 1000 },
  ];
  assert.deepEqual(orders.rebets(after(results, [])), [{ order: REBET, wager: "come", cents: 1000 }]);
});

test("a typed order is said at come-outs alone, and forgotten when it is dropped", () => {
  const orders = new Orders();
  const name = orderTyped("  Always 10 pass ");
  assert.equal(name, "always 10 pass");
  assert.equal(orderTyped("bets 10 on pass"), null);
  orders.set(name as string, true);
  assert.deepEqual(orders.lines(after([], [])), [{ order: name, line: "10 pass" }]);
  assert.deepEqual(orders.lines(after([], [], 8)), []);
  orders.set(name as string, false);
  assert.deepEqual(
    [...orders.all],
    [
      [REBET, false],
      [ODDS, false],
    ],
  );
});

test("odds at the most", () => {
  assert.deepEqual(new Orders().odds(after([], [])), [{ order: ODDS, wager: "pass-odds", cents: 5000 }]);
});

test("orders act once after a roll, whatever came of it", () => {
  const orders = new Orders();
  assert.equal(orders.begin(5), false, "nothing is ordered");
  orders.set(ODDS, true);
  assert.equal(orders.begin(5), false, "this roll is over");
  assert.equal(orders.begin(6), true);
  assert.equal(orders.begin(6), false);
});
