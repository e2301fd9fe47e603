/** Which spot an arrow key goes to: what is nearest that way. */

/** One step right or left, down or up. */
export type Direction = readonly [number, number];

export function nearestSpot(
  from: string,
  [dx, dy]: Direction,
  order: readonly string[],
  node: (wager: string) => Element | null,
): string | undefined {
  const here = node(from)?.getBoundingClientRect();
  if (!here) return undefined;
  let best: string | undefined;
  let least = Infinity;
  for (const wager of order) {
    const box = wager === from ? undefined : node(wager)?.getBoundingClientRect();
    if (!box?.width) continue;
    const away = distance(here, box, dx, dy);
    if (away < least) [least, best] = [away, wager];
  }
  return best;
}

/** Returns how far something is that way; endless if it is not that way at all. What is straight ahead is nearer. */
function distance(here: DOMRect, box: DOMRect, dx: number, dy: number): number {
  const [x, y] = [box.x + box.width / 2 - here.x - here.width / 2, box.y + box.height / 2 - here.y - here.height / 2];
  const ahead = dx ? x * dx : y * dy;
  if (ahead < 2) return Infinity;
  const across = [box.left - here.right, here.left - box.right] as const;
  const down = [box.top - here.bottom, here.top - box.bottom] as const;
  const edge = (dx ? across : down)[dx + dy > 0 ? 0 : 1];
  // How far apart they are aside; nothing where one is straight ahead of the other.
  const gap = Math.max(0, ...(dx ? down : across));
  // What only begins beside it is not that way, unless one lies in the other.
  if (edge < -4 && !holds(here, box) && !holds(box, here)) return Infinity;
  const aside = Math.abs(dx ? y : x);
  return Math.max(edge, 0) + gap * 3 + aside * 0.15 + ahead * 0.05;
}

function holds(box: DOMRect, other: DOMRect): boolean {
  return box.left <= other.left && box.right >= other.right && box.top <= other.top && box.bottom >= other.bottom;
}
