/** The Shootout's panel: points made, a hit that is held, and one that is paid or void. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bonus, Hand } from "../../src/protocol.generated";
import { pointsMade, shootoutWords } from "../../src/text/shootout";

const NEEDED = [4, 5, 6, 8, 9, 10];
const bonus = (hand: Partial<Hand>, more: Partial<Bonus> = {}): Bonus => ({
  zone: "America/Chicago",
  opened: "2026-03-02T20:00:00Z",
  now: "2026-03-02T21:00:00Z",
  posted: 100_000,
  hand: { needed: NEEDED, begun: true, ...hand },
  ...more,
});

test("points count one by one", () => {
  const two = bonus({ points: [8, 4] });
  assert.equal(shootoutWords(two), "2 of 6 made in this turn");
  assert.deepEqual(pointsMade(two), [8, 4]);
  assert.equal(shootoutWords(bonus({})), "0 of 6 made in this turn");
});

test("a hit is held with all its points until the dice are inspected", () => {
  const held = bonus({ points: NEEDED }, { held_for: "Ann", held_amount: 100_000 });
  assert.equal(shootoutWords(held), "Hit by Ann: $1,000 held until the dice have passed inspection");
  assert.deepEqual(pointsMade(held), NEEDED);
});

test("once it is paid or void no point is shown as made until the next turn", () => {
  const paid = bonus({ points: [10, 9, 8, 6, 5, 4] }, { last_hit: "2026-03-02T21:00:00Z" });
  for (const decided of [paid, bonus({ points: NEEDED })]) {
    assert.equal(shootoutWords(decided), "It was hit in this turn: points count again after a seven-out");
    assert.deepEqual(pointsMade(decided), []);
  }
  assert.equal(shootoutWords(bonus({ points: [] }, { last_hit: paid.last_hit! })), "0 of 6 made in this turn");
});

test("passed dice are void, and without a clock nothing is posted", () => {
  assert.equal(shootoutWords(bonus({ void: true })), "Void for this turn: the dice changed hands");
  assert.equal(shootoutWords(null), "It is posted once the table's clock is set");
});
