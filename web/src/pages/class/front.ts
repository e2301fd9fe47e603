/** The school's front: a learner's home, the exercise or question that is next, and the way to a class, its wall, its exams. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { written } from "../../components/form";
import type {
  AnswerResponse,
  BookResponse,
  ClassResponse,
  ExerciseResponse,
  ExerciseWork,
  HandMotion,
  JudgementResponse,
  LearnerHome,
  QuestionResponse,
  RoomResponse,
} from "../../protocol.generated";
import { type HouseApi, loadPart, RefusedError } from "../../state/api";
import { navigate } from "../../state/route";
import { errorText } from "../../text/errors";
import { doors, nextPath, syllabus, today, wayIn } from "./home";
import { exercisePath, keepPupil, keptPupil, PupilApi, type PupilName } from "./pupil";
import "../../style/on-demand/form.css";
import "../../style/rooms/school.css";
import "../../style/rooms/class.css";

const HERE = "/school";
const FIRST = "catfish-bend";
/** So often a learner's screen tells what is done on it, and asks what the trainer wants. */
const TOLD_EVERY = 2_000;
const PUSHED = "sevenout.class.pushed";

/** What a page of an exercise shows just now. */
interface ExercisePage extends HTMLElement {
  readonly exercise: ExerciseResponse | null;
  readonly motions: readonly HandMotion[];
  readonly hand: readonly number[];
  readonly passed: number;
}

export class SchoolFront extends LightElement {
  static override properties = {
    house: { attribute: false },
    at: { state: true },
    pupil: { state: true },
    home: { state: true },
    group: { state: true },
    rooms: { state: true },
    asked: { state: true },
    failed: { state: true },
    fault: { state: true },
  };
  declare house: HouseApi;
  /** Path and query of what is shown. */
  declare at: string;
  declare pupil: PupilName | null;
  declare home: LearnerHome | null;
  declare group: ClassResponse | null;
  declare rooms: readonly RoomResponse[];
  declare asked: { readonly question: QuestionResponse; readonly book: BookResponse } | null;
  declare failed: string;
  declare fault: string;
  #telling: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.at = "";
    this.pupil = keptPupil();
    this.home = this.group = this.asked = null;
    this.rooms = [];
    this.failed = this.fault = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", this.#went);
    addEventListener("went", this.#went);
    this.#telling = setInterval(() => void this.#tell(), TOLD_EVERY);
    this.#went();
    void this.#tell();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("popstate", this.#went);
    removeEventListener("went", this.#went);
    clearInterval(this.#telling);
  }

  readonly #went = (): void => {
    if (location.pathname !== HERE && !location.pathname.startsWith(`${HERE}/`)) return;
    this.at = location.pathname + location.search;
    this.failed = "";
    void this.#open();
  };

  get #query(): URLSearchParams {
    return new URLSearchParams(this.at.split("?")[1] ?? "");
  }

