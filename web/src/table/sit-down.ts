/** For who looks on: the way to a seat, with an amount in whole chips of the table. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../components/element";
import { dollars, typed } from "../model/money";
import type { HouseApi } from "../state/api";
import { RACK, wholeChips } from "../state/quick-start";
import { ensureGuest } from "../state/sign-in";
import { errorText } from "../text/errors";
import "../style/on-demand/form.css";

export class SitDown extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    fault: { state: true },
    busy: { state: true },
  };
  declare house: HouseApi;
  declare fault: string;
  declare busy: boolean;

  constructor() {
    super();
    this.fault = "";
    this.busy = false;
  }

  /** A guest's connection is another one than a watcher's: whoever had no name sits down over the new one. */
  async #sit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const chips = typed(new FormData(event.target as HTMLFormElement).get("chips")?.toString() ?? "");
    const chip = this.seat.view.snapshot?.table.house.chip ?? 1;
    if (!chips || chips % chip) {
      this.fault = `Enter an amount in whole chips of ${dollars(chip)}.`;
      await this.updateComplete;
      this.querySelector("input")?.focus();
      return;
    }
    this.fault = "";
    if (this.house.token) return this.seat.sit(chips);
    this.busy = true;
    try {
      this.dispatchEvent(new CustomEvent("sit", { detail: chips }));
      await ensureGuest(this.house);
    } catch (error) {
      this.dispatchEvent(new CustomEvent("sit", { detail: 0 }));
      this.fault = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  protected override render(): TemplateResult {
    const { snapshot, feedback } = this.seat.view;
    const refused = feedback?.kind === "refused" ? feedback.words : "";
    const chip = snapshot?.table.house.chip ?? 1;
    const fault = this.fault || refused;
    return html`<form class="sit" novalidate @submit=${(event: SubmitEvent) => this.#sit(event)}>
      <p><b>You are watching.</b> <span class="hint">${this.#around()}</span></p>
      <label for="chips">Chips to start with</label>
      <span class="ask-box ${fault ? "is-wrong" : ""}"
        ><span aria-hidden="true">$</span
        ><input
          id="chips"
          name="chips"
          inputmode="decimal"
          autocomplete="off"
          .value=${String(wholeChips(RACK, chip) / 100)}
          aria-invalid=${fault ? "true" : "false"}
          aria-describedby=${fault ? "chips-fault" : nothing}
      /></span>
      <button class="button is-main" ?disabled=${this.busy}>${this.busy ? "Coming in…" : "Sit down"}</button>
      ${fault ? html`<p class="fault" id="chips-fault" role="alert">${fault}</p>` : nothing}
    </form>`;
  }

  #around(): string {
    const { snapshot } = this.seat.view;
    const seats = snapshot?.table.seats?.length ?? 0;
    const places = snapshot?.table.house.places;
    return `${seats} ${seats === 1 ? "seat is" : "seats are"} taken${places ? ` of ${places}` : ""}.`;
  }
}
customElements.define("so-sit", SitDown);
