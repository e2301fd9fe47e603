/** Fractions are written as people read them, and rounded exactly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cost, costSaid, percent, worth } from "../../src/text/edge";

test("an edge is a fraction and a percent", () => {
  assert.equal(worth("7/495"), "7/495 = 1.41 %");
  assert.equal(worth("1/25"), "1/25 = 4.00 %");
  assert.equal(worth("-1/36"), "−1/36 = −2.78 %");
  assert.equal(worth("0"), "0: even");
  assert.equal(worth("1"), "100.00 %");
  assert.equal(worth("123456789/9876543210"), "1.25 %");
  assert.equal(worth("none"), "");
});

test("percents are rounded half away from zero, by whole numbers", () => {
  assert.equal(percent("1/80000"), "0.001 %");
  assert.equal(percent("1/20000"), "0.01 %");
  assert.equal(percent("-1/20000"), "−0.01 %");
  assert.equal(percent("2/3"), "66.67 %");
});

test("a decision costs cents, or dollars", () => {
  assert.equal(cost("7/495", 1000), "14.1 ¢");
  assert.equal(cost("1/25", 1000), "40 ¢");
  assert.equal(cost("1/36", 10_000), "$2.78");
  assert.equal(cost("-1/36", 3600), "−$1.00");
  assert.equal(costSaid("7/495", 1000, "$10"), "14.1 ¢ a decision on $10");
  assert.equal(costSaid("-1/36", 3600, "$36"), "gains $1.00 a decision on $36");
  assert.equal(costSaid("0", 1000, "$10"), "nothing on $10, on average");
});
