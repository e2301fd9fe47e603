/** Places a payout and its amount: in the space of its wager, over nothing else that is read there. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Something to be put near its chips; the first ones choose first. */
export interface Wanted {
  /** The space of its wager, and how many pixels it may reach over its upper and lower edge. */
  readonly home: Box;
  readonly over: number;
  /** Where it would be best: the point for its middle. */
  readonly best: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  /** It is put in any case, and covers chips or words if it has to; without this, only where there is room. */
  readonly must: boolean;
}

/** What lies or is written on the felt already. */
export interface Below {
  readonly chips: readonly Box[];
  readonly words: readonly Box[];
  /** What is covered last of all: the figures of the layout, and one's own chips. */
  readonly kept: readonly Box[];
}

/** Pixels between two places that are tried. */
const STEP = 3;
/** How far aside it may be in a wide space, in its own widths. */
const ASIDE = 2.5;
/** What a covered pixel costs, in pixels of distance. */
const COST = { chips: 0.5, words: 0.5, kept: 40, edge: 0.15 };
/** How much of it may lie on chips or words where it need not be put. */
const TOUCHES = 0.12;

export function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** A place for each, none on another, or null if there is none for it. */
export function placed(wanted: readonly Wanted[], below: Below): (Box | null)[] {
  const taken: Box[] = [];
  return wanted.map((one) => {
    const box = place(one, below, taken);
    if (box) taken.push(box);
    return box;
  });
}

function place(one: Wanted, below: Below, taken: readonly Box[]): Box | null {
  const { home, over, best, width, height, must } = one;
  const [wide, high] = [home.width + 2 * width, home.height + 2 * height];
  const reach = { x: home.x - width, y: home.y - height, width: wide, height: high };
  const near = (all: readonly Box[]): readonly Box[] => all.filter((each) => overlap(reach, each) > 0);
  const [others, chips, words, kept] = [taken, below.chips, below.words, below.kept].map(near);
  let found: Box | null = null;
  let least = Infinity;
  for (const y of tried(home.y - over, home.y + home.height + over - height, best.y - height / 2, Infinity))
    for (const x of tried(home.x, home.x + home.width - width, best.x - width / 2, ASIDE * width)) {
      const far = Math.hypot(x + width / 2 - best.x, y + height / 2 - best.y);
      const box = { x, y, width, height };
      if (far >= least || others!.some((other) => overlap(spread(box), other) > 0)) continue;
      const covered = (all: readonly Box[]): number => all.reduce((sum, each) => sum + overlap(box, each), 0);
      const [onChips, onWords, onKept] = [covered(chips!), covered(words!), covered(kept!)];
      if (!must && (onKept || onChips + onWords > TOUCHES * width * height)) continue;
      const out = width * height - overlap(box, home);
      const cost = far + onChips * COST.chips + onWords * COST.words + onKept * COST.kept + out * COST.edge;
      if (cost < least) [found, least] = [box, cost];
    }
  return found;
}

/** Places along one way: what is best, if it lies in reach, and steps from it to both ends. */
function tried(from: number, to: number, best: number, reach: number): readonly number[] {
  if (to <= from) return [(from + to) / 2]; // wider than its space
  const middle = Math.max(from, Math.min(best, to));
  const [first, last] = [Math.max(from, middle - reach), Math.min(to, middle + reach)];
  const all = [middle, first, last];
  for (let at = middle - STEP; at > first; at -= STEP) all.push(at);
  for (let at = middle + STEP; at < last; at += STEP) all.push(at);
  return all;
}

function spread(box: Box): Box {
  return { x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2 };
}
