/** School: exercises for a dealer's hands at any house, made from their seeds by the house and judged by the crew's manual. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { LightElement } from "../../components/element";
import { Felt } from "../../felt/felt";
import { diceMark } from "../../panels/panel";
import type { BookListed, BookResponse, ExerciseResponse, ExerciseWork, HandMotion, JudgementResponse, LessonResponse, RoomResponse } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { snapshotAt } from "../replay/frames";
import { drawBook } from "./book-room";
import { drawButtons } from "./buttons-room";
import { drawChange } from "./change-room";
import { drawEnd } from "./end-room";
import { trayChips, verdict } from "./exercise-parts";
import { drawLesson } from "./lesson";
import { drawProps } from "./props-room";
import "./motion-replay";
import type { RoomDrawing, RoomWork } from "./room-work";
import { drawCall, drawCut } from "./simple-rooms";
import { drawSpot } from "./spot-room";
import "../../style/rooms/school.css";

const DRAWN: { readonly [room: string]: RoomDrawing } = {
  cut: drawCut,
  end: drawEnd,
  call: drawCall,
  props: drawProps,
  buttons: drawButtons,
  book: drawBook,
  spot: drawSpot,
  change: drawChange,
};
/** Rooms in which chips are cut by key. */
const CUTS = new Set(["cut", "end", "change"]);
/** Under this name a browser keeps which lessons were told in it. */
const TOLD = "sevenout.lessons";

const FIRST = "catfish-bend";
/** Seeds that are drawn are below it: short enough to be read out. */
const SEEDS = 1_000_000;

/** Who works here, where that is somebody in a class: what is done is remembered, and they know what comes next. */
export interface Pupil {
  /** The marks; null where they are not told, as in an exam. */
  answer(work: ExerciseWork): Promise<JudgementResponse | null>;
  next(): Promise<void>;
}

/** What the address asks for. */
interface Wanted {
  readonly rules: string;
  readonly room: string;
  readonly level: number;
  readonly seed: number;
  /** What is practised; empty: the seed decides. */
  readonly card: string;
  /** Whether the address names an exercise: its lesson is not told first. */
  readonly named: boolean;
}

function drawSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % SEEDS;
}

function readWanted(query: URLSearchParams): Wanted {
  const whole = (name: string, otherwise: number): number => (/^\d{1,12}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : otherwise);
  const seed = whole("seed", drawSeed());
  return { rules: query.get("rules") || FIRST, room: query.get("room") || "cut", level: whole("level", 1), seed, card: query.get("card") ?? "", named: query.has("seed") };
}

export class School extends LightElement {
  static override properties = {
    house: { attribute: false },
    pupil: { attribute: false },
    given: { attribute: false },
    rooms: { state: true },
    books: { state: true },
    book: { state: true },
    wanted: { state: true },
    exercise: { state: true },
    lesson: { state: true },
    shown: { state: true },
    picked: { state: true },
    hand: { state: true },
    motions: { state: true },
    judged: { state: true },
    note: { state: true },
    failed: { state: true },
    passed: { state: true },
  };
  declare house: HouseApi;
  declare pupil: Pupil | null;
  /** An exercise that is given whole, in place of one that the address asks for. */
  declare given: ExerciseResponse | null;
  declare rooms: readonly RoomResponse[];
  declare books: readonly BookListed[];
  declare book: BookResponse | null;
  declare wanted: Wanted;
  declare exercise: ExerciseResponse | null;
  /** The lesson, while it is told. */
  declare lesson: readonly LessonResponse[] | null;
  /** Which of its keys is on the layout. */
  declare shown: number;
  /** What is picked up on the way to a motion. */
  declare picked: readonly string[];
  /** The chips that are cut and lie nowhere yet, in cents. */
  declare hand: readonly number[];
  declare motions: readonly HandMotion[];
  declare judged: JudgementResponse | null;
  declare note: string;
  declare failed: string;
  /** Whole seconds since the exercise was shown. */
  declare passed: number;
  #since = 0;
  #clock: ReturnType<typeof setInterval> | undefined;
  #felt: Felt | null = null;
  /** The layout that the felt shows. */
  #laid: unknown = null;
  /** How many exercises were begun: each is drawn anew. */
  #begun = 0;
  /** How many exercises were asked for: the answer to an earlier one comes too late. */
  #asked = 0;

