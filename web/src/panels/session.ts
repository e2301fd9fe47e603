/** The session of this seat: net, its line, what was to be expected, and why it came out so, to the cent. */
import { html, nothing, svg } from "lit";
import { cents, dollars, signed } from "../model/money";
import type { Cents, View } from "../model/view";
import type { SessionResponse, LimitsResponse, NumberOutcome, SeatShown } from "../protocol.generated";
import { apiPath } from "../state/api";
import { tableMenu } from "../state/route";
import { atRisk, netOf, vouchersHeld } from "../state/reducer";
import { HIGH, steps, WIDE } from "../text/session-stats";
import { card, Panel } from "./panel";

/** The evening is asked for at most so often, in milliseconds. */
const PAUSE = 3000;
/** A roll comes with other events: they are waited for. */
const SOON = 200;
const MINUTE = 60_000;

/** `0:42 h`, of minutes. */
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;

export class Session extends Panel {
  static override properties = {
    ...Panel.properties,
    evening: { state: true },
    limits: { state: true },
    now: { state: true },
    told: { state: true },
    numbers: { state: true },
  };
  declare evening: SessionResponse | null;
  declare limits: LimitsResponse | null;
  /** The last whole minute that was drawn. */
  declare now: number;
  /** How the split is drawn, once there is something to split. */
  declare told: ((evening: SessionResponse) => unknown) | null;
  /** What each number would do, drawn; null until somebody wants to know. */
  declare numbers: unknown;
  #asked = 0;
  #wanted: number | undefined;
  #tick: number | undefined;
  #knew: readonly unknown[] = [];
  /** The rolls and the layout that the numbers are of. */
  #lay: readonly unknown[] = [];

  constructor() {
    super();
    this.evening = null;
    this.limits = null;
    this.now = Date.now();
    this.told = null;
    this.numbers = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => (this.now = Date.now()), MINUTE / 2) as unknown as number;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
    clearTimeout(this.#wanted);
    this.#wanted = undefined;
  }

  protected override sees(view: View): readonly unknown[] {
    return [view.nets, view.snapshot?.table.rolls, view.snapshot?.you, this.#own(view)];
  }

  #own(view: View): SeatShown | undefined {
    return view.snapshot?.table.seats?.find((seat) => seat.name === view.snapshot?.you);
  }

  /** After a roll, or when money moved otherwise: the evening once more, but not too often. */
  protected override updated(): void {
    const { snapshot } = this.seat.view;
    const seat = this.#own(this.seat.view);
    if (!seat) return;
    const lying = [snapshot?.table.rolls, seat.layout];
    if (this.numbers && lying.some((part, i) => part !== this.#lay[i])) void this.#showNumbers();
    this.#lay = lying;
    const now = [snapshot?.table.rolls, seat.rack + atRisk(seat.layout), seat.bought];
    if (now.every((part, i) => part === this.#knew[i])) return;
    this.#knew = now;
    const pause = Math.max(SOON, this.#asked + PAUSE - Date.now());
    this.#wanted ??= setTimeout(() => void this.#learn(), pause) as unknown as number;
  }

  async #learn(): Promise<void> {
    this.#wanted = undefined;
    this.#asked = Date.now();
    const limits = this.limits ? null : this.house.limits().catch(() => null);
    try {
      this.evening = await this.house.ask<SessionResponse>("GET", apiPath(this.seat.view.table, "evening"));
      if (this.evening.wagers.length) this.told ??= (await import("./net-breakdown")).netBreakdown;
    } catch {
      this.#knew = []; // it is asked for again with the next thing that is drawn here
    }
    this.limits ??= await limits;
  }

  protected override render(): unknown {
    const { nets } = this.seat.view;
    const seat = this.#own(this.seat.view);
    if (!seat)
      return card("session", "Session", html`<a href="/limits">limits</a>`, html`<p class="none">You are watching.</p>`);
    const lies = atRisk(seat.layout);
    const net = netOf(seat);
    const held = vouchersHeld(seat);
    const { evening } = this;
    const told = evening ? [...(evening.first > 1 ? [] : [0]), ...evening.nets.map(cents)] : [];
    const line = told.length > nets.length ? told : nets;
    return card(
      "session",
      "Session",
      html`${this.#time()}<a href="/limits">${this.#bounds()}</a>`,
      html`<div class="net"><b class="net-now" data-net=${net}>${signed(net)}</b>${this.#line(line)}</div>
        <dl class="facts ${evening && cents(evening.net) !== net ? "is-behind" : ""}">
          ${this.#fact("Handle", evening && dollars(cents(evening.action)))}
          ${this.#fact("Expected", evening && signed(cents(evening.expected)))}
          ${this.#fact("Luck", evening && signed(cents(evening.luck)))} ${this.#fact("On the layout", dollars(lies))}
          ${this.#fact("Bought in", dollars(seat.bought))} ${this.#fact("Rack", dollars(seat.rack))}
          ${held ? this.#fact("Vouchers", dollars(held)) : nothing}
        </dl>
        <button class="button is-quiet" @click=${() => tableMenu("best")}>What should I do now?</button>
        ${lies
          ? html`<details class="numbers" @toggle=${this.#showNumbers}>
              <summary>What would each number do?</summary>
              ${this.numbers}
            </details>`
          : nothing}
        ${evening && this.told?.(evening)}`,
    );
  }

  /** Asked when it is opened, and again after whatever changes the layout while it is open. */
  #showNumbers = async (): Promise<void> => {
    if (!this.querySelector(".numbers[open]")) return;
    try {
      const asked = this.house.ask<NumberOutcome[]>("GET", apiPath(this.seat.view.table, "numbers"));
      this.numbers = (await import("./numbers")).numberTable(await asked);
    } catch {
      this.numbers = html`<p class="none">The house does not answer: open it again.</p>`;
    }
  };

  #fact(name: string, value: string | null): unknown {
    return html`<div>
      <dt>${name}</dt>
      <dd>${value ?? "…"}</dd>
    </div>`;
  }

  #time(): unknown {
    const since = this.evening?.since;
    if (!since) return nothing;
    return html`${clock(Math.max(0, Math.floor((this.now - Date.parse(since)) / MINUTE)))} · `;
  }

  #bounds(): string {
    const bounds = this.limits?.bounds;
    if (bounds?.loss) return `loss limit ${dollars(cents(bounds.loss))}`;
    return bounds?.minutes ? `limit ${clock(bounds.minutes)}` : "set limits";
  }

  #line(nets: readonly Cents[]): unknown {
    if (nets.length < 2) return nothing;
    const { line, zero, last } = steps(nets);
    const [low, high] = [Math.min(...nets), Math.max(...nets)];
    const said = `Net after each roll, ${nets.length} of them: lowest ${signed(low)}, highest ${signed(high)}`;
    return html`<svg class="net-line" viewBox="-2 0 ${WIDE + 6} ${HIGH}" role="img" aria-label=${said}>
      <path class="zero" d="M0 ${zero}H${WIDE}"></path>
      <path class="step" d=${line}></path>
      ${svg`<circle cx=${WIDE} cy=${last} r="3"></circle>`}
    </svg>`;
  }
}
customElements.define("so-session", Session);
