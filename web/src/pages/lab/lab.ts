/** The lab: a sentence that is the question, the strategy's text, and what comes of it, exactly and simulated. */
import { html, nothing, type TemplateResult } from "lit";
import type { CodeEditor, Highlight, MarkedFault } from "../../components/code-editor";
import { LightElement } from "../../components/element";
import { plotFrame } from "../../components/plot-frame";
import { isText, type LabFigures, type LabQuestion, type LabRun, questionAt, questionQuery, type SessionRecord } from "../../model/lab";
import { dollars } from "../../model/money";
import type { BookListed, LabBest, LabBrief, LabDuelResult, LabExact, LabMistake, LabStrategy, StrategyListed } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { navigate } from "../../state/route";
import { errorText } from "../../text/errors";
import { cellOf, changedTable, duelSentence, duelView, neighbours, type SweepFigure, sweepAxes, sweepView } from "./comparisons";
import { askLab, houseEngine, labRequest } from "./house-engine";
import { ENDS_KEY, endsPlot, net, percent, wayPlot } from "./plots";
import { sentence } from "./sentence";
import { completions, strategyHighlight } from "./strategy-words";
import "../../components/code-editor";
import "../../style/rooms/lab.css";

/** A text is checked so many milliseconds after the last key. */
const SETTLED = 40;
const WIDE = "(width >= 720px)";
const PACE = 144;
type View = "result" | "duel" | "sweep";

