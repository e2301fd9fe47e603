/** Where the amounts of a roll are written: near their stacks, none on another, and off all chips if there is room. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Something to be written at a stack; the first ones choose first. */
export interface Wanted {
  readonly at: Box;
  /** Whether the stack goes, so that its amount may stand in its place. */
  readonly goes?: boolean;
  readonly width: number;
  readonly height: number;
}

const GAP = 3;
/** How far from its stack, in its own heights and widths, an amount may stand: the nearest first. */
const RINGS = 5;

export function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** A place for each, within bounds, or null if there is none: it is not written then. Numbers are covered last. */
export function placed(
  wanted: readonly Wanted[],
  chips: readonly Box[],
  bounds: Box,
  numbers: readonly Box[] = [],
): (Box | null)[] {
  const taken: Box[] = [];
  return wanted.map((one) => {
    const reach = within(one);
    const near = (all: readonly Box[]): readonly Box[] => all.filter((each) => overlap(reach, each) > 0);
    const [others, below, kept] = [near(taken), near(chips), near(numbers)];
    let best: Box | null = null;
    let least = Infinity;
    for (const [box, far] of around(one, bounds)) {
      if (far >= least || others.some((other) => overlap(spread(box), other) > 0)) continue;
      const covered = (all: readonly Box[]): number => all.reduce((sum, each) => sum + overlap(box, each), 0);
      const cost = far + covered(below) / 8 + covered(kept) / 3;
      if (cost < least) [best, least] = [box, cost];
    }
    if (best) taken.push(best);
    return best;
  });
}

/** Places around a stack with what each costs: above it is best, then below, then to the sides. */
function* around({ at, goes, width, height }: Wanted, bounds: Box): Generator<readonly [Box, number]> {
  const middle = at.x + at.width / 2;
  if (goes) yield [inside({ x: middle - width / 2, y: at.y + (at.height - height) / 2, width, height }, bounds), 0];
  for (let ring = 0; ring < RINGS; ring++) {
    for (const side of [0, -0.5, 0.5, -1, 1]) {
      const x = middle - width / 2 + side * (width + GAP);
      const up = at.y - height - GAP - ring * (height + GAP);
      const down = at.y + at.height + GAP + ring * (height + GAP);
      const off = Math.abs(side) * width;
      yield [inside({ x, y: up, width, height }, bounds), ring * height + off];
      yield [inside({ x, y: down, width, height }, bounds), ring * height + off + height / 2];
    }
  }
}

function inside(box: Box, bounds: Box): Box {
  const x = Math.max(bounds.x, Math.min(box.x, bounds.x + bounds.width - box.width));
  const y = Math.max(bounds.y, Math.min(box.y, bounds.y + bounds.height - box.height));
  return { ...box, x, y };
}

/** All that an amount may come near to. */
function within({ at, width, height }: Wanted): Box {
  const [wide, high] = [2 * (width + GAP), (RINGS + 1) * (height + GAP)];
  return { x: at.x - wide, y: at.y - high, width: at.width + 2 * wide, height: at.height + 2 * high };
}

function spread(box: Box): Box {
  return { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 };
}
