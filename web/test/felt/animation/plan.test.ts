/** What moves after an event leads from the table before it to the table after it, in every house, in time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chipsOf, type Motion, type Plan, planOf, played } from "../../../src/felt/animation/plan";
import { cents } from "../../../src/model/money";
import { TIMES } from "../../../src/model/timing";
import { rollOf, voidedOf } from "../../../src/state/reducer";
import { nights, type Recorded } from "../../games";

const NIGHTS = nights(120);
const plain = (chips: ReturnType<typeof chipsOf>): object => ({
  lying: Object.fromEntries([...chips.lying].sort()),
  racks: Object.fromEntries([...chips.racks].sort()),
});

function after(told: Recorded, plan: Plan | null): object {
  return plain((plan?.motions ?? []).reduce(played, chipsOf(told.before)));
}

for (const night of NIGHTS) {
  const all = night.games.flat();
  const rolls = all.filter((told) => rollOf(told.event) && !voidedOf(told.event)); // corrections: see below

  test(`${night.book.name}: the crew's motions lead to the table after the roll, racks included`, () => {
    assert.ok(rolls.length > 20);
    for (const told of rolls) assert.deepEqual(after(told, planOf(told)), plain(chipsOf(told.after)), told.event.line);
  });

  test(`${night.book.name}: so do the results alone, where nobody tells of the crew`, () => {
    for (const told of rolls) {
      const bare = { ...told, event: { ...told.event, steps: [] } };
      const { lying } = plain(chipsOf(told.after)) as { lying: object };
      assert.deepEqual((after(told, planOf(bare)) as { lying: object }).lying, lying, told.event.line);
    }
  });

  test(`${night.book.name}: bets, changes and what is taken back are the difference of two layouts`, () => {
    for (const told of all) {
      if (rolls.includes(told)) continue;
      const { lying } = plain(chipsOf(told.after)) as { lying: object };
      assert.deepEqual((after(told, planOf(told)) as { lying: object }).lying, lying, told.event.line);
    }
  });

  test(`${night.book.name}: it is in the crew's order, in time, and says what every wager came to`, () => {
    for (const told of rolls) {
      const plan = planOf(told)!;
      const roll = rollOf(told.event)!;
      const hands = plan.motions.filter((one) => one.act === "take" || one.act === "pay" || one.act === "move");
      const steps = told.event.steps!.filter((step) => ["take", "pay", "move"].includes(step.act));
      assert.deepEqual(
        hands.map((one) => [one.act, one.seat, one.wager, one.cents]),
        steps.map((step) => [step.act, step.seat, step.wager, cents(step.amount)]),
      );
      const quick = hands.filter((one) => one.act !== "move");
      for (const [at, one] of quick.entries()) assert.ok(at === 0 || one.start >= quick[at - 1]!.start);
      assert.deepEqual(plan.dice, [roll.a, roll.b]);
      assert.ok(plan.lasts <= TIMES.dice + TIMES.whole);
      for (const one of plan.motions) {
        assert.ok(one.start >= TIMES.dice && (one.leaves ?? one.start) + one.lasts <= plan.lasts + 1);
        if (one.leaves !== null) assert.ok(one.leaves >= one.start + one.lasts - 1);
      }
      const decided = [...roll.seats, roll.crew].flatMap((done) =>
        (done.results ?? []).map((one) => `${done.seat} ${one.wager}`),
      );
      const said = plan.motions.filter((one) => one.delta).map((one) => `${one.seat} ${one.wager}`);
      assert.deepEqual(said.sort(), decided.sort());
    }
  });

  test(`${night.book.name}: one wager is not worked twice at once, and stakes go back once all hands are done`, () => {
    for (const told of rolls) {
      const { motions } = planOf(told)!;
      const worked = new Map<string, Motion>();
      const done = Math.max(
        ...motions.filter((one) => one.act === "take" || one.act === "pay").map((one) => one.start + one.lasts),
      );
      for (const one of motions) {
        if (one.act === "return") {
          assert.ok(one.start >= done - 1);
          continue;
        }
        const key = `${one.seat} ${one.wager}`;
        const other = worked.get(key);
        if (other) assert.ok(one.start >= other.start + other.lasts - 1, `${told.event.line}: ${key}`);
        worked.set(key, one);
      }
    }
  });
}

test("a crowd is paid no slower than a few", () => {
  const told = NIGHTS[0]!.games[0]!.find((one) => rollOf(one.event))!;
  const steps = Array.from({ length: 190 }, (_, at) => ({
    who: "third base",
    act: at < 90 ? "take" : "pay",
    says: "",
    seat: `S${at % 16}`,
    wager: `w-${at}`,
    amount: "5.00",
  }));
  const plan = planOf({ ...told, event: { ...told.event, steps } })!;
  assert.ok(plan.lasts <= TIMES.dice + TIMES.whole);
  assert.equal(plan.motions.filter((one) => one.cents).length, 190);
});

test("what happened while the page was away is not played", () => {
  const told = NIGHTS[0]!.games[0]!.find((one) => rollOf(one.event))!;
  assert.equal(planOf({ ...told, event: { ...told.event, past: true } }), null);
});
