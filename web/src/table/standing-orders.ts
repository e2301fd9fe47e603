/** Standing orders: a button with how many stand, and the list in which they are given and dropped. */
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { SessionElement } from "../components/element";
import { ORDERS } from "../session/pending-bets";
import "../style/on-demand/command-line.css";

export class OrdersMenu extends SessionElement {
  static override properties = { ...SessionElement.properties, open: { state: true } };
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#elsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#elsewhere);
  }

  #elsewhere = (event: Event): void => {
    if (this.open && !this.contains(event.target as Node)) this.open = false;
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.open) return;
    event.stopPropagation();
    this.open = false;
    this.querySelector<HTMLElement>("button")?.focus();
  };

  #set(name: string, event: Event): void {
    this.seat.bets.order(name, (event.target as HTMLInputElement).checked);
  }

  protected override render(): unknown {
    const orders = [...(this.seat?.bets.orders.all ?? [])];
    const on = orders.filter(([, stands]) => stands).length;
    return html`<div class="orders" @keydown=${this.#key}>
      <button
        aria-expanded=${this.open ? "true" : "false"}
        aria-controls="orders"
        @click=${() => (this.open = !this.open)}
      >
        Orders${on ? html` <b class="badge">${on}<span class="unseen"> stand</span></b>` : nothing}
      </button>
      <div id="orders" class="orders-list" role="group" aria-label="Standing orders" ?hidden=${!this.open}>
        <p>Before every roll</p>
        ${orders.map(
          ([name, stands]) =>
            html`<label>
              <input type="checkbox" .checked=${live(stands)} @change=${(event: Event) => this.#set(name, event)} />
              ${ORDERS[name] ?? html`<code>${name}</code>`}
            </label>`,
        )}
        <p class="hint">For one of your own say <code>keep 12 on six</code> or <code>always rebet pass</code>.</p>
      </div>
    </div>`;
  }
}
customElements.define("so-orders", OrdersMenu);
