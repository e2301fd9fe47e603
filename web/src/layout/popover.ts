/** Places a popover beside the chips it is about, never over them. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Put {
  readonly left: number;
  readonly top: number;
  readonly side: "below" | "above" | "right" | "left";
  /** Where its tip is, along the side that faces what it is about. */
  readonly tip: number;
  /** As high as it may be there. */
  readonly most: number;
}

const GAP = 14;
const EDGE = 12;
/** The tip keeps away from rounded corners. */
const CORNER = 18;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Beside `about`, in a window of that size: below if there is room, else where there is most. */
export function beside(
  about: Box,
  width: number,
  height: number,
  window: { readonly width: number; readonly height: number },
): Put {
  const right = about.left + about.width;
  const bottom = about.top + about.height;
  const rooms: readonly (readonly [Put["side"], number, number])[] = [
    ["below", window.height - bottom - GAP - EDGE, height],
    ["above", about.top - GAP - EDGE, height],
    ["right", window.width - right - GAP - EDGE, width],
    ["left", about.left - GAP - EDGE, width],
  ];
  const roomier = (one: (typeof rooms)[number], other: (typeof rooms)[number]): number => other[1] - one[1];
  const [upright, sideways] = [rooms.slice(0, 2), rooms.slice(2).toSorted(roomier)];
  const fits = [...upright, ...sideways].find(([, room, need]) => room >= need);
  const side = (fits ?? upright.toSorted(roomier)[0]!)[0];
  const least = { left: EDGE, top: EDGE };
  const tall = window.height - 2 * EDGE;
  if (side === "right" || side === "left") {
    const high = Math.min(height, tall);
    const top = within(about.top + about.height / 2 - high / 3, least.top, window.height - EDGE - high);
    const left = side === "right" ? right + GAP : about.left - GAP - width;
    return { left, top, side, tip: within(about.top + about.height / 2 - top, CORNER, high - CORNER), most: tall };
  }
  const room = rooms.find(([name]) => name === side)![1];
  const high = Math.min(height, room);
  const left = within(about.left + about.width / 2 - 60, least.left, window.width - EDGE - width);
  const top = side === "below" ? bottom + GAP : about.top - GAP - high;
  return { left, top, side, tip: within(about.left + about.width / 2 - left, CORNER, width - CORNER), most: room };
}
