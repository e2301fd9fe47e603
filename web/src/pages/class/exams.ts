/** The trainer's exams: drawn for one learner or for all, how each goes, the marks by hand, and the signature. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { written } from "../../components/form";
import type { ClassGrid, ExamStage, ExamStanding, LearnerRow } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { resultTables } from "./exam-parts";
import "../../style/rooms/exam.css";

const LIVE_EVERY = 3_000;
export class ExamsPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    code: { attribute: false },
    exams: { state: true },
    stages: { state: true },
    learners: { state: true },
    opened: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare code: string;
  declare exams: readonly ExamStanding[];
  declare stages: readonly ExamStage[];
  declare learners: readonly LearnerRow[];
  /** Whose result is looked at. */
  declare opened: string;
  declare failed: string;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.exams = this.stages = this.learners = [];
    this.opened = this.failed = this.code = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#next);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("code")) return;
    clearTimeout(this.#next);
    void this.#live();
  }

  get #path(): string {
    return `/api/school/classes/${encodeURIComponent(this.code)}`;
  }

  async #live(): Promise<void> {
    const { code } = this;
    try {
      if (!this.stages.length) this.stages = await this.house.ask<readonly ExamStage[]>("GET", "/api/school/stages");
      if (!this.learners.length) this.learners = (await this.house.ask<ClassGrid>("GET", `${this.#path}/grid`)).learners;
      this.exams = await this.house.ask<readonly ExamStanding[]>("GET", `${this.#path}/exams`);
    } catch (error) {
      this.failed = errorText(error);
      return;
    }
    if (this.isConnected && code === this.code) this.#next = setTimeout(() => void this.#live(), LIVE_EVERY);
  }

  async #send(path: string, body: object): Promise<void> {
    try {
      const changed = [await this.house.ask<ExamStanding | readonly ExamStanding[]>("POST", `${this.#path}/${path}`, body)].flat() as ExamStanding[];
      const names = new Set(changed.map(({ learner }) => learner));
      this.exams = [...this.exams.filter(({ learner }) => !names.has(learner)), ...changed].sort((a, b) => a.learner.localeCompare(b.learner));
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  readonly #draw = (event: SubmitEvent): void => {
    event.preventDefault();
    const { stage = "", seed = "", learner = "" } = written(event.target as HTMLFormElement);
    void this.#send("exams", { stage, seed, learners: learner ? [learner] : [] });
  };

  #sign(event: SubmitEvent, learner: string): void {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const { examiner = "", licence = "" } = written(event.target as HTMLFormElement);
    void this.#send(`exams/${encodeURIComponent(learner)}/certificate`, { examiner, licence, good: form.getAll("good") });
  }

  // --- what is drawn

  protected override render(): TemplateResult {
    const { exams, learners, failed } = this;
    return html`<div class="page school school-class exam">
      <p class="school-above"><a href="/school/class/${this.code}">Class ${this.code}</a></p>
      <h1 tabindex="-1">Exams</h1>
      <p class="lead">The same tasks come again from stage and seed. Learners find theirs at the school’s home; what is right stands in the certificate alone.</p>
      ${failed ? html`<p class="fault" role="alert">${failed}</p>` : nothing}
      <section class="class-box" aria-labelledby="draw">
        <h2 id="draw">Draw an exam</h2>
        <form class="in-row" @submit=${this.#draw}>
          <label>Stage <select name="stage">${this.stages.map(({ stage, title }) => html`<option value=${stage}>${title}</option>`)}</select></label>
          <label>For <select name="learner"><option value="">everybody</option>${learners.map(({ name }) => html`<option>${name}</option>`)}</select></label>
          <label>Seed <input name="seed" maxlength="40" placeholder="drawn" size="12" autocomplete="off" /></label>
          <button class="button is-main" ?disabled=${!learners.length}>Draw it</button>
        </form>
        ${learners.length ? nothing : html`<p class="hint">Nobody has come into this class yet.</p>`}
      </section>
      ${exams.map((exam) => this.#exam(exam))}
    </div>`;
  }

  #exam(exam: ExamStanding): TemplateResult {
    const { learner, title, seed, tasks, answered, result = null, certificate } = exam;
    const stands = result ? `${result.passed ? "Passed, as far as a screen sees it" : "Not passed"}: ${result.right_in_time} of ${tasks} right and in time` : `${answered} of ${tasks} answered`;
    return html`<section class="class-box" aria-label="Exam of ${learner}">
      <h2>${learner} <small>${title}, seed ${seed}</small></h2>
      <p role="status">${stands}.</p>
      ${result ? html`<details><summary>Marks</summary>${resultTables(result)}</details>` : nothing}
      ${certificate ? html`<p><a class="button is-main" href="/school/certificate/${certificate}">The certificate</a></p>` : result ? this.#signing(exam) : nothing}
    </section>`;
  }

  /** What no screen sees, and who examined. */
  #signing({ learner, by_hand }: ExamStanding): TemplateResult {
    return html`<form class="exam-sign" @submit=${(event: SubmitEvent) => this.#sign(event, learner)}>
      <fieldset>
        <legend>By hand: seen done right</legend>
        ${by_hand.map(({ fact, sentence, clause }) => html`<label class="exam-seen"><input type="checkbox" name="good" value=${fact} /> <span>${sentence} <small>${clause}</small></span></label>`)}
      </fieldset>
      <p class="hint">What is not ticked was not done right, and the exam is not passed with it.</p>
      <div class="in-row">
        <label>Examiner <input name="examiner" maxlength="60" required autocomplete="name" /></label>
        <label>Licence <input name="licence" maxlength="60" required autocomplete="off" /></label>
        <button class="button is-main">Sign the certificate</button>
      </div>
    </form>`;
  }
}
customElements.define("so-exams", ExamsPage);
