/** Learn: a first lesson at a table of one's own, with chips that count for nothing and dice that do what the lesson needs. */
import { html, nothing, type TemplateResult } from "lit";
import { loadAtRest } from "../../components/at-rest";
import { DeferredElement } from "../../components/element";
import { yesNo } from "../../components/form";
import type { View } from "../../model/view";
import type { BookListed, FirstLesson, LessonChapter, LessonTask } from "../../protocol.generated";
import { LiveTableSession } from "../../session/session";
import { type HouseApi, loadPart, RefusedError } from "../../state/api";
import { preferences, prefersNoMotion } from "../../state/preferences";
import { navigate, route, tablePath } from "../../state/route";
import { ensureGuest } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { lyingOn, own, sentence } from "../../text/words";
import { keepProgress, type Progress, readProgress } from "./lesson-progress";
import { type Dice, drawnDice, lessonSession } from "./lesson-session";
import { costTable, throwChart } from "./throw-chart";
import "../../table/session-felt";
import "../../table/bet-bar";
import "../../table/stick-call";
import "../../table/story-opener";
import "../../style/on-demand/form.css";
import "../../style/rooms/learn.css";

const FIRST = "catfish-bend";
/** Table minimums in the rack. */
const RACK = 100;
/** Seconds for which the seat is kept while somebody is away. */
const PATIENCE = 86_400;

const MOVED = ["went", "popstate"];

/** The house whose lesson the address asks for. */
function askedBook(): string {
  return location.pathname.split("/")[2] || FIRST;
}

export class Learn extends DeferredElement {
  static override properties = {
    ...DeferredElement.properties,
    house: { attribute: false },
    lesson: { state: true },
    houses: { state: true },
    progress: { state: true },
    result: { state: true },
    going: { state: true },
    sheet: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare lesson: FirstLesson | null;
  /** The other houses, at which the lesson can be had too. */
  declare houses: readonly BookListed[];
  declare progress: Progress | null;
  /** What came of the last task. */
  declare result: string;
  /** True while the table is opened. */
  declare going: boolean;
  /** True if the bets of the middle lie open over the felt, on a phone. */
  declare sheet: boolean;
  declare failed: string;
  #live: LiveTableSession | null = null;
  /** The event after which a throw is one of the task that is shown. */
  #since = 0;
  /** The connection that has asked for a seat, and the one in whose place another table was opened: each does so once. */
  #asked: LiveTableSession | null = null;
  #replaced: LiveTableSession | null = null;
  /** The event after which a round was last ended for the sake of a chapter. */
  #cleared = -1;
  /** The task whose spots are lit. */
  #lit: LessonTask | undefined;
  /** Lights the spots that the task is about. */
  readonly #light = new CSSStyleSheet();

  constructor() {
    super();
    this.lesson = this.progress = null;
    this.houses = [];
    this.result = this.failed = "";
    this.going = this.sheet = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(this.#light);
    for (const moved of MOVED) addEventListener(moved, this.#went);
    void this.#read();
    loadAtRest(() => import("../table/later-parts"));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#light);
    for (const moved of MOVED) removeEventListener(moved, this.#went);
    this.#live?.close();
  }

  /** Another house's lesson is asked for by the address. */
  readonly #went = (): void => {
    if (route(location.pathname).page !== "learn" || askedBook() === this.lesson?.book) return;
    this.#live?.close();
    this.#live = null;
    Reflect.set(this, "seat", undefined);
    this.lesson = this.progress = null;
    void this.#read();
  };

  async #read(): Promise<void> {
    const book = askedBook();
    this.failed = "";
    try {
      const [lesson, houses] = await Promise.all([this.house.lesson(book), this.house.books()]);
      if (book !== askedBook()) return;
      this.houses = houses.filter(({ name }) => name !== book);
      this.progress = readProgress(book, lesson.chapters.map(({ tasks }) => tasks.length));
      this.lesson = lesson;
    } catch (error) {
      const unknown = error instanceof RefusedError && error.status === 404;
      this.failed = unknown ? `No house here is called ${book}.` : errorText(error);
    }
  }

  // --- where one is

  get #chapter(): LessonChapter | undefined {
    return this.lesson?.chapters[this.progress?.chapter ?? 0];
  }

  /** The task that is to be done; nothing once the chapter's last is. */
  get #task(): LessonTask | undefined {
    return this.#chapter?.tasks[this.progress?.task ?? 0];
  }

