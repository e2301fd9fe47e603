/** Who does not look hears a whole game: every roll, what it did to them, and no more than they want. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { rollOf } from "../../src/state/reducer";
import { Announcer, type Verbosity } from "../../src/text/announcer";
import { nights, viewOf } from "../games";

const NIGHTS = nights(60);

/** A game as it is heard, without the words of welcome. */
function heard(night: (typeof NIGHTS)[number], wanted: Verbosity): string[] {
  const ear = new Announcer();
  const game = night.games[0]!;
  ear.update(viewOf(night.book, game[0]!), wanted);
  const welcomed = ear.lines.length;
  for (const told of game.slice(1)) ear.update(viewOf(night.book, told), wanted);
  return ear.lines.slice(welcomed).map((line) => line.words);
}

for (const night of NIGHTS) {
  test(`${night.book.name}: every roll is heard, by its dice`, () => {
    const rolls = night.games[0]!.slice(1).flatMap((told) => rollOf(told.event) ?? []);
    for (const wanted of ["all", "mine", "rolls"] as const) {
      const said = heard(night, wanted).filter((line) => / threw \d and \d: \d/.test(line));
      assert.equal(said.length, rolls.length);
      for (const [at, roll] of rolls.entries())
        assert.match(said[at]!, new RegExp(`threw ${roll.a} and ${roll.b}: ${roll.a + roll.b}`));
    }
  });

  test(`${night.book.name}: less is heard if less is wanted`, () => {
    const [all, mine, rolls] = (["all", "mine", "rolls"] as const).map((wanted) => heard(night, wanted).length);
    assert.ok(all! >= mine! && mine! >= rolls!);
    assert.ok(all! > rolls!);
  });
}

test("the same view is heard once, and a lost connection is told", () => {
  const night = NIGHTS[0]!;
  const view = viewOf(night.book, night.games[0]![0]!);
  const ear = new Announcer();
  assert.equal(ear.update(view, "all"), true);
  assert.equal(ear.update(view, "all"), false);
  ear.update({ ...view, connection: { is: "lost", since: 0, tries: 1 } }, "rolls");
  ear.update({ ...view, chat: [{ who: "Bob", words: "good luck", at: "" }] }, "rolls");
  assert.deepEqual(
    ear.lines.slice(-3).map((line) => line.words),
    [
      "The connection is lost. Reconnecting.",
      "The connection is back. Nothing was missed.",
      "Bob says: good luck",
    ],
  );
});
