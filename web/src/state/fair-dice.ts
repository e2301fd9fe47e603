/** A turn's dice checked from what was published, without `crypto.subtle`: plain-http addresses have none. */
import type { SeatSeed, PublishedTurn } from "../protocol.generated";
import { type Faces, hex, type WitnessedTurn } from "./dice-witness";

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32);
const FIRST = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** One block of 64 bytes goes into the hash. */
function compress(hash: Uint32Array, block: DataView, at: number): void {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16]! + low + w[i - 7]! + high;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((part, i) => (hash[i] = hash[i]! + part));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = FIRST.slice();
  for (let at = 0; at < padded.length; at += 64) compress(hash, view, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined([block.map((byte) => byte ^ 0x36), bytes]));
  return sha256(joined([block.map((byte) => byte ^ 0x5c), inner]));
}

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const big = (n: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => Math.floor(n / 2 ** (8 * (size - 1 - i))) % 256);
/** Parts one after another, each after its length, so that no two lists of parts read the same. */
const fields = (...parts: Uint8Array[]): Uint8Array => joined(parts.flatMap((part) => [big(part.length, 4), part]));

/** Bytes written in hexadecimal digits; null for what is not. */
export function unhex(digits: string): Uint8Array | null {
  if (digits.length % 2 || /[^0-9a-f]/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Returns what somebody typed, as a seed goes over the wire: at most 64 bytes, a letter never cut in two. */
export function seedOf(words: string): string {
  let kept = "";
  for (const letter of words) if (text(kept + letter).length <= 64) kept += letter;
  return hex(text(kept));
}

/** Turns that one chain of the house's seeds lasts for. */
const CHAIN_TURNS = 1000;

/** The seed that comes so many turns before this one in its chain; before the first comes the anchor. */
export function previousLink(seed: Uint8Array, steps = 1): Uint8Array {
  let link = seed;
  for (let step = 0; step < steps; step++) link = sha256(fields(text("sevenout link 1"), link));
  return link;
}

export const commitment = (seed: Uint8Array): string => hex(sha256(fields(text("sevenout commit 1"), seed)));

export function mix(given: readonly SeatSeed[]): string {
  const parts = given.flatMap(({ seat, seed }) => [text(seat), unhex(seed) ?? new Uint8Array()]);
  return hex(sha256(fields(text("sevenout mix 1"), ...parts)));
}

/** What throw `k` of a turn has to show, and the byte that says so. */
export function thrown(
  seed: Uint8Array,
  mixed: Uint8Array,
  k: number,
): { readonly faces: Faces; readonly byte: number } {
  for (let block = 0; ; block++)
    for (const byte of hmac(seed, fields(mixed, big(k, 8), big(block, 4))))
      if (byte < 252) return { faces: [Math.floor((byte % 36) / 6) + 1, ((byte % 36) % 6) + 1], byte };
}

/** One thing that was looked at. `well` is null where nothing could be compared. */
export interface Looked {
  readonly name: "commitment" | "chain" | "told" | "given" | "own" | "mix" | "throws" | "seen";
  readonly says: string;
  readonly well: boolean | null;
  readonly values: readonly (readonly [string, string])[];
}

export interface ThrowLooked {
  readonly shown: Faces | null;
  readonly due: Faces;
  readonly byte: number;
  readonly seen: Faces | null;
  readonly well: boolean;
}

export interface Checked {
  /** Nothing is wrong, and a player had a part in the dice. */
  readonly fair: boolean;
  /** A player had a part in the dice: if none had, the house could have picked the rolls. */
  readonly mixed: boolean;
  /** The first thing that is wrong, or "". */
  readonly wrong: string;
  readonly looked: readonly Looked[];
  readonly throws: readonly ThrowLooked[];
}

const same = (a: Faces, b: Faces): boolean => a[0] === b[0] && a[1] === b[1];

/** Every step of the check of a turn that is revealed, against what was heard of it if anything was. */
export function check(turn: PublishedTurn, heard: WitnessedTurn | null = null): Checked {
  const seed = unhex(turn.seed ?? "");
  const mixed = unhex(turn.mixed ?? "");
  const given = turn.given ?? [];
  if (!turn.seed || !seed || !mixed || given.some((one) => !unhex(one.seed)))
    return {
      fair: false,
      mixed: given.length > 0,
      wrong: turn.seed ? "a seed cannot be read" : "its seed is not revealed",
      looked: [],
      throws: [],
    };
  const throws = (turn.throws ?? []).map((shown, k): ThrowLooked => {
    const due = thrown(seed, mixed, k);
    const seen = heard?.rolls.get(k) ?? null;
    const well = (!shown || same(shown, due.faces)) && (!seen || (!!shown && same(seen, shown)));
    return { shown, due: due.faces, byte: due.byte, seen, well };
  });
  const looked = [
    ...committed(turn, seed, heard),
    bound(turn, seed, heard),
    ...parts(turn, given, heard),
    ...rolled(throws, heard),
  ];
  const wrong = looked.find((one) => one.well === false)?.says ?? "";
  const byPlayers = given.length > 0;
  return { fair: !wrong && byPlayers, mixed: byPlayers, wrong, looked, throws };
}

function committed(turn: PublishedTurn, seed: Uint8Array, heard: WitnessedTurn | null): Looked[] {
  const made = commitment(seed);
  const kept = made === turn.commitment;
  const told = heard?.commitment ? heard.commitment === turn.commitment : null;
  return [
    {
      name: "commitment",
      well: kept,
      says: kept
        ? "The seed is the one committed to."
        : "The seed that was revealed is not the one that was committed to.",
      values: [
        ["seed", hex(seed)],
        ["its SHA-256", made],
        ["committed", turn.commitment],
      ],
    },
    {
      name: "told",
      well: told,
      says:
        told === null
          ? "This page came after its first throw, so it was told nothing before."
          : told
            ? "This page was told that commitment before the dice were thrown."
            : "This page was told another commitment before the dice were thrown.",
      values: heard?.commitment ? [["told", heard.commitment]] : [],
    },
  ];
}

/** The chain that the house's seeds were bound by before this turn. */
function bound(turn: PublishedTurn, seed: Uint8Array, heard: WitnessedTurn | null): Looked {
  const { anchor = "", link = 0 } = turn;
  if (!anchor) return { name: "chain", well: null, says: "Its seed belongs to no chain.", values: [] };
  const other = !!heard?.anchor && heard.anchor !== anchor;
  const leads = link > 0 && link <= CHAIN_TURNS && hex(previousLink(seed, link)) === anchor;
  const says = other
    ? "This page was told another chain of seeds before the dice were thrown."
    : leads
      ? `The seed is number ${link} of the chain that binds the house's seeds.`
      : "The seed is not of the chain that binds the house's seeds.";
  return { name: "chain", well: leads && !other, says, values: [["anchor", anchor]] };
}

/** Checks the seed that this browser gave: nobody else can say whether it is in the mix. */
function own(given: readonly SeatSeed[], heard: WitnessedTurn | null): Looked[] {
  const mine = heard?.own;
  if (!mine?.seeds.size) return [];
  const counted = given.find((one) => one.seat === mine.seat)?.seed ?? "";
  const [well, says] = mine.seeds.has(counted)
    ? [true, "The seed that this browser drew is among them."]
    : counted
      ? [null, "Your seat's seed is not the one that this browser drew. Did you give one elsewhere?"]
      : [false, "The seed that this browser drew is not among them."];
  return [{ name: "own", well, says, values: [...mine.seeds].map((seed) => ["drawn here", seed]) }];
}

function parts(turn: PublishedTurn, given: readonly SeatSeed[], heard: WitnessedTurn | null): Looked[] {
  const made = mix(given);
  const well = made === turn.mixed;
  const lost = [...(heard?.given ?? [])].find(
    ([seat, seed]) => !given.some((one) => one.seat === seat && one.seed === seed),
  );
  return [
    {
      name: "given",
      well: lost ? false : heard?.given.size ? true : null,
      says: lost
        ? `The seed that ${lost[0]} gave is not among them.`
        : heard?.given.size
          ? "Every seed that this page heard given is among them."
          : given.length
            ? "This page heard no seed being given."
            : "No player gave a seed: the house could have picked these rolls.",
      values: given.map((one) => [one.seat, one.seed]),
    },
    ...own(given, heard),
    {
      name: "mix",
      well,
      says: well ? "What was mixed in is what the seats gave." : "What was mixed in is not what the seats gave.",
      values: [
        ["SHA-256 of them", made],
        ["published", turn.mixed ?? ""],
      ],
    },
  ];
}

function rolled(throws: readonly ThrowLooked[], heard: WitnessedTurn | null): Looked[] {
  const at = throws.findIndex(({ shown, due }) => shown && !same(shown, due));
  const bad = throws[at];
  const other = throws.findIndex(({ shown, seen }) => seen && !(shown && same(shown, seen)));
  const more = [...(heard?.rolls.keys() ?? [])].some((k) => k >= throws.length);
  const saw = throws.filter(({ seen }) => seen).length;
  return [
    {
      name: "throws",
      well: !bad,
      says: bad
        ? `Throw ${at} showed ${bad.shown!.join(" ")}, and the seeds give ${bad.due.join(" ")}.`
        : "Every throw shows what the seeds give.",
      values: [],
    },
    {
      name: "seen",
      well: other >= 0 || more ? false : saw ? true : null,
      says:
        other >= 0
          ? `Throw ${other} was published differently from what this page saw.`
          : more
            ? "This page saw throws that are not published."
            : saw
              ? `This page saw ${saw} of ${throws.length} throws, and they match.`
              : "This page saw none of its throws.",
      values: [],
    },
  ];
}
