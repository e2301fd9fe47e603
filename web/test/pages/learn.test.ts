/** The lesson's seat and how far one has come: the dice are the lesson's, and what is kept may be anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../../src/model/view";
import { keepProgress, readProgress } from "../../src/pages/learn/lesson-progress";
import { drawnDice, lessonSession, type Dice } from "../../src/pages/learn/lesson-session";
import type { TableSession } from "../../src/session/session";

function shelf(kept: string | null = null): { kept: string | null; getItem(): string | null; setItem(name: string, value: string): void } {
  return {
    kept,
    getItem() {
      return this.kept;
    },
    setItem(_, value) {
      this.kept = value;
    },
  };
}

test("the big button throws the lesson's dice, or says why it throws none", () => {
  const done: unknown[] = [];
  const seat = {
    view: { snapshot: { dice: "entered", n: 4 } } as unknown as View,
    roll: (dice?: Dice) => done.push(dice),
    tell: (_: string, words: string) => done.push(words),
  } as unknown as TableSession;
  let next: Dice | string = [3, 4];
  const learner = lessonSession(seat, () => next);
  learner.roll();
  next = "Put a chip on Pass Line.";
  learner.roll();
  assert.deepEqual(done, [[3, 4], "Put a chip on Pass Line."]);
  assert.equal(learner.view.snapshot?.dice, "fair");
  assert.equal(learner.view, learner.view, "the same view as long as nothing changed");
});

test("a lesson goes on where it was left, and begins anew where what is kept makes no sense", () => {
  const start = { book: "typical", who: "", table: "", chapter: 0, task: 0 };
  const at = { ...start, who: "Ann", table: "t1", chapter: 1, task: 2 };
  const on = shelf();
  keepProgress(at, on);
  assert.deepEqual(readProgress("typical", [2, 4], on), at);
  assert.deepEqual(readProgress("crapless", [2, 4], on), { ...start, book: "crapless" });
  for (const kept of ["{", "7", '{"book":"typical","chapter":9}', '{"book":"typical","chapter":1,"task":-1}'])
    assert.deepEqual(readProgress("typical", [2, 4], shelf(kept)), start);
});

test("dice that are drawn have six faces", () => {
  const faces = new Set(Array.from({ length: 400 }, drawnDice).flat());
  assert.deepEqual([...faces].sort(), [1, 2, 3, 4, 5, 6]);
});
