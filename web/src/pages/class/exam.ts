/** A learner's exam: task after task, for the hands and in words, and not a word on what is right until the end. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { AnswerResponse, BookResponse, ExamAnswerRequest, ExerciseWork, JudgementResponse, LearnerExam, QuestionResponse } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { resultTables } from "./exam-parts";
import { PupilApi, type PupilName } from "./pupil";
import "../school/school";
import "./question";
import "../../style/rooms/exam.css";

export class ExamPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    pupil: { attribute: false },
    exam: { state: true },
    book: { state: true },
    begun: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare pupil: PupilName | null;
  declare exam: LearnerExam | null;
  declare book: BookResponse | null;
  /** The clock of a task runs from when it is shown: nothing is shown before somebody says so. */
  declare begun: boolean;
  declare failed: string;

  constructor() {
    super();
    this.exam = this.book = this.pupil = null;
    this.begun = false;
    this.failed = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#open();
  }

  async #open(): Promise<void> {
    if (!this.pupil) return;
    const api = new PupilApi(this.house, this.pupil);
    try {
      const home = await api.home();
      [this.book, this.exam] = await Promise.all([this.house.book(home.group.book), api.exam()]);
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  async #give(answer: Omit<ExamAnswerRequest, "number">): Promise<null> {
    const { exam, pupil } = this;
    if (exam && pupil) this.exam = await new PupilApi(this.house, pupil).answerTask({ ...answer, number: exam.number });
    return null;
  }

  readonly #words = {
    answer: (_: QuestionResponse, text: string, seconds: number): Promise<AnswerResponse | null> => this.#give({ text, seconds }),
    next: async (): Promise<void> => {},
  };

  readonly #hands = {
    answer: ({ motions = [], seconds = 0 }: ExerciseWork): Promise<JudgementResponse | null> => this.#give({ motions, seconds }),
    next: async (): Promise<void> => {},
  };

  // --- what is drawn

  protected override render(): TemplateResult {
    const { exam, pupil, failed } = this;
    return html`<div class="page school exam">
      <p class="school-above"><a href="/school">School</a> <span>${pupil?.name ?? ""}</span></p>
      <h1 tabindex="-1">${exam ? `Exam: ${exam.title}` : "Exam"}</h1>
      ${failed ? html`<p class="fault" role="alert">${failed}</p>` : nothing}
      ${pupil ? (exam && this.book ? this.#part(exam, this.book) : nothing) : html`<p>Come into your class first: <a href="/school">by its code and your name</a>.</p>`}
    </div>`;
  }

  #part(exam: LearnerExam, book: BookResponse): TemplateResult {
    const { tasks, number, section, result = null } = exam;
    if (result)
      return html`<p class="lead"><b>${result.passed ? "You have passed, as far as a screen sees it." : "Not passed."}</b> ${result.right_in_time} of ${tasks} right and in time. Your examiner signs the certificate.</p>
        ${exam.certificate ? html`<p><a class="button is-main" href="/school/certificate/${exam.certificate}">Your certificate</a></p>` : nothing}
        ${resultTables(result)}`;
    if (!this.begun)
      return html`<p class="lead">${tasks} tasks${number > 1 ? `, ${number - 1} answered` : ""}. Each has its clock, and what is right is not told until the end.</p>
        <p><button class="button is-main is-large" @click=${() => (this.begun = true)}>${number > 1 ? "Go on" : "Begin"}</button></p>`;
    const above = `Task ${number} of ${tasks} · ${section}`;
    if (exam.question) return html`<so-question .book=${book} .question=${exam.question} .above=${above} .taker=${this.#words}></so-question>`;
    return html`<p class="hint">${above}</p>
      <so-exercise .house=${this.house} .given=${exam.exercise} .pupil=${this.#hands}></so-exercise>`;
  }
}
customElements.define("so-exam", ExamPage);
