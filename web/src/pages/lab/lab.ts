/** The lab: a sentence that is the question, the strategy's text, and what comes of it, exactly and simulated. */
import { html, nothing, type TemplateResult } from "lit";
import type { CodeEditor, Highlight, MarkedFault } from "../../components/code-editor";
import { LightElement } from "../../components/element";
import { isText, labRequest, type LabFigures, type LabQuestion, type LabRun, questionAt, questionQuery, type SessionRecord } from "../../model/lab";
import { spoken } from "../../model/money";
import type { BookListed, LabBest, LabBrief, LabDuelResult, LabExact, LabMistake, LabSimulated, LabStrategy, StrategyListed } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { RACK, comeIn } from "../../state/quick-start";
import { navigate, tablePath } from "../../state/route";
import { errorText } from "../../text/errors";
import { cellOf, changedTable, duelSentence, duelView, neighbours, type SweepFigure, sweepAxes, sweepView } from "./comparisons";
import { pageEngine } from "../../session/page-kernel/page-engine";
import { askLab, houseEngine } from "./house-engine";
import { type Answered, endsView, figuresView, goalView, linesView, sessionsView, wayView } from "./result-view";
import { sentence } from "./sentence";
import { completions, strategyHighlight } from "./strategy-words";
import "../../components/code-editor";
import "../../style/rooms/lab.css";

/** A text is checked so many milliseconds after the last key. */
const SETTLED = 20;
const WIDE = "(width >= 720px)";
type View = "result" | "duel" | "sweep";

/** So many sessions the house plays for what the page does not count: nets by roll, and what each line did. */
const WATCHED = 4_000;

/** The strategy's text with another unit. */
function withUnit(text: string, unit: number): string {
  const line = `unit ${spoken(unit)}`;
  return /^unit\b.*$/m.test(text) ? text.replace(/^unit\b.*$/m, line) : `${line}\n${text}`;
}

