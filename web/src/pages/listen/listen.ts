/** The table by ear: text alone, made to be heard, with everything that can be done by keyboard; nothing is drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { Countdown } from "../../components/countdown";
import { SessionElement } from "../../components/element";
import { choices, yesNo } from "../../components/form";
import { ACTS, isWriting, ROLL_KEY } from "../../model/shortcuts";
import type { View } from "../../model/view";
import { ORDERS } from "../../session/pending-bets";
import { type HouseApi, loadPart } from "../../state/api";
import { preferences } from "../../state/preferences";
import { wholeChips } from "../../state/quick-start";
import { takeIntent, tablePath } from "../../state/route";
import { READ_OUTS, SHARED } from "../../text/help";
import { Announcer, type Verbosity } from "../../text/announcer";
import { errorText } from "../../text/errors";
import { seatWords } from "../../text/events";
import { betWords, pointAndShooter } from "../../text/read-outs";
import { own, ownRules, sentence } from "../../text/words";
import { actions, bettable, type Hands, entered, myBets } from "./actions";
import { readOutFor } from "./keys";
import "../../table/command-line";
import "../../table/news";
import "../../panels/chat";
import "../../panels/fair-dice";
import "../../panels/session";
import "../../table/sit-down";
import "../../table/session-summary";
import "../../style/on-demand/listen.css";

const WANTED: readonly { value: Verbosity; label: string; hint: string }[] = [
  { value: "all", label: "Everything", hint: "everyone’s bets" },
  { value: "mine", label: "Rolls and what I do", hint: "without other players’ bets" },
  { value: "rolls", label: "Rolls alone", hint: "the dice, and what they did to my bets" },
];

export class Listen extends SessionElement implements Hands {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    answer: { state: true },
    wager: { state: true },
    newestFirst: { state: true },
    aim: { state: true },
  };
  declare house: HouseApi;
  /** The last read-out; a blank after it makes the same words be said twice. */
  declare answer: string;
  declare wager: string;
  declare newestFirst: boolean;
  /** What is best to do is asked for this aim; null while nobody asks. */
  declare aim: string | null;
  readonly #ear = new Announcer();
  readonly #countdown = new Countdown(this);
  #unlike: (() => void) | null = null;
  #sit = 0;

  constructor() {
    super();
    this.answer = this.wager = "";
    this.newestFirst = false;
    this.aim = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sit = takeIntent().sit ?? 0;
    this.#unlike = preferences.subscribe(() => this.requestUpdate());
    addEventListener("keydown", this.#key);
    addEventListener("table-menu", this.#menu);
    this.addEventListener("so-why", this.#why);
    this.addEventListener("so-help", this.#help);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlike?.();
    removeEventListener("keydown", this.#key);
    removeEventListener("table-menu", this.#menu);
    this.removeEventListener("so-why", this.#why);
    this.removeEventListener("so-help", this.#help);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const view = this.seat?.view;
    this.#countdown.watch(view?.snapshot?.window, this.seat?.ahead ?? 0);
    if (!view) return;
    const heard = this.#ear.lines.length;
    if (this.#ear.update(view, preferences.get("hear")) && heard) this.#speak(heard);
    if (!this.#sit || !view.snapshot || view.connection.is !== "open") return;
    if (!view.snapshot.you) this.seat.sit(wholeChips(this.#sit, view.snapshot.table.house.chip));
    this.#sit = 0;
  }

  /** Says aloud what is new, where somebody wants that and has no reader that does it. */
  #speak(from: number): void {
    const voice = globalThis.speechSynthesis;
    if (!voice || !preferences.get("speech")) return;
    for (const line of this.#ear.lines.slice(from)) voice.speak(new SpeechSynthesisUtterance(line.words));
  }

  // --- keys

  readonly #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isWriting(event.target)) return;
    const key = event.key.toLowerCase();
    const act = ACTS[key];
    if (key === "b") {
      if (!this.#focus("#bet-wager")) this.say("a");
    } else if (key === ROLL_KEY) this.seat.roll();
    else if (act) this.seat.bets[act]();
    else if (key === "w") this.#whyChosen();
    else if (key === "?") this.#focus("#keys");
    else if (!this.say(key)) return;
    event.preventDefault();
  };

  /** `help` is the list of keys. */
  readonly #help = (event: Event): void => {
    event.preventDefault();
    this.#focus("#keys");
  };

  /** `best 2000` in the command line, or the button beside the session. */
  readonly #menu = (event: Event): void => {
    const what = (event as CustomEvent<string>).detail;
    if (what.startsWith("best")) void loadPart(import("../../panels/best-act")).then(() => this.#best(what.slice(5)));
  };

  #best(aim: string): void {
    if (this.aim === null) this.aim = aim;
    else void this.querySelector("so-best")?.askFor(aim);
  }

  #bestAct(): unknown {
    if (this.aim === null) return nothing;
    const closed = (): void => void (this.aim = null);
    return html`<so-best inline .seat=${this.seat} .house=${this.house} .aim=${this.aim} @closed=${closed}></so-best>`;
  }

  readonly #why = (event: Event): void => void this.#tellWhy((event as CustomEvent<{ wager: string }>).detail.wager);

  /** The story of the wager that is chosen in the form. */
  #whyChosen(): void {
    const wager = this.wager || this.querySelector<HTMLSelectElement>("#bet-wager")?.value;
    if (wager) void this.#tellWhy(wager);
    else this.#answer("Type “why field”, or any other bet, into the command line.");
  }

  async #tellWhy(wager: string): Promise<void> {
    try {
      const [story, { storyWords }] = await Promise.all([
        this.house.story(this.seat.view.table, wager),
        loadPart(import("../../text/wager-story")),
      ]);
      this.#answer(storyWords(story));
    } catch (error) {
      this.#answer(errorText(error));
    }
  }

  #answer(words: string): void {
    this.answer = words === this.answer ? `${words} ` : words;
  }

  /** Answers what a key asks for; whether there is such a key. */
  say(key: string): boolean {
    const words = readOutFor(key, this.seat.view, this.#countdown.seconds);
    if (words === null) return false;
    this.#answer(words);
    return true;
  }

  /** Goes to a part of the page; whether it is there. */
  #focus(what: string): boolean {
    const found = this.querySelector<HTMLElement>(what);
    found?.focus();
    return Boolean(found);
  }

  // --- the page

  protected override render(): unknown {
    const view = this.seat?.view;
    if (!view?.snapshot || !view.book) return html`<div class="page listen"><h1 tabindex="-1">${waiting(view)}</h1></div>`;
    return html`<div class="page listen">
      <h1 tabindex="-1">${view.book.title}, by ear</h1>
      ${ownRules(view.book) ? html`<p class="own-rules">${ownRules(view.book)}</p>` : nothing}
      <p class="soft">
        Everything here is text. Press the question mark for the keys.
        <a href=${tablePath(view.table)}>To the table as a picture</a>
      </p>
      <p id="told" class="listen-told" role="status">${told(view)}</p>
      <so-news .seat=${this.seat}></so-news>
      <p id="answer" class="listen-answer" aria-live="assertive">${this.answer}</p>
      ${this.#bestAct()} ${this.#log()} ${this.#summary(view)}
      ${section("do", "Say and do", html`<so-command .seat=${this.seat}></so-command>${this.#seatOrActions(view)}`)}
      ${section("ask", "Ask", this.#ask())} ${section("bets", "Your bets", myBets(this, view))}
      ${section("may", "What you can bet now", bettable(this, view))} ${section("orders", "Standing orders", this.#orders(view))}
      ${section("table", "The table", around(view))} <so-session .seat=${this.seat} .house=${this.house}></so-session>
      <so-chat .seat=${this.seat}></so-chat> <so-fair .seat=${this.seat} .house=${this.house}></so-fair>
      ${section("set", "Settings for listening", this.#settings())} ${section("keys", "Keys", keys(), true)}
    </div>`;
  }

  #log(): TemplateResult {
    const lines = this.newestFirst ? [...this.#ear.lines].reverse() : this.#ear.lines;
    const each = repeat(
      lines,
      (line) => line.id,
      (line) => html`<p>${line.words}</p>`,
    );
    return section(
      "log",
      "What is said",
      html`<div id="log" class="listen-log" role="log" aria-label="What is said" tabindex="0">${each}</div>`,
    );
  }

  #summary(view: View): unknown {
    const left = view.news.find(({ kind }) => kind === "left");
    if (!left) return nothing;
    return html`<so-summary .seat=${this.seat} .house=${this.house} .news=${left} inline></so-summary>`;
  }

  #seatOrActions(view: View): TemplateResult {
    if (!own(view)) {
      if (this.#sit || view.unanswered.length) return html`<p>Sitting down…</p>`;
      return html`<so-sit
          .seat=${this.seat}
          .house=${this.house}
          @sit=${(event: CustomEvent<number>) => (this.#sit = event.detail)}
        ></so-sit>
        ${entered(this, view)}`;
    }
    return html`${actions(this, view)} ${entered(this, view)}`;
  }

  #ask(): TemplateResult {
    return html`<div class="in-row" role="group" aria-label="Ask">
      ${READ_OUTS.map(
        ({ key, name }) =>
          html`<button class="button" aria-keyshortcuts=${key} @click=${() => this.say(key)}>${name}</button>`,
      )}
    </div>`;
  }

  #orders(view: View): TemplateResult {
    if (!own(view)) return html`<p>Sit down first to give orders.</p>`;
    const given = repeat(
      this.seat.bets.orders.all,
      ([name]) => name,
      ([name, stands], at) => yesNo(`order-${at}`, ORDERS[name] ?? name, stands, (on) => this.seat.bets.order(name, on)),
    );
    return html`${given}
      <p class="hint">Before every roll. For one of your own say “keep 12 on six” or “always rebet pass”.</p>`;
  }

  #settings(): TemplateResult {
    const hear = (value: string): void => preferences.set("hear", value as Verbosity);
    const hint = "Not needed with a screen reader";
    return html`${choices("hear", "How much to read out", WANTED, preferences.get("hear"), hear)}
    ${yesNo("newest", "Newest line first", this.newestFirst, (on) => (this.newestFirst = on))}
    ${yesNo("speech", "Speak it aloud", preferences.get("speech"), (on) => preferences.set("speech", on), hint)}`;
  }

  protected override updated(): void {
    const log = this.querySelector("#log");
    if (log && !this.newestFirst && document.activeElement !== log) log.scrollTop = log.scrollHeight;
  }
}
customElements.define("so-listen", Listen);

function waiting(view: View | undefined): string {
  return view?.connection.is === "ended" ? sentence(view.connection.reason.reason) : "Joining the table…";
}

/** A part of the page with a heading, so that readers go from one to the next. */
function section(name: string, title: string, inside: unknown, reached = false): TemplateResult {
  return html`<section aria-labelledby="${name}-title">
    <h2 id="${name}-title">${title}</h2>
    <div id=${reached ? name : nothing} tabindex=${reached ? -1 : nothing}>${inside}</div>
  </section>`;
}

/** Returns what was told to this person alone: a refusal has its clause. */
function told({ feedback }: View): string {
  if (!feedback) return "";
  const clause = feedback.why?.clause && !feedback.words.includes(feedback.why.clause) ? ` (${feedback.why.clause})` : "";
  return `${feedback.kind === "refused" ? "No: " : ""}${feedback.words}${clause}`;
}

/** The point, the dice, and everybody with what they have up. */
function around(view: View): TemplateResult {
  const seats = view.snapshot?.table.seats ?? [];
  return html`<p>${pointAndShooter(view)}</p>
    <ul>
      ${seats.map(
        (seat) =>
          html`<li>
            ${seatWords(seat, view)}
            ${
              seat.layout?.lying?.length && seat.name !== view.snapshot?.you
                ? html`<ul>
                    ${seat.layout.lying.map((bet) => html`<li>${betWords(view, bet)}</li>`)}
                  </ul>`
                : nothing
            }
          </li>`,
      )}
    </ul>`;
}

function keys(): TemplateResult {
  return html`<p>
      They work wherever you are not typing. In a screen reader, pass keys through first, or use the buttons under
      “Ask”.
    </p>
    <dl class="listen-keys">
      ${[...READ_OUTS, { key: "b", name: "Begin a bet" }, ...SHARED].map(
        ({ key, name }) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${name}</dd>
          </div>`,
      )}
    </dl>`;
}
