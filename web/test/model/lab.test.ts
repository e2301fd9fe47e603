import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_QUESTION, fitsQuery, type LabQuestion, questionAt, questionQuery } from "../../src/model/lab";
import { completions } from "../../src/pages/lab/strategy-words";

const read = (address: string): LabQuestion => {
  const [search = "", hash = ""] = address.split("#");
  return questionAt(search, hash);
};

test("an address has the whole question", () => {
  const asked: LabQuestion = {
    ...FIRST_QUESTION,
    house: "crapless",
    strategy: "unit 10\non the come-out: bet a unit on pass\n",
    bankroll: 250_50,
    unit: 15_00,
    end: { hours: 1.5, pace: 100 },
    goal: 500_00,
    stopLoss: 100_00,
    faceValue: true,
    seed: "18446744073709551615",
  };
  assert.deepEqual(read(questionQuery(asked)), asked);
  assert.deepEqual(read(questionQuery(FIRST_QUESTION)), FIRST_QUESTION);
});

test("a long text stands behind the #, where the house does not see it", () => {
  const long = { ...FIRST_QUESTION, strategy: `${"# a long remark\n".repeat(300)}bet 10 on pass\n` };
  const address = questionQuery(long);
  assert.ok(address.indexOf("#") > 0 && address.indexOf("#") < 200);
  assert.deepEqual(read(address), long);
  assert.equal(fitsQuery(long), false);
  assert.equal(fitsQuery(FIRST_QUESTION), true);
});

test("what an address leaves out is as in the first question, and a goal alone ends a session", () => {
  assert.deepEqual(read("?s=iron-cross"), { ...FIRST_QUESTION, strategy: "iron-cross" });
  assert.deepEqual(read("?goal=600").end, {});
  assert.deepEqual(read("?rolls=-4&bring=much&seed=x"), FIRST_QUESTION);
});

test("a word that is begun is completed by the house's words, but not within a remark", () => {
  const words = { words: ["bet", "unless"], wagers: ["pass", "pass-odds", "place-6"] };
  assert.deepEqual(completions("bet 10 on pass", 14, words), { from: 10, found: ["pass-odds"] });
  assert.deepEqual(completions("bet 10 on p", 11, words).found, []);
  assert.deepEqual(completions("# pla", 5, words).found, []);
  assert.deepEqual(completions("un", 2, words).found, ["unless"]);
});
