/** One end of the layout laid into its box: the plan's tracks as pixels, and a region for every wager in them. */
import type { EndPlan } from "./end-plan";
import type { Sizes } from "./layout";
import type { End, Kind, Region } from "./region";
import type { Spots } from "./spots";
import { type Box, boxOf, parted, type Point, shared, type Span } from "./tracks";

/** How large, and which way round. */
export interface Into {
  readonly box: Box;
  readonly flipped: boolean;
  /** Pixels of a unit across, and down. */
  readonly unit: number;
  readonly upright: number;
}

type More = { readonly [key in keyof Region]?: Region[key] };

/** The end as it is on the left; the right one is its mirror, but numbers read from left to right. */
export class LaidEnd {
  readonly regions: Region[] = [];
  readonly end: End;
  /** Where a button for the sheet has room. */
  readonly door: Box | null;
  readonly #plan: EndPlan;
  readonly #sizes: Sizes;
  readonly #spots: Spots;
  readonly #into: Into;
  readonly #columns: ReadonlyMap<string, Span>;
  readonly #rows: ReadonlyMap<string, Span>;
  /** The columns of the numbers; the same with what is beside them. */
  readonly #inner: Span;
  readonly #well: Span;
  readonly #marks = new Map<number, Point>();

  constructor(spots: Spots, plan: EndPlan, sizes: Sizes, into: Into) {
    [this.#spots, this.#plan, this.#sizes, this.#into] = [spots, plan, sizes, into];
    const { box, unit, upright } = into;
    this.#columns = shared(
      plan.columns.map(([name, least, grow]) => [name, least * unit, grow]),
      box.w,
    );
    this.#rows = shared(
      plan.rows.map(([name, least, grow]) => [name, least * upright, grow]),
      box.h,
      box.y,
    );
    this.#inner = { from: this.#column("n0").from, to: this.#column(`n${Math.max(plan.abreast, 1) - 1}`).to };
    this.#well = { from: this.#columns.get("side")?.from ?? this.#inner.from, to: this.#inner.to };
    // On a phone the page has a button for the sheet; where there is more room, the felt has one.
    this.door = plan.phone && box.w > 640 ? this.#doorway() : null;
    this.#lines();
    this.#numbers();
    this.#come();
    this.#field();
    this.#more();
    this.end = this.#seats();
  }

  #column(name: string): Span {
    return this.#columns.get(name)!;
  }

  #row(name: string): Span {
    return this.#rows.get(name)!;
  }

  /** The dealer's edge of what is drawn. */
  get #top(): number {
    return this.#row("top0").to;
  }

  #placed(at: Box): Box {
    const { box, flipped } = this.#into;
    return { ...at, x: Math.round(box.x + (flipped ? box.w - at.x - at.w : at.x)) };
  }

  #add(id: string, kind: Kind, at: Box, more: More = {}): void {
    const put = this.#placed(at);
    const side = this.#into.flipped ? "right" : "left";
    this.regions.push({ ...put, id, wager: this.#spots.get(id) ? id : "", side, kind, hit: put, ...more });
  }

  #doorway(): Box {
    const apron = this.#row("apron");
    return boxOf({ from: 12, to: 12 + this.#sizes.door }, { from: apron.from + 2, to: apron.to - 2 });
  }

  /** The lines go round the corner; odds lie behind the outermost and beside any other. */
  #lines(): void {
    const { unit, flipped } = this.#into;
    let corner = this.#sizes.corner * unit;
    this.#plan.lines.forEach((line, at) => {
      const [column, row, odds] = [this.#column(`line${at}`), this.#row(`line${at}`), this.#plan.odds[at]];
      const across = column.to - column.from;
      // What the innermost line goes round has square corners.
      const inner = at < this.#plan.lines.length - 1 ? Math.max(8 * unit, corner - across) : 0;
      const to = odds && at ? this.#inner.to - Math.round(Math.max(44, 56 * unit)) : this.#inner.to;
      if (odds && at) this.#add(odds.wager, "beside", boxOf({ from: to, to: this.#inner.to }, row));
      else if (odds) this.#behind(odds.wager, column.from, corner);
      const ell = { across, down: row.to - row.from, outer: corner, inner, flipped };
      const hit = this.#placed(boxOf({ from: column.to, to }, row));
      this.#add(line.wager, "line", boxOf({ from: column.from, to }, { from: this.#top, to: row.to }), { ell, hit });
      corner = inner;
    });
  }

  #behind(wager: string, across: number, corner: number): void {
    const apron = this.#row("apron");
    const from = Math.max(this.#inner.from, this.door ? this.door.x + this.door.w + 4 : 0);
    const { flipped } = this.#into;
    const ell = { across, down: apron.to - apron.from, outer: corner + across, inner: corner, flipped };
    const box = boxOf({ from: 0, to: this.#inner.to }, { from: this.#top, to: apron.to });
    this.#add(wager, "behind", box, { ell, hit: this.#placed(boxOf({ from, to: this.#inner.to }, apron)) });
  }

  #numbers(): void {
    const { numbers, abreast, behind, edges, held } = this.#plan;
    numbers.forEach((number, at) => {
      const band = Math.floor(at / abreast);
      const place = at % abreast;
      const column = this.#column(`n${this.#into.flipped ? abreast - 1 - place : place}`);
      const add = (id: string, kind: Kind, row: string, dark = false): void =>
        this.#add(id, kind, boxOf(column, this.#row(row)), { number, dark });
      if (held) add(`behind-${number}`, "edge", `held${band}`, true);
      const ranked = (ranks: typeof edges, row: string, dark: boolean): void =>
        ranks.forEach(({ by }, rank) => {
          const spot = by.get(number);
          if (spot) add(spot.wager, "edge", `${row}${band}.${rank}`, dark);
        });
      ranked(behind, "behind", true);
      add(`number-${number}`, "number", `number${band}`);
      ranked(edges, "edge", false);
      const mark = this.#placed(boxOf(column, this.#row(`top${band}`)));
      this.#marks.set(number, { x: mark.x + mark.w / 2, y: mark.y + mark.h * 0.55 });
    });
  }

  /** What is beside the numbers stands there, or, where it would be too narrow, beside what is below them. */
  #come(): void {
    const { come, beside } = this.#plan;
    const row = this.#rows.get("come");
    const column = this.#columns.get("side");
    const last = [...this.#rows.keys()].filter((name) => /^(number|edge)/.test(name)).at(-1);
    let from = this.#well.from;
    if (beside && column && last) {
      this.#add(beside.wager, "strip", boxOf(column, { from: this.#top, to: this.#row(last).to }));
    } else if (beside && row) {
      const cut = come ? from + Math.round((this.#well.to - from) / 3) : this.#well.to;
      this.#add(beside.wager, "strip", boxOf({ from, to: cut }, row));
      from = cut;
    }
    if (come && row) this.#add(come.wager, "strip", boxOf({ from, to: this.#well.to }, row));
  }

  #field(): void {
    const { field, big } = this.#plan;
    const row = this.#rows.get("field");
    if (!field || !row) return;
    const side = this.#columns.get("side");
    const broad = Math.round(side ? side.to - side.from : (this.#well.to - this.#well.from) / 4);
    const cut = big.length ? this.#well.from + broad : this.#well.from;
    const lanes = parted(
      row.from,
      row.to,
      big.map(() => 1),
    );
    big.forEach((spot, at) => this.#add(spot.wager, "cell", boxOf({ from: this.#well.from, to: cut }, lanes[at]!)));
    this.#add(field.wager, field.numbers.length ? "field" : "strip", boxOf({ from: cut, to: this.#well.to }, row));
  }

  /** What no rule of placement knows. */
  #more(): void {
    this.#plan.more.forEach((row, at) => {
      const parts = parted(
        this.#well.from,
        this.#well.to,
        row.map(() => 1),
      );
      row.forEach((spot, place) => this.#add(spot.wager, "cell", boxOf(parts[place]!, this.#row(`more${at}`))));
    });
  }

  /** Returns where seats stand round the end, and where the puck lies. */
  #seats(): End {
    const { box, flipped } = this.#into;
    const lines = this.#plan.lines.length;
    const top = this.#row("top0");
    const apron = this.#row("apron");
    const along = this.#placed(boxOf(this.#inner, apron));
    const point = (x: number): number => this.#placed({ x, y: 0, w: 0, h: 0 }).x;
    const column = this.#column("apron");
    const lowest = lines ? this.#row(`line${lines - 1}`) : apron;
    const beside = (this.#columns.get("side") ?? column).from;
    return {
      side: flipped ? "right" : "left",
      box,
      along: { from: along.x, to: along.x + along.w, y: apron.from + (apron.to - apron.from) / 2 },
      round: { from: top.to, to: lowest.from, x: point((column.from + column.to) / 2) },
      rest: { x: point((beside + this.#inner.from) / 2), y: top.from + (top.to - top.from) * 0.55 },
      marks: this.#marks,
    };
  }
}