export class LabPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    question: { state: true },
    view: { state: true },
    against: { state: true },
    books: { state: true },
    strategies: { state: true },
    text: { state: true },
    checked: { state: true },
    exact: { state: true },
    played: { state: true },
    watched: { state: true },
    running: { state: true },
    opening: { state: true },
    best: { state: true },
    changed: { state: true },
    duel: { state: true },
    cells: { state: true },
    figure: { state: true },
    failed: { state: true },
    note: { state: true },
    offered: { state: true },
    wide: { state: true },
  };
  declare house: HouseApi;
  declare question: LabQuestion;
  declare view: View;
  declare against: readonly string[];
  declare books: readonly BookListed[];
  declare strategies: readonly StrategyListed[];
  /** As it stands in the editor. */
  declare text: string;
  declare checked: LabStrategy | null;
  declare exact: LabExact | null;
  declare played: LabFigures | null;
  /** What the house has watched, where there is no exact answer and the page plays. */
  declare watched: SessionRecord | null;
  declare running: boolean;
  /** True while a table is opened. */
  declare opening: boolean;
  declare best: LabBest | null;
  declare changed: ReadonlyMap<string, LabBrief | string>;
  declare duel: LabDuelResult | null;
  declare cells: ReadonlyMap<string, LabBrief | string>;
  declare figure: SweepFigure;
  declare failed: string;
  declare note: string;
  declare offered: readonly string[];
  declare wide: boolean;
  #run: LabRun | null = null;
  /** What is asked about the question, and about the text as it stands: an older one is dropped, by the house too. */
  #asking = new AbortController();
  #checking = new AbortController();
  #settling = 0;
  #unit: number | null = null;
  #highlight: Highlight = strategyHighlight({});
  readonly #media = matchMedia(WIDE);

  constructor() {
    super();
    this.books = [];
    this.strategies = [];
    this.text = this.failed = this.note = "";
    this.checked = this.exact = this.played = this.watched = this.best = this.duel = null;
    this.running = this.opening = false;
    this.changed = this.cells = new Map();
    this.figure = "ahead";
    this.offered = [];
    this.wide = this.#media.matches;
    this.#read();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const name of ["went", "popstate"]) addEventListener(name, this.#went);
    this.#media.addEventListener("change", this.#resized);
    void this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const name of ["went", "popstate"]) removeEventListener(name, this.#went);
    this.#media.removeEventListener("change", this.#resized);
    this.#stop();
    this.#asking.abort();
    this.#checking.abort();
  }

  readonly #resized = (): void => {
    this.wide = this.#media.matches;
  };

  readonly #went = (): void => {
    if (location.pathname !== "/lab") return;
    this.#read();
    void this.#learn();
  };

  #read(): void {
    const asked = new URLSearchParams(location.search);
    this.question = questionAt(location.search, location.hash);
    const view = asked.get("view");
    this.view = view === "duel" || view === "sweep" ? view : "result";
    const against = asked.getAll("against").slice(0, 2);
    this.against = against.length ? against : ["iron-cross"];
  }

  /** Goes to another question: the address is all of it. */
  #go(question: LabQuestion, { view = this.view, against = this.against } = {}): void {
    navigate(`/lab${questionQuery(question, { view: view === "result" ? "" : view, against: view === "duel" ? against : [] })}`);
  }

  readonly #change = (changed: Partial<LabQuestion>): void => this.#go({ ...this.question, ...changed });

  async #begin(): Promise<void> {
    void this.#learn();
    try {
      [this.books, this.strategies] = await Promise.all([this.house.books(), this.house.strategies()]);
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Asks for all that the question wants, what is quickest first; a text that was typed is `known` already. */
  async #learn(known: LabStrategy | null = null): Promise<void> {
    this.#stop();
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    this.failed = this.note = "";
    try {
      const checked = known ?? (await askLab<LabStrategy>(this.house, "check", labRequest(this.question), signal));
      if (signal.aborted) return;
      if (!known) this.#show(checked);
      if (!checked.sound) return;
      this.#unit = Math.round(checked.unit * 100);
      this.#clear();
      await (this.view === "duel" ? this.#learnDuel(signal) : this.view === "sweep" ? this.#learnSweep(signal) : this.#learnResult(signal));
    } catch (error) {
      if (!signal.aborted) this.failed = errorText(error);
    }
  }

  /** Puts the strategy's text into the editor, in the place of whatever was being typed. */
  #show(checked: LabStrategy): void {
    clearTimeout(this.#settling);
    this.#checking.abort();
    this.#take(checked);
    this.text = checked.text;
  }

  #take(checked: LabStrategy): void {
    this.checked = checked;
    this.#highlight = strategyHighlight(checked);
  }

  #clear(): void {
    this.exact = this.played = this.watched = this.best = this.duel = null;
    this.changed = this.cells = new Map();
  }

  #ask<Answer>(what: string, body: unknown, signal: AbortSignal): Promise<Answer> {
    const waits = (seconds: number): void => {
      if (!signal.aborted) this.note = `The house has worked much for you: it goes on in ${seconds} s.`;
    };
    return askLab<Answer>(this.house, what, body, signal, waits).finally(() => {
      if (!signal.aborted) this.note = "";
    });
  }

  async #learnResult(signal: AbortSignal): Promise<void> {
    const { question } = this;
    this.running = true;
    const run = (this.#run = pageEngine(this.house, houseEngine(this.house))(question, (figures) => {
      if (!signal.aborted) this.played = figures;
    }));
    const played = run.done
      .then((figures) => {
        if (!signal.aborted) this.played = figures;
      })
      .catch((error: unknown) => {
        if (this.#run === run) throw error; // one that was stopped before its first figures has none
      })
      .finally(() => {
        if (!signal.aborted) this.running = false;
      });
    const [exact] = await Promise.all([this.#learnExact(question, signal), played]);
    if (signal.aborted) return;
    if (question.goal !== null) this.best = await this.#ask<LabBest>("best", labRequest(question), signal);
    if (!exact && !signal.aborted && this.played && !this.played.record) await this.#watch(question, signal);
    for (const each of neighbours(question, this.#unit ?? 10_00)) {
      if (signal.aborted) return;
      const told = await this.#brief(each.question, signal);
      if (!signal.aborted) this.changed = new Map([...this.changed, [each.words, told]]);
    }
  }

  /** Returns true if there is an exact answer. */
  async #learnExact(question: LabQuestion, signal: AbortSignal): Promise<boolean> {
    const told = await this.#ask<LabExact>("exact", labRequest(question), signal);
    if (!signal.aborted) this.exact = told;
    return told.result !== null;
  }

  async #watch(question: LabQuestion, signal: AbortSignal): Promise<void> {
    const told = await this.#ask<LabSimulated>("simulate", { question: labRequest(question), sessions: WATCHED }, signal);
    if (!signal.aborted) this.watched = told.result as unknown as SessionRecord;
  }

  /** Five figures, or why there are none. */
  async #brief(question: LabQuestion, signal: AbortSignal): Promise<LabBrief | string> {
    try {
      return await this.#ask<LabBrief>("brief", labRequest(question), signal);
    } catch (error) {
      return errorText(error);
    }
  }

  async #learnDuel(signal: AbortSignal): Promise<void> {
    const questions = this.#duellists().map((strategy) => labRequest({ ...this.question, strategy, unit: this.question.unit }));
    const told = await this.#ask<LabDuelResult>("duel", { questions }, signal);
    if (!signal.aborted) this.duel = told;
  }

  #duellists(): string[] {
    return [this.question.strategy, ...this.against];
  }

  async #learnSweep(signal: AbortSignal): Promise<void> {
    const { banks, units } = sweepAxes(this.question, this.#unit ?? 10_00);
    for (const bankroll of banks) {
      for (const unit of units) {
        const told = await this.#brief({ ...this.question, bankroll, unit }, signal);
        if (signal.aborted) return;
        this.cells = new Map([...this.cells, [cellOf(bankroll, unit), told]]);
      }
    }
  }

  // --- the text

  get #editor(): CodeEditor | null {
    return this.querySelector<CodeEditor>("so-code-editor");
  }

  /** Something was typed: it is checked when the fingers rest, and asked about when it is sound. */
  #typed(): void {
    const editor = this.#editor;
    if (!editor) return;
    this.text = editor.value;
    this.#offer();
    clearTimeout(this.#settling);
    this.#checking.abort();
    this.#settling = window.setTimeout(() => void this.#check(), SETTLED);
  }

  async #check(): Promise<void> {
    const { signal } = (this.#checking = new AbortController());
    const strategy = this.text.endsWith("\n") ? this.text : `${this.text}\n`;
    const question = { ...this.question, strategy };
    try {
      const checked = await askLab<LabStrategy>(this.house, "check", labRequest(question), signal);
      if (signal.aborted) return;
      this.#take({ ...checked, text: this.text });
      if (checked.sound && strategy !== this.question.strategy) {
        history.replaceState(history.state, "", `/lab${questionQuery(question, { view: this.view === "result" ? "" : this.view, against: this.view === "duel" ? this.against : [] })}`);
        this.question = question;
        void this.#learn(checked);
      }
    } catch (error) {
      if (!signal.aborted) this.failed = errorText(error);
    }
  }

  #offer(): void {
    const cursor = this.querySelector("textarea")?.selectionStart ?? 0;
    this.offered = this.checked ? completions(this.text, cursor, this.checked).found : [];
  }

  #complete(word: string): void {
    const cursor = this.querySelector("textarea")?.selectionStart ?? 0;
    if (!this.checked) return;
    const { from } = completions(this.text, cursor, this.checked);
    this.#editor?.replace(from, cursor, word);
    this.offered = [];
  }

  /** Writes what was meant in the place of what was written. */
  #putRight({ line, column, end, instead = "" }: LabMistake): void {
    const start = this.text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#editor?.replace(start + column - 1, start + end - 1, instead);
  }

  async #share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.note = "The link is copied: it is the whole question.";
    } catch {
      this.note = "The address of this page is the link: it is the whole question.";
    }
  }

  /** Opens a table of the house where the strategy sits down as it is in the question, and a chair beside it is free. */
  async #play(): Promise<void> {
    const { question, checked } = this;
    if (!checked || this.opening) return;
    this.opening = true;
    this.failed = "";
    try {
      await comeIn(this.house);
      const table = await this.house.openTable({ rules: question.house });
      const own = isText(question.strategy);
      const text = question.unit === null ? checked.text : withUnit(checked.text, question.unit);
      const sent = own || question.unit !== null ? { text, name: own ? "mine" : checked.name } : { strategy: question.strategy };
      await this.house.seatBot(table, { ...sent, bankroll: spoken(question.bankroll) });
      navigate(tablePath(table), { sit: RACK });
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.opening = false;
    }
  }

  // --- drawing

  protected override render(): TemplateResult {
    const { question, checked } = this;
    const choices = { books: this.books, strategies: this.strategies, unit: this.#unit };
    const unsound = checked !== null && !checked.sound;
    return html`<div class="page lab ${unsound ? "is-stale" : ""}">
      <h1 class="unseen" tabindex="-1">Lab: what comes of a strategy</h1>
      <div class="lab-ask">
        ${sentence(question, choices, this.#change)}
        <div class="lab-ways">
          <div class="choose" role="group" aria-label="What to look at">
            ${(["result", "duel", "sweep"] as const).map(
              (view) =>
                html`<button aria-pressed=${view === this.view ? "true" : "false"} @click=${() => this.#go(question, { view })}>
                  ${view.charAt(0).toUpperCase() + view.slice(1)}
                </button>`,
            )}
          </div>
          <button class="button is-quiet" @click=${() => void this.#share()}>Copy link</button>
          <button class="button is-quiet only-wide" @click=${() => print()}>Print</button>
        </div>
      </div>
      ${this.view === "duel" ? duelSentence(this.#duellists(), this.strategies, ([first = "", ...rest]) => this.#go({ ...question, strategy: first }, { against: rest })) : nothing}
      ${this.failed ? html`<p class="wrong" role="alert">${this.failed}</p>` : nothing}
      <p class="lab-note" role="status">${this.note}</p>
      ${this.view === "duel" ? duelView({ question, names: this.#duellists(), told: this.duel, failed: unsound ? "The first strategy has a fault: its text is in Result." : "" }, this.wide) : this.view === "sweep" ? this.#sweep() : this.#result()}
      <p class="only-paper small">${location.href}</p>
    </div>`;
  }

  #sweep(): TemplateResult {
    const unit = this.#unit ?? 10_00;
    const sweep = { ...sweepAxes(this.question, unit), cells: this.cells, figure: this.figure };
    return sweepView(this.question, unit, sweep, (figure) => (this.figure = figure), (question) => this.#go(question, { view: "result" }));
  }

  get #answered(): Answered {
    const exact = (this.exact?.result as SessionRecord | null | undefined) ?? null;
    return { question: this.question, exact, missing: this.exact?.missing ?? "", played: this.played, watched: this.watched };
  }

  #result(): TemplateResult {
    const answered = this.#answered;
    return html`<div class="lab-columns">
      <div class="lab-asked">${this.#strategy()} ${linesView(answered)} ${changedTable(neighbours(this.question, this.#unit ?? 10_00), this.changed, (question) => this.#go(question))}</div>
      <div class="lab-out">
        ${figuresView(answered)} ${goalView(answered, this.best)} ${endsView(answered, this.wide, this.running ? () => this.#stop() : null)}
        <div class="lab-two">${wayView(answered, this.wide)} ${sessionsView(answered)}</div>
      </div>
    </div>`;
  }

  #strategy(): TemplateResult {
    const { checked } = this;
    const faults: MarkedFault[] = (checked?.mistakes ?? []).filter((each) => each.line > 0);
    return html`<section class="box lab-text" aria-label="Strategy">
      <div class="box-head"><h2>Strategy</h2><p>${isText(this.question.strategy) ? "your own" : "as it comes: change it, and it is yours"}</p></div>
      <so-code-editor
        .value=${this.text}
        .highlight=${this.#highlight}
        .faults=${faults}
        label="The strategy’s text"
        described-by="lab-verdict"
        @input=${() => this.#typed()}
        @keyup=${() => this.#offer()}
      ></so-code-editor>
      ${this.offered.length ? html`<p class="offered" role="group" aria-label="Complete the word">${this.offered.map((word) => html`<button class="button is-quiet" @click=${() => this.#complete(word)}>${word}</button>`)}</p>` : nothing}
      <div id="lab-verdict" role="status">${checked ? this.#verdict(checked) : html`<p class="coming">Reading the strategy…</p>`}</div>
    </section>`;
  }

  #verdict({ sound, mistakes = [], remarks = [], actions, sentences = [] }: LabStrategy): TemplateResult {
    if (!sound)
      return html`<ul class="faults">
          ${mistakes.map(
            (each) =>
              html`<li>
                ${each.line ? html`<button class="link" @click=${() => this.#editor?.show(each)}>Line ${each.line}</button>` : nothing}
                <span>${each.message}</span> ${each.instead ? html`<button class="link" @click=${() => this.#putRight(each)}>Put it right</button>` : nothing}
              </li>`,
          )}
        </ul>
        ${this.exact ?? this.played ? html`<p class="sound">The figures are of the text as it was before.</p>` : nothing}`;
    return html`<p class="sound"><b aria-hidden="true">✓</b> ${actions === 1 ? "One line acts." : `${actions} lines act.`} ${remarks.length ? "" : "The house takes all of it."}</p>
      ${remarks.length ? html`<ul class="faults">${remarks.map((each) => html`<li><b>Line ${each.line}</b> <span>${each.message} ${each.clause ? html`<small>(${each.clause})</small>` : nothing}</span></li>`)}</ul>` : nothing}
      <details class="retold"><summary>In sentences</summary><ol>${sentences.map((each) => html`<li>${each}</li>`)}</ol></details>
      <p><button class="button is-quiet" ?disabled=${this.opening} @click=${() => void this.#play()}>${this.opening ? "Opening…" : "Play it at a table"}</button></p>`;
  }

  #stop(): void {
    const run = this.#run;
    this.#run = null;
    run?.cancel();
    this.running = false;
  }

}
customElements.define("so-lab", LabPage);
