/** A reality check: how long and how it went, which somebody asked to be told and sees before they bet on. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../components/element";
import { cents, signed } from "../model/money";
import type { LimitsResponse } from "../protocol.generated";
import type { TableSession } from "../session/session";
import type { HouseApi } from "../state/api";
import { errorText } from "../text/errors";
import "../style/on-demand/form.css";

export class RealityCheck extends LightElement {
  static override properties = {
    house: { attribute: false },
    seat: { attribute: false },
    limits: { state: true },
    failed: { state: true },
  };
  declare house: HouseApi;
  declare seat: TableSession;
  declare limits: LimitsResponse | null;
  declare failed: string;
  #done = false;

  constructor() {
    super();
    this.limits = null;
    this.failed = "";
  }

  protected override firstUpdated(): void {
    this.#show();
    this.house.limits().then(
      (limits) => (this.limits = limits),
      (error: unknown) => (this.failed = errorText(error)),
    );
  }

  /** A browser may close a dialog on its own: this one stays until it was seen. */
  readonly #show = (): void => {
    if (this.isConnected && !this.#done) this.querySelector("dialog")?.showModal();
  };

  async #seen(then: () => void): Promise<void> {
    try {
      await this.house.seen();
      this.#done = true;
      this.querySelector("dialog")?.close();
      then();
      this.dispatchEvent(new CustomEvent("seen"));
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    const today = this.limits?.today;
    return html`<dialog
      class="check"
      aria-labelledby="check"
      aria-describedby="check-words"
      @cancel=${(event: Event) => event.preventDefault()}
      @close=${this.#show}
    >
      <h2 id="check">Reality check</h2>
      <p id="check-words">You asked for a reminder of how it is going. You can bet again once you have seen it.</p>
      <dl class="figures">
        <div>
          <dt>Today</dt>
          <dd>${today ? signed(cents(today.won)) : "…"}</dd>
        </div>
        <div>
          <dt>Played</dt>
          <dd>${today ? `${today.minutes} min` : "…"}</dd>
        </div>
      </dl>
      ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
      <p class="in-row">
        <button class="button is-main" autofocus @click=${() => this.#seen(() => undefined)}>OK, go on</button>
        <button class="button" @click=${() => this.#seen(() => this.seat.leave())}>Leave the table</button>
        <a class="button is-quiet" href="/limits">My limits</a>
      </p>
    </dialog>`;
  }
}
customElements.define("so-check", RealityCheck);
