/** What is written on chips has room there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onChip } from "../../src/felt/chips";

test("an amount on a chip has four letters at most", () => {
  const written = [500, 250, 1250, 99_900, 100_000, 125_000, 999_900, 1_000_000, 12_345_600].map(onChip);
  assert.deepEqual(written, ["5", "2.50", "13", "999", "1k", "1.2k", "9.9k", "10k", "123k"]);
});