  #go(to: Partial<Progress>): void {
    if (!this.progress) return;
    this.progress = { ...this.progress, ...to };
    keepProgress(this.progress);
    this.#since = this.#live?.view.snapshot?.n ?? 0;
  }

  // --- the table

  /** Comes in if need be, and sits down at the table of before, or at a new one. */
  async #begin(): Promise<void> {
    if (this.going || !this.lesson || !this.progress) return;
    this.going = true;
    this.failed = "";
    try {
      const who = await ensureGuest(this.house);
      const known = this.progress.who === who ? this.progress.table : "";
      if (!known) this.#go({ who, table: await this.#open(), task: 0 });
      this.result = "";
      this.#sitDown();
    } catch (error) {
      this.failed = errorText(error);
    } finally {
      this.going = false;
    }
  }

  #open(): Promise<string> {
    const rules = this.lesson!.book;
    return this.house.openTable({ rules, dice: "entered", watched: false, patience: PATIENCE, lesson: true });
  }

  #sitDown(): void {
    this.#live?.close();
    this.#live = new LiveTableSession(this.house, this.progress!.table);
    this.seat = lessonSession(this.#live, () => this.#next());
  }

  /** The dice of the task; in words, why none are thrown now. */
  #next(): Dice | string {
    const task = this.#task;
    if (!task) return "Go on to the next chapter first";
    if (this.#isThrowing) return "The dice are on their way";
    if (task.dice) return task.dice;
    return task.wagers?.length ? task.says : drawnDice();
  }

  /** True from the press until the dice lie and the next task is there: a second press throws no second dice. */
  get #isThrowing(): boolean {
    const { lastRoll, unanswered } = this.#live!.view;
    return unanswered.some(({ line }) => line.startsWith("roll")) || (!!this.#task?.dice && (lastRoll?.event.n ?? 0) > this.#since);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (!this.seat) return;
    const { snapshot, connection } = this.seat.view;
    if (connection.is === "ended") void this.#replace();
    if (!snapshot || connection.is !== "open") return;
    if (snapshot.you) this.#follow(this.seat.view);
    else if (this.#asked !== this.#live) {
      this.#asked = this.#live;
      this.seat.sit(RACK * snapshot.table.house.minimum);
    }
  }

  /** The table of before is shut, or somebody else's: the chapter begins anew at another. */
  async #replace(): Promise<void> {
    if (this.#replaced === this.#live) return;
    this.#replaced = this.#live;
    this.#go({ table: "" });
    await this.#begin();
  }

  /** Goes on to the next task once this one is done, and back to an earlier one if its chips are gone. */
  #follow(view: View): void {
    const { progress } = this;
    const [task, mine] = [this.#task, own(view)];
    this.#since ||= view.snapshot!.n;
    if (!task || !progress || !mine || view.unanswered.some(({ line }) => line.startsWith("roll"))) return;
    if (progress.task === 0 && typeof view.snapshot!.table.point === "number") return this.#clear(view.snapshot!.n);
    const lies = !!task.wagers?.length && task.wagers.every((wager) => lyingOn(mine, wager));
    if (task.dice ? (view.lastRoll?.event.n ?? 0) > this.#since : lies) {
      this.result = task.done ?? "";
      this.#go({ task: progress.task + 1 });
    } else if (task.dice && !lies) {
      const before = this.#chapter!.tasks.slice(0, progress.task);
      this.#go({ task: Math.max(before.findLastIndex((one) => !one.dice), 0) });
    }
  }

  /** A chapter begins without a point: a round that is open is ended first. */
  #clear(n: number): void {
    if (this.#cleared === n) return;
    this.#cleared = n;
    this.#live?.roll(this.lesson!.clears);
  }

  #restart(chapter: number): void {
    this.result = "";
    this.#go({ chapter, task: 0 });
    if (this.#live?.view.connection.is === "ended") void this.#begin();
  }

  #forward(): void {
    const { chapter } = this.progress!;
    this.result = "";
    if (this.#task) this.#go({ task: this.progress!.task + 1 });
    else this.#go({ chapter: chapter + 1, task: 0 });
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus());
  }

  /** Leaves the lesson for a table that counts. */
  async #play(): Promise<void> {
    this.going = true;
    try {
      const { findTable, RACK: chips } = await loadPart(import("../../state/quick-start"));
      const { table, fresh } = await findTable(this.house, await this.house.book(this.lesson!.book));
      this.#go({ chapter: 0, task: 0 });
      navigate(tablePath(table), { sit: chips, company: fresh });
    } catch (error) {
      this.failed = errorText(error);
      this.going = false;
    }
  }

  // --- what is drawn

  /** Lights the task's spots; on a phone, those of the middle lie in a sheet, which is opened. */
  protected override updated(): void {
    const task = this.seat ? this.#task : undefined;
    if (task === this.#lit) return;
    this.#lit = task;
    const parts = (task?.wagers ?? []).map((wager) => `so-learn .space[data-part="${CSS.escape(wager)}"]`);
    this.#light.replaceSync(parts.length ? `${parts.join()}{fill:var(--felt-hi);stroke:var(--felt-ink);stroke-width:3}` : "");
    if (!parts.length || !this.querySelector("so-felt.is-phone")) return;
    const spots = [...this.querySelectorAll(parts.join())];
    const spot = spots.find((part) => !part.closest(".felt-sheet"));
    spot?.scrollIntoView({ block: "center", behavior: prefersNoMotion() ? "auto" : "smooth" });
    this.sheet = !spot && spots.length > 0 && !task?.dice;
  }

  protected override render(): unknown {
    const { lesson, progress } = this;
    const failed = html`<p class="fault" role="alert" ?hidden=${!this.failed}>${this.failed}</p>`;
    if (!lesson || !progress)
      return html`<div class="page page-text">
        <h1 tabindex="-1">Learn</h1>
        ${failed}
        <p class="in-row" ?hidden=${!this.failed}>
          <button class="button is-main" @click=${() => this.#read()}>Try again</button>
          <a class="button is-quiet" href="/learn">The lesson at the first house</a>
        </p>
      </div>`;
    if (!this.seat) return this.#welcome(lesson, progress, failed);
    const { seat, house } = this;
    return html`<div class="table is-lesson">
      <so-call .seat=${seat}></so-call>
      <section class="table-felt" aria-label="The layout">
        <so-felt
          .seat=${seat}
          .house=${house}
          .sheet=${this.sheet}
          @sheet=${(event: CustomEvent<boolean>) => (this.sheet = event.detail)}
        ></so-felt>
        <so-effects .seat=${seat}></so-effects>
        ${
          seat.view.connection.is === "lost"
            ? html`<div class="banner is-shown is-lost"><span role="status">The connection is lost; reconnecting…</span></div>`
            : nothing
        }
      </section>
      <aside class="lesson" aria-label="The lesson">${this.#steps(lesson, progress)} ${this.#words(lesson, progress)} ${failed}</aside>
      <div class="table-bar"><so-bar .seat=${seat} .house=${house}></so-bar></div>
      <so-why .seat=${seat} .house=${house}></so-why>
    </div>`;
  }

  #welcome(lesson: FirstLesson, { chapter, task }: Progress, failed: TemplateResult): TemplateResult {
    const begun = chapter > 0 || task > 0;
    const name = lesson.chapters[chapter]?.title ?? "";
    return html`<div class="page page-text lesson-door">
      <h1 tabindex="-1">Learn craps at a table</h1>
      <p class="lead">
        Ten minutes at ${lesson.title}: a seat, chips that count for nothing, and dice that do what the lesson needs. You can leave whenever you
        like, and go on later.
      </p>
      <p class="in-row">
        <button class="button is-main is-large" ?disabled=${this.going} @click=${() => this.#begin()}>
          ${this.going ? "Sitting down…" : begun ? `Go on: ${name}` : "Begin"}
        </button>
        ${
          begun
            ? html`<button class="button is-quiet" ?disabled=${this.going} @click=${() => this.#go({ chapter: 0, task: 0 })}>
                From the beginning
              </button>`
            : nothing
        }
      </p>
      ${failed}
      <ol class="lesson-chapters">
        ${lesson.chapters.map(({ title }, at) => html`<li class=${at < chapter ? "is-past" : ""}>${title}</li>`)}
      </ol>
      <p class="hint">
        The same at another house:
        ${this.houses.map(({ name, title }, at) => html`${at ? ", " : ""}<a href="/learn/${name}">${title}</a>`)}.
      </p>
    </div>`;
  }

  #steps({ chapters }: FirstLesson, { chapter }: Progress): TemplateResult {
    return html`<nav class="lesson-steps" aria-label="Chapters">
      ${chapters.map(
        ({ title }, at) => html`<button
          class=${at < chapter ? "is-past" : ""}
          aria-label="${at + 1}: ${title}"
          aria-current=${at === chapter ? "step" : nothing}
          title=${title}
          @click=${() => this.#restart(at)}
        >
          <i></i>
        </button>`,
      )}
    </nav>`;
  }

  #words(lesson: FirstLesson, progress: Progress): TemplateResult {
    const [chapter, task] = [this.#chapter!, this.#task];
    const last = progress.chapter === lesson.chapters.length - 1;
    const next = lesson.chapters[progress.chapter + 1];
    const costs = last && progress.task === 0;
    return html`<h1 tabindex="-1">${chapter.title}</h1>
      ${progress.task === 0 ? html`<p>${chapter.says}</p>` : nothing}
      <div class="lesson-now" role="status">
        ${this.result ? html`<p class="lesson-result">${sentence(this.result)}</p>` : nothing}
        ${task ? html`<p class="lesson-says">${task.says}</p>` : nothing}
      </div>
      ${task?.throws?.length ? throwChart(task) : nothing} ${costs ? costTable(lesson.costs) : nothing} ${this.#terms(chapter)}
      ${last && !costs ? this.#coach() : nothing}
      <p class="lesson-go">
        ${
          costs || (!task && next)
            ? html`<button class="button is-main" @click=${() => this.#forward()}>${costs ? "Go on" : `Next: ${next!.title}`}</button>`
            : nothing
        }
        ${
          progress.task > 0
            ? html`<button class="button is-quiet" @click=${() => this.#restart(progress.chapter)}>Begin this again</button>`
            : nothing
        }
        ${
          last && !costs
            ? html`<button class="button is-main" ?disabled=${this.going} @click=${() => this.#play()}>Play at ${lesson.title}</button>`
            : nothing
        }
      </p>`;
  }

  /** Whoever goes on to play may have the coach name what each bet costs. */
  #coach(): TemplateResult {
    const set = (on: boolean): void => {
      preferences.set("coach", on);
      this.requestUpdate();
    };
    return yesNo("coach", "Tips from the coach", preferences.get("coach"), set, "With each bet at a table, what it costs and what is cheaper.");
  }

  #terms({ terms }: LessonChapter): unknown {
    if (!terms.length) return nothing;
    return html`<details class="lesson-terms">
      <summary>Words</summary>
      <dl>
        ${terms.map(
          ({ term, says, clause }) => html`<dt>${term}</dt>
            <dd>${sentence(says)} <small>${clause}</small></dd>`,
        )}
      </dl>
    </details>`;
  }
}
customElements.define("so-learn", Learn);
