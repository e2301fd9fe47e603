/** Tests of where chips lie: within their space, never two owners at one point, one's own always shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, type Chips, HIGH, type Slot, slots, spaceOf } from "../../src/layout/chip-slots";
import { layout, sheet } from "../../src/layout/layout";
import type { Layout, Region } from "../../src/layout/region";
import { Spots } from "../../src/layout/spots";
import type { BookResponse } from "../../src/protocol.generated";
import { books, named } from "../books";

const all = books();
const OWN = 2;
const SIZES = [
  ["phone", 390, 553],
  ["laptop", 1096, 664],
  ["wide", 1560, 840],
] as const;

function stacks(wagers: readonly string[], places: readonly number[]): Chips[] {
  return places.flatMap((place) =>
    wagers.map((wager) => ({ key: `${place} ${wager}`, place, wager, cents: 500 + place * 100, own: place === OWN })),
  );
}

const SIXTEEN = Array.from({ length: 16 }, (_, at) => at + 1);

/** Every layout with sixteen seats on one wager, and on what goes behind it. */
function* crowded(): Generator<readonly [string, Layout, BookResponse, Chips[]]> {
  for (const book of all) {
    const spots = Spots.of(book);
    for (const [form, width, height] of SIZES) {
      const table = layout(book, form, width, height);
      for (const made of form === "phone" ? [table, sheet(book, width)] : [table]) {
        for (const spot of spots.all.filter((one) => !one.attaches_to)) {
          const odds = spots.oddsOf(spot.wager);
          const wagers = odds ? [spot.wager, odds.wager] : [spot.wager];
          yield [`${book.name} ${form} ${spot.wager}`, made, book, stacks(wagers, SIXTEEN)];
        }
      }
    }
  }
}

/** Whether a stack of five chips lies within a region: not over its line. */
function inside(region: Region, { x, y, r }: Slot): boolean {
  const [left, right, top, bottom] = [x - r, x + r, y - r - (HIGH - 2.12) * r, y + r];
  const within = (bx: number, by: number, w: number, h: number): boolean =>
    left >= bx - 0.6 && right <= bx + w + 0.6 && top >= by - 0.6 && bottom <= by + h + 0.6;
  const { ell } = region;
  if (!ell) return within(region.x, region.y, region.w, region.h);
  const upright = ell.flipped ? region.x + region.w - ell.across : region.x;
  const lying = region.y + region.h - ell.down;
  return within(upright, region.y, ell.across, region.h) || within(region.x, lying, region.w, ell.down);
}

test("chips of sixteen seats stay inside their space, whatever they are on", () => {
  for (const [name, made, book, chips] of crowded()) {
    const { at } = slots(made, Spots.of(book), chips);
    for (const one of chips) {
      const region = spaceOf(made, one);
      const slot = at.get(one.key);
      assert.equal(!!region, !!slot, name);
      if (!region || !slot || slot.folded) continue;
      assert.ok(inside(region, slot), `${name}, place ${one.place}: ${JSON.stringify(slot)}`);
    }
  }
});

test("no two owners' chips lie at one point", () => {
  for (const [name, made, book, chips] of crowded()) {
    const { at } = slots(made, Spots.of(book), chips);
    const points = new Map<string, number>();
    for (const { key, place } of chips) {
      const slot = at.get(key);
      if (!slot || slot.folded) continue;
      const point = `${Math.round(slot.x)} ${Math.round(slot.y)}`;
      const other = points.get(point) ?? place;
      assert.equal(other, place, `${name}: both at ${point}`);
      points.set(point, place);
    }
  }
});

test("one's own chips are always shown, and whoever is not is counted", () => {
  for (const [name, made, book, chips] of crowded()) {
    const { at, folded } = slots(made, Spots.of(book), chips);
    const own = chips.filter((one) => one.own && at.has(one.key));
    assert.ok(
      own.every((one) => !at.get(one.key)!.folded),
      name,
    );
    const hidden = new Set(chips.filter((one) => at.get(one.key)?.folded).map((one) => one.place));
    assert.equal(
      folded.reduce((sum, one) => sum + one.count, 0),
      hidden.size,
      name,
    );
  }
});

test("a number is never covered", () => {
  for (const [form, width, height] of SIZES) {
    const book = named(all, "catfish-bend");
    const made = layout(book, form, width, height);
    const chips = stacks(["come-6", "come-odds-6"], SIXTEEN.slice(0, 6));
    const { at } = slots(made, Spots.of(book), chips);
    for (const [key, slot] of at) {
      const area = areaOf(
        made,
        spaceOf(
          made,
          chips.find((one) => one.key === key)!,
        )!,
      );
      assert.ok(slot.folded || slot.y - slot.r >= area.y - 1, `${form} ${key}`);
    }
  }
});

test("odds lie behind their line, and beside any other bet", () => {
  const book = named(all, "catfish-bend");
  const made = layout(book, "laptop", 1096, 664);
  const chips = stacks(["pass", "pass-odds", "dont-pass", "dont-pass-odds", "come-6", "come-odds-6"], [2]);
  const { at } = slots(made, Spots.of(book), chips);
  const of = (wager: string): Slot => at.get(`2 ${wager}`)!;
  assert.equal(of("pass").x, of("pass-odds").x);
  assert.ok(of("pass-odds").y > of("pass").y);
  assert.equal(of("dont-pass").y, of("dont-pass-odds").y);
  assert.ok(of("come-odds-6").x > of("come-6").x);
  assert.equal(of("come-6").y, of("come-odds-6").y);
});

test("the first four stand along the stick's side, the next four round the end, the others at the other end", () => {
  const book = named(all, "catfish-bend");
  const made = layout(book, "wide", 1560, 840);
  const { at } = slots(made, Spots.of(book), stacks(["pass"], SIXTEEN));
  const of = (place: number): Slot => at.get(`${place} pass`)!;
  assert.ok([1, 2, 3].every((place) => of(place).y === of(1).y || place === OWN));
  assert.ok(of(1).x > of(3).x && of(3).x > of(4).x);
  assert.ok(of(5).x === of(8).x && of(5).y > of(8).y);
  assert.ok(SIXTEEN.every((place) => of(place).x > 780 === place > 8));
});
