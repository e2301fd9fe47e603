/** An evening in figures: the hand by what the house told, the net as steps, the stake apart from winnings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PastRoll, Settlement } from "../../src/protocol.generated";
import { hand, HIGH, parts, steps, WIDE } from "../../src/text/session-stats";

const roll = (a: number, b: number, event: PastRoll["event"] = "", shooter = "Ann"): PastRoll =>
  ({ a, b, event, shooter }) as PastRoll;

test("a hand ends where the house says so, not where a total looks like it", () => {
  const rolls = [roll(4, 3, "seven-out"), roll(4, 3), roll(2, 2, "established"), roll(3, 1, "made")];
  assert.equal(hand(rolls, "Ann").length, 3);
  assert.equal(hand([...rolls, roll(6, 1, "seven-out")], "Ann").length, 0);
});

test("a hand is of one shooter", () => {
  assert.equal(hand([roll(1, 2), roll(1, 2, "", "Bob")], "Bob").length, 1);
  assert.equal(hand([roll(1, 2)], "Bob").length, 0);
  assert.equal(hand([roll(1, 2)], null).length, 0);
});

test("the line of the net goes from end to end, and stays in its box", () => {
  const { line, zero, last } = steps([0, 500, -500, 250]);
  assert.match(line, /^M0 22H53\.3V2H106\.7V42H160V12$/);
  assert.deepEqual([zero, last], [22, 12]);
  const long = steps(Array.from({ length: 5000 }, (_, i) => (i % 7) * 100 - 300));
  const numbers = [...long.line.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(numbers.length <= WIDE + 1 && numbers.every((y) => y >= 0 && y <= HIGH));
  assert.equal(steps([0, 0]).zero, HIGH / 2);
});

const settled = (what: Partial<Settlement>): Settlement => ({
  wager: "pass",
  stake: 1000,
  result: "win",
  won: 0,
  cite: 0,
  ...what,
});

test("winnings never hold the stake", () => {
  assert.deepEqual(parts(settled({ won: 1400, stays: true })), { is: "win", amount: "+$14", stake: "$10 stays up" });
  assert.deepEqual(parts(settled({ won: 1000 })), { is: "win", amount: "+$10", stake: "$10 back" });
  const bought = parts(settled({ won: 3900, commission: 100 }));
  assert.deepEqual(bought, { is: "win", amount: "+$39", stake: "$10 back, $1 commission" });
  assert.deepEqual(parts(settled({ result: "lose" })), { is: "lose", amount: "−$10", stake: "stake lost" });
  assert.deepEqual(parts(settled({ result: "push" })), { is: "push", amount: "push", stake: "$10 back" });
});