  constructor() {
    super();
    this.rooms = this.books = this.hand = this.motions = this.picked = [];
    this.book = this.exercise = this.judged = this.lesson = this.pupil = this.given = null;
    this.shown = 0;
    this.wanted = readWanted(new URLSearchParams(location.search));
    this.note = this.failed = "";
    this.passed = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", this.#went);
    addEventListener("went", this.#went);
    this.#clock = setInterval(() => this.#tick(), 500);
    this.wanted = readWanted(new URLSearchParams(location.search));
    void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("popstate", this.#went);
    removeEventListener("went", this.#went);
    clearInterval(this.#clock);
    this.#drop();
    this.exercise = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get("given") && this.given) void this.#open().then(() => this.#focusAsked());
  }

  readonly #went = (): void => {
    const query = new URLSearchParams(location.search);
    if (location.pathname !== "/school" || !query.get("room")) return;
    this.wanted = readWanted(query);
    void this.#open().then(() => this.#focusAsked());
  };

  get #seconds(): number {
    return (performance.now() - this.#since) / 1_000;
  }

  #tick(): void {
    if (this.exercise && !this.judged) this.passed = Math.floor(this.#seconds);
  }

  // --- from exercise to exercise

  async #open(): Promise<void> {
    const asked = ++this.#asked;
    const { given } = this;
    const { rules, room, level, seed, card } = given ? { ...this.wanted, rules: given.book } : this.wanted;
    this.failed = this.note = "";
    try {
      if (!this.rooms.length) [this.rooms, this.books] = await Promise.all([this.house.ask<readonly RoomResponse[]>("GET", "/api/school/rooms"), this.house.books()]);
      const [book, exercise] = await Promise.all([
        this.book?.name === rules ? this.book : this.house.book(rules),
        given ?? this.house.ask<ExerciseResponse>("GET", `/api/school/${encodeURIComponent(rules)}/exercises/${encodeURIComponent(room)}/${level}/${seed}${card && `?card=${encodeURIComponent(card)}`}`),
      ]);
      if (asked !== this.#asked || !this.isConnected) return;
      this.#drop();
      this.book = book;
      this.#begin(exercise);
      if (!given && !this.wanted.named && !this.#told().has(this.#lessonName)) await this.#tell();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#drop();
      this.exercise = null;
      this.failed = errorText(error);
    }
  }

  #begin(exercise: ExerciseResponse): void {
    this.#begun += 1;
    this.exercise = exercise;
    this.hand = this.motions = this.picked = [];
    this.judged = this.lesson = null;
    this.#since = performance.now();
    this.passed = 0;
  }

  // --- the lesson

  get #lessonName(): string {
    const { rules, room, level } = this.wanted;
    return `${rules}/${room}/${level}`;
  }

  #told(): Set<string> {
    return new Set((localStorage.getItem(TOLD) ?? "").split(" "));
  }

