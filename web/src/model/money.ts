/** Cents, and how they are written: as the house tells them, as a line says them, as people read them. */
import type { Cents } from "./view";

/** The house's writing, a string with two decimals, as cents; "" is nothing. */
export function cents(written: string | undefined): Cents {
  return written ? Math.round(Number(written) * 100) : 0;
}

/** As a line of the notation says it: `10`, `2.50`. */
export function spoken(amount: Cents): string {
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);
}

/** As people read it: `$12`, `$12.50`, `$1,250`, `−$5`. */
export function dollars(amount: Cents): string {
  const [units = "", rest] = spoken(Math.abs(amount)).split(".");
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount < 0 ? "−" : ""}$${grouped}${rest ? `.${rest}` : ""}`;
}

/** A gain or a loss: `+$12`, `−$5`, `$0`. */
export function signed(amount: Cents): string {
  return amount > 0 ? `+${dollars(amount)}` : dollars(amount);
}

/** Returns what somebody typed as an amount: `12`, `$12.50`, `1,000`; null if it is none. */
export function typed(words: string): Cents | null {
  const plain = words
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/,(?=\d{3}(\D|$))/g, "");
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
