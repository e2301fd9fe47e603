/** One thing that the crew does, as a small form: blanks, the line that they make, and what the house said to it. */
import { html, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { type Answer, sayLine, answerTemplate } from "../../components/line-answer";
import { type Choice, choicesFor, type CrewAction } from "../../text/crew-actions";
import type { Blank } from "../../text/line-templates";

const NUMBERS: ReadonlySet<string> = new Set(["amount", "count"]);
let made = 0;

export class ActionForm extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    duty: { attribute: false },
    said: { state: true },
    answer: { state: true },
    fault: { state: true },
  };
  declare duty: CrewAction;
  declare said: { readonly [name: string]: string };
  declare answer: Answer | null;
  /** The blank that is missing, by name. */
  declare fault: string;
  readonly #id = `duty-${++made}`;
  #busy = false;

  constructor() {
    super();
    this.said = {};
    this.answer = null;
    this.fault = "";
  }

  #choices({ kind }: Blank): readonly Choice[] | null {
    const { book, snapshot } = this.seat.view;
    return book && snapshot ? choicesFor(kind, book, snapshot) : null;
  }

  /** What stands in the blanks, with what is there before anybody writes. */
  get #now(): { readonly [name: string]: string } {
    return Object.fromEntries(this.duty.line.blanks.map((one) => [one.name, this.said[one.name] ?? this.#first(one)]));
  }

  #first(blank: Blank): string {
    const choices = this.#choices(blank);
    if (!choices) return blank.value;
    const throws = this.seat.view.snapshot?.next.seat;
    if (blank.kind === "seat" && throws) return throws;
    return blank.optional || choices.length > 1 ? "" : (choices[0]?.value ?? "");
  }

  #write(name: string, value: string): void {
    this.said = { ...this.said, [name]: value };
    if (this.fault === name) this.fault = "";
  }

  #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const now = this.#now;
    this.fault = this.duty.line.missing(now)[0]?.name ?? "";
    if (this.fault) {
      await this.updateComplete;
      this.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    if (this.#busy) return;
    this.#busy = true;
    this.answer = await sayLine(this.seat, this.duty.line.filled(now), this).finally(() => (this.#busy = false));
    if (this.answer.taken) this.said = {};
  };

  protected override render(): TemplateResult {
    const now = this.#now;
    return html`<form class="duty" novalidate @submit=${this.#submit}>
      ${this.duty.line.blanks.map((one) => this.#blank(one, now[one.name] ?? ""))}
      <div class="duty-say">
        <code class="duty-line">${this.duty.line.filled(now)}</code><button class="button">Say it</button>
      </div>
      ${answerTemplate(this.answer)}
    </form>`;
  }

  #blank(blank: Blank, value: string): TemplateResult {
    const id = `${this.#id}-${blank.name}`;
    const choices = this.#choices(blank);
    const wrong = this.fault === blank.name;
    return html`<div class="duty-ask is-${blank.kind}">
      <label for=${id}>${blank.label}${blank.optional ? html`<span class="soft">, if any</span>` : ""}</label>
      ${choices ? this.#select(id, blank, choices, value, wrong) : this.#input(id, blank, value, wrong)}
      ${wrong ? html`<p class="fault" id="${id}-fault">This is missing.</p>` : ""}
    </div>`;
  }

  #select(id: string, { name }: Blank, choices: readonly Choice[], value: string, wrong: boolean): TemplateResult {
    const write = (event: Event): void => this.#write(name, (event.target as HTMLSelectElement).value);
    return html`<select
      id=${id}
      aria-invalid=${wrong}
      aria-describedby=${wrong ? `${id}-fault` : ""}
      .value=${value}
      @change=${write}
    >
      <option value="" ?selected=${!value}>…</option>
      ${choices.map((one) => html`<option value=${one.value} ?selected=${one.value === value}>${one.label}</option>`)}
    </select>`;
  }

  #input(id: string, { name, kind }: Blank, value: string, wrong: boolean): TemplateResult {
    const write = (event: Event): void => this.#write(name, (event.target as HTMLInputElement).value);
    return html`<input
      id=${id}
      inputmode=${NUMBERS.has(kind) ? "decimal" : "text"}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="120"
      aria-invalid=${wrong}
      aria-describedby=${wrong ? `${id}-fault` : ""}
      .value=${value}
      @input=${write}
    />`;
  }
}
customElements.define("so-duty", ActionForm);
