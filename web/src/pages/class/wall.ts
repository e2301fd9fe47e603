/** A class on one screen: its code to come in by, the exercise for all with a count-down, then what is right. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { diceMark } from "../../panels/panel";
import type { BookResponse, ClassWall, ExerciseResponse } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import { clauseMark } from "../rulebooks/provenance";
import "./scene-felt";

const EVERY = 1_000;

export class ClassWallPage extends LightElement {
  static override properties = {
    house: { attribute: false },
    code: { attribute: false },
    wall: { state: true },
    exercise: { state: true },
    book: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare code: string;
  declare wall: ClassWall | null;
  declare exercise: ExerciseResponse | null;
  declare book: BookResponse | null;
  declare failed: string;
  #shown = "null";
  #next: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.wall = this.exercise = this.book = null;
    this.failed = this.code = "";
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

  async #live(): Promise<void> {
    const { code } = this;
    try {
      const wall = await this.house.ask<ClassWall>("GET", `/api/school/classes/${encodeURIComponent(code)}/wall`);
      if (this.book?.name !== wall.group.book) this.book = await this.house.book(wall.group.book);
      await this.#open(wall);
      this.wall = wall;
      this.failed = "";
    } catch (error) {
      this.failed = errorText(error);
    }
    if (this.isConnected && code === this.code) this.#next = setTimeout(() => void this.#live(), EVERY);
  }

  async #open({ group }: ClassWall): Promise<void> {
    const pushed = group.pushed ?? null;
    if (JSON.stringify(pushed) === this.#shown) return;
    this.exercise = pushed
      ? await this.house.ask<ExerciseResponse>(
          "GET",
          `/api/school/${encodeURIComponent(group.book)}/exercises/${encodeURIComponent(pushed.room)}/${pushed.level}/${pushed.seed}${pushed.card ? `?card=${encodeURIComponent(pushed.card)}` : ""}`,
        )
      : null;
    this.#shown = JSON.stringify(pushed);
  }

  protected override render(): TemplateResult {
    const { wall, exercise, book } = this;
    return html`<div class="page school class-wall">
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      ${wall ? html`<p class="wall-code"><span>${wall.group.title}</span> <span>${location.host}/school · code <b>${wall.group.code}</b></span></p>` : nothing}
      ${wall && exercise && book ? this.#asked(wall, exercise, book) : this.#waiting(wall)}
    </div>`;
  }

  #waiting(wall: ClassWall | null): TemplateResult {
    if (!wall) return html`<h1 tabindex="-1">The class’s screen</h1>`;
    return html`<h1 class="wall-large" tabindex="-1">${wall.group.code}</h1>
      <p class="wall-line">Open ${location.host}/school and come in by this code and your name. ${wall.group.learners} are in.</p>`;
  }

  #asked({ left, revealed, answered, right, because, group }: ClassWall, exercise: ExerciseResponse, book: BookResponse): TemplateResult {
    const [prompt = "", ...more] = exercise.prompt.split("\n");
    return html`<div class="wall-head">
        <h1 tabindex="-1">${prompt}</h1>
        ${revealed ? html`<p class="wall-left">${right} of ${answered} right</p>` : html`<p class="wall-left" role="timer">${left} s</p>`}
      </div>
      ${more.map((line) => html`<p class="wall-line">${line}</p>`)}
      ${exercise.dice ? html`<p class="school-roll">${diceMark(...exercise.dice, `The dice show ${exercise.dice.join(" and ")}`)} ${exercise.call && (revealed || exercise.room !== "call") ? html`<q>${exercise.call}</q>` : nothing}</p>` : nothing}
      ${exercise.table ? html`<so-scene .book=${book} .table=${exercise.table} .dice=${exercise.dice ?? null}></so-scene>` : nothing}
      ${
        revealed
          ? html`<ol class="verdict-why wall-right">
              ${because.map(({ text, cite }) => html`<li>${text ? sentence(text) : cite.says} ${cite.clause ? clauseMark(cite.clause, cite.provenance ?? "assumed") : nothing}</li>`)}
            </ol>`
          : html`<p class="wall-line" role="status">${answered} of ${group.learners} have answered.</p>`
      }`;
  }
}
customElements.define("so-wall", ClassWallPage);
