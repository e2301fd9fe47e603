/** A question of the school in words: the layout behind it, choices or a line to type, and what is right with its clause. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { diceMark } from "../../panels/panel";
import type { AnswerResponse, BookResponse, QuestionResponse } from "../../protocol.generated";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";
import "./scene-felt";
import "../../style/rooms/school.css";

/** Whoever takes the answers: the memory of a class, or an exam, which says nothing of right and wrong. */
export interface AnswerTaker {
  answer(question: QuestionResponse, text: string, seconds: number): Promise<AnswerResponse | null>;
  next(): Promise<void>;
}

export class SchoolQuestion extends LightElement {
  static override properties = {
    book: { attribute: false },
    question: { attribute: false },
    taker: { attribute: false },
    above: { attribute: false },
    told: { state: true },
    note: { state: true },
    passed: { state: true },
  };
  declare book: BookResponse;
  declare question: QuestionResponse;
  declare taker: AnswerTaker;
  /** What stands above the question, such as its number. */
  declare above: string;
  declare told: AnswerResponse | null;
  declare note: string;
  declare passed: number;
  #since = 0;
  #busy = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.told = null;
    this.note = this.above = "";
    this.passed = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => {
      if (!this.told) this.passed = Math.floor(this.#seconds);
    }, 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("question")) return;
    this.told = null;
    this.note = "";
    this.passed = 0;
    this.#since = performance.now();
    void this.updateComplete.then(() => {
      this.querySelector<HTMLFormElement>("form")?.reset();
      this.querySelector<HTMLElement>(".school-asked h2")?.focus();
    });
  }

  get #seconds(): number {
    return (performance.now() - this.#since) / 1_000;
  }

  async #answer(text: string): Promise<void> {
    if (this.#busy || this.told) return;
    this.#busy = true;
    this.note = "";
    try {
      this.told = await this.taker.answer(this.question, text, Math.round(this.#seconds * 10) / 10);
      await this.updateComplete;
      this.querySelector<HTMLElement>(".verdict .is-main")?.focus();
    } catch (error) {
      this.note = errorText(error);
    } finally {
      this.#busy = false;
    }
  }

  readonly #typed = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get("answer") ?? "").trim();
    if (text) void this.#answer(text);
    else this.note = `Type ${this.question.hint}, or press “I do not know”.`;
  };

  protected override render(): TemplateResult {
    const { question, book, told, passed } = this;
    const lines = question.prompt.split("\n");
    const asks = lines.at(-1) ?? "";
    return html`<section class="school-asked" aria-labelledby="asked">
      <header>
        <p class="hint">${this.above || question.title}</p>
        <p class="clock ${!told && passed > question.limit ? "is-late" : ""}" role="timer">${told ? told.seconds : passed} s of ${question.limit}</p>
      </header>
      ${lines.slice(0, -1).map((line) => html`<p>${line}</p>`)}
      ${question.table ? html`<so-scene .book=${book} .table=${question.table} .dice=${question.dice ?? null}></so-scene>` : nothing}
      ${question.dice && !question.table ? diceMark(...question.dice, `The dice show ${question.dice.join(" and ")}`) : nothing}
      <h2 id="asked" tabindex="-1">${asks}</h2>
      ${told ? this.#verdict(told) : this.#ways(question)}
      <p class="fault" role="alert" ?hidden=${!this.note}>${this.note}</p>
    </section>`;
  }

  /** One press where one of few is right; else a line to type. */
  #ways({ choices, one_of, hint }: QuestionResponse): TemplateResult {
    const pressed = one_of.length > 0 || /^a letter/.test(hint) || /^a line/.test(hint);
    const all = one_of.length ? one_of.map((choice) => ({ mark: "", line: choice })) : choices;
    const lines = all.map(({ mark, line }) =>
      pressed
        ? html`<li><button class="button is-quiet" @click=${() => this.#answer(mark || line)}>${mark ? html`<b>${mark}</b> ` : nothing}${line}</button></li>`
        : html`<li><b>${mark}</b> ${line}</li>`,
    );
    return html`${lines.length ? html`<ul class="question-choices">${lines}</ul>` : nothing}
      <form class="in-row school-call" @submit=${this.#typed}>
        ${
          pressed
            ? nothing
            : html`<label for="answer">Your answer <small>${hint}</small></label>
                <input id="answer" name="answer" autocomplete="off" maxlength="200" />
                <button class="button is-main">Answer</button>`
        }
        <button type="button" class="button is-quiet" @click=${() => this.#answer("")}>I do not know</button>
      </form>`;
  }

  #verdict({ right, reason, answer, seconds, limit, because }: AnswerResponse): TemplateResult {
    return html`<div class="verdict">
      <p class="verdict-says ${right ? "is-right" : "is-wrong"}" role="status">
        <b>${right ? "Right." : "Not right."}</b> ${right ? "" : `It is ${answer}. ${reason}`} ${seconds} s; it may take ${limit}.
      </p>
      <ol class="verdict-why">
        ${because.map(({ text, cite }) => html`<li>${text ? sentence(text) : nothing} ${cite.clause || cite.says ? clauseMark(cite.clause ?? "", cite.provenance ?? "assumed") : nothing}${cite.says ? html`<small class="says">${sentence(cite.says)}</small>` : nothing}</li>`)}
      </ol>
      <p><button class="button is-main" @click=${() => this.taker.next()}>Next</button></p>
    </div>`;
  }
}
customElements.define("so-question", SchoolQuestion);
