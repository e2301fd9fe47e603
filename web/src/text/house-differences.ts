/** The differences between houses: a few sentences for each, from its book, that are not true of the others. */
import type { BookResponse, BookWager, ValueResponse } from "../protocol.generated";

export interface Fact {
  readonly words: string;
  /** True if no document states it. */
  readonly assumed: boolean;
}

/** Values that a card shows beside its facts, or that name groups of wagers only. */
const ELSEWHERE = new Set(["minimum", "maximum", "chip", "group"]);
const ASSUMED = "assumed: ";

/** For each book by its name, the best three facts that set it apart from the others. */
export function differences(books: readonly BookResponse[], most = 3): ReadonlyMap<string, readonly Fact[]> {
  return new Map(
    books.map((book) => [
      book.name,
      facts(
        book,
        books.filter((other) => other !== book),
      ).slice(0, most),
    ]),
  );
}

function facts(book: BookResponse, others: readonly BookResponse[]): Fact[] {
  const own = values(book, others);
  const novel = own.filter((one) => one.novel).map((one) => said(one.value));
  const other = own.filter((one) => !one.novel).map((one) => said(one.value));
  return [
    ...novel.slice(0, 1),
    ...only(book, others),
    ...other.slice(0, 1),
    ...missing(book, others),
    ...other.slice(1),
    ...words(book, others),
    ...counted(book),
  ];
}

interface OwnValue {
  readonly value: ValueResponse;
  /** True if no other book has anything of this kind. */
  readonly novel: boolean;
}

/** Values that no other book has, one of each kind: what is stated first. */
function values(book: BookResponse, others: readonly BookResponse[]): OwnValue[] {
  const theirs = new Set(others.flatMap((other) => other.values.map((value) => `${value.word}=${value.value}`)));
  const kinds = new Set(others.flatMap((other) => other.values.map(kind)));
  const own = book.values.filter((value) => !ELSEWHERE.has(kind(value)) && !theirs.has(`${value.word}=${value.value}`));
  const surest = ["stated", "derived", "assumed"];
  own.sort((one, other) => surest.indexOf(one.provenance) - surest.indexOf(other.provenance));
  const first = own.filter((value, at) => own.findIndex((other) => kind(other) === kind(value)) === at);
  return first.map((value) => ({ value, novel: !kinds.has(kind(value)) }));
}

function kind(value: ValueResponse): string {
  return value.word.split(" ")[0] ?? "";
}

function said(value: ValueResponse): Fact {
  const assumed = value.says.startsWith(ASSUMED);
  return { words: assumed ? value.says.slice(ASSUMED.length) : value.says, assumed: value.provenance === "assumed" };
}

/** Wagers that no other house takes. */
function only(book: BookResponse, others: readonly BookResponse[]): Fact[] {
  const theirs = new Set(others.flatMap((other) => other.wagers.map((wager) => wager.family)));
  const titles = new Set(others.flatMap((other) => other.wagers.map((wager) => wager.title)));
  const own = book.wagers.filter((wager) => !theirs.has(wager.family) && !titles.has(wager.title));
  const names = families(own);
  return names.length > 0 ? [{ words: `only here: ${listed(names)}`, assumed: false }] : [];
}

/** Wagers that every other house takes. */
function missing(book: BookResponse, others: readonly BookResponse[]): Fact[] {
  const here = new Set(book.wagers.map((wager) => wager.family));
  const everywhere = (others[0]?.wagers ?? []).filter(
    (wager) =>
      !here.has(wager.family) && others.every((other) => other.wagers.some((one) => one.family === wager.family)),
  );
  const names = families(everywhere);
  return names.length > 0 ? [{ words: `not here: ${listed(names)}`, assumed: false }] : [];
}

/** Returns what this house calls differently. */
function words(book: BookResponse, others: readonly BookResponse[]): Fact[] {
  const own = book.wagers.filter((wager) => {
    const elsewhere = others.map((other) => other.wagers.find((one) => one.wager === wager.wager));
    return elsewhere.length > 0 && elsewhere.every((one) => one && one.title !== wager.title);
  });
  const names = families(own);
  return names.length > 0 ? [{ words: `in its own words: ${listed(names)}`, assumed: false }] : [];
}

/** Returns what can be said of any book: how much there is of it, and how much of that its document states. */
function counted(book: BookResponse): Fact[] {
  const { stated = 0, derived = 0, assumed = 0 } = book.provenance;
  return [
    { words: `${book.wagers.length} wagers on the layout`, assumed: false },
    {
      words: `${stated} of its values stated by the document, ${derived} derived, ${assumed} assumed`,
      assumed: false,
    },
  ];
}

/** Wagers by the families they are of, each named once: by what its titles have in common. */
function families(wagers: readonly BookWager[]): string[] {
  const byFamily = new Map<string, string[]>();
  for (const wager of wagers) byFamily.set(wager.family, [...(byFamily.get(wager.family) ?? []), wager.title]);
  const names = [...new Set([...byFamily.values()].map(common))].filter((name) => name !== "");
  return names.filter((name) => !names.some((other) => other !== name && name.startsWith(`${other} `)));
}

function common(titles: readonly string[]): string {
  const [first = "", ...rest] = titles.map((title) => title.split(" "));
  if (rest.length === 0) return titles[0] ?? "";
  const shared = (first as string[]).filter((word, at) => rest.every((title) => title[at] === word));
  return shared.join(" ");
}

function listed(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
