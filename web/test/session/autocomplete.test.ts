/** Completion: what is typed becomes lines that the house takes, by any of its names, in every house. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/model/view";
import { completions } from "../../src/session/autocomplete";
import { nights, viewOf } from "../games";

const NIGHTS = nights(30);
const catfish = NIGHTS.find(({ book }) => book.name === "catfish-bend");
assert.ok(catfish);
const view = viewOf(
  catfish.book,
  catfish.games[0]!.find(({ after }) => after.point === null && after.table.seats?.length)!,
);
const lines = (text: string, of: View = view): string[] => completions(of, text, 500).map(({ line }) => line);

/** Offers that take everything that may be made at all. */
function open(of: View): View {
  const all = of.book!.wagers.filter((spot) => spot.made);
  const offer = (wager: string) => ({
    wager,
    title: wager,
    held: "0.00",
    minimum: "1.00",
    maximum: "100.00",
    step: "1.00",
  });
  return { ...of, offers: new Map(all.map(({ wager }) => [wager, offer(wager)])) };
}

test("a wager is found by its key, its title and what else it is called", () => {
  const all = open(view);
  assert.equal(lines("bets 10 on pas", all)[0], "bets 10 on pass");
  assert.equal(lines("bets 10 on Front", all)[0], "bets 10 on pass");
  assert.equal(lines("boxcars", all)[0], "bets 5 on craps-12");
  assert.equal(lines("10 dont pass l", all)[0], "bets 10 on dont-pass");
  assert.equal(lines("don't come 10", all)[0], "bets 10 on dont-come");
  assert.equal(lines("hard 8", all)[0], "bets 5 on hard-8");
});

test("the hint says what it pays and how much is taken, or why nothing is", () => {
  const [field] = completions(open(view), "bets 10 on field", 500).concat(
    completions(open(view), "bets 12 on fiel", 500),
  );
  assert.match(field?.hint ?? "", /2 to 1 on 2, 12; else 1 to 1 · up to \$100/);
  const shut = { code: "not-now", reason: "only while a point is on", clause: "" };
  const closed = {
    ...view,
    offers: new Map([["come", { wager: "come", title: "Come", held: "0.00", refused: shut }]]),
  };
  const [come] = completions(closed, "bets 10 on com", 500);
  assert.deepEqual([come?.line, come?.legal, come?.hint], ["bets 10 on come", false, shut.reason]);
});

test("what the house takes comes before what it does not", () => {
  for (const { book, games } of NIGHTS) {
    for (const told of games[0]!.slice(0, 10)) {
      const all = completions(viewOf(book, told), "bets 10 on ", 500);
      const legal = all.map((each) => each.legal);
      assert.deepEqual(
        legal,
        [...legal].sort((a, b) => +b - +a),
        book.name,
      );
    }
  }
});

test("verbs, groups, and bets that lie there", () => {
  assert.ok(lines("ta").includes("takes down "));
  assert.ok(lines("und").includes("undo"));
  assert.deepEqual(lines("bets 6 each on in"), ["bets 6 each on inside"]);
  const you = view.snapshot!.you!;
  const lying = [
    { wager: "place-6", stake: 1200 },
    { wager: "pass", stake: 500 },
  ];
  const seats = view.snapshot!.table.seats!.map((seat) => (seat.name === you ? { ...seat, layout: { lying } } : seat));
  const mine: View = { ...view, snapshot: { ...view.snapshot!, table: { ...view.snapshot!.table, seats } } };
  assert.deepEqual(lines("takes down ", mine), ["takes down place-6", "takes down pass"]);
  assert.deepEqual(lines("presses pl", mine), ["presses place-6"]);
  assert.deepEqual(lines("reduces pass", mine), ["reduces pass by "]);
  assert.deepEqual(lines("calls place-6 of", mine), ["calls place-6 off"]);
});

test("no part of a number that is no amount is offered", () => {
  const all = open(view);
  for (const sum of ["10.555", "1e3", "1e", "10,50", "--5", "+5", ".5", "1,0000", "5k", "٥"]) {
    for (const line of [`${sum} pass`, `${sum} on pass`, `bets ${sum} on pass`, `bets ${sum} each on in`, `pass ${sum}`]) {
      assert.deepEqual(lines(line, all), [], line);
    }
  }
  assert.equal(lines("$10 pass", all)[0], "bets 10 on pass");
  assert.equal(lines("1,000 pas", all)[0], "bets 1000 on pass");
});

test("nothing is offered for nothing, nor what stands there already", () => {
  assert.deepEqual(lines(""), []);
  assert.deepEqual(lines("   "), []);
  assert.ok(!lines("bets 5 on pass").includes("bets 5 on pass"));
});

test("in every house each wager that may be made is found by its own title", () => {
  for (const { book, games } of NIGHTS) {
    const all = open(viewOf(book, games[0]![0]!));
    for (const spot of book.wagers.filter(({ made }) => made)) {
      const found = completions(all, `bets 7 on ${spot.title}`, 500).map(({ line }) => line);
      assert.ok(found.includes(`bets 7 on ${spot.wager}`), `${book.name}: ${spot.title} → ${found.join(", ")}`);
    }
  }
});
