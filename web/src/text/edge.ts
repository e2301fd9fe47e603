/** The value of bets, written for people: exact fractions, percent, and what a decision costs. */

interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

/** A fraction as the house writes it: `7/495`, `-1/36`, `0`; null for what is none. */
function ratio(written: string): Ratio | null {
  const found = /^(-?\d+)(?:\/([1-9]\d*))?$/.exec(written);
  return found ? { over: BigInt(found[1]!), under: BigInt(found[2] ?? 1) } : null;
}

/** A fraction as a number, for what is drawn or rounded: `557/165` is 3.3757…; NaN for what is none. */
export function fraction(written: string | null | undefined): number {
  const value = ratio(written ?? "");
  return value ? Number(value.over) / Number(value.under) : NaN;
}

/** The nearest whole number, halves away from zero. */
function nearest({ over, under }: Ratio): bigint {
  const size = over < 0n ? -over : over;
  const whole = (2n * size + under) / (2n * under);
  return over < 0n ? -whole : whole;
}

/** A whole number of hundredths or so, with its decimals: 141 and 2 make `1.41`. */
function decimals(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const sign = units < 0n ? "−" : "";
  return places ? `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}` : sign + digits;
}

/** `1.41 %`; a figure too small for two decimals gets three. */
export function percent(written: string): string {
  const value = ratio(written);
  if (!value) return "";
  const places = value.over !== 0n && nearest({ over: value.over * 10_000n, under: value.under }) === 0n ? 3 : 2;
  return `${decimals(nearest({ over: value.over * 100n * 10n ** BigInt(places), under: value.under }), places)} %`;
}

/** `7/495 = 1.41 %`; a fraction longer than anybody reads is left to the percent. */
export function worth(written: string): string {
  const value = ratio(written);
  if (!value) return "";
  if (value.over === 0n) return "0: even";
  const fraction = written.replace("-", "−");
  return value.under === 1n || written.length > LONGEST ? percent(written) : `${fraction} = ${percent(written)}`;
}
const LONGEST = 13;

/** Returns what `cents` at stake cost a decision on average: `14.1 ¢`, `$1.20`; below zero it gains. */
export function cost(edge: string, cents: number): string {
  const value = ratio(edge);
  if (!value) return "";
  const tenths = nearest({ over: value.over * BigInt(cents) * 10n, under: value.under });
  const size = tenths < 0n ? -tenths : tenths;
  const sign = tenths < 0n ? "−" : "";
  if (size >= 1000n) return `${sign}$${decimals(nearest({ over: size, under: 10n }), 2)}`;
  return `${sign}${size % 10n ? decimals(size, 1) : decimals(size / 10n, 0)} ¢`;
}

/** Returns what a decision on `cents` costs; `amount` is that as it is written. */
export function costSaid(edge: string, cents: number, amount: string): string {
  const value = ratio(edge);
  if (!value) return "";
  if (value.over === 0n) return `nothing on ${amount}, on average`;
  const gains = value.over < 0n ? "gains " : "";
  return `${gains}${cost(edge, cents).replace("−", "")} a decision on ${amount}`;
}
