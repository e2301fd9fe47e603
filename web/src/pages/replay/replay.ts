/** Replay: any roll of a table, a simulated session or a file on the felt, by a slider whose track is the net. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { Felt } from "../../felt/felt";
import { signed } from "../../model/money";
import { called, diceMark } from "../../panels/panel";
import type { TableSession } from "../../session/session";
import type { HouseApi } from "../../state/api";
import { route } from "../../state/route";
import { errorText } from "../../text/errors";
import { askedRoll, handsOf, handStarts, netsOf, otherHand, rollWords, seatsOf, snapshotAt, type ReplayHand } from "./frames";
import { alongTrack, HIGH, netTrack, WIDE } from "./net-curve";
import { asksForSession, readSession, readTable, readText, type ReplayGame } from "./replay-source";
import { handDice, handList, rollDetails, seatFigures } from "./roll-details";
import "../../style/rooms/replay.css";

/** What stands on the buttons below the curve, and how they are called. */
const TO = {
  handBack: ["Hand before", "M5 3v14M17 3L8 10l9 7z"],
  back: ["Roll before", "M15 3L5 10l10 7z"],
  play: ["Play", "M5 3v14l12-7z"],
  stop: ["Stop", "M6 3v14M14 3v14"],
  next: ["Next roll", "M5 3l10 7-10 7z"],
  handNext: ["Next hand", "M15 3v14M3 3l9 7-9 7z"],
} as const;
const SPEEDS = [1, 4, 16];
/** Milliseconds that a roll is shown at speed 1. */
const PAUSE = 1_600;

export class Replay extends LightElement {
  static override properties = {
    house: { attribute: false },
    seat: { attribute: false },
    game: { state: true },
    at: { state: true },
    who: { state: true },
    speed: { state: true },
    plays: { state: true },
    failed: { state: true },
    reading: { state: true },
    copied: { state: true },
  };
  declare house: HouseApi;
  declare seat: TableSession | null;
  declare game: ReplayGame | null;
  /** The roll that is shown, from 0. */
  declare at: number;
  /** The seat whose net is drawn. */
  declare who: string;
  declare speed: number;
  declare plays: boolean;
  declare failed: string;
  declare reading: boolean;
  declare copied: boolean;
  #felt: Felt | null = null;
  #starts: readonly number[] = [];
  #nets: readonly number[] = [];
  #hands: readonly ReplayHand[] = [];
  #track: unknown = nothing;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #address = "";

