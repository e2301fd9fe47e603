/** Places every wager of a house: (book, form, size) → regions. No drawing, no rule of the game. */
import type { Spot } from "../model/view";
import type { BookResponse } from "../protocol.generated";
import { LaidEnd } from "./end";
import { type EndPlan, endPlan } from "./end-plan";
import { type Heading, type Heights, laid, middleRows, natural, type Row } from "./middle";
import type { End, Form, Layout, Region, Side } from "./region";
import { Spots } from "./spots";
import { type Box, inset, shared, type Track } from "./tracks";

/** Lengths of a form in its own units; what stands round the cloth is left, top, right, bottom. */
export interface Sizes {
  readonly end: number;
  readonly middle: number;
  readonly gap: number;
  readonly round: readonly [number, number, number, number];
  readonly apron: number;
  readonly lines: readonly [number, number];
  readonly side: number;
  readonly column: number;
  readonly corner: number;
  readonly edge: number;
  readonly chip: number;
  readonly own: number;
  /** A button that opens the sheet, at the players' edge. */
  readonly door: number;
  readonly rows: { readonly [name: string]: readonly [least: number, grow: number] };
  readonly heights: Heights;
}

const DESK_ROWS = {
  top: [40, 0],
  behind: [52, 0.3],
  number: [112, 1],
  bare: [74, 0.7],
  edge: [50, 0.25],
  come: [92, 0.9],
  field: [108, 0.7],
  more: [56, 0.2],
  next: [62, 0.3],
  first: [84, 0.5],
  apron: [56, 0.2],
} as const;
const DESK_HEIGHTS: Heights = { cell: 44, dice: 70, hop: 35, head: 26, side: 62 };
const DESK = { gap: 16, apron: 48, column: 60, corner: 92, edge: 0, door: 0, rows: DESK_ROWS, heights: DESK_HEIGHTS };

export const SIZES: { readonly [form in Form]: Sizes } = {
  laptop: { ...DESK, end: 980, middle: 352, round: [44, 4, 6, 46], lines: [60, 52], side: 112, chip: 16.5, own: 19.5 },
  wide: { ...DESK, end: 776, middle: 372, round: [44, 4, 44, 46], lines: [54, 48], side: 92, chip: 17, own: 20 },
  phone: {
    end: 390,
    middle: 390,
    gap: 0,
    round: [0, 0, 0, 0],
    apron: 14,
    lines: [40, 32],
    side: 0,
    column: 44,
    corner: 52,
    edge: 6,
    chip: 10.5,
    own: 13,
    door: 92,
    rows: {
      top: [27, 0],
      behind: [44, 0.1],
      number: [66, 1],
      bare: [44, 0.6],
      edge: [42, 0.1],
      come: [58, 0.6],
      field: [84, 0.3],
      more: [44, 0.1],
      next: [46, 0.1],
      first: [52, 0.2],
      apron: [44, 0],
    },
    heights: { cell: 44, dice: 66, hop: 40, head: 28, side: 64 },
  },
};

/** How much rows may shrink before the whole table does, and how much they may stretch. */
const SHRINK = 0.76;
const STRETCH = 1.7;
/** Pixels of height below which nothing is larger than a finger needs: the less is scrolled. */
const LOW = 400;

/** The form for a size: a phone's up to 700 pixels, or where a screen stands upright; both ends where there is room. */
export function formFor(width: number, height: number): Form {
  if (width <= 700 || (width < 1000 && height > width)) return "phone";
  return width >= 1340 ? "wide" : "laptop";
}

/** The whole table in so many pixels. What it holds is drawn in them; a phone's may be higher than its window. */
export function layout(book: BookResponse, form: Form, width: number, height: number): Layout {
  const spots = Spots.of(book);
  const sizes = SIZES[form];
  const plan = endPlan(spots, sizes, form === "phone");
  const ends: readonly Side[] = plan.empty ? [] : form === "wide" ? ["left", "right"] : ["left"];
  const middle = form === "phone" && !plan.empty ? [] : ordersOf(book, spots);
  const units = widthOf(sizes, ends.length, middle.length > 0);
  const rows = middleRows(middle, ends.length ? sizes.middle - 20 : units, sizes.heights);
  const least = Math.max(plan.natural, rows.length ? natural(rows) + 106 : 0);
  const around = sizes.round[1] + sizes.round[3];
  const unit =
    form === "phone"
      ? Math.min(Math.max(width / sizes.end, 0.8), height < LOW ? 1.1 : 1.6)
      : Math.min(width / units, height / (least * SHRINK + around));
  const upright = form === "phone" ? Math.min(unit, 1.2) : unit;
  const wanted = height - around * unit;
  const high = Math.max(form === "phone" ? least * upright : 0, Math.min(wanted, least * upright * STRETCH));
  const wide = form === "phone" ? width : (units - sizes.round[0] - sizes.round[2]) * unit;
  const cloth = {
    x: form === "phone" ? 0 : Math.round(sizes.round[0] * unit + (width - units * unit) / 2),
    y: form === "phone" ? 0 : Math.round(sizes.round[1] * unit + Math.max(0, (wanted - high) / 2)),
    w: Math.round(wide),
    h: Math.round(high),
  };
  return assembled({ form, width, height, unit, upright, sizes, spots, plan, ends, rows, cloth });
}

