/** The preferences of this device: kept in the browser's storage, told to subscribers. */

export interface Preferences {
  /** `auto`: as the system has it. */
  theme: "auto" | "dark" | "light" | "contrast";
  /** `auto`: as the system has it; `off`: nothing travels. */
  motion: "auto" | "off";
  /** The stick's calls are spoken aloud. */
  speech: boolean;
  /** Chips and dice are heard. */
  sound: boolean;
  /** How loud sounds and calls are: 0 to 100. */
  volume: number;
  /** A phone vibrates when dice land, chips are won, or the dice come. */
  vibration: boolean;
  /** How much is told to who listens: everything, rolls and what they do, or rolls alone. */
  hear: "all" | "mine" | "rolls";
  /** A word of advice with a bet. */
  coach: boolean;
  /** The chip in hand, in cents; 0 until one was picked. */
  chip: number;
  /** Amounts are written larger on chips. */
  labels: boolean;
  /** Both ends of the table, or one; `auto`: as there is room. */
  ends: "auto" | "both" | "one";
}

const UNLESS_SAID: Preferences = {
  theme: "auto",
  motion: "auto",
  speech: false,
  sound: false,
  volume: 70,
  vibration: false,
  hear: "all",
  coach: false,
  chip: 0,
  labels: false,
  ends: "auto",
};
const CHOICES: { readonly [name: string]: readonly string[] } = {
  theme: ["auto", "dark", "light", "contrast"],
  motion: ["auto", "off"],
  hear: ["all", "mine", "rolls"],
  ends: ["auto", "both", "one"],
};
/** The name under which the browser keeps them. */
export const STORAGE_KEY = "sevenout.prefs";

/** Where they are kept: the browser's storage, or nothing where there is none. */
interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** Returns what is kept, whoever wrote it: an unknown word is as if nothing had been said. */
function sound(kept: unknown): Preferences {
  const liked: Record<string, unknown> = { ...UNLESS_SAID };
  if (typeof kept !== "object" || kept === null) return liked as unknown as Preferences;
  for (const [name, value] of Object.entries(kept)) {
    if (typeof value !== typeof liked[name]) continue;
    if (CHOICES[name] && !CHOICES[name].includes(value as string)) continue;
    if (name === "chip" && !(Number.isInteger(value) && (value as number) >= 0)) continue;
    liked[name] = value;
  }
  return liked as unknown as Preferences;
}

export class PreferenceStore {
  #liked: Preferences;
  readonly #shelf: Shelf | null;
  readonly #told = new Set<() => void>();

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
    this.#liked = this.#read();
  }

  get<K extends keyof Preferences>(name: K): Preferences[K] {
    return this.#liked[name];
  }

  set<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
    if (this.#liked[name] === value) return;
    this.#liked = sound({ ...this.#liked, [name]: value });
    try {
      this.#shelf?.setItem(STORAGE_KEY, JSON.stringify(this.#liked));
    } catch {
      // A full or forbidden storage: it holds for as long as the page is open.
    }
    this.#tell();
  }

  get chip(): number {
    return this.#liked.chip;
  }

  set chip(cents: number) {
    this.set("chip", cents);
  }

  /** Told after every change, here or in another tab; answers with how to stop. */
  subscribe(changed: () => void): () => void {
    this.#told.add(changed);
    return () => this.#told.delete(changed);
  }

  /** Another tab wrote: what it wrote counts here too. */
  reread(): void {
    this.#liked = this.#read();
    this.#tell();
  }

  #read(): Preferences {
    try {
      return sound(JSON.parse(this.#shelf?.getItem(STORAGE_KEY) ?? "null"));
    } catch {
      return { ...UNLESS_SAID };
    }
  }

  #tell(): void {
    for (const changed of [...this.#told]) changed();
  }
}

function shelf(): Shelf | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The one that pages use. */
export const preferences = new PreferenceStore(shelf());

/** True if nothing is to travel: it was said here, or the system says so. */
export function prefersNoMotion(): boolean {
  return preferences.get("motion") === "off" || !!globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
}
