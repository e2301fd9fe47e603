/** The strategies that sit down at a new table: by name, each with its sentence, or by a text of one's own. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import type { BotRequest, StrategyListed } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";

const MOST = 8;
const EXAMPLE = "on the come-out: bet 10 on pass\nwhen down 100: leave";

/** Somebody who could not sit down, and why. */
export interface Unseated {
  readonly sent: BotRequest;
  readonly why: string;
}

export class Strategies extends LightElement {
  static override properties = {
    house: { attribute: false },
    rules: { attribute: false },
    chosen: { attribute: false },
    all: { state: true },
    sought: { state: true },
    failed: { state: true },
    text: { state: true },
    unseated: { attribute: false },
    check: { attribute: false },
    wrong: { state: true },
  };
  declare house: HouseApi;
  /** The book of the table, if the house has it. */
  declare rules: string;
  declare chosen: readonly BotRequest[];
  declare all: readonly StrategyListed[];
  declare sought: string;
  declare failed: string;
  /** A strategy that is being written; null if none is. */
  declare text: string | null;
  declare unseated: Unseated | null;
  /** What is wrong with a strategy at this table; nothing if it can play. */
  declare check: (sent: BotRequest) => Promise<string>;
  /** What is wrong with the one that is being written. */
  declare wrong: string;

  constructor() {
    super();
    this.chosen = [];
    this.all = [];
    this.rules = this.sought = this.failed = this.wrong = "";
    this.check = async () => "";
    this.text = this.unseated = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.house.strategies().then(
      (all) => (this.all = all),
      (error: unknown) => (this.failed = errorText(error)),
    );
  }

  /** One's own strategy that could not sit down is there to be mended. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("unseated") || !this.unseated?.sent.text) return;
    this.#edit(this.unseated.sent);
    this.wrong = this.unseated.why;
  }

  #edit(sent: BotRequest): void {
    this.text = sent.text ?? "";
    this.wrong = "";
    this.#choose(this.chosen.filter((other) => other !== sent));
  }

  #choose(chosen: readonly BotRequest[]): void {
    this.chosen = chosen;
    this.dispatchEvent(new CustomEvent("chosen", { detail: chosen }));
  }

  #add(sent: BotRequest): void {
    if (this.chosen.length < MOST) this.#choose([...this.chosen, sent]);
  }

  async #addOwn(): Promise<void> {
    const text = this.text?.trim();
    if (!text) return;
    this.wrong = await this.check({ text });
    if (this.wrong) return this.querySelector<HTMLElement>("#own-strategy")?.focus();
    const mine = this.chosen.filter((sent) => sent.text).length;
    this.#add({ text, name: mine === 0 ? "mine" : `mine-${mine + 1}` });
    this.text = null;
  }

  /** The question of the lab about a strategy at this table. */
  #asked(strategy: string): string {
    return String(new URLSearchParams({ s: strategy, ...(this.rules ? { house: this.rules } : {}) }));
  }

  protected override render(): TemplateResult {
    const full = this.chosen.length >= MOST;
    const words = this.sought.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.all.filter((one) => {
      const said = `${one.name.replaceAll("-", " ")} ${one.sentence}`.toLowerCase();
      return words.every((word) => said.includes(word));
    });
    return html`<p class="hint">Bots that play at your table, up to ${MOST}.</p>
      ${this.#list()}
      <p class="fault" role="alert" ?hidden=${!this.failed}>${this.failed}</p>
      <div class="ask">
        <label for="sought">Search the strategies</label>
        <span class="ask-box"
          ><input
            id="sought"
            type="search"
            autocomplete="off"
            .value=${this.sought}
            @input=${(event: Event) => (this.sought = (event.target as HTMLInputElement).value)}
            @keydown=${(event: KeyboardEvent) => event.key === "Enter" && event.preventDefault()}
        /></span>
        <p class="hint" role="status">${found.length} of ${this.all.length}</p>
      </div>
      <ul class="strategies" tabindex="0" aria-label="Strategies">
        ${found.map((one) => {
          const there = this.chosen.some((sent) => sent.strategy === one.name);
          return html`<li>
            <div><b>${title(one.name)}</b><small>${one.sentence} <a href="/lab?${this.#asked(one.name)}" target="_blank" aria-label="${title(one.name)} in the lab">In the lab</a></small></div>
            <button
              type="button"
              class="button is-quiet"
              ?disabled=${full || there}
              aria-label="${there ? "Added" : "Add"} ${title(one.name)}"
              @click=${() => this.#add({ strategy: one.name })}
            >
              ${there ? "Added" : "Add"}
            </button>
          </li>`;
        })}
      </ul>
      ${this.#own(full)}`;
  }

  #list(): unknown {
    if (this.chosen.length === 0) return html`<p class="empty">None yet: you would play alone.</p>`;
    return html`<ul class="chosen" aria-label="Who joins">
      ${this.chosen.map(
        (sent, at) =>
          html`<li>
            ${sent.strategy ? title(sent.strategy) : `${sent.name}, your own`}
            ${
              sent.text
                ? html`<button type="button" class="link" aria-label="Edit ${sent.name}" @click=${() => this.#edit(sent)}>
                    edit
                  </button>`
                : nothing
            }
            <button
              type="button"
              class="link"
              aria-label="Leave out ${sent.strategy ? title(sent.strategy) : sent.name}"
              @click=${() => this.#choose(this.chosen.filter((_, other) => other !== at))}
            >
              leave out
            </button>
          </li>`,
      )}
    </ul>`;
  }

  #own(full: boolean): unknown {
    if (this.text === null) {
      return html`<button type="button" class="button is-quiet" ?disabled=${full} @click=${() => (this.text = EXAMPLE)}>
        Write one of your own
      </button>`;
    }
    return html`<div class="ask">
      <label for="own-strategy">Your strategy, in plain sentences</label>
      <textarea
        id="own-strategy"
        rows="4"
        spellcheck="false"
        aria-invalid=${this.wrong ? "true" : "false"}
        aria-describedby=${this.wrong ? "own-fault" : nothing}
        .value=${this.text}
        @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${
        this.wrong
          ? html`<div id="own-fault" role="alert">
              ${this.wrong.split("\n").map((each) => html`<p class="fault">${each}</p>`)}
            </div>`
          : html`<p class="hint">The house checks it before the table opens, and says what it does not understand.</p>`
      }
      <div class="in-row">
        <button type="button" class="button" ?disabled=${full || !this.text.trim()} @click=${() => this.#addOwn()}>
          Add it
        </button>
        <button type="button" class="button is-quiet" @click=${() => (this.text = null)}>Not now</button>
      </div>
    </div>`;
  }
}

/** A strategy's name as people say it. */
function title(name: string): string {
  return sentence(name.replaceAll("-", " ")).replace(/\.$/, "");
}
customElements.define("so-bots", Strategies);
