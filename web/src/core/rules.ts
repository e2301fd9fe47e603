/** Whose rules a table is played by: what is no book of the house says so, however it is named and titled. */

interface Told {
  readonly own_rules?: boolean | undefined;
  readonly digest?: string | undefined;
}

/** What is said of rules that somebody sent; "" of a book of the house. */
export function ownRules(of: Told | null | undefined): string {
  if (!of?.own_rules) return "";
  return `A player’s own rules, not a book of this house (digest ${(of.digest ?? "").slice(0, 12)})`;
}
