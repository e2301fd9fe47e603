/** Somebody in a class, by its code and a name: kept in this browser, so that a tablet knows who works at it. */
import type {
  AnswerResponse,
  ClassResponse,
  ExamAnswerRequest,
  ExerciseName,
  ExerciseWork,
  JudgementResponse,
  LearnerExam,
  LearnerHome,
  ProgressRequest,
  QuestionAnswer,
  QuestionName,
} from "../../protocol.generated";
import type { HouseApi } from "../../state/api";

const KEPT = "sevenout.class";

export interface PupilName {
  readonly code: string;
  readonly name: string;
}

/** Who works at this browser; null if nobody has come in. */
export function keptPupil(): PupilName | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as PupilName | null;
    return kept && typeof kept.code === "string" && typeof kept.name === "string" ? kept : null;
  } catch {
    return null;
  }
}

export function keepPupil(pupil: PupilName | null): void {
  try {
    if (pupil) localStorage.setItem(KEPT, JSON.stringify(pupil));
    else localStorage.removeItem(KEPT);
  } catch {
    // Where storage is forbidden, a pupil is known until the page is closed.
  }
}

/** Where an exercise of a house is worked. */
export function exercisePath(rules: string, { room, level, seed, card = "" }: ExerciseName): string {
  return `/school?${new URLSearchParams({ rules, room, level: String(level), seed: String(seed), ...(card && { card }) })}`;
}

/** Where a question of a house is answered. */
export function questionPath(rules: string, { topic, level, seed, card }: QuestionName): string {
  return `/school?${new URLSearchParams({ rules, topic, level: String(level), seed: String(seed), card })}`;
}

/** A learner's own addresses. */
export class PupilApi {
  readonly #house: HouseApi;
  readonly #path: string;

  constructor(house: HouseApi, { code, name }: PupilName) {
    this.#house = house;
    this.#path = `/api/school/classes/${encodeURIComponent(code)}/learners/${encodeURIComponent(name)}`;
  }

  get memoryFile(): string {
    return `${this.#path}/memory`;
  }

  home(): Promise<LearnerHome> {
    return this.#house.ask("GET", this.#path);
  }

  work(work: ExerciseWork): Promise<JudgementResponse> {
    return this.#house.ask("POST", `${this.#path}/work`, work);
  }

  answer(answer: QuestionAnswer): Promise<AnswerResponse> {
    return this.#house.ask("POST", `${this.#path}/answers`, answer);
  }

  progress(doing: ProgressRequest): Promise<ClassResponse> {
    return this.#house.ask("PUT", `${this.#path}/progress`, doing);
  }

  exam(): Promise<LearnerExam> {
    return this.#house.ask("GET", `${this.#path}/exam`);
  }

  answerTask(answer: ExamAnswerRequest): Promise<LearnerExam> {
    return this.#house.ask("POST", `${this.#path}/exam/answers`, answer);
  }
}