const count = (many: number): string => many.toLocaleString("en-US");
/** Half the width of the interval that holds a share with 95% confidence. */
const shareError = (share: number, sessions: number): string => (196 * Math.sqrt((share * (1 - share)) / sessions)).toFixed(1);

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
    running: { state: true },
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
  declare running: boolean;
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
  /** Counts questions and texts: an answer to an older one is dropped. */
  #turn = 0;
  #texts = 0;
  #settling = 0;
  #unit: number | null = null;
  #highlight: Highlight = strategyHighlight({});
  readonly #media = matchMedia(WIDE);

  constructor() {
    super();
    this.books = [];
    this.strategies = [];
    this.text = this.failed = this.note = "";
    this.checked = this.exact = this.played = this.best = this.duel = null;
    this.running = false;
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
    this.#turn++;
    this.#run?.cancel();
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

  /** Asks for all that the question wants, what is quickest first. */
  async #learn(): Promise<void> {
    const turn = ++this.#turn;
    const gone = (): boolean => turn !== this.#turn;
    this.#run?.cancel();
    this.running = false;
    this.failed = this.note = "";
    try {
      const checked = await askLab<LabStrategy>(this.house, "check", labRequest(this.question), gone);
      if (gone()) return;
      this.#take(checked);
      this.text = checked.text;
      if (!checked.sound) return;
      this.#unit = Math.round(checked.unit * 100);
      this.#clear();
      await (this.view === "duel" ? this.#learnDuel(gone) : this.view === "sweep" ? this.#learnSweep(gone) : this.#learnResult(gone));
    } catch (error) {
      if (!gone()) this.failed = errorText(error);
    }
  }

  #take(checked: LabStrategy): void {
    this.checked = checked;
    this.#highlight = strategyHighlight(checked);
  }

  #clear(): void {
    this.exact = this.played = this.best = this.duel = null;
    this.changed = this.cells = new Map();
  }

  #ask<Answer>(what: string, body: unknown, gone: () => boolean): Promise<Answer> {
    const waits = (seconds: number): void => {
      if (!gone()) this.note = `The house has worked much for you: it goes on in ${seconds} s.`;
    };
    return askLab<Answer>(this.house, what, body, gone, waits).finally(() => {
      if (!gone()) this.note = "";
    });
  }

  async #learnResult(gone: () => boolean): Promise<void> {
    const { question } = this;
    const exact = this.#ask<LabExact>("exact", labRequest(question), gone).then((told) => {
      if (!gone()) this.exact = told;
    });
    this.running = true;
    this.#run = houseEngine(this.house)(question, (figures) => {
      if (!gone()) this.played = figures;
    });
    const played = this.#run.done.finally(() => {
      if (!gone()) this.running = false;
    });
    await Promise.all([exact, played]);
    if (question.goal !== null && !gone()) this.best = await this.#ask<LabBest>("best", labRequest(question), gone);
    for (const each of neighbours(question, this.#unit ?? 10_00)) {
      if (gone()) return;
      const told = await this.#brief(each.question, gone);
      if (!gone()) this.changed = new Map([...this.changed, [each.words, told]]);
    }
  }

  /** Five figures, or why there are none. */
  async #brief(question: LabQuestion, gone: () => boolean): Promise<LabBrief | string> {
    try {
      return await this.#ask<LabBrief>("brief", labRequest(question), gone);
    } catch (error) {
      return errorText(error);
    }
  }

  async #learnDuel(gone: () => boolean): Promise<void> {
    const questions = this.#duellists().map((strategy) => labRequest({ ...this.question, strategy, unit: this.question.unit }));
    const told = await this.#ask<LabDuelResult>("duel", { questions }, gone);
    if (!gone()) this.duel = told;
  }

  #duellists(): string[] {
    return [this.question.strategy, ...this.against];
  }

  async #learnSweep(gone: () => boolean): Promise<void> {
    const { banks, units } = sweepAxes(this.question, this.#unit ?? 10_00);
    for (const bankroll of banks) {
      for (const unit of units) {
        const told = await this.#brief({ ...this.question, bankroll, unit }, gone);
        if (gone()) return;
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
    const texts = ++this.#texts;
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => void this.#check(texts), SETTLED);
  }

  async #check(texts: number): Promise<void> {
    const stale = (): boolean => texts !== this.#texts;
    const strategy = this.text.endsWith("\n") ? this.text : `${this.text}\n`;
    const question = { ...this.question, strategy };
    try {
      const checked = await askLab<LabStrategy>(this.house, "check", labRequest(question), stale);
      if (stale()) return;
      this.#take({ ...checked, text: this.text });
      if (checked.sound && strategy !== this.question.strategy) {
        history.replaceState(history.state, "", `/lab${questionQuery(question, { view: this.view === "result" ? "" : this.view, against: this.view === "duel" ? this.against : [] })}`);
        this.question = question;
        void this.#learn();
      }
    } catch (error) {
      if (!stale()) this.failed = errorText(error);
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
      ${this.view === "duel" ? duelView({ names: this.#duellists(), told: this.duel, failed: unsound ? "The first strategy has a fault: its text is in Result." : "" }, this.wide) : this.view === "sweep" ? this.#sweep() : this.#result()}
    </div>`;
  }

  #sweep(): TemplateResult {
    const unit = this.#unit ?? 10_00;
    const sweep = { ...sweepAxes(this.question, unit), cells: this.cells, figure: this.figure };
    return sweepView(this.question, unit, sweep, (figure) => (this.figure = figure), (question) => this.#go(question, { view: "result" }));
  }

  #result(): TemplateResult {
    return html`<div class="lab-columns">
      <div class="lab-asked">${this.#strategy()} ${this.#lines()} ${changedTable(neighbours(this.question, this.#unit ?? 10_00), this.changed, (question) => this.#go(question))}</div>
      <div class="lab-out">${this.#figures()} ${this.#ends()} <div class="lab-two">${this.#way()} ${this.#sessions()}</div></div>
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
      <details class="retold"><summary>In sentences</summary><ol>${sentences.map((each) => html`<li>${each}</li>`)}</ol></details>`;
  }

  get #record(): SessionRecord | null {
    return (this.exact?.result as SessionRecord | null | undefined) ?? this.played?.record ?? null;
  }

  #figures(): TemplateResult {
    const record = this.#record;
    const exact = !!this.exact?.result;
    const sessions = this.played?.sessions ?? 0;
    const about = (share: number): string => (exact || !sessions ? "" : ` ± ${shareError(share, sessions)}`);
    const share = (of: (at: number) => boolean): number => (record?.distribution ?? []).reduce((sum, [at, chance]) => sum + (of(at) ? chance : 0), 0);
    const [ahead, level] = [share((at) => at > 0), share((at) => at === 0)];
    const interval = this.played?.record?.mean_net_interval;
    const played = this.played ? `played ${net(this.played.mean / 100)}${interval ? ` ± ${((interval[1] - interval[0]) / 2).toFixed(2)}` : ""}` : "not played yet";
    const [low, high] = [record?.quantiles["0.05"] ?? 0, record?.quantiles["0.95"] ?? 0];
    const half = record?.bands.find((band) => band.ruin >= record.ruin / 2);
    const pace = record?.risked?.pace ?? this.question.end.pace ?? PACE;
    const goal = record && this.question.goal !== null ? record.endings["goal"] ?? 0 : null;
    const all: [string, string, string][] = record
      ? [
          ["You leave ahead", `${percent(ahead)}${about(ahead)}`, this.#goalWords(goal) || `ends level: ${percent(level)}`],
          ["Broke before the end", `${percent(record.ruin)}${about(record.ruin)}`, record.ruin > 0 && half ? `half of them by roll ${half.roll}` : "of all sessions"],
          ["On the mean", net(record.mean_net), exact ? played : played.replace(/^played \S+ /, "")],
          ["An hour costs", record.risked ? dollars(Math.round(100 * record.risked.loss_per_hour)) : "–", `${pace} rolls an hour`],
          ["The middle session", net(record.quantiles["0.5"] ?? 0), "as many end above"],
          [low < 0 ? "One in twenty loses" : "One in twenty ends below", dollars(Math.abs(Math.round(low * 100))), `one in twenty wins ${dollars(Math.max(0, Math.round(high * 100)))}`],
        ]
      : ["You leave ahead", "Broke before the end", "On the mean", "An hour costs", "The middle session", "One in twenty loses"].map((name) => [name, "…", ""]);
    return html`<dl class="box figures" aria-busy=${record ? "false" : "true"}>
      ${all.map(([name, figure, of], k) => html`<div class="figure ${k ? "" : "is-main"}"><dt>${name}</dt><dd>${figure}</dd><dd class="of">${of}</dd></div>`)}
    </dl>`;
  }

  /** The chance of the goal, and the best that any play has. */
  #goalWords(goal: number | null): string {
    if (goal === null) return "";
    const best = this.best?.chance;
    return `the goal: ${percent(goal)}${best ? `; the best play of ${this.best?.wagers}: ${percent(best)}` : ""}`;
  }

  #ends(): unknown {
    const exact = (this.exact?.result as SessionRecord | null | undefined) ?? null;
    if (!exact && !this.played) return html`<section class="box coming lab-place" aria-label="Where the session ends">Following every roll of the session…</section>`;
    const { played } = this;
    const beside = html`<div class="live">
      <span role="status"
        >${played ? html`<b>${count(played.sessions)}</b> sessions ${played.where === "page" ? "played in this page" : "played by the house"}${this.wide && played.rollsPerSecond ? ` · ${(played.rollsPerSecond / 1e6).toFixed(0)} million rolls a second` : ""}` : ""}</span
      >${this.running ? html`<button class="button is-quiet" @click=${() => this.#stop()}>Stop</button>` : nothing}
    </div>`;
    return html`${plotFrame("Where the session ends", endsPlot(exact, played, this.question.bankroll, this.wide), { beside, key: ENDS_KEY(!!exact) })}
    ${this.exact?.missing ? html`<p class="lab-note">No exact answer: ${this.exact.missing}. The figures are simulated.</p>` : nothing}`;
  }

  #stop(): void {
    this.#run?.cancel();
    this.running = false;
  }

  #way(): unknown {
    const bands = this.#record?.bands ?? [];
    if (bands.length < 2) return nothing;
    const note = this.wide ? "half of all sessions in the dark band, nine of ten in the light" : "";
    return plotFrame("On the way there", wayPlot(bands, this.#record?.risked?.pace ?? PACE, this.wide), { note });
  }

  #sessions(): unknown {
    const { played } = this;
    if (!played) return nothing;
    const nets = played.histogram;
    const all: [string, number, number][] = [
      ["Best", played.best, nets.at(-1)?.[0] ?? 0],
      ["Middle", played.middle, played.quantiles["0.5"] ?? 0],
      ["Worst", played.worst, nets[0]?.[0] ?? 0],
    ];
    return html`<section class="box sessions" aria-label="Sessions to look at">
      <div class="box-head"><h2>Sessions to look at</h2></div>
      <ul>
        ${all.map(([name, session, cents]) => html`<li><b>${name}</b> <span class=${cents < 0 ? "lose" : "win"}>${net(cents / 100)}</span> <a href="/replay${questionQuery(this.question, { session: String(session) })}">Replay session ${count(session)}</a></li>`)}
      </ul>
    </section>`;
  }

  #lines(): unknown {
    const record = this.#record;
    const lines = (record?.lines ?? []).filter((each) => each.risked);
    if (!record || !lines.length) return nothing;
    return html`<section class="box" aria-label="What each line did">
      <div class="box-head"><h2>What each line did</h2><p>a session, on the mean${record.lines_risked === "exactly" ? ", exactly" : ""}</p></div>
      <div class="scroll">
        <table class="tally">
          <thead><tr><th scope="col">line</th><th scope="col">bets made</th><th scope="col">risked</th><th scope="col">net</th></tr></thead>
          <tbody>
            ${lines.map(({ line, text, risked }) => html`<tr><th scope="row">${line === null ? nothing : html`<code>${line}</code>`} ${text.replace(/ while .*/, "")}</th><td>${risked!.bets.toFixed(1)}</td><td>${dollars(Math.round(risked!.action) * 100)}</td><td>${net(Math.round(risked!.net * 100) / 100)}</td></tr>`)}
          </tbody>
        </table>
      </div>
      ${record.lines_risked === "exactly" ? nothing : html`<p class="small">Of ${record.lines_risked}.</p>`}
    </section>`;
  }
}
customElements.define("so-lab", LabPage);
