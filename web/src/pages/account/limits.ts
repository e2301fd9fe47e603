/** The limits that people set themselves: a loss, a time, a reminder, a break; a tighter limit holds at once. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { field, focusFault, written } from "../../components/form";
import { cents, dollars, signed, typed } from "../../model/money";
import type { BoundsResponse, LimitsResponse } from "../../protocol.generated";
import type { HouseApi } from "../../state/api";
import { errorText } from "../../text/errors";
import "../../style/on-demand/form.css";

type Faults = { [name: string]: string };

export class Limits extends LightElement {
  static override properties = {
    house: { attribute: false },
    limits: { state: true },
    faults: { state: true },
    told: { state: true },
    failed: { state: true },
    sure: { state: true },
  };
  declare house: HouseApi;
  declare limits: LimitsResponse | null;
  declare faults: Faults;
  declare told: string;
  declare failed: string;
  /** For how many days somebody is about to stay away, before they have said so twice. */
  declare sure: number;

  constructor() {
    super();
    this.limits = null;
    this.faults = {};
    this.told = this.failed = "";
    this.sure = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.house.token) void this.#change(() => this.house.limits(), "");
  }

  async #change(ask: () => Promise<LimitsResponse>, done: string): Promise<void> {
    this.told = this.failed = "";
    try {
      this.limits = await ask();
      this.told = done;
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  async #set(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const said = written(event.target as HTMLFormElement);
    this.faults = wrong(said);
    await this.updateComplete;
    if (Object.keys(this.faults).length > 0) return focusFault(this);
    const loss = typed(said["loss"] ?? "");
    const bounds: BoundsResponse = {
      loss: loss ? (loss / 100).toFixed(2) : null,
      minutes: said["minutes"] ? Number(said["minutes"]) : null,
      remind: said["remind"] ? Number(said["remind"]) : null,
    };
    await this.#change(() => this.house.setLimits(bounds), "Tighter limits hold from now on.");
  }

  async #away(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const days = Number(written(event.target as HTMLFormElement)["days"]);
    this.faults = Number.isInteger(days) && days > 0 ? {} : { days: "Enter a number of days." };
    await this.updateComplete;
    if (this.faults["days"]) return focusFault(this);
    if (this.sure !== days) {
      this.sure = days;
      return;
    }
    this.sure = 0;
    await this.#change(() => this.house.stayAway(days), "Done. See you then.");
  }

  protected override render(): TemplateResult {
    return html`<div class="page page-form">
      <h1 tabindex="-1">Your limits</h1>
      <p class="lead">You set them and the house keeps to them, at all tables together.</p>
      <p role="status" class="sound" ?hidden=${!this.told}>${this.told}</p>
      <p role="alert" class="fault" ?hidden=${!this.failed}>${this.failed}</p>
      ${
        this.house.token
          ? this.limits
            ? this.#own(this.limits)
            : nothing
          : html`<p>You are not logged in: <a href="/">play</a> as a guest, or <a href="/settings">log in</a>.</p>`
      }
    </div>`;
  }

  #own(limits: LimitsResponse): TemplateResult {
    const { bounds, today } = limits;
    const fault = this.faults["days"];
    return html`<dl class="figures">
        <div>
          <dt>Today</dt>
          <dd>${signed(cents(today.won))}</dd>
        </div>
        <div>
          <dt>Most you can lose today</dt>
          <dd>${dollars(cents(today.at_stake))}</dd>
        </div>
        <div>
          <dt>Played today</dt>
          <dd>${today.minutes} min</dd>
        </div>
      </dl>
      ${this.#coming(limits)}
      <form novalidate class="block" @submit=${(event: SubmitEvent) => this.#set(event)}>
        <h2>In a day</h2>
        <p class="hint">Leave a field empty for no limit. Tighter limits hold at once, looser ones after a day.</p>
        <div class="in-row">
          ${field({
            name: "loss",
            label: "Loss",
            unit: "$",
            mode: "decimal",
            size: "short",
            value: bounds.loss ? String(cents(bounds.loss) / 100) : "",
            fault: this.faults["loss"],
          })}
          ${this.#minutes("minutes", "Time at tables", bounds.minutes)}
          ${this.#minutes("remind", "Reality check after", bounds.remind)}
        </div>
        <button class="button is-main">Set them</button>
      </form>
      <form novalidate class="block" @submit=${(event: SubmitEvent) => this.#away(event)}>
        <h2>Staying away</h2>
        <p class="hint">No seat, no chips, no bets until then. It can be made longer, never shorter.</p>
        ${limits.away_until ? html`<p>You are staying away until <b>${when(limits.away_until)}</b>.</p>` : nothing}
        ${field({ name: "days", label: "For", unit: "days", mode: "numeric", size: "short", fault })}
        <p role="status" ?hidden=${!this.sure}>
          Sure? For ${this.sure} ${this.sure === 1 ? "day" : "days"} nobody can let you in, not even you. Press again
          to say so.
        </p>
        <button class="button">${this.sure ? "Yes, stay away" : "Stay away"}</button>
      </form>`;
  }

  #minutes(name: "minutes" | "remind", label: string, value: number | null | undefined): TemplateResult {
    return field({
      name,
      label,
      unit: "minutes",
      mode: "numeric",
      size: "short",
      value: value ? String(value) : "",
      fault: this.faults[name],
    });
  }

  #coming(limits: LimitsResponse): unknown {
    if (!limits.coming || !limits.comes) return nothing;
    const { loss, minutes, remind } = limits.coming;
    const words = [
      loss ? `a loss of ${dollars(cents(loss))}` : "no loss limit",
      minutes ? `${minutes} minutes` : "no time limit",
      remind ? `a reality check after ${remind} minutes` : "no reality check",
    ];
    return html`<p class="note">From ${when(limits.comes)}: ${words.join(", ")}.</p>`;
  }
}

function wrong(said: Record<string, string>): Faults {
  const faults: Faults = {};
  if (said["loss"] && typed(said["loss"]) === null) faults["loss"] = "Enter an amount, such as 200.";
  for (const name of ["minutes", "remind"]) {
    if (said[name] && !/^\d+$/.test(said[name])) faults[name] = "Enter a whole number of minutes.";
  }
  return faults;
}

/** A time as people of this place write it. */
function when(told: string): string {
  return new Date(told).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
customElements.define("so-limits", Limits);
