/** Below the felt: chips, amounts, undo and repeat, groups, standing orders, one's rack, and the one big button. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { Countdown } from "../components/countdown";
import { DeferredElement } from "../components/element";
import { dollars, signed, spoken, typed } from "../model/money";
import { ACTS, isWriting, ROLL_KEY } from "../model/shortcuts";
import type { Cents, Feedback } from "../model/view";
import type { SnapshotMessage } from "../protocol.generated";
import { inHand, picks, stepped, type Pick, usual } from "../session/rack";
import { HouseApi, loadPart } from "../state/api";
import { preferences } from "../state/preferences";
import { netOf } from "../state/reducer";
import { tableMenu } from "../state/route";
import { called, own } from "../text/words";

/** Who says what real dice show. */
const ENTERS: ReadonlySet<string> = new Set(["owner", "stickperson"]);

/** What the big button says, and does if it does anything. */
interface Now {
  readonly words: string;
  readonly more?: string;
  readonly act?: () => void;
}

export class BetBar extends DeferredElement {
  static override properties = { ...DeferredElement.properties, house: { attribute: false }, more: { state: true }, asks: { state: true } };
  declare house: HouseApi;
  /** True if the sheet of a phone is open. */
  declare more: boolean;
  /** True if the next press on a spot asks for its story; what ends that. */
  declare asks: (() => void) | null;
  readonly #countdown = new Countdown(this);
  #unlike: (() => void) | null = null;
  /** What to sit down with, once a guest is let in. */
  #sits: Cents = 0;

  constructor() {
    super();
    this.house = new HouseApi();
    this.more = false;
    this.asks = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unlike = preferences.subscribe(() => this.requestUpdate());
    document.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlike?.();
    this.asks?.();
    document.removeEventListener("keydown", this.#key);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed as Map<PropertyKey, unknown>);
    const view = this.seat?.view;
    this.#countdown.watch(view?.snapshot?.window, this.seat?.ahead ?? 0);
    if (!this.#sits || !this.house.token || view?.connection.is !== "open" || !view.snapshot || view.snapshot.you) return;
    this.seat.sit(this.#sits);
    this.#sits = 0;
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.more) return this.#close();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.seat || !isForTable(event.target)) return;
    const key = event.key.toLowerCase();
    const act = ACTS[key];
    const pick = this.#picks()[Number(key) - 1];
    if (key === ROLL_KEY && own(this.seat.view)) this.#rollByKey(event.repeat);
    else if (act && own(this.seat.view)) this.seat.bets[act]();
    else if (pick) preferences.chip = pick.cents;
    else return;
    event.preventDefault();
  };

  /** What the big button does; while it does nothing, what it says. */
  #rollByKey(repeated: boolean): void {
    const { words, more, act } = this.#now();
    if (repeated) return;
    if (act) act();
    else this.seat.tell("note", [words, more].filter(Boolean).join(": "));
  }

  #close(): void {
    this.more = false;
    this.querySelector<HTMLElement>(".bar-open")?.focus();
  }

  // --- what there is

