/** The durations of animations on the felt, and the two events of a throw that the page waits for. */

/** Milliseconds: one motion, between two, between taking and paying, the dice, and everything after them. */
export const TIMES = { motion: 320, apart: 40, turn: 160, dice: 600, whole: 1600, put: 160 } as const;

/** Told on the window while dice fly and once they lie: what they show is not called, drawn or spoken before. */
export const IN_THE_AIR = "dice-in-the-air";
export const AT_REST = "dice-at-rest";
/** Milliseconds after which a page that was come to is at rest, and fetches what it may need later. */
export const RESTED = 1_500;
