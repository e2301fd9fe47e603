/** Replay: any roll of a table on the felt, by a slider with the net as a curve, with what was said and decided. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { Felt } from "../../felt/felt";
import { dollars, signed } from "../../model/money";
import { called, card, diceMark } from "../../panels/panel";
import type { ReplayFrame } from "../../protocol.generated";
import type { TableSession } from "../../session/session";
import { apiPath, type HouseApi } from "../../state/api";
import { tablePath } from "../../state/route";
import { errorText } from "../../text/errors";
import { outcomeWords } from "../../text/session-stats";
import { sentence, titleOf } from "../../text/words";
import { askedRoll, handStarts, netsOf, otherHand, readFrames, rollWords, seatsOf, snapshotAt } from "./frames";
import { HIGH, netCurve, WIDE } from "./net-curve";
import "../../style/rooms/replay.css";

const SPEEDS = [1, 2, 5];
/** Milliseconds that a roll is shown at speed 1. */
const PAUSE = 1_600;

export class Replay extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    frames: { state: true },
    at: { state: true },
    who: { state: true },
    speed: { state: true },
    plays: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare seat: TableSession;
  declare frames: readonly ReplayFrame[] | null;
  /** The roll that is shown, from 0. */
  declare at: number;
  /** The seat whose net is drawn. */
  declare who: string;
  declare speed: number;
  declare plays: boolean;
  declare failed: string;
  #felt: Felt | null = null;
  #starts: readonly number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.frames = null;
    this.at = 0;
    this.who = this.failed = "";
    this.speed = 1;
    this.plays = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    clearTimeout(this.#timer);
    this.#felt?.destroy();
    this.#felt = null;
  }

  protected override firstUpdated(): void {
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const file = await this.house.file(apiPath(this.seat.view.table, "frames"));
      const frames = readFrames(await file.text());
      this.#starts = handStarts(frames);
      const query = new URLSearchParams(location.search);
      const asked = askedRoll(frames, query);
      this.at = Math.min(Math.max(asked, 1), Math.max(frames.length, 1)) - 1;
      const mine = this.seat.view.snapshot?.you;
      const seats = seatsOf(frames);
      this.who = [query.get("seat"), mine].find((seat) => seat && seats.includes(seat)) ?? seats[0] ?? "";
      this.frames = frames;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Draws the roll that is shown, once both the rolls and the table's book are here. */
  protected override updated(): void {
    const { book, snapshot } = this.seat.view;
    const frame = this.frames?.[this.at];
    const root = this.querySelector<HTMLElement>(".replay-felt");
    if (!frame || !book || !snapshot || !root) return;
    const [a, b] = frame.dice;
    const state = { book, snapshot: snapshotAt(snapshot, frame), dice: { n: frame.n, a, b }, motion: false };
    if (this.#felt) this.#felt.set(state);
    else this.#felt = new Felt(root, state);
  }

  #show(at: number): void {
    this.at = Math.min(Math.max(at, 0), (this.frames?.length ?? 1) - 1);
    history.replaceState(history.state, "", `${location.pathname}?roll=${this.at + 1}`);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("select, input:not([type=range]), button, a")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (step) this.#show(event.shiftKey ? otherHand(this.#starts, this.at, step) : this.at + step);
    else if (event.key === " ") this.#play(!this.plays);
    else return;
    event.preventDefault();
  };

  /** Shows roll after roll until the last one. */
  #play(on: boolean): void {
    const last = (this.frames?.length ?? 1) - 1;
    if (on && this.at >= last) this.#show(0);
    this.plays = on;
    clearTimeout(this.#timer);
    const next = (): void => {
      this.#show(this.at + 1);
      if (this.at >= last) this.plays = false;
      else this.#timer = setTimeout(next, PAUSE / this.speed);
    };
    if (on) this.#timer = setTimeout(next, PAUSE / this.speed);
  }

  protected override render(): TemplateResult {
    const { table } = this.seat.view;
    const { frames } = this;
    return html`<div class="page replay">
      <h1 tabindex="-1">Replay</h1>
      <p class="in-row">
        <a href=${tablePath(table, "history")}>What was played here</a><a href=${tablePath(table)}>To the table</a>
      </p>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      ${frames ? (frames.length ? this.#stage(frames) : html`<p>Nobody has rolled here yet.</p>`) : this.failed ? nothing : html`<p>Reading every roll…</p>`}
    </div>`;
  }

  #stage(frames: readonly ReplayFrame[]): TemplateResult {
    const words = rollWords(frames, this.at, this.who);
    const nets = netsOf(frames, this.who);
    const [first, last] = [this.at === 0, this.at === frames.length - 1];
    const go = (at: number) => (): void => this.#show(at);
    return html`<div class="replay-stage">
      <div class="replay-felt" inert role="img" aria-label="The layout after this roll"></div>
      <div class="replay-track">
        <div class="curve" aria-hidden="true">
          <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none">${netCurve(frames, nets, this.at)}</svg>
          <span>${signed(Math.max(0, ...nets))}</span><span>${signed(Math.min(0, ...nets))}</span>
        </div>
        <input
          type="range"
          min="1"
          max=${frames.length}
          .value=${String(this.at + 1)}
          aria-label="Roll"
          aria-valuetext=${words}
          @input=${(event: Event) => this.#show(Number((event.target as HTMLInputElement).value) - 1)}
        />
        <div class="in-row">
          <button class="button" ?disabled=${first} @click=${go(otherHand(this.#starts, this.at, -1))}>Hand before</button>
          <button class="button" ?disabled=${first} @click=${go(this.at - 1)}>Roll before</button>
          <button class="button is-main" @click=${() => this.#play(!this.plays)}>${this.plays ? "Stop" : "Play"}</button>
          <button class="button" ?disabled=${last} @click=${go(this.at + 1)}>Next roll</button>
          <button class="button" ?disabled=${last} @click=${go(otherHand(this.#starts, this.at, 1))}>Next hand</button>
          <label>Speed <select @change=${(event: Event) => (this.speed = Number((event.target as HTMLSelectElement).value))}>
            ${SPEEDS.map((speed) => html`<option value=${speed}>${speed}×</option>`)}
          </select></label>
          <label>Net of <select @change=${(event: Event) => (this.who = (event.target as HTMLSelectElement).value)}>
            ${seatsOf(frames).map((seat) => html`<option value=${seat} ?selected=${seat === this.who}>${called(seat)}</option>`)}
          </select></label>
        </div>
        <p class="hint">Arrow keys: a roll; with Shift a hand; space plays.</p>
      </div>
      <aside class="replay-side" aria-label="This roll">
        <p role="status">${diceMark(...frames[this.at]!.dice)} ${words}</p>
        ${this.#details(frames[this.at]!)}
      </aside>
    </div>`;
  }

  #details(frame: ReplayFrame): unknown {
    const { lines = [], calls = [], settled = [] } = frame;
    const { book } = this.seat.view;
    const clauses = book?.citations ?? [];
    const decided = html`<ul>
      ${settled.map(([seat, one]) => {
        const cite = clauses[one.cite];
        return html`<li>
          ${called(seat)}: ${titleOf({ book }, one.wager)} ${dollars(one.stake)}
          <b class=${one.result}>${outcomeWords(one.result, one.stake, one.won)}</b>
          ${cite ? html`<small title=${cite.says ?? ""}>${cite.clause}</small>` : nothing}
        </li>`;
      })}
    </ul>`;
    const said = html`<ul>${calls.map((call) => html`<li>${sentence(call.words)} <small>${call.who}${call.clause ? `, ${call.clause}` : ""}</small></li>`)}</ul>`;
    const before = html`<ul>${lines.map((line) => html`<li><code>${line}</code></li>`)}</ul>`;
    return html`${settled.length ? card("settled", "Settled", nothing, decided) : nothing}
      ${calls.length ? card("calls", "The crew", nothing, said) : nothing}
      ${lines.length ? card("lines", "Before it", nothing, before) : nothing}`;
  }
}
customElements.define("so-replay", Replay);
