/** The layout at the desk: everybody's chips from the dealers' side, and the bets that the crew books for a player. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { type Answer, answerTemplate, sayLine } from "../../components/line-answer";
import { Felt } from "../../felt/felt";
import type { FeltState } from "../../felt/state";
import { dollars, spoken, typed } from "../../model/money";
import { called, seatMark } from "../../panels/panel";
import type { DeskResponse, SnapshotMessage } from "../../protocol.generated";
import { picks } from "../../session/rack";
import { feltState } from "../../table/session-felt";

export class DeskFelt extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    desk: { attribute: false },
    who: { state: true },
    amount: { state: true },
    turned: { state: true },
    answer: { state: true },
  };
  declare desk: DeskResponse | null;
  /** The player whose bets are booked; "" for nobody: the layout is only looked at. */
  declare who: string;
  declare amount: string;
  /** True if the layout is drawn as it lies before the dealers. */
  declare turned: boolean;
  declare answer: Answer | null;
  #felt: Felt | null = null;
  #stop: (() => void) | null = null;
  #busy = false;

  constructor() {
    super();
    this.desk = this.answer = null;
    this.who = this.amount = "";
    this.turned = true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unmount();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  #unmount(): void {
    this.#stop?.();
    this.#felt?.destroy();
    this.#stop = this.#felt = null;
  }

  protected override updated(): void {
    const root = this.querySelector<HTMLElement>(".desk-felt-view");
    if (!root || !this.seat) return;
    if (this.#felt && this.#felt.root !== root) this.#unmount();
    if (!this.#felt) {
      this.#felt = new Felt(root, this.#state, {
        onBet: (wager, amount) => this.#book(`bets ${spoken(amount)} on ${wager}`),
        onLift: (wager, amount) => this.#book(amount ? `reduces ${wager} by ${spoken(amount)}` : `takes down ${wager}`),
        onRefused: (_, refusal) => (this.answer = { taken: false, words: refusal.reason, clause: refusal.clause }),
        onToggle: (wager) => this.#book(`calls ${wager} ${this.#isOff(wager) ? "on" : "off"}`),
      });
      this.#stop = this.seat.subscribe(() => this.#felt?.set(this.#state));
    } else this.#felt.set(this.#state);
  }

  /** What the felt draws: both ends, and the chips of whoever is booked for as one's own. */
  get #state(): Partial<FeltState> {
    const drawn = feltState(this.seat);
    const { snapshot } = drawn;
    return {
      ...drawn,
      snapshot: snapshot ? { ...snapshot, you: this.who } : null,
      offers: new Map(this.who ? this.desk?.offers?.map((offer) => [offer.wager, offer]) : []),
      ...{ unanswered: [], pendingBets: [], feedback: null, ends: "both" },
      chip: this.#cents,
    };
  }

  get #cents(): number {
    const { book, snapshot } = this.seat.view;
    const [first] = book && snapshot ? picks(book, snapshot.table.house).filter(({ cents }) => cents >= snapshot.table.house.minimum) : [];
    return typed(this.amount) ?? first?.cents ?? snapshot?.table.house.minimum ?? 0;
  }

  /** Books for somebody from now on; the desk asks what they may bet. */
  #choose(name: string): void {
    this.who = name;
    this.dispatchEvent(new CustomEvent("books-for", { bubbles: true, detail: name }));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const seats = this.seat?.view.snapshot?.table.seats ?? [];
    if (this.who && !seats.some(({ name }) => name === this.who)) this.#choose("");
  }

  #isOff(wager: string): boolean {
    const seat = this.seat.view.snapshot?.table.seats?.find(({ name }) => name === this.who);
    return seat?.layout?.lying?.find((bet) => bet.wager === wager)?.call === "off";
  }

  async #book(words: string): Promise<void> {
    if (!this.who) {
      this.answer = { taken: false, words: "Choose the player first whose bet it is.", clause: "" };
      return;
    }
    await this.#say(`${this.who} ${words}`);
  }

  async #say(line: string): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    this.answer = await sayLine(this.seat, line, this).finally(() => (this.#busy = false));
    return this.answer.taken;
  }

  #typed = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const box = (event.target as HTMLFormElement).elements.namedItem("words") as HTMLInputElement;
    if (!box.value.trim()) return;
    const before = this.answer;
    await this.#book(box.value.trim());
    if (this.answer !== before && this.answer?.taken) box.value = "";
  };

  #seats = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const { name, chips } = Object.fromEntries(new FormData(form)) as { name: string; chips: string };
    const cents = typed(chips);
    if (!name.trim() || !cents) {
      this.answer = { taken: false, words: "Enter a name, and with how much the player buys in.", clause: "" };
      return;
    }
    if (!(await this.#say(`seat ${name.trim()} ${spoken(cents)}`))) return;
    this.#choose(name.trim());
    form.reset();
  };

  protected override render(): unknown {
    const { snapshot } = this.seat.view;
    if (!snapshot) return nothing;
    return html`<section class="desk-block desk-table" aria-labelledby="desk-layout">
      <h2 id="desk-layout">
        The layout
        <button class="link" aria-pressed=${this.turned} @click=${() => (this.turned = !this.turned)}>from the dealers’ side</button>
      </h2>
      <div class="desk-felt-view ${this.turned ? "is-turned" : ""}"></div>
      ${snapshot.dice === "entered" ? this.#booking(snapshot) : nothing}
    </section>`;
  }

  #booking(shown: SnapshotMessage): TemplateResult {
    const names = this.desk?.without_phone ?? [];
    const seats = (shown.table.seats ?? []).filter(({ name }) => names.includes(name));
    return html`<div class="desk-booking">
      <h3>Book a bet for a player without a phone</h3>
      ${
        seats.length
          ? html`<div class="desk-who" role="group" aria-label="Whose bet it is">
                ${seats.map(
                  ({ name, place, rack }) =>
                    html`<button class="button" aria-pressed=${this.who === name} @click=${() => this.#choose(this.who === name ? "" : name)}>
                      ${seatMark(place)}${called(name)} <small>${dollars(rack)}</small>
                    </button>`,
                )}
              </div>
              <form class="duty" novalidate @submit=${this.#typed}>
                <div class="duty-ask">
                  <label for="book-amount">Amount of a press</label>
                  <input
                    id="book-amount"
                    inputmode="decimal"
                    autocomplete="off"
                    maxlength="12"
                    placeholder=${spoken(this.#cents)}
                    .value=${this.amount}
                    @input=${(event: Event) => (this.amount = (event.target as HTMLInputElement).value)}
                  />
                </div>
                <div class="duty-ask is-words">
                  <label for="book-words">${this.who ? `${this.who} …` : "What the player says"}</label>
                  <input id="book-words" name="words" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="120" placeholder="bets 12 on place-6" />
                </div>
                <button class="button">Book it</button>
              </form>`
          : html`<p class="soft">Whoever is here without a phone is seated by you; then press the layout, or type, what they bet.</p>`
      }
      ${answerTemplate(this.answer)}
      <details class="desk-seat">
        <summary>Seat a player</summary>
        <form class="duty" novalidate @submit=${this.#seats}>
          <div class="duty-ask"><label for="seat-name">Name</label><input id="seat-name" name="name" autocomplete="off" autocapitalize="words" spellcheck="false" maxlength="24" /></div>
          <div class="duty-ask"><label for="seat-chips">Buys in for</label><input id="seat-chips" name="chips" inputmode="decimal" autocomplete="off" maxlength="12" /></div>
          <button class="button">Seat</button>
        </form>
      </details>
    </div>`;
  }
}
customElements.define("so-desk-felt", DeskFelt);
