/** Tracks: a length shared out among rows or columns, each with the least it needs and its share of what is left. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Track = readonly [name: string, least: number, grow: number];

/** Where a track begins and ends. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Too little room shrinks every track alike; lines fall on whole pixels. */
export function shared(list: readonly Track[], total: number, start = 0): ReadonlyMap<string, Span> {
  const least = sum(list.map(([, size]) => size));
  const grow = sum(list.map(([, , share]) => share)) || 1;
  const shrink = least > total ? total / least : 1;
  const spans = new Map<string, Span>();
  let at = start;
  for (const [name, size, share] of list) {
    const from = at;
    at += size * shrink + (Math.max(0, total - least) * share) / grow;
    spans.set(name, { from: Math.round(from), to: Math.round(at) });
  }
  return spans;
}

/** The same length, in parts by weight. */
export function parted(from: number, to: number, weights: readonly number[]): readonly Span[] {
  const each = (to - from) / (sum(weights) || 1);
  let at = from;
  return weights.map((weight) => ({ from: Math.round(at), to: Math.round((at += weight * each)) }));
}

export function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}

export function boxOf(across: Span, down: Span): Box {
  return { x: across.from, y: down.from, w: across.to - across.from, h: down.to - down.from };
}

export function inset(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, w: box.w - 2 * by, h: box.h - 2 * by };
}
