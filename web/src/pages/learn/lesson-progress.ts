/** How far somebody has come in the lesson, kept in this browser: they can leave, and go on. */

export interface Progress {
  readonly book: string;
  /** Who learns, and the table they have for it; "" until there is one. */
  readonly who: string;
  readonly table: string;
  /** The chapter and the task in it, from 0. */
  readonly chapter: number;
  readonly task: number;
}

const KEY = "sevenout.lesson";

interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

function shelf(): Shelf | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Returns where the lesson at a house was left; its beginning if it never was begun, or if what is kept makes no sense. */
export function readProgress(book: string, lengths: readonly number[], from: Shelf | null = shelf()): Progress {
  const start: Progress = { book, who: "", table: "", chapter: 0, task: 0 };
  try {
    const found = JSON.parse(from?.getItem(KEY) ?? "null") as Partial<Progress> | null;
    if (found?.book !== book) return start;
    const { who = "", table = "", chapter = 0, task = 0 } = found;
    const tasks = Number.isInteger(chapter) ? lengths[chapter] : undefined;
    if (tasks === undefined || !Number.isInteger(task) || task < 0 || task > tasks) return start;
    return { book, who: String(who), table: String(table), chapter, task };
  } catch {
    return start;
  }
}

export function keepProgress(progress: Progress, on: Shelf | null = shelf()): void {
  try {
    on?.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A full or forbidden storage: the lesson lasts as long as the page is open.
  }
}
