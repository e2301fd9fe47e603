/** What a learner does just now, and their last exercises, motion by motion with their times and marks. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type {
  BookResponse,
  ExerciseName,
  ExerciseResponse,
  HandMotion,
  JudgementResponse,
  LearnerRow,
  RoomResponse,
  WorkDone,
} from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { dollars } from "../../model/money";
import { titleOf } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";
import type { SceneTable } from "./scene-felt";
import "./scene-felt";

/** Between two motions of a replay at most so long, however long it took. */
const LONGEST_WAIT = 3_000;

export class LearnerWatch extends LightElement {
  static override properties = {
    house: { attribute: false },
    code: { attribute: false },
    book: { attribute: false },
    rooms: { attribute: false },
    learner: { attribute: false },
    done: { state: true },
    replayed: { state: true },
    exercise: { state: true },
    judged: { state: true },
    at: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare code: string;
  declare book: BookResponse;
  declare rooms: readonly RoomResponse[];
  declare learner: LearnerRow;
  declare done: readonly WorkDone[];
  /** The exercise that is replayed; null: what is done just now. */
  declare replayed: WorkDone | null;
  declare exercise: ExerciseResponse | null;
  declare judged: JudgementResponse | null;
  /** So many motions of the replay are shown. */
  declare at: number;
  declare failed: string;
  #shown = "";
  #playing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.done = [];
    this.replayed = this.exercise = this.judged = null;
    this.at = 0;
    this.failed = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#playing);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get("learner") as LearnerRow | undefined;
    if (changed.has("learner") && before?.name !== this.learner.name) this.#stop();
    if (changed.has("learner") && (before?.name !== this.learner.name || before.seen !== this.learner.seen)) void this.#list();
    const wanted = this.replayed?.exercise ?? this.learner.doing?.exercise ?? null;
    if (JSON.stringify(wanted) !== this.#shown) void this.#open(wanted);
  }

  #stop(): void {
    clearTimeout(this.#playing);
    this.replayed = this.judged = null;
    this.at = 0;
  }

  async #list(): Promise<void> {
    const { name } = this.learner;
    try {
      const done = await this.house.ask<readonly WorkDone[]>("GET", `/api/school/classes/${encodeURIComponent(this.code)}/learners/${encodeURIComponent(name)}/work`);
      if (name === this.learner.name) this.done = done;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  async #open(wanted: ExerciseName | null): Promise<void> {
    this.#shown = JSON.stringify(wanted);
    const shown = this.#shown;
    if (!wanted) return void (this.exercise = null);
    const { room, level, seed, card = "" } = wanted;
    try {
      const exercise = await this.house.ask<ExerciseResponse>(
        "GET",
        `/api/school/${encodeURIComponent(this.book.name)}/exercises/${encodeURIComponent(room)}/${level}/${seed}${card && `?card=${encodeURIComponent(card)}`}`,
      );
      if (shown === this.#shown) this.exercise = exercise;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  // --- replay

  async #replay(work: WorkDone): Promise<void> {
    this.#stop();
    this.replayed = work;
    try {
      const { exercise, motions, seconds } = work;
      this.judged = await this.house.ask<JudgementResponse>("POST", `/api/school/${encodeURIComponent(this.book.name)}/judgements`, { exercise, motions, seconds, done: true });
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  #step(to: number): void {
    clearTimeout(this.#playing);
    this.at = Math.min(Math.max(0, to), this.replayed?.motions.length ?? 0);
  }

  /** As it was done, in its own time. */
  #play(): void {
    const motions = this.replayed?.motions ?? [];
    if (this.at >= motions.length) this.#step(0);
    const wait = 1_000 * ((motions[this.at]?.at ?? 0) - (motions[this.at - 1]?.at ?? 0));
    clearTimeout(this.#playing);
    this.#playing = setTimeout(
      () => {
        this.#step(this.at + 1);
        if (this.at < motions.length) this.#play();
      },
      Math.min(Math.max(wait, 0), LONGEST_WAIT),
    );
  }

  // --- what is drawn

  protected override render(): TemplateResult {
    const { learner, exercise, replayed, failed } = this;
    return html`<section class="class-box" aria-labelledby="watch">
      <h2 id="watch">${replayed ? `${learner.name}: exercise ${replayed.number}, again` : `${learner.name}, now`}</h2>
      ${failed ? html`<p class="fault" role="alert">${failed}</p>` : nothing}
      ${exercise ? this.#exercise(exercise) : html`<p class="hint">${learner.here ? "At no exercise of the hands just now." : "Not here just now."}</p>`}
      <h3>Last exercises</h3>
      ${this.done.length ? nothing : html`<p class="hint">None yet.</p>`}
      <ul class="class-list">
        ${this.done.map((work) => {
          const title = this.rooms.find(({ room }) => room === work.exercise.room)?.title ?? work.exercise.room;
          const wrong = work.marks.join(", ");
          return html`<li>
            <span>${work.number}. ${title} ${work.exercise.level}: ${work.exercise.card ?? ""}</span>
            <span class=${wrong ? "is-wrong" : ""}>${wrong || "right"}, ${work.seconds} s</span>
            <button class="button is-quiet" aria-label="Replay exercise ${work.number}" aria-pressed=${String(work.number === replayed?.number)} @click=${() => this.#replay(work)}>Replay</button>
          </li>`;
        })}
      </ul>
    </section>`;
  }

  #exercise(exercise: ExerciseResponse): TemplateResult {
    const { replayed, learner, judged } = this;
    const every = replayed?.motions ?? learner.doing?.motions ?? [];
    const motions = replayed ? every.slice(0, this.at) : every;
    const hand = replayed ? [] : (learner.doing?.hand ?? []);
    return html`<p>${exercise.title} ${exercise.level}. ${exercise.prompt.split("\n")[0]} ${exercise.call ? html`<q>${exercise.call}</q>` : nothing}</p>
      ${exercise.table ? html`<so-scene .book=${this.book} .table=${afterMotions(exercise.table, motions)} .dice=${exercise.dice ?? null}></so-scene>` : nothing}
      ${
        replayed
          ? html`<p class="in-row" role="group" aria-label="Replay">
              <button class="button" ?disabled=${!this.at} @click=${() => this.#step(this.at - 1)}>Back</button>
              <button class="button is-main" @click=${() => this.#play()}>Play</button>
              <button class="button" ?disabled=${this.at >= every.length} @click=${() => this.#step(this.at + 1)}>Forward</button>
              <button class="button is-quiet" @click=${() => this.#stop()}>What ${learner.name} does now</button>
              <span role="status">motion ${this.at} of ${every.length}</span>
            </p>`
          : nothing
      }
      <ol class="class-motions">
        ${motions.map((motion, k) => {
          const marks = (judged?.marks ?? []).filter((mark) => mark.motion === k);
          return html`<li>
            <small>${motion.at ?? 0} s</small> ${motionText(motion, this.book)}
            ${marks.map(({ reason, cite }) => html`<span class="is-wrong">${reason} ${cite.clause ? clauseMark(cite.clause, cite.provenance ?? "assumed") : nothing}</span>`)}
          </li>`;
        })}
      </ol>
      ${replayed && this.at >= every.length ? (judged?.marks ?? []).filter(({ motion = null }) => motion === null).map(({ reason }) => html`<p class="is-wrong">${reason}</p>`) : nothing}
      ${hand.length ? html`<p>In the hand: ${hand.map(dollars).join(", ")}</p>` : nothing}`;
  }
}

/** The layout after some motions: what was taken is gone, what was moved lies elsewhere. */
function afterMotions(table: SceneTable, motions: readonly HandMotion[]): SceneTable {
  let seats = table.seats ?? [];
  for (const { act, seat = "", wager = "", to = "" } of motions) {
    if (act !== "take" && act !== "move") continue;
    seats = seats.map((one) => {
      if (one.name !== seat) return one;
      const lying = one.layout?.lying ?? [];
      const left = act === "take" ? lying.filter((bet) => bet.wager !== wager) : lying.map((bet) => (bet.wager === wager ? { ...bet, wager: to } : bet));
      return { ...one, layout: { ...one.layout, lying: left } };
    });
  }
  return { ...table, seats };
}

function motionText({ act, seat = "", wager = "", chips = [], to = "", words = "" }: HandMotion, book: BookResponse): string {
  const cut = chips.length ? `${dollars(chips.reduce((sum, chip) => sum + chip, 0))} (${chips.map(dollars).join(", ")})` : "";
  const whose = [seat, wager ? titleOf({ book }, wager) : ""].filter(Boolean).join("’s ");
  return [act, whose, cut, to && `to ${to}`, words && `“${words}”`].filter(Boolean).join(" ");
}
customElements.define("so-watch", LearnerWatch);
