// Checks a shooter's turn from its published values alone: plain JavaScript, no library, no crypto.subtle
// (which a browser has on secure addresses only). The recipe is docs/operate/fair-dice.md; fair.py is the same in Python.

const K = (() => {
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32) >>> 0;
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return { first: primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), rounds: primes.map((p) => fraction(Math.cbrt(p))) };
})();
const turned = (x, by) => (x >>> by) | (x << (32 - by));

export function sha256(bytes) {
  const length = bytes.length, padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const hash = Uint32Array.from(K.first), w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K.rounds[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { hash[i] += part; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const text = (words) => new TextEncoder().encode(words);
const number = (n, size) => Uint8Array.from({ length: size }, (_, i) => Math.floor(n / 2 ** (8 * (size - 1 - i))) % 256);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const fields = (...parts) => joined(...parts.flatMap((part) => [number(part.length, 4), part]));

export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(joined(block.map((b) => b ^ 0x5c), sha256(joined(block.map((b) => b ^ 0x36), bytes))));
}

export const commitment = (seed) => hex(sha256(fields(text("sevenout commit 1"), seed)));
export const CHAIN_TURNS = 1000;
export function previousLink(seed, steps = 1) {
  for (let step = 0; step < steps; step++) seed = sha256(fields(text("sevenout link 1"), seed));
  return seed;
}
export const mix = (given) =>
  hex(sha256(fields(text("sevenout mix 1"), ...given.flatMap(({ seat, seed }) => [text(seat), unhex(seed)]))));

export function faces(byte) {
  if (byte >= 252) return null;
  return [Math.floor((byte % 36) / 6) + 1, (byte % 36) % 6 + 1];
}

export function thrown(seed, mixed, n) {
  for (let block = 0; ; block++) {
    for (const byte of hmac(seed, fields(unhex(mixed), number(n, 8), number(block, 4)))) {
      const shown = faces(byte);
      if (shown) return shown;
    }
  }
}

const inHex = (digits) => /^([0-9a-fA-F]{2})*$/.test(digits);
const isText = (value) => typeof value === "string";
const isList = (value, of) => Array.isArray(value) && value.every(of);
const isThrow = (shown) => shown === null || (isList(shown, Number.isInteger) && shown.length === 2);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function unread({ commitment, seed, given, mixed, throws, entries, anchor, link }) {
  if (!isText(commitment)) return "it has no commitment";
  if (!isText(seed) && seed !== null) return "its seed is no text";
  if (!isList(given, (one) => isObject(one) && isText(one.seat) && isText(one.seed))) return "given is no list of seeds";
  if (!isText(mixed)) return "mixed is no text";
  if (!isList(throws, isThrow)) return "throws is no list of throws";
  if (!isObject(entries) || !isList(Object.values(entries), Number.isInteger)) return "entries are no numbers";
  if (!isText(anchor)) return "its anchor is no text";
  if (!Number.isInteger(link)) return "its link is no number";
  return "";
}

function disorder(throws, entries) {
  if (Object.keys(entries).sort().join() !== "committed,mixed,revealed")
    return "it does not say at which entries of the log it was committed to, mixed and revealed";
  const { committed, mixed, revealed } = entries;
  if (!(0 < committed && committed < mixed && mixed < revealed))
    return `it was committed to at entry ${committed}, mixed at ${mixed} and revealed at ${revealed}: not in this order`;
  if (throws.length >= revealed - mixed)
    return `${throws.length} throws are more than the entries between ${mixed} and ${revealed}`;
  return "";
}

// {commitment, seed | null, given: [{seat, seed}], mixed, throws: [[a, b] | null], entries: {committed, mixed, revealed}}
// and, since tables have chains of seeds, anchor and link → what is wrong, or "". A turn with nothing wrong is fair
// only if somebody gave a seed: see isMixed.
export const isMixed = (turn) => (turn.given ?? []).length > 0;

export function check(turn) {
  const told = { seed: null, given: [], mixed: "", throws: [], entries: {}, anchor: "", link: 0, ...turn };
  const wrong = isObject(turn) ? unread(told) : "it is no object";
  if (wrong) return `the turn cannot be read: ${wrong}`;
  const { given, mixed, throws, entries } = told;
  if (told.seed === null) return "its seed is not revealed: it is when the turn is over";
  if (![told.seed, mixed, ...given.map((one) => one.seed)].every(inHex))
    return "a seed is not written in hexadecimal digits, two a byte";
  const seed = unhex(told.seed);
  if (commitment(seed) !== told.commitment) return "the seed that was revealed is not the one that was committed to";
  if (told.anchor && !(told.link > 0 && told.link <= CHAIN_TURNS && hex(previousLink(seed, told.link)) === told.anchor))
    return "the seed that was revealed is not of the chain that the dice were bound by";
  if (mix(given) !== mixed) return "what was mixed in is not what the seats gave";
  for (const [n, shown] of throws.entries()) {
    const fair = thrown(seed, mixed, n);
    if (shown && (shown[0] !== fair[0] || shown[1] !== fair[1]))
      return `throw ${n} showed ${shown[0]} and ${shown[1]}, and the seeds give ${fair[0]} and ${fair[1]}`;
  }
  return disorder(throws, entries);
}
