/** Lines of the notation with blanks in them: `supervisor warns {seat}: {warned}` is a form, and filled in a line. */
import { spoken, typed } from "../model/money";

/** What is written into a blank, and so how it is asked for. */
export type Kind =
  | "seat"
  | "wager"
  | "amount"
  | "ground"
  | "warned"
  | "ordered"
  | "face"
  | "chip"
  | "post"
  | "dispute"
  | "count"
  | "word"
  | "words";

export interface Blank {
  readonly name: string;
  readonly kind: Kind;
  readonly label: string;
  readonly value: string;
  /** Left out of the line together with the words around it, if it is empty. */
  readonly optional: boolean;
}

/** A part of a line: words, and the blanks among them. */
interface Part {
  readonly optional: boolean;
  readonly pieces: readonly (string | Blank)[];
}

const LABELS: { readonly [kind in Kind]: string } = {
  seat: "Player",
  wager: "Wager",
  amount: "Amount",
  ground: "On which ground",
  warned: "About what",
  ordered: "For what",
  face: "Die",
  chip: "Colour",
  post: "Post",
  dispute: "About what",
  count: "How many",
  word: "Name",
  words: "Words",
};

/** A line with blanks: `{kind}`, `{kind:Label}` or `{kind:Label=value}`; `[…]` may be left out. */
export class LineTemplate {
  readonly blanks: readonly Blank[];
  readonly #parts: readonly Part[];

  constructor(written: string) {
    let number = 0;
    this.#parts = [...written.matchAll(/\[([^\]]*)\]|([^[\]]+)/g)].map(([, may, must]) => ({
      optional: may !== undefined,
      pieces: (may ?? must ?? "").split(/(\{[^}]*\})/).map((piece) => blank(piece, may !== undefined, number++)),
    }));
    this.blanks = this.#parts.flatMap(({ pieces }) => pieces.filter((piece) => typeof piece !== "string"));
  }

  /** Returns what is said, with `…` where something is missing. */
  filled(said: Said): string {
    return this.#parts
      .filter(
        ({ optional, pieces }) => !optional || pieces.some((piece) => typeof piece !== "string" && said[piece.name]),
      )
      .flatMap(({ pieces }) => pieces.map((piece) => (typeof piece === "string" ? piece : written(piece, said) || "…")))
      .join("")
      .trim();
  }

  /** The blanks that must still be filled. */
  missing(said: Said): readonly Blank[] {
    return this.blanks.filter((one) => !one.optional && !written(one, said));
  }
}

/** What was written into the blanks, by name. */
export type Said = { readonly [name: string]: string };

function blank(piece: string, optional: boolean, number: number): string | Blank {
  const found = /^\{(\w+)(?::([^=}]*))?(?:=([^}]*))?\}$/.exec(piece);
  if (!found) return piece;
  const kind = found[1] as Kind;
  return { name: `b${number}`, kind, label: found[2] || LABELS[kind], value: found[3] ?? "", optional };
}

/** Returns what stands in the line: an amount as the notation has it, everything else as it was written. */
function written({ name, kind }: Blank, said: Said): string {
  const words = (said[name] ?? "").trim().replace(/\s+/g, " ");
  if (kind !== "amount" || !words) return words;
  const cents = typed(words);
  return cents ? spoken(cents) : words;
}
