/** Keeps what only this page knows over a reload: by table and person, in this tab alone. */
import type { News, PendingBet } from "../model/view";
import type { PlacedBet } from "../protocol.generated";

export interface StoredSession {
  /** Standing orders, each with the roll since when it stands and the one after which it was last done. */
  readonly orders: readonly (readonly [order: string, since: number | null, done: number])[];
  /** The layout of the last come-out. */
  readonly comeOut: readonly PlacedBet[];
  readonly wishes: readonly PendingBet[];
  /** What nobody has seen yet. */
  readonly news: readonly News[];
}

/** As much of a browser's storage as is needed. */
export type StorageArea = Pick<Storage, "getItem" | "setItem">;

export class SessionStore {
  readonly #name: string;
  readonly #shelf: StorageArea | undefined;

  constructor(table: string, person: string, shelf: StorageArea | undefined = tabStorage()) {
    [this.#name, this.#shelf] = [`sevenout.hand ${table} ${person}`, shelf];
  }

  /** Returns what was kept, whoever wrote it; nothing where there is none or it cannot be read. */
  read(): Partial<StoredSession> {
    try {
      const kept = JSON.parse(this.#shelf?.getItem(this.#name) ?? "{}") as { [name: string]: unknown };
      return Object.fromEntries(Object.entries(kept).filter(([, value]) => Array.isArray(value)));
    } catch {
      return {};
    }
  }

  write(kept: StoredSession): void {
    try {
      this.#shelf?.setItem(this.#name, JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: it holds for as long as the page is open.
    }
  }
}

/** Returns what this tab keeps until it is closed; nothing where that is forbidden. */
export function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