  #picks(): readonly Pick[] {
    const { book, snapshot } = this.seat.view;
    return book && snapshot ? picks(book, snapshot.table.house) : [];
  }

  get #amount(): Cents {
    const { book, snapshot } = this.seat.view;
    return book && snapshot ? inHand(preferences.chip, book, snapshot.table.house) : 0;
  }

  protected override render(): unknown {
    const view = this.seat?.view;
    if (!view?.snapshot) return html`<section class="bar" aria-label="Your chips"></section>`;
    const mine = own(view);
    return html`<section class="bar ${mine ? "" : "is-watching"} ${this.more ? "is-more" : ""}" aria-label="Your chips">
      ${told(view.feedback, html`${this.#moreTime(view.snapshot)} ${this.#explains()}`)} ${mine ? this.#hand() : this.#watching()} ${this.#go()}
    </section>`;
  }

  /** Everyone in a seat can make the next throw wait, once: then the button is gone until the dice are thrown. */
  #moreTime({ you, window }: SnapshotMessage): unknown {
    if (!you || !window || window.asked?.includes(you)) return nothing;
    return html`<button class="quiet bar-time" @click=${() => void this.seat.say("asks for time")}>More time</button>`;
  }

  /** By hand what W is by key: a press on a spot then tells of it. */
  #explains(): TemplateResult {
    return html`<button class="quiet" aria-pressed=${this.asks ? "true" : "false"} @click=${this.#explain}>Explain</button>`;
  }

  #explain = async (): Promise<void> => {
    if (this.asks) return this.asks();
    const { explain } = await loadPart(import("./explain-mode"));
    this.asks = explain(() => (this.asks = null));
    this.seat.tell("note", "Press a spot to see its rule, what it pays and what it costs");
  };

  #hand(): TemplateResult {
    return html`${this.#chips()}
      <div class="bar-acts" role="group" aria-label="What you did">
        ${this.#act("Undo", "Z", () => this.seat.bets.undo())} ${this.#act("Repeat", "R", () => this.seat.bets.repeat())}
        <button
          class="act bar-open only-phone"
          aria-expanded=${this.more ? "true" : "false"}
          aria-controls="bar-more"
          @click=${() => (this.more = !this.more)}
        >
          More
        </button>
      </div>
      <div class="bar-more" id="bar-more">
        ${this.#stepper()}
        <div class="bar-acts" role="group" aria-label="All of it">
          ${this.#act("Double", "D", () => this.seat.bets.double())} ${this.#act("Clear", "", () => this.seat.bets.clear())}
        </div>
        <div class="bar-second">${this.#groups()}<so-command .seat=${this.seat}></so-command></div>
      </div>
      ${this.#rack()}`;
  }

  #act(name: string, key: string, act: () => void): TemplateResult {
    return html`<button class="act" @click=${act}>
      ${name}${key ? html` <kbd aria-hidden="true">${key}</kbd>` : nothing}
    </button>`;
  }

  // --- chips

  #chips(): TemplateResult {
    const all = this.#picks();
    const amount = this.#amount;
    const reached = all.some((pick) => pick.cents === amount) ? amount : all[0]?.cents;
    const place = own(this.seat.view)?.place ?? 1;
    return html`<div class="bar-chips" role="radiogroup" aria-label="Chip" @keydown=${this.#arrow}>
      ${all.map((pick, at) => {
        const on = pick.cents === amount;
        return html`<button
          class="pick chip-${pick.colour} seat-${place}"
          role="radio"
          aria-checked=${on ? "true" : "false"}
          aria-label="${dollars(pick.cents)} chip"
          tabindex=${pick.cents === reached ? 0 : -1}
          @click=${() => (preferences.chip = pick.cents)}
        >
          <span class=${pick.cents >= 100_00 ? "is-long" : ""}>${spoken(pick.cents)}</span
          ><kbd aria-hidden="true">${at + 1}</kbd>
        </button>`;
      })}
    </div>`;
  }

  #arrow = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const buttons = [...this.querySelectorAll<HTMLElement>(".pick")];
    const at = buttons.indexOf(event.target as HTMLElement);
    const next = buttons[(at + by + buttons.length) % buttons.length];
    next?.click();
    next?.focus();
  };

  #stepper(): TemplateResult {
    const step = (up: boolean): void => {
      const { snapshot } = this.seat.view;
      if (snapshot) preferences.chip = stepped(this.#amount, up, this.#picks(), snapshot.table.house);
    };
    return html`<div class="bar-amount" role="group" aria-label="Amount">
      <button aria-label="Less" @click=${() => step(false)}>−</button>
      <output aria-label="In hand">${dollars(this.#amount)}</output>
      <button aria-label="More" @click=${() => step(true)}>+</button>
    </div>`;
  }

  #groups(): TemplateResult {
    const { groups = [], wagers = [] } = this.seat.view.book ?? {};
    const odds = wagers.some((wager) => wager.attaches_to);
    return html`<div class="seg" role="group" aria-label="Several bets">
      ${groups.map(
        ({ name }) => html`<button @click=${() => this.seat.bets.group(name, this.#amount)}>${capital(name)}</button>`,
      )}
      ${odds ? html`<button @click=${() => this.seat.bets.oddsMax()}>Odds max</button>` : nothing}
      <button @click=${() => this.seat.bets.press()}>Press</button>
      <so-orders .seat=${this.seat}></so-orders>
    </div>`;
  }

  #rack(): TemplateResult | typeof nothing {
    const mine = own(this.seat.view);
    if (!mine) return nothing;
    const net = netOf(mine);
    const way = net > 0 ? "is-up" : net < 0 ? "is-down" : "";
    const short = mine.rack < (this.seat.view.snapshot?.table.house.minimum ?? 0);
    return html`<div class="bar-yours ${short ? "is-short" : ""}">
      <button @click=${() => tableMenu("chips")}>${short ? "Buy chips" : "Chips"}</button>
      <b data-rack=${mine.name} data-cents=${mine.rack}>${dollars(mine.rack)}</b>
      <small>rack · <span class=${way}>net ${signed(net)}</span></small>
    </div>`;
  }

  // --- the one big button

  #watching(): TemplateResult {
    const { snapshot } = this.seat.view;
    const taken = snapshot?.table.seats?.length ?? 0;
    return html`<form class="bar-sit" id="bar-sit" @submit=${this.#sit}>
      <p><b>You are watching.</b> ${taken} of ${snapshot?.table.house.places ?? 16} seats are taken.</p>
      <label for="bar-buy">Chips to start with</label>
      <span class="bar-buy"
        >$<input id="bar-buy" name="buy" inputmode="decimal" autocomplete="off" .defaultValue=${snapshot ? spoken(usual(snapshot)) : ""}
      /></span>
    </form>`;
  }

  #sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chips = typed(this.querySelector<HTMLInputElement>("#bar-buy")?.value ?? "");
    if (!chips) return this.seat.tell("refused", "Enter how many chips, such as 1000");
    if (this.house.token) return this.seat.sit(chips);
    this.#sits = chips;
    const { ensureGuest } = await loadPart(import("../state/sign-in"));
    await ensureGuest(this.house);
    this.requestUpdate();
  };

  /** One button, whatever it does now: the focus stays on it. */
  #go(): TemplateResult {
    const { words, more = "", act } = this.#now();
    return html`<button
      class="go ${act ? "" : "is-still"}"
      aria-disabled=${act ? "false" : "true"}
      @click=${act ?? nothing}
    >
      <span>${words}${act && this.#rolls ? html` <kbd aria-hidden="true">${ROLL_KEY.toUpperCase()}</kbd>` : nothing}</span
      >${more ? html`<small>${more}</small>` : nothing}
    </button>`;
  }

  /** True if the big button is the one that throws or enters the dice. */
  get #rolls(): boolean {
    return !!own(this.seat.view) && this.seat.view.connection.is === "open";
  }

  #now(): Now {
    const { snapshot, connection } = this.seat.view;
    if (connection.is === "ended") return { words: "Not connected" };
    if (connection.is !== "open" || !snapshot) return { words: "Connecting…" };
    if (!snapshot.you)
      return { words: "Sit down", act: () => this.querySelector<HTMLFormElement>("#bar-sit")?.requestSubmit() };
    const { seat, why } = snapshot.next;
    const seconds = this.#countdown.seconds;
    const left = seconds === null ? "" : `${seconds} s`;
    if (why === "inspection") return { words: "Inspection", more: "before the next roll" };
    if (snapshot.dice === "entered" && snapshot.roles?.some((role) => ENTERS.has(role)))
      return { words: "Enter roll", more: left, act: this.#enter };
    if (why === "in-the-air") return { words: "Dice are out", more: left };
    if (!seat) return { words: "No shooter yet", more: "make a line bet" };
    if (snapshot.dice === "entered") return { words: "Real dice", more: "the desk enters it" };
    if (why === "line-bet")
      return seat === snapshot.you
        ? { words: "Your dice", more: ["bet a line", left].filter(Boolean).join(", ") }
        : { words: called(seat), more: ["has the dice", left].filter(Boolean).join(", ") };
    if (seat === snapshot.you) return { words: "Roll", more: left, act: () => this.seat.roll() };
    return { words: called(seat), more: left ? `rolls, ${left}` : "rolls" };
  }

  /** Real dice: whoever enters the rolls says what they show. */
  #enter = async (): Promise<void> => {
    const { enterRoll } = await loadPart(import("../components/roll-dialog"));
    enterRoll(this.seat);
  };
}
customElements.define("so-bar", BetBar);

/** True if a key is for the table: it was pressed on the felt, at the bar, or where nothing has the focus. */
function isForTable(target: EventTarget | null): boolean {
  const here = target as Element | null;
  return !!here?.closest && (here.matches("body, main, h1") || !!here.closest("so-felt, so-bar")) && !isWriting(here);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SIGNS = { refused: "Not taken", done: "Done", note: "Note" };

/** Draws what was told to this person, in a line that is always there: nothing moves when it changes. */
function told(last: Feedback | null, more: TemplateResult): TemplateResult {
  const why = last?.why;
  const words = last?.kind === "done" ? last.words : capital(last?.words ?? "");
  const open = (event: Event): void => {
    const detail = { wager: last?.wager ?? "", ...(why ? { refusal: why } : {}) };
    event.target?.dispatchEvent(new CustomEvent("so-why", { bubbles: true, detail }));
  };
  return html`<div class="bar-told ${last ? `is-${last.kind}` : ""}">
    <p id="told" role="status" aria-atomic="true">
      ${last ? html`<b>${SIGNS[last.kind]}</b> <span>${words}</span>` : nothing}
      ${why?.clause ? html`<em>${why.clause}</em>` : nothing}
    </p>
    ${last?.wager ? html`<button class="quiet" @click=${open}>Why</button>` : nothing} ${more}
  </div>`;
}