/** The middle by itself, for a phone: as high as it needs to be. */
export function sheet(book: BookResponse, width: number): Layout {
  const spots = Spots.of(book);
  const sizes = SIZES.phone;
  const unit = Math.min(Math.max(width / sizes.end, 0.9), 1.3);
  const rows = middleRows(ordersOf(book, spots), width - 16, scaled(sizes.heights, unit));
  const high = Math.ceil(natural(rows)) + 12;
  const cloth = { x: 0, y: 0, w: width, h: high };
  const within = { x: 8, y: 0, w: width - 16, h: high - 12 };
  const { regions, headings } = middleOf(rows, within, [], sizes.heights.head * unit);
  return {
    form: "phone",
    width,
    height: high,
    unit,
    chip: sizes.chip * unit,
    own: sizes.own * unit,
    cloth,
    corners: [0, 0],
    regions,
    ends: [],
    headings,
    bank: { x: 0, y: 0, w: width, h: 0 },
    homes: new Map(),
    door: null,
  };
}

/** True if there is anything for a sheet. */
export function hasMiddle(book: BookResponse): boolean {
  return book.regions.some((region) => region.at !== "end" && region.wagers.length > 0);
}

interface Parts {
  readonly form: Form;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
  readonly upright: number;
  readonly sizes: Sizes;
  readonly spots: Spots;
  readonly plan: EndPlan;
  readonly ends: readonly Side[];
  readonly rows: readonly Row[];
  readonly cloth: Box;
}

function assembled(parts: Parts): Layout {
  const { form, width, height, unit, upright, sizes, spots, plan, ends, rows, cloth } = parts;
  const endWidth = Math.round(form === "phone" ? cloth.w : sizes.end * unit);
  const regions: Region[] = [];
  const drawn: End[] = [];
  let door: Box | null = null;
  for (const side of ends) {
    const x = side === "left" ? cloth.x : cloth.x + cloth.w - endWidth;
    const box = { x, y: cloth.y, w: endWidth, h: cloth.h };
    const made = new LaidEnd(spots, plan, sizes, { box, flipped: side === "right", unit, upright });
    regions.push(...made.regions);
    drawn.push(made.end);
    door ??= made.door;
  }
  const from = ends.length ? cloth.x + endWidth + Math.round(sizes.gap * unit) : cloth.x + Math.round(10 * unit);
  const to = cloth.x + cloth.w - (ends.length === 2 ? endWidth + Math.round(sizes.gap * unit) : Math.round(10 * unit));
  const space = { x: from, y: cloth.y, w: to - from, h: cloth.h };
  const bank = Math.round(96 * unit);
  const head = sizes.heights.head * unit;
  const above: Track[] = [["bank", bank, unit]];
  const down = { ...space, h: space.h - 10 * unit };
  const within = rows.length ? middleOf(scaledRows(rows, unit), down, above, head) : null;
  if (within) regions.push(...within.regions);
  return {
    form,
    width,
    height: form === "phone" ? cloth.h : height,
    unit,
    chip: Math.max(sizes.chip * unit, form === "phone" ? 0 : 9),
    own: Math.max(sizes.own * unit, form === "phone" ? 0 : 11),
    cloth,
    corners: form === "phone" ? [0, 0] : cornersOf(plan, sizes, unit),
    regions,
    ends: drawn,
    headings: within?.headings ?? [],
    bank: within ? within.bank : inset({ ...cloth, h: Math.min(cloth.h, 120 * unit) }, 8),
    homes: plan.homes,
    door,
  };
}

/** Nothing runs round the corners of a table without lines: they are as those of any edge. */
function cornersOf({ lines }: EndPlan, { corner }: Sizes, unit: number): readonly [number, number] {
  return lines.length ? [corner * unit, (corner + 40) * unit] : [20 * unit, 20 * unit];
}

function middleOf(
  rows: readonly Row[],
  box: Box,
  above: readonly Track[],
  head: number,
): {
  regions: Region[];
  headings: Heading[];
  bank: Box;
} {
  const list: Track[] = [...above, ...rows.map((row, at): Track => [`${at}`, row.least, row.grow])];
  const spans = shared(list, box.h, box.y);
  const across = { from: box.x, to: box.x + box.w };
  const parts = rows.map((row, at) => laid(row, across, spans.get(`${at}`)!, head));
  const bank = spans.get("bank") ?? { from: box.y, to: box.y };
  return {
    regions: parts.flatMap((part) => part.regions),
    headings: parts.flatMap((part) => part.heading ?? []),
    bank: { x: box.x, y: bank.from, w: box.w, h: bank.to - bank.from },
  };
}

function ordersOf(book: BookResponse, spots: Spots): readonly (readonly Spot[])[] {
  return book.regions.filter((region) => region.at !== "end").flatMap((region) => spots.rows(region.name));
}

function widthOf(sizes: Sizes, ends: number, middle: boolean): number {
  const inside = ends * sizes.end + (middle ? sizes.middle + Math.max(ends, 1) * sizes.gap : 0);
  return sizes.round[0] + sizes.round[2] + (ends ? inside : sizes.end);
}

function scaledRows(rows: readonly Row[], unit: number): readonly Row[] {
  return rows.map((row) => ({ ...row, least: row.least * unit, grow: row.grow * unit }));
}

function scaled(heights: Heights, unit: number): Heights {
  const { cell, dice, hop, head, side } = heights;
  return { cell: cell * unit, dice: dice * unit, hop: hop * unit, head: head * unit, side };
}
