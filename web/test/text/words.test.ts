/** What is said of a table: names of spots, read-outs and sentences, over games of every house. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/model/view";
import type { PlacedBet, SeatShown, SnapshotMessage } from "../../src/protocol.generated";
import { eventWords } from "../../src/text/events";
import {
  didTo,
  lastRoll,
  mayBet,
  offeredByFamily,
  pointAndShooter,
  rackWords,
  timeLeft,
  whatIsUp,
} from "../../src/text/read-outs";
import { called, figure, gatheredWords, limits, listed, paysWords, spoken, spotName, tally, throwsWords, works } from "../../src/text/words";
import { nights, viewOf } from "../games";

const NIGHTS = nights(60);
const HOME = NIGHTS.find((night) => night.book.name === "catfish-bend")!;

/** A view of the first house with these bets of Ann's and Bob's. */
function table(ann: readonly PlacedBet[], bob: readonly PlacedBet[] = [], more: Partial<View> = {}): View {
  const told = HOME.games[0]![0]!;
  const seat = (name: string, place: number, lying: readonly PlacedBet[]): SeatShown => ({
    name,
    place,
    rack: 45_000,
    bought: 50_000,
    layout: { lying },
  });
  const seats = [seat("Ann", 1, ann), seat("Bob", 2, bob)];
  const shown: SnapshotMessage = { ...told.after, you: "Ann", table: { ...told.after.table, seats } };
  return viewOf(HOME.book, told, { snapshot: shown, offers: new Map(), ...more });
}