  get #path(): readonly string[] {
    return (this.at.split("?")[0] ?? "").split("/").slice(2).map(decodeURIComponent);
  }

  async #open(): Promise<void> {
    const at = this.at;
    const [part = ""] = this.#path;
    const query = this.#query;
    try {
      if (part === "class") await loadPart(import("./trainer"));
      else if (part === "wall") await loadPart(import("./wall"));
      else if (part === "exam") await loadPart(import("./exam"));
      else if (part === "exams") await loadPart(import("./exams"));
      else if (part === "certificate") await loadPart(import("./certificate"));
      else if (query.get("room")) await loadPart(import("../school/school"));
      else if (query.get("topic")) await this.#openQuestion(query);
      else await this.#openHome();
      if (at === this.at) this.requestUpdate();
    } catch (error) {
      if (at === this.at) this.failed = errorText(error);
    }
  }

  async #openHome(): Promise<void> {
    if (!this.rooms.length) this.rooms = await this.house.ask<readonly RoomResponse[]>("GET", "/api/school/rooms");
    if (!this.pupil) return;
    try {
      this.home = await new PupilApi(this.house, this.pupil).home();
      this.group = this.home.group;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 404) throw error;
      this.fault = `${errorText(error)} (${this.pupil.name}, code ${this.pupil.code})`;
      this.#leave();
    }
  }

  async #openQuestion(query: URLSearchParams): Promise<void> {
    const [rules, topic, card] = ["rules", "topic", "card"].map((name) => query.get(name) ?? "") as [string, string, string];
    const path = `/api/school/${encodeURIComponent(rules || FIRST)}/questions/${encodeURIComponent(topic)}/${Number(query.get("level")) || 1}/${Number(query.get("seed")) || 0}`;
    const [, book, question] = await Promise.all([
      loadPart(import("./question")),
      this.house.book(rules || FIRST),
      this.house.ask<QuestionResponse>("GET", `${path}?${new URLSearchParams({ card })}`),
    ]);
    this.asked = { question, book };
  }

  // --- coming and going

  readonly #come = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { code = "", name = "" } = written(event.target as HTMLFormElement);
    this.fault = "";
    if (!code || !name) {
      this.fault = "Enter the code that your trainer shows, and your name.";
      return;
    }
    try {
      this.home = await this.house.ask<LearnerHome>("POST", `/api/school/classes/${encodeURIComponent(code)}/learners`, { name });
      this.group = this.home.group;
      this.pupil = { code: this.home.group.code, name: this.home.name };
      keepPupil(this.pupil);
      await this.updateComplete;
      this.querySelector<HTMLElement>("h1")?.focus();
    } catch (error) {
      this.fault = errorText(error);
    }
  };

  readonly #leave = (): void => {
    keepPupil(null);
    this.pupil = this.home = this.group = null;
  };

  // --- what is told to the trainer, and by them

  async #tell(): Promise<void> {
    const { pupil } = this;
    if (!pupil || document.hidden || this.#path.length) return;
    const page = this.querySelector<ExercisePage>("so-exercise");
    const shown = page?.exercise;
    const doing = shown
      ? { exercise: { room: shown.room, level: shown.level, seed: shown.seed, card: shown.card }, motions: page.motions, hand: page.hand, seconds: page.passed }
      : {};
    try {
      const group = await new PupilApi(this.house, pupil).progress(doing);
      if (this.pupil === pupil) this.#follow(group);
    } catch {
      // The trainer sees nothing new, and the next time is soon.
    }
  }

  /** An exercise for all is opened once; whoever has it open, or has gone on, is left alone. */
  #follow(group: ClassResponse): void {
    this.group = group;
    const { pushed = null, pushed_at = null } = group;
    if (!pushed || sessionStorage.getItem(PUSHED) === pushed_at) return;
    sessionStorage.setItem(PUSHED, pushed_at ?? "");
    navigate(exercisePath(group.book, pushed));
  }

  readonly #hands = {
    answer: (work: ExerciseWork): Promise<JudgementResponse> => new PupilApi(this.house, this.pupil!).work(work),
    next: (): Promise<void> => this.#goOn(),
  };

  readonly #words = {
    answer: (question: QuestionResponse, text: string, seconds: number): Promise<AnswerResponse> =>
      this.pupil
        ? new PupilApi(this.house, this.pupil).answer({ question: question.name, text, seconds })
        : Promise.reject(new RefusedError({ code: "no-class", reason: "come into a class first: answers are judged and remembered there", clause: "" }, 400)),
    next: (): Promise<void> => this.#goOn(),
  };

  /** What comes next; home when it is done for today. */
  async #goOn(): Promise<void> {
    try {
      this.home = await new PupilApi(this.house, this.pupil!).home();
      navigate(nextPath(this.home) || HERE);
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  // --- what is drawn

  protected override render(): TemplateResult {
    const [part = "", code = ""] = this.#path;
    const query = this.#query;
    const wanted = part ? `so-${part}` : query.get("room") ? "so-exercise" : query.get("topic") ? "so-question" : "";
    if (wanted && !this.failed && !customElements.get(wanted)) return html`<p class="page hint">On its way…</p>`;
    if (part === "class") return html`<so-class .house=${this.house} .code=${code}></so-class>`;
    if (part === "wall") return html`<so-wall .house=${this.house} .code=${code}></so-wall>`;
    if (part === "exam") return html`<so-exam .house=${this.house} .pupil=${this.pupil}></so-exam>`;
    if (part === "exams") return html`<so-exams .house=${this.house} .code=${code}></so-exams>`;
    if (part === "certificate") return html`<so-certificate .house=${this.house} .seal=${code}></so-certificate>`;
    const frozen = Boolean(this.pupil && this.group?.frozen);
    return html`${frozen ? html`<p class="hands-off" role="alert">Hands off the chips. Your trainer has stopped the class.</p>` : nothing}
      ${this.pupil && this.group?.exam ? html`<p class="page exam-call" role="status"><b>Your trainer has drawn an exam: ${this.group.exam}.</b> <a class="button is-main" href="/school/exam">To the exam</a></p>` : nothing}
      ${this.failed ? html`<p class="page fault" role="alert">${this.failed}</p>` : nothing}
      <div ?inert=${frozen}>${query.get("room") ? this.#exercise(query) : query.get("topic") ? this.#question() : this.#front()}</div>`;
  }

  #exercise(query: URLSearchParams): TemplateResult {
    const own = this.pupil && this.group && (query.get("rules") || FIRST) === this.group.book;
    return html`${this.#above()}<so-exercise .house=${this.house} .pupil=${own ? this.#hands : null}></so-exercise>`;
  }

  #question(): TemplateResult {
    return html`${this.#above()}
      <div class="page school">
        <h1 class="unseen" tabindex="-1">A question</h1>
        ${this.asked ? html`<so-question .book=${this.asked.book} .question=${this.asked.question} .taker=${this.#words}></so-question>` : nothing}
      </div>`;
  }

  /** The way back, for somebody in a class. */
  #above(): unknown {
    if (!this.pupil) return nothing;
    return html`<p class="page school-above"><a href=${HERE}>School</a> <span>${this.pupil.name}${this.group ? ` · ${this.group.title}` : ""}</span></p>`;
  }

  #front(): TemplateResult {
    const { home, pupil } = this;
    const code = this.#query.get("code") ?? "";
    if (pupil && !home && !this.failed) return html`<p class="page hint">Your class is on its way…</p>`;
    return html`<div class="page school-home">
      ${home ? today(home, this.#leave) : wayIn(code, this.fault, (event) => void this.#come(event))}
      <h2 class="head">With your hands <small>on the drawn layout, by the clock, judged by the house’s own manual</small></h2>
      ${doors(home?.group.book ?? FIRST, this.rooms, home?.rooms ?? [])} ${home ? syllabus(home) : nothing}
      <p class="in-row home-more">
        ${home ? html`<a class="button is-quiet" href=${new PupilApi(this.house, pupil!).memoryFile} download="school.json">Your memory, for the terminal’s school</a>` : nothing}
        <a class="button is-quiet" href="/school/class">Lead a class</a>
      </p>
    </div>`;
  }
}
customElements.define("so-school", SchoolFront);