  constructor() {
    super();
    this.seat = this.game = null;
    this.at = 0;
    this.who = this.failed = "";
    this.speed = 1;
    this.plays = this.reading = this.copied = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
    addEventListener("went", this.#went);
    addEventListener("popstate", this.#went);
    queueMicrotask(this.#went);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    removeEventListener("went", this.#went);
    removeEventListener("popstate", this.#went);
    this.#close();
    this.#address = "";
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.plays = false;
    this.#felt?.destroy();
    this.#felt = this.game = null;
  }

  /** Reads what the address asks for, unless it is shown already. */
  readonly #went = (): void => {
    const { page, table } = route(location.pathname);
    const query = new URLSearchParams(location.search);
    const session = !table && asksForSession(query);
    query.delete("roll");
    const address = `${location.pathname}?${query}`;
    if (page !== "replay" || address === this.#address) return;
    this.#address = address;
    this.#close();
    if (table) void this.#read(readTable(this.house, table));
    else if (session) void this.#read(readSession(this.house, query));
  };

  async #read(reading: Promise<ReplayGame>): Promise<void> {
    this.failed = "";
    this.reading = true;
    try {
      const game = await reading;
      const query = new URLSearchParams(location.search);
      const { frames } = game;
      this.#starts = handStarts(frames);
      this.at = Math.min(Math.max(askedRoll(frames, query), 1), Math.max(frames.length, 1)) - 1;
      const seats = seatsOf(frames);
      const wanted = [query.get("seat"), this.seat?.view.snapshot?.you, "Player"];
      this.game = game;
      this.#choose(wanted.find((seat) => seat && seats.includes(seat)) ?? seats[0] ?? "");
    } catch (error) {
      this.failed = errorText(error);
    }
    this.reading = false;
  }

  /** Draws the net of another seat. */
  #choose(seat: string): void {
    const frames = this.game?.frames ?? [];
    this.who = seat;
    this.#nets = netsOf(frames, seat);
    this.#hands = handsOf(frames, this.#starts, this.#nets);
    this.#track = netTrack(frames, this.#nets, this.#hands);
  }

  readonly #open = (file: File | undefined): void => {
    if (!file) return;
    history.replaceState(history.state, "", "/replay");
    this.#address = "/replay?";
    this.#close();
    void this.#read(file.text().then((text) => readText(this.house, text, file.name)));
  };

  /** Draws the roll that is shown. */
  protected override updated(): void {
    const frame = this.game?.frames[this.at];
    const root = this.querySelector<HTMLElement>(".replay-felt");
    if (!frame || !this.game || !root) return;
    const { book } = this.game;
    const [a, b] = frame.dice;
    const state = { book, snapshot: snapshotAt(frame, book), dice: { n: frame.n, a, b }, motion: false };
    if (this.#felt) this.#felt.set(state);
    else this.#felt = new Felt(root, state);
    const strip = this.querySelector(".replay-dice");
    const here = strip?.querySelector<HTMLElement>(".last");
    if (strip && here) strip.scrollLeft = here.offsetLeft - strip.clientWidth / 2;
  }

  #show(at: number): void {
    const query = new URLSearchParams(location.search);
    this.at = Math.min(Math.max(at, 0), (this.game?.frames.length ?? 1) - 1);
    query.delete("entry");
    query.set("roll", String(this.at + 1));
    history.replaceState(history.state, "", `${location.pathname}?${query}`);
    query.delete("roll");
    this.#address = `${location.pathname}?${query}`;
    this.copied = false;
  }

  async #copy(): Promise<void> {
    if (!new URLSearchParams(location.search).has("roll")) this.#show(this.at);
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    this.copied = true;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (!this.game?.frames.length || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (target.closest(step ? "select, input:not([type=range])" : "select, input:not([type=range]), button, a, summary")) return;
    if (step) this.#show(event.shiftKey ? otherHand(this.#starts, this.at, step) : this.at + step);
    else if (event.key === " ") this.#play(!this.plays);
    else return;
    event.preventDefault();
  };

  /** Shows roll after roll until the last one. */
  #play(on: boolean): void {
    const last = (this.game?.frames.length ?? 1) - 1;
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
    const { game, reading } = this;
    const plain = !route(location.pathname).table;
    return html`<div class="page replay" @dragover=${plain ? (event: Event) => event.preventDefault() : nothing} @drop=${plain ? this.#drop : nothing}>
      <div class="in-row replay-head">
        <h1 tabindex="-1">Replay</h1>
        ${game?.from.map(([words, href]) => (href ? html`<a href=${href}>${words}</a>` : html`<b>${words}</b>`))}
        ${game ? html`<span class="hint">${game.book.title}</span>` : nothing}
      </div>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing} ${plain && !game ? this.#file() : nothing}
      ${game ? (game.frames.length ? this.#stage(game) : html`<p>Nobody has rolled here yet.</p>`) : reading ? html`<p class="coming">Reading every roll…</p>` : nothing}
      ${plain && game ? this.#file() : nothing}
    </div>`;
  }

