/** Join with a code from a screen: the code, a name, and a seat at the table it belongs to. */
import { html, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { field, focusFault, written } from "../../components/form";
import { dollars, typed } from "../../model/money";
import type { TableOpened } from "../../protocol.generated";
import { type HouseApi, RefusedError } from "../../state/api";
import { randomGuestName, RACK } from "../../state/quick-start";
import { navigate, tablePath } from "../../state/route";
import { ensureGuest, announceIdentity } from "../../state/sign-in";
import { errorText } from "../../text/errors";
import { sentence } from "../../text/words";
import "../../style/on-demand/form.css";

type Faults = { [name: string]: string };

export class Join extends LightElement {
  static override properties = {
    house: { attribute: false },
    code: { state: true },
    name: { state: true },
    faults: { state: true },
    failed: { state: true },
    busy: { state: true },
  };
  declare house: HouseApi;
  declare code: string;
  declare name: string;
  declare faults: Faults;
  declare failed: string;
  declare busy: boolean;

  constructor() {
    super();
    this.code = new URLSearchParams(location.search).get("code") ?? "";
    this.name = randomGuestName(0);
    this.faults = {};
    this.failed = "";
    this.busy = false;
  }

  async #join(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const said = written(event.target as HTMLFormElement);
    const rack = said["rack"] ? typed(said["rack"]) : RACK;
    [this.code, this.name] = [said["code"] ?? "", said["name"] ?? this.name];
    this.failed = "";
    this.faults = {
      ...(this.code ? {} : { code: "Enter the code on the screen." }),
      ...(rack ? {} : { rack: "Enter an amount, such as 200." }),
      ...(this.house.token || said["name"] ? {} : { name: "Enter the name that others will see." }),
    };
    if (Object.keys(this.faults).length === 0) await this.#go(this.code, rack ?? RACK, said["name"] ?? "");
    await this.updateComplete;
    focusFault(this);
  }

  async #go(code: string, rack: number, name: string): Promise<void> {
    this.busy = true;
    try {
      const found = await this.#table(code);
      await this.#comeIn(name);
      navigate(tablePath(found), { sit: rack });
    } catch (error) {
      const about =
        error instanceof RefusedError
          ? { "not-found": "code", "name-taken": "name", "bad-name": "name" }[error.why.code]
          : "";
      if (about === "code") this.faults = { code: "No open table has this code. Check the screen again." };
      else if (about) this.faults = { [about]: errorText(error) };
      else this.failed = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  /** The table a code belongs to; the table's own address is one too. */
  async #table(code: string): Promise<string> {
    const plain = code.replace(/\s/g, "");
    try {
      const found = await this.house.ask<TableOpened>("GET", `/api/codes/${encodeURIComponent(plain)}`);
      return found.table;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 404) throw error;
      await this.house.tableBook(plain);
      return plain;
    }
  }

  async #comeIn(name: string): Promise<void> {
    if (await this.house.me()) return;
    if (!name) return void (await ensureGuest(this.house));
    await this.house.comeIn(name);
    announceIdentity();
  }

  protected override render(): TemplateResult {
    return html`<div class="page page-form is-narrow">
      <h1 tabindex="-1">Join with a code</h1>
      <p class="lead">The code is on the table’s screen. You bet from here; the dice are rolled there.</p>
      <form novalidate @submit=${(event: SubmitEvent) => this.#join(event)}>
        ${field({
          name: "code",
          label: "Code",
          value: this.code,
          hint: "Letters and digits; capitals or small.",
          fault: this.faults["code"],
          autocomplete: "one-time-code",
        })}
        ${
          this.house.token
            ? html`<p>You will play as <b>${this.house.name}</b>.</p>`
            : field({
                name: "name",
                label: "Your name at the table",
                value: this.name,
                hint: "One word. No account is needed.",
                fault: this.faults["name"] ? sentence(this.faults["name"]) : undefined,
                autocomplete: "nickname",
              })
        }
        ${field({
          name: "rack",
          label: "Play chips to start with",
          value: String(RACK / 100),
          unit: "$",
          mode: "decimal",
          size: "short",
          fault: this.faults["rack"],
        })}
        <p class="fault" role="alert" ?hidden=${!this.failed}>${this.failed}</p>
        <button class="button is-main is-large" ?disabled=${this.busy}>
          ${this.busy ? "Sitting down…" : "Sit down"}
        </button>
      </form>
      <p class="hint">
        No screen? <a href="/">The lobby</a> lists every open table. Play chips are worth nothing; ${dollars(RACK)} are
        given to anybody.
      </p>
    </div>`;
  }
}
customElements.define("so-join", Join);
