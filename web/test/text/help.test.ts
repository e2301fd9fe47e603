/** Help: by which key it opens, and what it lists at the table and at the crew's desk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asksForHelp } from "../../src/model/shortcuts";
import { helpParts } from "../../src/text/help";

const within = (selector: string): EventTarget =>
  ({ closest: (asked: string) => (asked.split(", ").includes(selector) ? {} : null) }) as unknown as EventTarget;

test("`?` asks for help, unless somebody is writing or it was taken already", () => {
  const free = { key: "?", defaultPrevented: false, target: within("main") };
  assert.equal(asksForHelp(free), true);
  assert.equal(asksForHelp({ ...free, key: "g" }), false);
  assert.equal(asksForHelp({ ...free, defaultPrevented: true }), false);
  for (const field of ["select", "textarea", "dialog"]) assert.equal(asksForHelp({ ...free, target: within(field) }), false);
});

test("the desk's help is about the dice that are entered there, the table's about bets", () => {
  const keys = (at: "table" | "desk"): string[] => helpParts(at).flatMap((part) => part.keys.map(({ key }) => key));
  for (const key of ["1 to 6", "Enter", "Backspace", "/", "?", "no roll: a cocked die"]) assert.ok(keys("desk").includes(key));
  for (const key of ["g", "z", "10 pass"]) {
    assert.ok(keys("table").includes(key));
    assert.ok(!keys("desk").includes(key));
  }
});
