/** Amounts that snap: to what the offer takes, and close to what pays exactly; lines that say them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OfferMessage } from "../../src/protocol.generated";
import {
  chipsOf,
  grouped,
  limits,
  missing,
  mostExactly,
  mostOdds,
  say,
  snapAmount,
  takes,
} from "../../src/session/amounts";
import { nights } from "../games";

const NIGHTS = nights(40);
const offer = (more: Partial<OfferMessage>): OfferMessage => ({ wager: "w", title: "W", held: "0.00", ...more });
const ODDS = offer({ minimum: "2.00", maximum: "100.00", step: "1.00", exact_below: "5.00", exact_step: "2.00" });
const HORN = offer({ minimum: "4.00", maximum: "200.00", step: "4.00" });

test("what lies between in whole steps is taken, and the ends are", () => {
  const taken = (of: OfferMessage, upTo: number): number[] => {
    const all = [];
    for (let dollars = 0; dollars <= upTo; dollars++) if (takes(of, dollars * 100)) all.push(dollars);
    return all;
  };
  assert.deepEqual(taken(ODDS, 8), [2, 4, 5, 6, 7, 8]);
  assert.deepEqual(taken(HORN, 17), [4, 8, 12, 16]);
  assert.deepEqual(taken(offer({ minimum: "5.00", maximum: "17.00", step: "5.00" }), 99), [5, 10, 15, 17]);
});

test("every amount snaps to the nearest that is taken, and to the smaller of two", () => {
  const odd = offer({ minimum: "3.00", maximum: "50.00", step: "7.00", exact_below: "20.00", exact_step: "2.50" });
  for (const of of [ODDS, HORN, odd]) {
    const all: number[] = [];
    for (let cents = 0; cents <= 25_000; cents += 50) if (takes(of, cents)) all.push(cents);
    for (let wanted = 50; wanted <= 25_000; wanted += 50) {
      const { cents, why } = snapAmount(of, wanted);
      const best = Math.min(...all.map((amount) => Math.abs(amount - wanted)));
      assert.equal(
        cents,
        all.find((amount) => Math.abs(amount - wanted) === best),
        `${wanted}`,
      );
      assert.equal(why === "", cents === wanted);
    }
  }
});

test("in every house, whatever is wanted of whatever is offered, something is said that the house takes", () => {
  let asked = 0;
  for (const { games } of NIGHTS) {
    for (const { offers } of games.flat()) {
      for (const of of offers) {
        for (const wanted of [100, 500, 700, 2500, 1_000_000]) {
          const got = snapAmount(of, wanted);
          if (of.refused) assert.equal(got.refused, of.refused);
          else assert.ok(takes(of, got.cents), `${of.wager} ${wanted} → ${got.cents} of ${JSON.stringify(limits(of))}`);
          asked += 1;
        }
      }
    }
  }
  assert.ok(asked > 10_000);
});

test("the reason is said in a sentence", () => {
  assert.equal(snapAmount(ODDS, 300).why, "$2, not $3: below $5 it pays exactly in 2s");
  assert.equal(snapAmount(ODDS, 50_000).why, "$100, not $500: the most it takes now");
  assert.equal(snapAmount(ODDS, 100).why, "$2, not $1: the least it takes now");
  assert.equal(snapAmount(HORN, 500).why, "$4, not $5: taken in 4s");
  assert.deepEqual(snapAmount(ODDS, 500), { cents: 500, why: "", refused: null });
});

test("an amount becomes the nearest that pays exactly, and who adds less than half of one wants that", () => {
  const six = offer({ minimum: "5.00", maximum: "600.00", step: "1.00", pays_in: "6.00" });
  const wants = (wanted: number, of = six): number => snapAmount(of, wanted).cents;
  assert.equal(wants(500), 600);
  assert.equal(wants(1000), 1200);
  assert.equal(wants(2500), 2400);
  assert.equal(wants(10_000), 10_200);
  assert.equal(wants(800), 600);
  assert.equal(snapAmount(six, 800, true).cents, 800);
  assert.equal(snapAmount(six, 500).why, "$6, not $5: pays exactly in 6s");
  const held = { ...six, held: "6.00", minimum: "1.00", maximum: "594.00" };
  assert.equal(wants(600, held), 600);
  const one = snapAmount(held, 100);
  assert.deepEqual([one.cents, one.why], [100, "$1, though it pays exactly only in 6s"]);
  const ten = { ...held, held: "10.00", maximum: "590.00" };
  assert.equal(snapAmount(ten, 500).why, "$2, not $5: pays exactly in 6s");
  assert.equal(snapAmount(ten, 1000).why, "$8, not $10: pays exactly in 6s");
  assert.equal(wants(100), 600, "the least that is taken does not pay exactly");
  const short = offer({ minimum: "5.00", maximum: "214.00", step: "1.00", pays_in: "3.00" });
  assert.equal(snapAmount(short, 50_000).why, "$213, not $500: pays exactly in 3s");
});

test("the most that pays exactly is no more than is taken, and nothing where it lies there already", () => {
  const odds = (held: string, maximum: string, pays_in = "3.00"): OfferMessage =>
    offer({ held, minimum: "1.00", maximum, step: "1.00", pays_in });
  assert.equal(mostExactly(odds("0.00", "214.00")), 213_00);
  assert.equal(mostExactly(odds("213.00", "1.00")), 0);
  assert.equal(mostExactly(odds("0.00", "2.00")), 200, "none pays exactly: the most there is");
  assert.equal(mostExactly(odds("10.00", "40.00", "")), 4000);
});

test("the most odds go behind everything that takes odds, and nothing else", () => {
  const [night] = NIGHTS;
  assert.ok(night);
  const odds = night.book.wagers.filter((spot) => spot.attaches_to).map((spot) => spot.wager);
  const offers = new Map(
    night.book.wagers.map(({ wager }) => [wager, offer({ wager, minimum: "1.00", maximum: "30.00" })]),
  );
  assert.deepEqual(
    mostOdds(night.book, offers),
    odds.map((wager) => ({ wager, cents: 3000 })),
  );
  assert.deepEqual(mostOdds(night.book, new Map()), []);
});

test("a group leaves the point out where the book does", () => {
  for (const { book } of NIGHTS) {
    for (const group of book.groups) {
      assert.deepEqual(grouped(book, group.name, null), group.wagers);
      const number = book.wagers.find((spot) => spot.wager === group.wagers[0])?.numbers[0] ?? null;
      const without = grouped(book, group.name, number);
      assert.equal(without.includes(group.wagers[0] as string), !group.except_point);
    }
    assert.deepEqual(grouped(book, "nothing of the kind", null), []);
  }
});

test("what is missing of an earlier layout", () => {
  const earlier = [
    { wager: "a", stake: 500 },
    { wager: "b", stake: 1000 },
    { wager: "c", stake: 100 },
  ];
  const now = [
    { wager: "b", stake: 400 },
    { wager: "c", stake: 100 },
    { wager: "d", stake: 1 },
  ];
  assert.deepEqual(missing(earlier, now), [
    { wager: "a", cents: 500 },
    { wager: "b", cents: 600 },
  ]);
});

test("lines of the notation", () => {
  assert.equal(say.bet({ wager: "pass", cents: 1250 }), "bets 12.50 on pass");
  assert.equal(say.lift("pass", 500, 1000), "reduces pass by 5");
  assert.equal(say.lift("pass", 1000, 1000), "takes down pass");
  assert.equal(say.sit(100_000, 3), "sits 1000 at 3");
  assert.equal(say.press("place-8"), "presses place-8");
  assert.deepEqual(chipsOf("bets 12.50 on hop-5-3"), { wager: "hop-5-3", cents: 1250 });
  assert.equal(chipsOf("takes down pass"), null);
});
