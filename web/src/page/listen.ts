/** The table by ear: text alone, made to be heard, with everything that can be done by keyboard; nothing is drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { ownRules } from "../core/rules";
import { Ear, type Wanted } from "../core/ear";
import { seatWords } from "../core/happened";
import type { House } from "../core/house";
import type { View } from "../core/model";
import { prefs } from "../core/prefs";
import { wholeChips } from "../core/quick";
import { betWords, pointAndShooter } from "../core/read-outs";
import { ORDERS } from "../core/wishes";
import { own, sentence } from "../core/words";
import "./command";
import { Countdown } from "./countdown";
import { Watcher } from "./element";
import { choices, yesNo } from "./form";
import { actions, bettable, type Hands, entered, myBets } from "./listen-hands";
import { READ_OUTS, readOutFor } from "./listen-keys";
import "./panels/chat";
import "./panels/fair";
import "./panels/session";
import { intent, tablePath } from "./route";
import "./sit";
import "../style/listen.css";

const WANTED: readonly { value: Wanted; label: string; hint: string }[] = [
  { value: "all", label: "Everything", hint: "every bet of everybody" },
  { value: "mine", label: "Rolls and what I do", hint: "others' bets are not told" },
  { value: "rolls", label: "Rolls alone", hint: "what the dice say, and what that did to me" },
];

export class Listen extends Watcher implements Hands {
  static override properties = {
    ...Watcher.properties,
    house: { attribute: false },
    answer: { state: true },
    wager: { state: true },
    newestFirst: { state: true },
  };
  declare house: House;
  /** The last read-out; a blank after it makes the same words be said twice. */
  declare answer: string;
  declare wager: string;
  declare newestFirst: boolean;
  readonly #ear = new Ear();
  readonly #countdown = new Countdown(this);
  #unlike: (() => void) | null = null;
  #sit = 0;

  constructor() {
    super();
    this.answer = this.wager = "";
    this.newestFirst = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sit = intent().sit ?? 0;
    this.#unlike = prefs.subscribe(() => this.requestUpdate());
    addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlike?.();
    removeEventListener("keydown", this.#key);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const view = this.seat?.view;
    this.#countdown.watch(view?.shown?.window, this.seat?.ahead ?? 0);
    if (!view) return;
    const heard = this.#ear.lines.length;
    if (this.#ear.hear(view, prefs.get("hear")) && heard) this.#speak(heard);
    if (!this.#sit || !view.shown || view.line.is !== "open") return;
    if (!view.shown.you) this.seat.sit(wholeChips(this.#sit, view.shown.table.house.chip));
    this.#sit = 0;
  }

  /** Says aloud what is new, where somebody wants that and has no reader that does it. */
  #speak(from: number): void {
    const voice = globalThis.speechSynthesis;
    if (!voice || !prefs.get("speech")) return;
    for (const line of this.#ear.lines.slice(from)) voice.speak(new SpeechSynthesisUtterance(line.words));
  }

  // --- keys

  readonly #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest?.("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const { key } = event;
    if (key === "b") {
      if (!this.#focus("#bet-wager")) this.say("w");
    } else if (key === "d") this.seat.roll();
    else if (key === "?") this.#focus("#keys");
    else if (!this.say(key)) return;
    event.preventDefault();
  };

  /** Answers what a key asks for; whether there is such a key. */
  say(key: string): boolean {
    const words = readOutFor(key, this.seat.view, this.#countdown.seconds);
    if (words === null) return false;
    this.answer = words === this.answer ? `${words} ` : words;
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
    if (!view?.shown || !view.book) return html`<div class="page listen"><h1 tabindex="-1">${waiting(view)}</h1></div>`;
    return html`<div class="page listen">
      <h1 tabindex="-1">${view.book.title}, by ear</h1>
      ${ownRules(view.book) ? html`<p class="own-rules">${ownRules(view.book)}</p>` : nothing}
      <p class="soft">
        Everything here is text. Press the question mark for the keys.
        <a href=${tablePath(view.table)}>To the table as a picture</a>
      </p>
      <p id="told" class="listen-told" role="status">${told(view)}</p>
      <p id="answer" class="listen-answer" aria-live="assertive">${this.answer}</p>
      ${this.#log()}
      ${section("do", "Say and do", html`<so-command .seat=${this.seat}></so-command>${this.#seatOrActions(view)}`)}
      ${section("ask", "Ask", this.#ask())} ${section("bets", "Your bets", myBets(this, view))}
      ${section("may", "What may be bet now", bettable(this, view))} ${section("orders", "Standing orders", this.#orders(view))}
      ${section("table", "The table", around(view))} <so-session .seat=${this.seat} .house=${this.house}></so-session>
      <so-chat .seat=${this.seat}></so-chat> <so-fair .seat=${this.seat} .house=${this.house}></so-fair>
      ${section("set", "How it is heard", this.#settings())} ${section("keys", "Keys", keys(), true)}
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

  #seatOrActions(view: View): TemplateResult {
    if (!own(view)) {
      if (this.#sit || view.sent.length) return html`<p>Sitting down…</p>`;
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
        ([key, name]) =>
          html`<button class="button" aria-keyshortcuts=${key} @click=${() => this.say(key)}>${name}</button>`,
      )}
    </div>`;
  }

  #orders(view: View): TemplateResult {
    if (!own(view)) return html`<p>Sit down first: a seat has orders.</p>`;
    const given = repeat(
      this.seat.orders,
      ([name]) => name,
      ([name, stands], at) => yesNo(`order-${at}`, ORDERS[name] ?? name, stands, (on) => this.seat.order(name, on)),
    );
    return html`${given}
      <p class="hint">Before every roll. For one of your own say “keep 12 on six” or “always rebet pass”.</p>`;
  }

  #settings(): TemplateResult {
    const hear = (value: string): void => prefs.set("hear", value as Wanted);
    const hint = "If you use a screen reader you will not need this";
    return html`${choices("hear", "How much is told", WANTED, prefs.get("hear"), hear)}
    ${yesNo("newest", "The newest line stands first", this.newestFirst, (on) => (this.newestFirst = on))}
    ${yesNo("speech", "Speak it aloud", prefs.get("speech"), (on) => prefs.set("speech", on), hint)}`;
  }

  protected override updated(): void {
    const log = this.querySelector("#log");
    if (log && !this.newestFirst && document.activeElement !== log) log.scrollTop = log.scrollHeight;
  }
}
customElements.define("so-listen", Listen);

function waiting(view: View | undefined): string {
  return view?.line.is === "ended" ? sentence(view.line.reason.reason) : "Coming to the table…";
}

/** A part of the page with a heading, so that readers go from one to the next. */
function section(name: string, title: string, inside: unknown, reached = false): TemplateResult {
  return html`<section aria-labelledby="${name}-title">
    <h2 id="${name}-title">${title}</h2>
    <div id=${reached ? name : nothing} tabindex=${reached ? -1 : nothing}>${inside}</div>
  </section>`;
}

/** What was told to this person alone: a refusal has its clause. */
function told({ told }: View): string {
  if (!told) return "";
  const clause = told.why?.clause && !told.words.includes(told.why.clause) ? ` (${told.why.clause})` : "";
  return `${told.kind === "refused" ? "No: " : ""}${told.words}${clause}`;
}

/** The point, the dice, and everybody with what they have up. */
function around(view: View): TemplateResult {
  const seats = view.shown?.table.seats ?? [];
  return html`<p>${pointAndShooter(view)}</p>
    <ul>
      ${seats.map(
        (seat) =>
          html`<li>
            ${seatWords(seat, view)}
            ${
              seat.layout?.lying?.length && seat.name !== view.shown?.you
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
  const more = [
    ["b", "Begin a bet"],
    ["d", "Throw the dice, if they are yours"],
    ["/", "The command line"],
    ["?", "This list"],
  ] as const;
  return html`<p>
      They work wherever no text is being written. In a screen reader, let keys through first, or use the buttons under
      “Ask”.
    </p>
    <dl class="listen-keys">
      ${[...READ_OUTS, ...more].map(
        ([key, name]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${name}</dd>
          </div>`,
      )}
    </dl>`;
}
