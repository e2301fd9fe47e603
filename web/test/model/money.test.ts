/** Cents as the house writes them, as lines say them and as people read them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cents, dollars, signed, spoken, typed } from "../../src/model/money";

test("the house's writing is cents, without a rounding of binary fractions", () => {
  assert.equal(cents("12.50"), 1250);
  assert.equal(cents("0.29"), 29);
  assert.equal(cents("1.15"), 115);
  assert.equal(cents("1000000.00"), 100_000_000);
  assert.equal(cents(""), 0);
  assert.equal(cents(undefined), 0);
});

test("every amount that is spoken is read back as itself", () => {
  for (let amount = 0; amount < 200_000; amount += 37) {
    assert.equal(typed(spoken(amount)), amount);
    assert.equal(typed(dollars(amount)), amount);
    assert.equal(cents((amount / 100).toFixed(2)), amount);
  }
});

test("whole dollars have no decimals, thousands are set apart, losses have a sign of their own", () => {
  assert.equal(spoken(1000), "10");
  assert.equal(spoken(250), "2.50");
  assert.equal(dollars(1250), "$12.50");
  assert.equal(dollars(123_456_700), "$1,234,567");
  assert.equal(dollars(-500), "−$5");
  assert.equal(signed(11_300), "+$113");
  assert.equal(signed(0), "$0");
});

test("what is no amount is none", () => {
  for (const words of ["", "ten", "-5", "1.234", "1e3", "5 5", "$", "1,00"]) assert.equal(typed(words), null, words);
  assert.equal(typed(" $1,000 "), 100_000);
});
