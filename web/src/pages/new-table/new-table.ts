/** A table of one's own: any rulebook, one's own limits, fair or real dice, and who sits down beside one. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { choices, field, focusFault, written, yesNo } from "../../components/form";
import { cents, dollars, typed } from "../../model/money";
import { readable } from "../../panels/panel";
import type { BookResponse, BotRequest, TableRequest } from "../../protocol.generated";
import { type HouseApi, RefusedError } from "../../state/api";
import { RACK } from "../../state/quick-start";
import { navigate, tablePath } from "../../state/route";
import { ensureGuest } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import type { OwnBook } from "./rulebook-editor";
import type { Unseated } from "./strategies";
import "./strategies";
import "./rulebook-editor";
import "../../style/on-demand/form.css";

const SIT_DOWN = `Sit down with ${dollars(RACK)} in play chips`;
const WATCHED = "Otherwise only people with a name in this house may.";

type Faults = { [name: string]: string };

export class NewTable extends LightElement {
  static override properties = {
    house: { attribute: false },
    books: { state: true },
    rules: { state: true },
    own: { state: true },
    dice: { state: true },
    watched: { state: true },
    plays: { state: true },
    company: { state: true },
    faults: { state: true },
    failed: { state: true },
    busy: { state: true },
    open: { state: true },
    unseated: { state: true },
  };
  declare house: HouseApi;
  declare books: readonly BookResponse[];
  /** The shipped book that was picked; "" for one's own. */
  declare rules: string;
  declare own: OwnBook | null;
  declare dice: "fair" | "entered";
  declare watched: boolean;
  /** True if whoever opens it sits down too. */
  declare plays: boolean;
  declare company: readonly BotRequest[];
  declare faults: Faults;
  declare failed: string;
  declare busy: boolean;
  /** A table that is open already, as it was asked for, and who of the company has sat down at it. */
  declare open: { readonly table: string; readonly as: string; readonly seated: readonly BotRequest[] } | null;
  /** Who could not sit down, and why. */
  declare unseated: Unseated | null;

  constructor() {
    super();
    this.books = [];
    this.rules = "catfish-bend";
    this.own = null;
    this.dice = "fair";
    this.watched = this.plays = true;
    this.company = [];
    this.faults = {};
    this.failed = "";
    this.busy = false;
    this.open = this.unseated = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#learn();
  }

  async #learn(): Promise<void> {
    try {
      const listed = await this.house.books();
      this.books = await Promise.all(listed.map((book) => this.house.book(book.name)));
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  get #book(): BookResponse | undefined {
    return this.books.find((book) => book.name === this.rules);
  }

  // --- opening it

  async #open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const said = written(event.target as HTMLFormElement);
    this.faults = this.#wrong(said);
    this.failed = "";
    this.unseated = null;
    await this.updateComplete;
    if (Object.keys(this.faults).length > 0) return focusFault(this);
    this.busy = true;
    try {
      await ensureGuest(this.house);
      const wanted = this.#wanted(said);
      if (!(await this.#fits(wanted))) return;
      const as = JSON.stringify(wanted);
      if (this.open?.as !== as) this.open = { table: await this.house.openTable(wanted), as, seated: [] };
      if (await this.#seat()) navigate(tablePath(this.open.table), this.plays ? { sit: RACK } : {});
    } catch (error) {
      await this.#fail(errorText(error));
    } finally {
      this.busy = false;
    }
  }

  async #fail(words: string): Promise<void> {
    this.failed = words;
    await this.updateComplete;
    this.querySelector<HTMLElement>(".form-failed")?.focus();
  }

  /** Returns what can be seen to be wrong before the house is asked: what is no amount, and a book with faults. */
  #wrong(said: Record<string, string>): Faults {
    const faults: Faults = {};
    for (const name of ["minimum", "maximum", "chip", "largest_buy_in"]) {
      if (said[name] && !typed(said[name])) faults[name] = "Enter an amount, such as 5 or 2.50.";
    }
    if (said["window"] && !/^\d+$/.test(said["window"])) faults["window"] = "Enter a whole number of seconds.";
    if (!this.rules && !this.own?.sound) faults["rulebook"] = "This rulebook still has errors.";
    return faults;
  }

  #wanted(said: Record<string, string>): TableRequest {
    const amount = (name: string): { [name: string]: string } => {
      const value = typed(said[name] ?? "");
      return value ? { [name]: (value / 100).toFixed(2) } : {};
    };
    return {
      ...(this.rules ? { rules: this.rules } : { rulebook: this.own?.text ?? "" }),
      ...amount("minimum"),
      ...amount("maximum"),
      ...amount("chip"),
      ...amount("largest_buy_in"),
      ...(said["window"] ? { window: Number(said["window"]) } : {}),
      dice: this.dice,
      watched: this.watched,
    };
  }

  /** True if everybody who is to sit down could play there: asked before the table is opened. */
  async #fits(wanted: TableRequest): Promise<boolean> {
    for (const sent of this.company) {
      const why = await this.#mistakes(wanted, sent);
      if (!why) continue;
      this.unseated = { sent, why };
      if (sent.text) {
        await this.updateComplete;
        await this.querySelector<LightElement>("so-bots")?.updateComplete;
        this.querySelector<HTMLElement>("#own-strategy")?.focus();
      } else await this.#fail(`${readable(sent.strategy ?? "")} cannot play at this table. ${why}`);
      return false;
    }
    return true;
  }

  /** Returns what keeps a strategy from playing at such a table, as text; nothing if it can. */
  async #mistakes(wanted: TableRequest, sent: BotRequest): Promise<string> {
    const { sound, mistakes = [] } = await this.house.checkStrategy(wanted, sent);
    if (sound) return "";
    return mistakes.map(({ line, message }) => (line ? `Line ${line}: ${message}` : sentence(message))).join("\n");
  }

  /** The same for one that is being written, at the table as it is filled in by now. */
  readonly #check = async (sent: BotRequest): Promise<string> => {
    const form = this.querySelector("form");
    if (!form) return "";
    await ensureGuest(this.house);
    return this.#mistakes(this.#wanted(written(form)), sent).catch(() => ""); // the table itself is told of when it opens
  };

  /** One after the other, so that each finds the place the one before left; who cannot play here is told of. */
  async #seat(): Promise<boolean> {
    for (const sent of this.company) {
      if (!this.open || this.open.seated.includes(sent)) continue;
      try {
        await this.house.seatBot(this.open.table, sent);
        this.open = { ...this.open, seated: [...this.open.seated, sent] };
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        const why = errorText(error);
        this.unseated = { sent, why };
        await this.#fail(`The table is open, but ${sent.strategy || sent.name} could not sit down. ${why}`);
        return false;
      }
    }
    return true;
  }

  // --- the page

  protected override render(): TemplateResult {
    return html`<div class="page page-form">
      <h1 tabindex="-1">A table of your own</h1>
      <form novalidate @submit=${(event: SubmitEvent) => this.#open(event)}>
        ${this.#rulebook()} ${this.#limits()} ${this.#dice()} ${this.#company()}
        <section class="form-end">
          <p class="fault form-failed" role="alert" tabindex="-1" ?hidden=${!this.failed}>
            ${this.failed}
            ${this.unseated && this.open ? html`<a href=${tablePath(this.open.table)}>Go to the table as it is</a>` : nothing}
          </p>
          ${yesNo("plays", SIT_DOWN, this.plays, (on) => (this.plays = on))}
          <button class="button is-main is-large" ?disabled=${this.busy}>
            ${this.busy ? "Opening…" : this.open && this.unseated ? "Try again" : "Open the table"}
          </button>
        </section>
      </form>
    </div>`;
  }

  #rulebook(): TemplateResult {
    return html`<fieldset class="block">
      <legend>Rulebook</legend>
      <div class="picks">
        ${this.books.map(
          (book) =>
            html`<label class="pick-card">
              <input
                type="radio"
                name="rules"
                value=${book.name}
                .checked=${this.rules === book.name}
                @change=${() => (this.rules = book.name)}
              />
              <span><b>${book.title}</b><small>${book.document}</small></span>
            </label>`,
        )}
        <label class="pick-card">
          <input type="radio" name="rules" value="" .checked=${this.rules === ""} @change=${() => (this.rules = "")} />
          <span
            ><b>Your own</b
            ><small>Upload or paste a rulebook; it is checked before you play.</small></span
          >
        </label>
      </div>
      ${
        this.rules === ""
          ? html`<so-rulebook
              .house=${this.house}
              .fault=${this.faults["rulebook"] ?? ""}
              @checked=${(event: CustomEvent<OwnBook>) => (this.own = event.detail)}
            ></so-rulebook>`
          : nothing
      }
    </fieldset>`;
  }

  #limits(): TemplateResult {
    const book = this.#book;
    const as = (value: string | undefined): string => (value ? String(cents(value) / 100) : "as in the rulebook");
    const one = (name: string, label: string, placeholder: string, hint = ""): TemplateResult =>
      field({
        name,
        label,
        hint,
        placeholder,
        unit: "$",
        mode: "decimal",
        size: "short",
        fault: this.faults[name],
      });
    return html`<fieldset class="block">
      <legend>Limits</legend>
      <p class="hint">Leave a field empty to use the rulebook’s own value.</p>
      <div class="in-row">
        ${one("minimum", "Minimum bet", as(book?.minimum))} ${one("maximum", "Maximum bet", as(book?.maximum))}
        ${one("chip", "Smallest chip", as(book?.chip))} ${one("largest_buy_in", "Largest buy-in", "none")}
      </div>
      ${yesNo("watched", "Anybody can watch", this.watched, (on) => (this.watched = on), WATCHED)}
    </fieldset>`;
  }

  #dice(): TemplateResult {
    const both = [
      {
        value: "fair",
        label: "Fair dice",
        hint: "The house rolls, from seeds that anybody can check afterwards.",
      },
      {
        value: "entered",
        label: "Real dice",
        hint: "You roll them in your room, and one of you enters the result.",
      },
    ];
    return html`<div class="block">
      ${choices("dice", "Dice", both, this.dice, (value) => (this.dice = value as typeof this.dice))}
      ${
        this.dice === "entered"
          ? html`<div class="note">
              <p>You will need three kinds of screen:</p>
              <ul>
                <li><b>The display</b>, for the room: the layout, everybody’s chips and a code to join.</li>
                <li><b>Phones</b>: players join with that code and bet from where they are.</li>
                <li><b>The desk</b>, for the dealer: enter the dice, call a no roll, settle disputes.</li>
              </ul>
              <p>You will find all three in the table’s menu.</p>
            </div>`
          : nothing
      }
      ${field({
        name: "window",
        label: "Time to bet before each roll",
        hint:
          this.dice === "fair" ? "After that the house rolls for the shooter." : "With real dice this is only a countdown on the screen.",
        placeholder: "30",
        unit: "seconds",
        mode: "numeric",
        size: "short",
        fault: this.faults["window"],
      })}
    </div>`;
  }

  #company(): TemplateResult {
    return html`<fieldset class="block">
      <legend>Company</legend>
      <so-bots
        .house=${this.house}
        .rules=${this.own === null ? this.rules : ""}
        .chosen=${this.company}
        .unseated=${this.unseated}
        .check=${this.#check}
        @chosen=${(event: CustomEvent<readonly BotRequest[]>) => (this.company = event.detail)}
      ></so-bots>
    </fieldset>`;
  }
}
customElements.define("so-new-table", NewTable);
