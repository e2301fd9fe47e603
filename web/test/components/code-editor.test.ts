/** The editor's text: places in it, and tokens cut where a fault begins and ends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutTokens, offsetOf, plainHighlight } from "../../src/components/code-editor";

test("a line and column are a place in the text, and never lie behind their line", () => {
  const text = "ab\n\ncdef";
  assert.equal(offsetOf(text, 1), 0);
  assert.equal(offsetOf(text, 1, 99), 2);
  assert.equal(offsetOf(text, 2), 3);
  assert.equal(offsetOf(text, 3, 3), 6);
  assert.equal(offsetOf(text, 9, 1), text.length);
});

test("a fault cuts the tokens it begins and ends in, and no text is lost", () => {
  const tokens = [
    { text: "pays", kind: "key" },
    { text: " = ", kind: "" },
    { text: '"3-1"', kind: "string" },
  ] as const;
  const cut = cutTokens(tokens, [{ line: 1, column: 9, end: 12 }]);
  assert.deepEqual(
    cut.map(({ text, wrong }) => (wrong ? `<${text}>` : text)),
    ["pays", " = ", '"', "<3-1>", '"'],
  );
  assert.deepEqual(cut.map(({ kind }) => kind), ["key", "", "string", "string", "string"]);
});

test("a fault of which only the line is known underlines nothing", () => {
  assert.deepEqual(cutTokens([{ text: "x", kind: "" }], [{ line: 1, column: 0, end: 0 }]), [{ text: "x", kind: "", wrong: false }]);
});

test("a plain text has one token a line", () => {
  assert.deepEqual(plainHighlight("a\n\nb").map((line) => line.map(({ text }) => text)), [["a"], [""], ["b"]]);
});