  readonly #drop = (event: DragEvent): void => {
    event.preventDefault();
    this.#open(event.dataTransfer?.files[0]);
  };

  /** A transcript or a log of one's own: chosen, or dropped anywhere on the page. */
  #file(): TemplateResult {
    const chosen = (event: Event): void => this.#open((event.target as HTMLInputElement).files?.[0]);
    return html`<p class="replay-file">
      <label>Open a transcript or a log, or drop it here <input type="file" accept=".craps,.txt,.jsonl,.log,text/plain" @change=${chosen} /></label>
      <small class="hint">The house plays it again by its own rulebooks and keeps nothing of it.</small>
    </p>`;
  }

  #stage(game: ReplayGame): TemplateResult {
    const { frames, book } = game;
    const words = rollWords(frames, this.at);
    const [net, before] = [this.#nets[this.at]!, this.#nets[this.at - 1] ?? 0];
    const told = this.who ? `${called(this.who)} ${signed(net)}.` : "";
    const [first, last] = [this.at === 0, this.at === frames.length - 1];
    const go = (at: number) => (): void => this.#show(at);
    const button = ([name, drawing]: readonly [string, string], press: () => void, no = false, main = false): TemplateResult =>
      html`<button class="button ${main ? "is-main" : ""}" aria-label=${name} title=${name} ?disabled=${no} @click=${press}>
        <svg viewBox="0 0 20 20" aria-hidden="true"><path d=${drawing} /></svg>
      </button>`;
    const x = alongTrack(this.at, frames.length);
    const hand = this.#hands.findLast((one) => one.first <= this.at)!;
    const seats = seatsOf(frames);
    return html`<div class="replay-stage">
      <div class="replay-felt" inert role="img" aria-label="The layout after this roll"></div>
      <div class="replay-track">
        <div class="curve">
          <svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" aria-hidden="true">
            ${this.#track}<line class="curve-now" x1=${x} x2=${x} y1="0" y2=${HIGH}></line>
          </svg>
          <span aria-hidden="true">${signed(Math.max(0, ...this.#nets))}</span><span aria-hidden="true">${signed(Math.min(0, ...this.#nets))}</span>
          <input
            type="range"
            min="1"
            max=${frames.length}
            .value=${String(this.at + 1)}
            aria-label="Roll"
            aria-valuetext=${`${words} ${told}`}
            @input=${(event: Event) => this.#show(Number((event.target as HTMLInputElement).value) - 1)}
          />
        </div>
        <div class="replay-keys">
          ${button(TO.handBack, go(otherHand(this.#starts, this.at, -1)), first)} ${button(TO.back, go(this.at - 1), first)}
          ${button(this.plays ? TO.stop : TO.play, () => this.#play(!this.plays), false, true)}
          ${button(TO.next, go(this.at + 1), last)} ${button(TO.handNext, go(otherHand(this.#starts, this.at, 1)), last)}
          ${handDice(frames, hand, this.at, (at) => this.#show(at))}
        </div>
      </div>
      <aside class="replay-side" aria-label="This roll">
        <p role="status">${diceMark(...frames[this.at]!.dice)} ${words} <span class="in-one">${told}</span></p>
        ${this.who ? seatFigures(frames[this.at]!, this.who, net, before) : nothing}
        <div class="in-row replay-choices">
          <label>Speed <select @change=${(event: Event) => (this.speed = Number((event.target as HTMLSelectElement).value))}>
            ${SPEEDS.map((speed) => html`<option value=${speed}>${speed}×</option>`)}
          </select></label>
          <label>Net of <select @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}>
            ${seats.map((seat) => html`<option value=${seat} ?selected=${seat === this.who}>${called(seat)}</option>`)}
          </select></label>
          <button class="button is-quiet" @click=${() => void this.#copy()}>${this.copied ? "Copied" : "Copy link to this roll"}</button>
        </div>
        ${rollDetails(frames[this.at]!, book)} ${handList(this.#hands, this.at, (at) => this.#show(at))}
        <p class="hint">Arrow keys: a roll; with Shift a hand; space plays. On the track: bands are hands, squares seven-outs, bars points made, arrows the largest swings.</p>
      </aside>
    </div>`;
  }
}
customElements.define("so-replay", Replay);
