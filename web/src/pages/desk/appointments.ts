/** The crew of this table: its owner or its supervisor appoints people by name. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import type { HouseApi } from "../../state/api";
import { CREW } from "../../text/crew-actions";
import { errorText } from "../../text/errors";

export class Appointments extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    all: { state: true },
    failed: { state: true },
    told: { state: true },
  };
  declare house: HouseApi;
  declare all: { readonly [name: string]: readonly string[] };
  declare failed: string;
  declare told: string;
  #heard = -2;

  constructor() {
    super();
    this.all = {};
    this.failed = this.told = "";
  }

  /** Asked for at first, and again whenever somebody was appointed. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const event = this.seat?.view.transition?.event;
    const n = event?.event.type === "appointed" ? event.n : Math.max(this.#heard, -1);
    if (n === this.#heard) return;
    this.#heard = n;
    this.house.roles(this.seat.view.table).then(
      (all) => (this.all = all),
      (error: unknown) => (this.failed = errorText(error)),
    );
  }

  async #appoint(name: string, roles: readonly string[]): Promise<boolean> {
    this.failed = this.told = "";
    try {
      await this.house.appoint(this.seat.view.table, name, roles);
      this.told = roles.length ? `${name} is ${roles.join(", ")} here.` : `${name} is no longer crew here.`;
      this.all = await this.house.roles(this.seat.view.table);
      return true;
    } catch (error) {
      this.failed = errorText(error);
      return false;
    }
  }

  #submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const said = new FormData(form);
    const name = String(said.get("name") ?? "").trim();
    const roles = said.getAll("role").map(String);
    if (!name || !roles.length) this.failed = "Enter a name and choose at least one job.";
    else if (await this.#appoint(name, roles)) form.reset();
  };

  protected override render(): TemplateResult {
    return html`<ul class="crew">
        ${Object.entries(this.all).map(([name, roles]) => this.#one(name, roles))}
      </ul>
      <form class="duty" novalidate @submit=${this.#submit}>
        <div class="duty-ask">
          <label for="appoint-name">Name</label>
          <input
            id="appoint-name"
            name="name"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            maxlength="24"
          />
        </div>
        <fieldset class="duty-ask is-several">
          <legend>Is</legend>
          ${CREW.map((role) => html`<label><input type="checkbox" name="role" value=${role} /> ${role}</label>`)}
        </fieldset>
        <div class="duty-say">
          <span class="soft">They must be logged in to this house.</span><button class="button">Appoint</button>
        </div>
        <p class="desk-told ${this.failed ? "is-refused" : ""}" role="status">${this.failed || this.told}</p>
      </form>`;
  }

  #one(name: string, roles: readonly string[]): TemplateResult {
    const crew = roles.filter((role) => role !== "owner");
    return html`<li>
      <b>${name}</b> <span>${roles.join(", ")}</span>
      ${
        crew.length
          ? html`<button
              class="link"
              aria-label="${name} no longer crew"
              @click=${() =>
                this.#appoint(
                  name,
                  roles.filter((role) => role === "owner"),
                )}
            >
              dismiss
            </button>`
          : nothing
      }
    </li>`;
  }
}
customElements.define("so-crew", Appointments);