test("amounts are spoken", () => {
  assert.equal(spoken(100), "1 dollar");
  assert.equal(spoken(1000), "10 dollars");
  assert.equal(spoken(150_000), "1,500 dollars");
  assert.equal(spoken(1250), "12 dollars 50");
  assert.equal(spoken(205), "2 dollars 05");
  assert.equal(spoken(50), "50 cents");
  assert.equal(spoken(-1000), "10 dollars");
  assert.equal(figure(1250), "12.50");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

test("odds are spoken", () => {
  assert.equal(paysWords("7:5"), "pays 7 to 5");
  assert.equal(paysWords("2:1 on 2, 12; else 1:1"), "pays 2 to 1 on 2, 12, else 1 to 1");
  assert.equal(paysWords("4 numbers pay 24:1, 5 numbers pay 249:1"), "4 numbers pay 24 to 1, 5 numbers pay 249 to 1");
  assert.equal(paysWords("each part at its own odds"), "pays each part at its own odds");
});

test("a spot says what lies there, what it pays and what it takes", () => {
  const title = HOME.book.wagers.find((one) => one.wager === "place-9")!.title;
  const offers = new Map([
    ["place-9", { wager: "place-9", title, held: "10.00", minimum: "5.00", maximum: "500.00", step: "5.00" }],
  ]);
  const view = table([{ wager: "place-9", stake: 1000, call: "on" }], [{ wager: "place-9", stake: 500 }], { offers });
  assert.equal(
    spotName(view, "place-9"),
    `${title}, 10 dollars, called on, pays 7 to 5, 5 to 500, in steps of 5, Bob has 5 dollars`,
  );
});

test("a spot that takes nothing says why, by which clause", () => {
  const refused = { code: "not-now", reason: "Come may be made only while a point is on", clause: "Wagers 3" };
  const offers = new Map([["come", { wager: "come", title: "Come", held: "0.00", refused }]]);
  assert.equal(
    spotName(table([], [], { offers }), "come"),
    "Come, pays 1 to 1, not now: Come may be made only while a point is on, Wagers 3",
  );
});

test("what was sent and what waits is said too", () => {
  const view = table([], [], {
    unanswered: [{ key: "k", line: "bets 5 on field", wager: "field", cents: 500 }],
    pendingBets: [{ wager: "field", cents: 1000 }],
  });
  assert.match(spotName(view, "field"), /5 dollars not yet taken, 10 dollars waiting until it can be bet/);
});

test("what I have up, my rack and my net", () => {
  const view = table([
    { wager: "pass", stake: 1000 },
    { wager: "place-6", stake: 1200, call: "off" },
  ]);
  assert.equal(
    whatIsUp(view),
    "2 bets up, 22 dollars. Pass Line, 10 dollars, working. Place Bet 6, 12 dollars, called off.",
  );
  assert.equal(rackWords(view), "450 dollars in your rack, 22 dollars on the layout. You are down 28 dollars.");
  assert.equal(whatIsUp(table([])), "You have no bets up.");
});

test("whether a bet works is the book's word, by the puck, unless it was called", () => {
  const spot = HOME.book.wagers.find((one) => one.rests.includes("off") && !one.rests.includes("on"))!;
  const lies: PlacedBet = { wager: spot.wager, stake: 1000 };
  const view = table([lies]);
  const at = (point: number | null): View => ({ ...view, snapshot: { ...view.snapshot!, point } });
  const point = HOME.book.points[0]!;
  assert.deepEqual([works(at(null), lies), works(at(point), lies)], [false, true]);
  assert.deepEqual(
    [works(at(null), { ...lies, call: "on" }), works(at(point), { ...lies, call: "off" })],
    [true, false],
  );
  assert.match(spotName(at(null), spot.wager), /10 dollars, not working now/);
});

test("limits and time", () => {
  const offer = { wager: "horn", title: "Horn", held: "0.00", minimum: "4.00", maximum: "200.00", step: "4.00" };
  assert.equal(limits(offer, 100), "4 to 200, in steps of 4");
  assert.equal(
    limits({ ...offer, exact_below: "30.00", exact_step: "6.00", step: "1.00" }, 100),
    "4 to 200, below 30 in steps of 6",
  );
  assert.equal(timeLeft(null), "There is no countdown.");
  assert.equal(timeLeft(1), "1 second until the dice are rolled.");
});

test("a bet is told by who made it", () => {
  const before = table([], []).snapshot!;
  const after = table([], [{ wager: "pass", stake: 1000 }]).snapshot!;
  const event = {
    ...HOME.games[0]![0]!.event,
    event: { type: "changed", seat: "Bob", layout: {}, rack: 0, staked: 1000, commission: 0 },
  };
  assert.deepEqual(eventWords({ book: HOME.book }, { before, after, event: event as never }), [
    "Bob bets 10 dollars on Pass Line.",
  ]);
  const mine = { before: { ...before, you: "Bob" }, after: { ...after, you: "Bob" }, event: event as never };
  assert.deepEqual(eventWords({ book: HOME.book }, mine), ["You bet 10 dollars on Pass Line."]);
});

for (const night of NIGHTS) {
  test(`${night.book.name}: everything told has words, and none is empty or a key`, () => {
    for (const told of night.games.flat()) {
      const view = viewOf(night.book, told);
      for (const words of eventWords(view, view.transition!)) {
        assert.match(words, /^[A-Z0-9].*[.!?]$/, words);
        assert.doesNotMatch(words, /undefined|NaN|null|\[object/, words);
      }
      for (const words of [whatIsUp(view), pointAndShooter(view), rackWords(view), lastRoll(view), mayBet(view)]) {
        assert.ok(words.length > 3);
        assert.doesNotMatch(words, /undefined|NaN|null|\[object/, words);
      }
    }
  });

  test(`${night.book.name}: each roll says what it did to every wager of mine`, () => {
    let decided = 0;
    for (const told of night.games.flat()) {
      if (told.event.event.type !== "rolled") continue;
      const mine = told.event.event.seats.find((seat) => seat.seat === told.after.you);
      const did = didTo({ book: night.book }, told.event.event, told.after.you!);
      assert.equal(did.length, (mine?.results?.length ?? 0) + (mine?.moves?.length ?? 0));
      decided += did.length;
    }
    assert.ok(decided > 0);
  });

  test(`${night.book.name}: every spot has a name of its own, and every open one is said once`, () => {
    const told = night.games[0]!.at(-1)!;
    const view = viewOf(night.book, told);
    const names = night.book.wagers.map((spot) => spotName(view, spot.wager));
    assert.equal(new Set(names).size, names.length);
    const open = told.offers.filter((offer) => !offer.refused);
    assert.equal(offeredByFamily(view).flatMap((family) => family.offers).length, open.length);
  });
}

test("seats of strategies are called as those are", () => {
  assert.equal(called("Bot-three-point-molly is the new shooter"), "three point molly is the new shooter");
  assert.equal(called("Bot-dalembert-2's turn goes on, with Ann"), "dalembert 2's turn goes on, with Ann");
});

test("whose dice they are and what they wait for is said, with the time that is left", () => {
  const waiting = (you: string): View => {
    const view = table([]);
    const next = { seat: "Bob", why: "line-bet", words: "Bob has the dice: waiting for a line bet" } as const;
    return { ...view, snapshot: { ...view.snapshot!, you, next } };
  };
  assert.equal(throwsWords(waiting("Ann"), 20), "Bob has the dice: waiting for a line bet, 20 s");
  assert.equal(throwsWords(waiting("Ann")), "Bob has the dice: waiting for a line bet");
  assert.equal(throwsWords(waiting("Bob"), 20), "You have the dice: make a line bet, 20 s");
});

test("a bet that gathers says which, one that counts how often", () => {
  const small = { counts: "", numbers: [2, 3, 4, 5, 6] } as const;
  const repeater = { counts: "rolls", numbers: [6] } as const;
  const replay = { counts: "totals", numbers: [4, 5, 6, 8, 9, 10] } as const;
  assert.deepEqual([tally(small, [2, 5]), tally(repeater, [3]), tally(replay, [4, 4, 6])], ["2/5", "3×", "2×"]);
  assert.deepEqual(
    [gatheredWords(small, [2, 5]), gatheredWords(repeater, [3]), gatheredWords(replay, [4, 4, 6])],
    ["2 and 5", "counted 3", "4, 4 and 6"],
  );
});