  /** Tells the keys first; the exercise is shown, and its clock begins, when that is over. */
  #tell = async (): Promise<void> => {
    const { exercise } = this;
    if (!exercise) return;
    try {
      const { book, room, level } = exercise;
      const lines = await this.house.ask<readonly LessonResponse[]>("GET", `/api/school/${encodeURIComponent(book)}/lessons/${room}/${level}`);
      if (this.exercise !== exercise) return;
      this.shown = Math.max(0, lines.findIndex(({ table }) => table));
      this.lesson = lines;
      await this.updateComplete;
      this.querySelector<HTMLElement>("#lesson")?.focus();
    } catch (error) {
      this.note = errorText(error);
    }
  };

  readonly #drill = async (): Promise<void> => {
    localStorage.setItem(TOLD, [...this.#told().add(this.#lessonName)].join(" ").trim());
    if (this.exercise) this.#begin(this.exercise);
    await this.updateComplete;
    this.querySelector<HTMLElement>("#asked")?.focus();
  };

  /** Another exercise, and its address. */
  #choose(change: Partial<Wanted>): Promise<void> {
    const { rules: before, room: left, level: then } = this.wanted;
    this.wanted = { ...this.wanted, ...change };
    this.wanted = { ...this.wanted, named: before === this.wanted.rules && left === this.wanted.room && then === this.wanted.level };
    const { rules, room, level, seed, card } = this.wanted;
    history.pushState({}, "", `/school?${new URLSearchParams({ rules, room, level: String(level), seed: String(seed), ...(card && { card }) })}`);
    return this.#open();
  }

  /** The verdict stays until the exercise is there: no chip is cut that would be lost. */
  async #next(seed: number): Promise<void> {
    await this.#choose(seed === this.wanted.seed ? {} : { seed, card: "" });
    await this.#focusAsked();
  }

  async #focusAsked(): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(".school-asked h2")?.focus();
  }

  async #finish(motions: readonly HandMotion[]): Promise<void> {
    const { exercise } = this;
    if (!exercise || this.judged) return;
    const { room, level, seed, card, book } = exercise;
    const at = Math.round(this.#seconds * 10) / 10;
    const timed = motions.map((motion) => ({ at, ...motion }));
    const work: ExerciseWork = { exercise: { room, level, seed, card }, motions: timed, seconds: Math.round(this.#seconds * 10) / 10, done: true };
    this.note = "";
    try {
      const judged = await (this.pupil?.answer(work) ?? this.house.ask<JudgementResponse>("POST", `/api/school/${encodeURIComponent(book)}/judgements`, work));
      if (this.exercise !== exercise) return;
      this.motions = timed;
      this.judged = judged;
      await this.updateComplete;
      this.querySelector<HTMLElement>(".verdict .is-main")?.focus();
    } catch (error) {
      this.note = errorText(error);
    }
  }

  // --- the hands

  readonly #tray = {
    add: (chip: number): void => void (this.hand = [...this.hand, chip]),
    back: (): void => void (this.hand = this.hand.slice(0, -1)),
    clear: (): void => void (this.hand = []),
  };

  #act(motion: HandMotion): void {
    this.note = "";
    if (motion.act === "pay" && !this.hand.length) {
      this.note = "Cut the chips first, then pay the bet with them.";
      return;
    }
    this.motions = [...this.motions, { ...motion, at: Math.round(this.#seconds * 10) / 10 }];
    if (motion.act === "pay") this.hand = [];
  }

  readonly #undo = (): void => {
    const last = this.motions.at(-1);
    this.motions = this.motions.slice(0, -1);
    if (last?.act === "pay") this.hand = last.chips ?? [];
  };

  #key = (event: KeyboardEvent): void => {
    const { book, exercise } = this;
    if (!book || !exercise || !CUTS.has(exercise.room) || this.judged || event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const chip = /^\d$/.test(event.key) ? trayChips(book)[Number(event.key) - 1] : undefined;
    if (chip) this.#tray.add(chip.amount);
    else if (event.key === "Backspace") this.#tray.back();
    else return;
    event.preventDefault();
  };

  // --- what is drawn

  #drop(): void {
    this.#felt?.destroy();
    this.#felt = null;
  }

  /** What lies on the felt: the key that is told, or the exercise. */
  get #subject(): Pick<ExerciseResponse, "table" | "dice"> | null {
    return this.lesson ? (this.lesson[this.shown] ?? null) : this.exercise;
  }

  protected override updated(): void {
    const root = this.querySelector<HTMLElement>(".school-felt");
    const [book, subject] = [this.book, this.#subject];
    if (this.#laid !== subject || !root) this.#drop();
    if (!root || !book || !subject?.table || this.#felt) return;
    const dice = subject.dice ? { n: 1, a: subject.dice[0], b: subject.dice[1] } : null;
    this.#laid = subject;
    this.#felt = new Felt(root, { book, snapshot: snapshotAt({ n: 1, table: subject.table }, book), dice, motion: false });
  }

  protected override render(): TemplateResult {
    return html`<div class=${this.given ? "" : "page school"}>
      ${
        this.given
          ? nothing
          : html`<h1 tabindex="-1">School</h1>
              <p class="lead">Learn to deal as the house’s own manual says: first the key, then the drill. Every mark names its clause.</p>
              ${this.rooms.length ? this.#choices() : nothing}`
      }
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      ${this.lesson ? drawLesson(this.lesson, this.shown, (at) => void (this.shown = at), this.#drill) : this.exercise && this.book ? this.#shown(this.exercise, this.book) : this.failed ? nothing : html`<p class="hint">The exercise is on its way…</p>`}
    </div>`;
  }

  #choices(): TemplateResult {
    const { rules, room, level } = this.wanted;
    const at = this.rooms.find((one) => one.room === room);
    return html`<div class="in-row school-choices">
        ${select("House", rules, this.books.map(({ name, title }) => [name, title]), (chosen) => this.#choose({ rules: chosen, seed: drawSeed(), card: "" }))}
        ${select("Exercise", room, this.rooms.map(({ room, title }) => [room, title]), (chosen) => this.#choose({ room: chosen, level: 1, seed: drawSeed(), card: "" }))}
        ${select("Level", String(level), (at?.levels ?? []).map((says, k) => [String(k + 1), `${k + 1}: ${says}`]), (chosen) => this.#choose({ level: Number(chosen), seed: drawSeed(), card: "" }))}
      </div>
      ${at ? html`<p class="hint">${at.title}: ${at.says}.</p>` : nothing}`;
  }

  #shown(exercise: ExerciseResponse, book: BookResponse): TemplateResult {
    const [prompt = "", ...more] = exercise.prompt.split("\n");
    const { judged, passed } = this;
    const late = !judged && passed > exercise.limit;
    return html`<section class="school-asked" aria-labelledby="asked" @keydown=${this.#key}>
        <header>
          <h2 id="asked" tabindex="-1">${prompt}</h2>
          <p class="clock ${late ? "is-late" : ""}" role="timer">${judged ? judged.seconds : passed} s of ${exercise.limit}</p>
        </header>
        ${more.map((line) => html`<p class="hint">${line}</p>`)}
        ${
          exercise.dice
            ? html`<p class="school-roll">${diceMark(...exercise.dice, `The dice show ${exercise.dice.join(" and ")}`)} ${exercise.call ? html`<q>${exercise.call}</q>` : nothing} <span>${pointText(exercise)}</span></p>`
            : nothing
        }
        ${exercise.table ? html`<div class="school-felt" inert role="img" aria-label="The layout before the bets are settled"></div>` : nothing}
        ${judged ? this.#verdict(judged) : keyed(this.#begun, DRAWN[exercise.room]?.(this.#work(exercise, book)))}
        <p class="fault" role="alert" ?hidden=${!this.note}>${this.note}</p>
      </section>
      ${this.given ? nothing : html`<p><button class="button is-quiet" @click=${this.#tell}>The keys of this room</button></p>`}`;
  }

  #work(exercise: ExerciseResponse, book: BookResponse): RoomWork {
    return {
      exercise,
      book,
      hand: this.hand,
      motions: this.motions,
      tray: this.#tray,
      picked: this.picked,
      pick: (picked) => void (this.picked = picked),
      act: (motion) => this.#act(motion),
      undo: this.#undo,
      finish: (motions = this.motions) => void this.#finish(motions),
    };
  }

  #verdict(judged: JudgementResponse): TemplateResult {
    return html`<div class="verdict">
      ${verdict(judged)} ${this.motions.length ? html`<so-motion-replay .motions=${this.motions} .book=${this.book}></so-motion-replay>` : nothing}
      <p class="in-row">
        <button class="button is-main" @click=${() => (this.pupil ? this.pupil.next() : this.#next(drawSeed()))}>Next</button>
        <button class="button is-quiet" @click=${() => this.#next(this.wanted.seed)}>The same again</button>
      </p>
    </div>`;
  }
}

function select(label: string, chosen: string, all: readonly (readonly [value: string, words: string])[], choose: (value: string) => Promise<void>): TemplateResult {
  return html`<label>${label}
    <select @change=${(event: Event) => void choose((event.target as HTMLSelectElement).value)}>
      ${all.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
    </select></label
  >`;
}

function pointText({ table }: ExerciseResponse): string {
  return table?.point ? `The point was ${table.point}.` : "There was no point.";
}
customElements.define("so-exercise", School);
