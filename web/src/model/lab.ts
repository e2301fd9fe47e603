/** The lab's question and figures: what is asked, what a simulation of it says, and whatever can answer. */

/** A strategy in a house, and how its sessions end. Amounts are in cents. */
export interface LabQuestion {
  readonly house: string;
  /** Its name, or its text when it holds a newline. */
  readonly strategy: string;
  readonly bankroll: number;
  readonly unit: number | null;
  readonly end: { readonly rolls?: number; readonly shooters?: number; readonly hours?: number; readonly pace?: number };
  readonly goal: number | null;
  readonly stopLoss: number | null;
  readonly faceValue: boolean;
  /** 64 bits, as text. */
  readonly seed: string;
  readonly sessions: number;
}

/** What came of the sessions so far. Amounts are nets in cents. */
export interface LabFigures {
  readonly sessions: number;
  readonly mean: number;
  readonly sd: number;
  /** Shares of all sessions, as are the endings. */
  readonly ruin: number;
  readonly ahead: number;
  readonly quantiles: { readonly [p: string]: number };
  readonly endings: { readonly [ending: string]: number };
  /** Each net and how often it came up, ascending. */
  readonly histogram: readonly (readonly [number, number])[];
  /** Numbers of sessions: the first with the best, the median and the worst net. */
  readonly best: number;
  readonly middle: number;
  readonly worst: number;
  readonly rollsPerSecond: number;
  readonly where: "page" | "house";
}

export interface LabRun {
  cancel(): void;
  readonly done: Promise<LabFigures>;
}

export type LabEngine = (question: LabQuestion, progress: (soFar: LabFigures) => void) => LabRun;
