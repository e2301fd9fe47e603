/** Chips that wait for the house, and orders that act once after a roll. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferMessage, RefusalReason } from "../../src/protocol.generated";
import {
  dueBets,
  isClosed,
  isTiming,
  MOST_ORDERS,
  StandingOrders,
  ORDERS,
  withoutPendingBet,
  withPendingBet,
} from "../../src/session/pending-bets";

const why = (code: string): RefusalReason => ({ code, reason: code, clause: "1" });
const open = (wager: string): OfferMessage => ({
  wager,
  title: wager,
  held: "0.00",
  minimum: "5.00",
  maximum: "50.00",
  step: "1.00",
});
const shut = (wager: string, code: string): OfferMessage => ({ wager, title: wager, held: "0.00", refused: why(code) });
const offers = (...all: OfferMessage[]): Map<string, OfferMessage> => new Map(all.map((each) => [each.wager, each]));

test("chips go out when the house takes them, wait for the moment, and are dropped for anything else", () => {
  const wishes = [
    { wager: "pass", cents: 700 },
    { wager: "come", cents: 500 },
    { wager: "field", cents: 500 },
    { wager: "gone", cents: 500 },
  ];
  const now = dueBets(wishes, offers(open("pass"), shut("come", "not-now"), shut("field", "rack")));
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
  assert.deepEqual(dueBets([{ wager: "pass", cents: 90_000 }], offers(open("pass"))).say, [{ wager: "pass", cents: 5000 }]);
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
  let wishes = withPendingBet([], { wager: "come", cents: 500 });
  wishes = withPendingBet(wishes, { wager: "come", cents: 2500 });
  wishes = withPendingBet(wishes, { wager: "field", cents: 100 });
  assert.deepEqual(wishes, [
    { wager: "come", cents: 3000 },
    { wager: "field", cents: 100 },
  ]);
  assert.deepEqual(withoutPendingBet(wishes, "come", 500)[0], { wager: "come", cents: 2500 });
  assert.deepEqual(withoutPendingBet(wishes, "come"), [{ wager: "field", cents: 100 }]);
});

test("an order of one's own is forgotten when it is dropped, those that everybody has are not; there is an end to them", () => {
  const orders = new StandingOrders();
  orders.give("keep pass at 10");
  orders.give("keep odds at max");
  assert.deepEqual(orders.standing, ["keep pass at 10", "keep odds at max"]);
  assert.deepEqual(orders.get("keep odds at max"), { since: null, done: -1 });
  orders.done("keep odds at max", 7);
  orders.done("keep odds at max", 9);
  assert.deepEqual([orders.get("keep odds at max"), orders.get("always rebet")], [{ since: 7, done: 9 }, null]);
  assert.deepEqual(new StandingOrders(orders.kept).kept, orders.kept);
  assert.deepEqual(new StandingOrders(["odds", 5, null] as never).kept, []);
  for (const order of orders.standing) orders.drop(order);
  assert.deepEqual(
    [...orders.all],
    Object.keys(ORDERS).map((order) => [order, false]),
  );
  for (let k = 1; k <= MOST_ORDERS; k++) assert.equal(orders.give(`keep pass at ${k}`), true);
  assert.equal(orders.give("keep come at 10"), false);
  assert.equal(orders.give("keep pass at 1"), true, "it stands already");
  assert.equal(orders.standing.length, MOST_ORDERS);
});

test("orders are dropped by number, by words or all together, and drop means them only if one is meant", () => {
  const orders = new StandingOrders([
    ["always rebet", 0, 0],
    ["keep odds at max", 0, 0],
    ["keep place-6 at 12", 0, 0],
  ]);
  assert.deepEqual(orders.dropped("drop 1"), ["always rebet"]);
  assert.deepEqual(orders.dropped("Drop odds"), ["keep odds at max"]);
  assert.deepEqual(orders.dropped("drop keep"), ["keep odds at max", "keep place-6 at 12"]);
  for (const line of ["drop all", "drop everything", "drop all orders"])
    assert.deepEqual(orders.dropped(line), orders.standing);
  for (const line of ["drop 4", "drop 0", "drop"]) assert.deepEqual(orders.dropped(line), []);
  for (const line of ["drop my odds by 10", "drop all my orders", "down on my nine"])
    assert.equal(orders.dropped(line), null);
});
