/** A certificate that prints on one sheet, and below it the exam again, task by task, for anybody who has the address. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { BookResponse, CertificateResponse, TaskReplay } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";
import { resultTables } from "./exam-parts";
import { motionWords } from "../school/exercise-parts";
import "./scene-felt";
import "../../style/rooms/school.css";
import "../../style/rooms/exam.css";

const SHORT = 16;

export class CertificatePage extends LightElement {
  static override properties = {
    house: { attribute: false },
    seal: { attribute: false },
    shown: { state: true },
    book: { state: true },
    task: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare seal: string;
  declare shown: CertificateResponse | null;
  declare book: BookResponse | null;
  /** The task that is looked at again. */
  declare task: TaskReplay | null;
  declare failed: string;

  constructor() {
    super();
    this.shown = this.book = this.task = null;
    this.seal = this.failed = "";
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("seal")) void this.#open();
  }

  get #path(): string {
    return `/api/school/certificates/${encodeURIComponent(this.seal)}`;
  }

  async #open(): Promise<void> {
    this.shown = this.task = null;
    try {
      const shown = await this.house.ask<CertificateResponse>("GET", this.#path);
      this.book = await this.house.book(shown.certificate.book);
      this.shown = shown;
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  async #look(number: number): Promise<void> {
    try {
      this.task = await this.house.ask<TaskReplay>("GET", `${this.#path}/tasks/${number}`);
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  // --- what is drawn

  protected override render(): TemplateResult {
    const { shown, failed } = this;
    return html`<div class="page school exam">
      ${failed ? html`<p class="fault" role="alert">${failed}</p>` : nothing} ${shown ? html`${this.#sheet(shown)} ${this.#again(shown)}` : html`<h1 tabindex="-1">Certificate</h1>`}
    </div>`;
  }

  #sheet({ seal, certificate, faults }: CertificateResponse): TemplateResult {
    const { learner, house, digest, title, seed, ended, passed, result, answers, by_hand, examiner, licence, signed } = certificate;
    const day = (at: string): string => new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
    return html`<article class="certificate" aria-label="Certificate">
      <header><b>Dealers’ school</b><span>${house}</span></header>
      <div>
        <p class="certificate-who">${learner}</p>
        <h1 tabindex="-1">${passed ? "passed" : "did not pass"} “${title}”</h1>
        <p>${result.right_in_time} of ${answers.length} right and in time · ${day(ended)}</p>
      </div>
      ${faults.length
        ? html`<div class="certificate-faults" role="alert"><b>Judged again, this does not follow from the answers:</b><ul>${faults.map((fault) => html`<li>${sentence(fault)}</li>`)}</ul></div>`
        : nothing}
      <div class="certificate-marks">${resultTables(result)}
        <table class="exam-table">
          <caption>By hand</caption>
          <thead><tr><th scope="col">Seen by the examiner</th><th scope="col">Clause</th><th scope="col">Right</th></tr></thead>
          <tbody>${by_hand.map(({ sentence, clause, good }) => html`<tr><th scope="row">${sentence}</th><td>${clause}</td><td>${good ? "yes" : "no"}</td></tr>`)}</tbody>
        </table>
      </div>
      <dl class="certificate-signs">
        <div><dd>${examiner}</dd><dt>Examiner</dt></div>
        <div><dd>${licence}</dd><dt>Licence</dt></div>
        <div><dd>${day(signed)}</dd><dt>Signed</dt></div>
      </dl>
      <footer>
        <p>The exam comes again from seed <b>${seed}</b>, ${answers.length} tasks, book <code>${digest.slice(0, SHORT)}</code>. Anybody can look through it, answer by answer, and have it judged again:</p>
        <p><code>${location.origin}/school/certificate/${seal}</code></p>
      </footer>
    </article>`;
  }

  #again({ certificate, sections, faults }: CertificateResponse): TemplateResult {
    return html`<section class="class-box exam-again" aria-labelledby="again">
      <h2 id="again">The exam again</h2>
      <p role="status">${faults.length ? "Judged again just now: not all of it follows from the answers." : "Judged again just now: all of it follows from the answers."}</p>
      <p class="in-row">
        <button class="button is-main" @click=${() => print()}>Print</button>
        <a class="button is-quiet" href="${this.#path}/file" download>The file, for the terminal’s school</a>
      </p>
      <ol class="exam-tasks">
        ${certificate.answers.map((_, k) => {
          const marks = certificate.result.marks[k] ?? [];
          const how = marks.map(({ kind }) => kind).join(", ") || "right";
          return html`<li><button class="link" aria-pressed=${String(this.task?.number === k + 1)} aria-label="Task ${k + 1}: ${sections[k] ?? ""}, ${how}" @click=${() => this.#look(k + 1)}>${sections[k] ?? "A task"}</button> <small class=${marks.length ? "is-wrong" : ""}>${how}</small></li>`;
        })}
      </ol>
      ${this.task && this.book ? this.#task(this.task, this.book) : nothing}
    </section>`;
  }

  #task(task: TaskReplay, book: BookResponse): TemplateResult {
    const asked = task.question ?? task.exercise;
    const { text = "", motions = [], seconds = 0 } = task.given;
    return html`<article class="exam-task" aria-label="Task ${task.number}">
      <h3>Task ${task.number}: ${task.section}</h3>
      ${(asked?.prompt ?? "").split("\n").map((line) => html`<p>${line}</p>`)}
      ${asked?.table ? html`<so-scene .book=${book} .table=${asked.table} .dice=${asked.dice ?? null}></so-scene>` : nothing}
      ${task.question?.choices.length ? html`<ul>${task.question.choices.map(({ mark, line }) => html`<li><b>${mark}</b> ${line}</li>`)}</ul>` : nothing}
      <p><b>Given:</b> ${text || (motions.length ? "" : "nothing")} <small>${seconds} s of ${task.limit}</small></p>
      ${motions.length ? html`<ol>${motions.map((motion) => html`<li>${motionWords(motion, book)} <small>${motion.at ?? 0} s</small></li>`)}</ol>` : nothing}
      <p class=${task.marks.length ? "is-wrong" : ""}>${task.marks.length ? nothing : "No mark."}</p>
      <ul>${task.marks.map(({ kind, reason, cite }) => html`<li><b>${kind}</b> ${reason} ${cite.clause ? clauseMark(cite.clause, cite.provenance ?? "assumed") : nothing}</li>`)}</ul>
      <details><summary>What is right</summary>
        ${task.answer ? html`<p>${task.answer}</p>` : nothing}
        <ol>${task.because.map(({ text, cite }) => html`<li>${text ? sentence(text) : nothing} ${cite.clause ? clauseMark(cite.clause, cite.provenance ?? "assumed") : nothing}</li>`)}</ol>
      </details>
    </article>`;
  }
}

customElements.define("so-certificate", CertificatePage);
