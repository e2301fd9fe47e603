/** The trainer's page: a class opened by one press, its code, learners by rooms; watch, replay, freeze, one exercise for all. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { written } from "../../components/form";
import { plural } from "../../panels/panel";
import type {
  BookListed,
  BookResponse,
  ClassChange,
  ClassGrid,
  ClassResponse,
  ExerciseName,
  LearnerRow,
  RoomResponse,
  RoomStanding,
} from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { navigate } from "../../state/route";
import { ensureGuest } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { clockTime } from "./home";
import "./watch";

/** So often the grid is read again. */
const LIVE_EVERY = 2_000;
const CLASSES = "/api/school/classes";
const SEEDS = 1_000_000;

type Figure = "right" | "seconds" | "money" | "weakest";
const FIGURES: { readonly [figure in Figure]: string } = { right: "Right", seconds: "Seconds", money: "Money errors", weakest: "Weakest card" };

export class TrainerPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    code: { attribute: false },
    grid: { state: true },
    own: { state: true },
    books: { state: true },
    rooms: { state: true },
    book: { state: true },
    figure: { state: true },
    watched: { state: true },
    failed: { state: true },
    sure: { state: true },
  };
  declare house: HouseApi;
  declare code: string;
  declare grid: ClassGrid | null;
  declare own: readonly ClassResponse[];
  declare books: readonly BookListed[];
  declare rooms: readonly RoomResponse[];
  declare book: BookResponse | null;
  declare figure: Figure;
  /** The learner that is looked at. */
  declare watched: string;
  declare failed: string;
  declare sure: boolean;
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.grid = this.book = null;
    this.own = this.books = this.rooms = [];
    this.figure = "right";
    this.watched = this.failed = this.code = "";
    this.sure = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#next);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("code")) return;
    clearTimeout(this.#next);
    this.grid = null;
    this.watched = this.failed = "";
    this.sure = false;
    void (this.code ? this.#live() : this.#list());
  }

  async #list(): Promise<void> {
    try {
      this.books = await this.house.books();
      this.own = (await this.house.me()) ? await this.house.ask<readonly ClassResponse[]>("GET", CLASSES) : [];
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Reads the grid, and again soon, as long as the page is open. */
  async #live(): Promise<void> {
    const { code } = this;
    try {
      if (!document.hidden || !this.grid) {
        const grid = await this.house.ask<ClassGrid>("GET", `${this.#path}/grid`);
        if (code !== this.code) return;
        if (!this.rooms.length) this.rooms = await this.house.ask<readonly RoomResponse[]>("GET", "/api/school/rooms");
        if (this.book?.name !== grid.group.book) this.book = await this.house.book(grid.group.book);
        this.grid = grid;
        this.failed = "";
      }
    } catch (error) {
      if (code !== this.code) return;
      this.failed = errorText(error);
      if (!this.grid) return;
    }
    if (this.isConnected) this.#next = setTimeout(() => void this.#live(), LIVE_EVERY);
  }

  get #path(): string {
    return `${CLASSES}/${encodeURIComponent(this.code)}`;
  }

  readonly #openClass = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { book = "" } = written(event.target as HTMLFormElement);
    const today = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long" });
    try {
      await ensureGuest(this.house);
      const opened = await this.house.ask<ClassResponse>("POST", CLASSES, { title: `Class of ${today}`, book });
      navigate(`/school/class/${opened.code}`);
    } catch (error) {
      this.failed = errorText(error);
    }
  };

  async #change(change: Partial<ClassChange>): Promise<void> {
    const { grid } = this;
    if (!grid) return;
    const { frozen, pushed = null } = grid.group;
    try {
      const group = await this.house.ask<ClassResponse>("PUT", this.#path, { frozen, pushed, ...change });
      this.grid = { ...grid, group };
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  readonly #push = (event: SubmitEvent): void => {
    event.preventDefault();
    const { room = "", level = "1", seed = "", seconds = "" } = written(event.target as HTMLFormElement);
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0]! % SEEDS;
    const pushed: ExerciseName = { room, level: Number(level) || 1, seed: /^\d+$/.test(seed) ? Number(seed) : drawn };
    void this.#change({ pushed, seconds: Number(seconds) || 0, frozen: false });
  };

  async #close(): Promise<void> {
    if (!this.sure) {
      this.sure = true;
      return;
    }
    try {
      await this.house.ask("DELETE", this.#path);
      navigate("/school/class");
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  // --- what is drawn

  protected override render(): TemplateResult {
    const { grid, failed } = this;
    return html`<div class="page school school-class">
      ${this.code ? (grid ? this.#class(grid) : html`<h1 tabindex="-1">Class ${this.code}</h1>`) : this.#classes()}
      ${failed ? html`<p class="fault" role="alert">${failed}</p>` : nothing}
    </div>`;
  }

  #classes(): TemplateResult {
    return html`<h1 tabindex="-1">Lead a class</h1>
      <p class="lead">Open a class and show its code: students come in by it and a name. You alone, in this browser, see what they do.</p>
      <form class="in-row class-open" @submit=${this.#openClass}>
        <label>House <select name="book">${this.books.map(({ name, title }) => html`<option value=${name} ?selected=${name === "catfish-bend"}>${title}</option>`)}</select></label>
        <button class="button is-main is-large" ?disabled=${!this.books.length}>Open a class</button>
      </form>
      ${this.own.length ? html`<h2 class="head">Your classes</h2>` : nothing}
      <ul class="class-list">
        ${this.own.map(({ code, title, learners }) => html`<li><a href="/school/class/${code}">${title}</a> <span>code <b>${code}</b>, ${plural(learners, "student")}</span></li>`)}
      </ul>`;
  }

  #class(grid: ClassGrid): TemplateResult {
    const { group, learners } = grid;
    const here = learners.filter((one) => one.here).length;
    return html`<header class="class-head">
        <div>
          <h1 tabindex="-1">${group.title}</h1>
          <p class="lead">${this.book?.title ?? group.book} · ${plural(learners.length, "student")}, ${here} here now</p>
        </div>
        <p class="class-code"><small>Students open <b>${location.host}/school</b> and come in by</small><strong>${group.code}</strong></p>
      </header>
      <p class="in-row">
        <button class="button ${group.frozen ? "is-main" : "is-quiet"}" aria-pressed=${String(group.frozen)} @click=${() => this.#change({ frozen: !group.frozen })}>
          ${group.frozen ? "Let them go on" : "Freeze all"}
        </button>
        <a class="button is-quiet" href="/school/wall/${group.code}" target="_blank">Put it on the wall</a>
        <a class="button is-quiet" href="/school/exams/${group.code}">Exams</a>
        <button class="button is-quiet" @click=${() => this.#close()}>${this.sure ? "Press again to close for good" : "Close the class"}</button>
      </p>
      ${this.#forAll(group)} ${learners.length ? this.#rows(learners) : html`<p class="hint">Nobody has come in yet: show them the code.</p>`} ${this.#look(grid)}`;
  }

  #forAll({ pushed = null }: ClassResponse): TemplateResult {
    const title = this.rooms.find(({ room }) => room === pushed?.room)?.title ?? "";
    return html`<section class="class-box" aria-labelledby="for-all">
      <h2 id="for-all">One exercise for all</h2>
      ${
        pushed
          ? html`<p class="in-row"><span>${title}, level ${pushed.level}, seed ${pushed.seed} is on every screen.</span>
              <button class="button" @click=${() => this.#change({ revealed: true })}>Show what is right</button>
              <button class="button is-quiet" @click=${() => this.#change({ pushed: null })}>Take it back</button></p>`
          : nothing
      }
      <form class="in-row" @submit=${this.#push}>
        <label>Exercise <select name="room">${this.rooms.map(({ room, title }) => html`<option value=${room}>${title}</option>`)}</select></label>
        <label>Level <input name="level" inputmode="numeric" value="1" size="3" /></label>
        <label>Seed <input name="seed" inputmode="numeric" placeholder="drawn" size="8" /></label>
        <label>Seconds on the wall <input name="seconds" inputmode="numeric" placeholder="as at the table" size="12" /></label>
        <button class="button is-main">Give it to all</button>
      </form>
    </section>`;
  }

  #rows(learners: readonly LearnerRow[]): TemplateResult {
    return html`<section class="class-box" aria-labelledby="who">
      <header class="in-row">
        <h2 id="who">Who knows what</h2>
        <div class="in-row" role="group" aria-label="What the cells show">
          ${Object.entries(FIGURES).map(([figure, words]) => html`<button class="button is-quiet" aria-pressed=${String(figure === this.figure)} @click=${() => (this.figure = figure as Figure)}>${words}</button>`)}
        </div>
      </header>
      <p class="hint">Red: wrong more than once in five. Press a name to watch.</p>
      <div class="class-scroll" tabindex="0" role="region" aria-label="Students by rooms">
        <table class="class-grid">
          <thead><tr><th scope="col">Student</th><th scope="col">Due</th>${this.rooms.map(({ title }) => html`<th scope="col">${title}</th>`)}<th scope="col">In words</th><th scope="col">Last seen</th></tr></thead>
          <tbody>${learners.map((learner) => this.#row(learner))}</tbody>
        </table>
      </div>
    </section>`;
  }

  #row({ name, here, due, rooms, questions, seen }: LearnerRow): TemplateResult {
    const words = { asked: questions.asked, right: questions.right, seconds: questions.seconds ?? null, money_errors: 0, weakest: "" };
    return html`<tr>
      <th scope="row">
        <button class="link" aria-pressed=${String(name === this.watched)} @click=${() => (this.watched = name === this.watched ? "" : name)}>${name}</button>
        <small>${here ? "here" : ""}</small>
      </th>
      <td>${due}</td>
      ${[...rooms, words].map((room) => html`<td class=${room.asked && room.right < 0.8 * room.asked ? "is-weak" : ""}>${cell(room, this.figure)}</td>`)}
      <td>${clockTime(seen)}</td>
    </tr>`;
  }

  #look({ group, learners }: ClassGrid): unknown {
    const learner = learners.find(({ name }) => name === this.watched);
    if (!learner || !this.book) return nothing;
    return html`<so-watch .house=${this.house} .code=${group.code} .book=${this.book} .rooms=${this.rooms} .learner=${learner}></so-watch>`;
  }
}

type Standing = Pick<RoomStanding, "asked" | "right" | "seconds" | "money_errors" | "weakest">;

/** One figure of a room, and how often it was asked. */
function cell({ asked, right, seconds = null, money_errors: money, weakest }: Standing, figure: Figure): unknown {
  if (!asked) return "–";
  const shown = {
    right: `${Math.round((100 * right) / asked)}%`,
    seconds: seconds === null ? "–" : `${seconds.toFixed(1)} s`,
    money: String(money),
    weakest: weakest || "–",
  }[figure];
  return html`<b>${shown}</b><small>${asked} asked</small>`;
}
customElements.define("so-class", TrainerPage);
