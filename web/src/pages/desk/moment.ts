/** What the crew has to do now: the next step with its clause, what else is due, and the last roll's work in order. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../../components/element";
import { type Answer, answerTemplate, sayLine } from "../../components/line-answer";
import type { DeskResponse, DueActResponse, StepMessage } from "../../protocol.generated";
import { held, ROLE_OF } from "../../text/crew-actions";

/** One step of the last roll's work, and all of it. */
const STEP = "crew works 1 step";
const ALL = "crew works";

export class Moment extends SessionElement {
  static override properties = { ...SessionElement.properties, desk: { attribute: false }, answer: { state: true } };
  declare desk: DeskResponse | null;
  declare answer: Answer | null;
  #busy = false;

  constructor() {
    super();
    this.desk = this.answer = null;
  }

  protected override render(): unknown {
    if (!this.desk) return nothing;
    const [first, ...more] = this.desk.due;
    return html`<section class="desk-block desk-moment" aria-labelledby="desk-now">
      <h2 id="desk-now">Now</h2>
      <div aria-live="polite">${first ? this.#act(first, true) : html`<p class="soft">Nothing is due.</p>`}</div>
      ${answerTemplate(this.answer)}
      ${more.length ? html`<ul class="desk-due">${more.map((act) => html`<li>${this.#act(act, false)}</li>`)}</ul>` : nothing}
      ${this.desk.work.length ? this.#work(this.desk.work) : nothing}
    </section>`;
  }

  #act({ who, says, clause, provenance, line }: DueActResponse, first: boolean): TemplateResult {
    const does = who.map((role) => this.#named(role)).join(" or ");
    const mine = !who.length || line === STEP || who.some((role) => held(this.seat.view.snapshot!).includes(ROLE_OF[role] ?? role));
    return html`<p class="desk-act ${first ? "is-first" : ""}">
      <b>${says}</b>
      <span class="soft">${[does, clause, provenance === "stated" ? "" : provenance].filter(Boolean).join(" · ")}</span>
      ${line && mine ? this.#say(line) : nothing}
    </p>`;
  }

  /** A button that says a whole line, or one that leads to where the rest of it is filled in. */
  #say(line: string): TemplateResult {
    if (!line.includes("…")) return html`<button class="button is-main" @click=${() => this.#do(line)}><code>${line}</code></button>`;
    const fill = (): boolean => this.dispatchEvent(new CustomEvent("fill-in", { bubbles: true, detail: line }));
    return html`<button class="button" @click=${fill}><code>${line}</code></button>`;
  }

  /** A role with whoever stands at its post. */
  #named(role: string): string {
    const posts = this.desk!.posts;
    const stands = role === "base dealer" || role === "dealer" ? [posts["third base"], posts["second base"]] : [posts[role]];
    const names = stands.filter(Boolean).join(", ");
    const title = role.charAt(0).toUpperCase() + role.slice(1);
    return names ? `${title}: ${names}` : title;
  }

  #work(steps: readonly StepMessage[]): TemplateResult {
    return html`<details class="desk-work" open>
      <summary>${steps.length} ${steps.length === 1 ? "step is" : "steps are"} left of the last roll</summary>
      <ol>
        ${steps.map(
          ({ says, clause = "", chips = [] }) => html`<li>
            ${says}${chips.length ? html`<span class="soft"> ${chips.map(([value, count]) => `${count} × $${value.replace(/\.00$/, "")}`).join(", ")}</span>` : nothing}
            <em>${clause}</em>
          </li>`,
        )}
      </ol>
      <button class="button" @click=${() => this.#do(ALL)}>All of it is done: <code>${ALL}</code></button>
    </details>`;
  }

  async #do(line: string): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.answer = await sayLine(this.seat, line, this).finally(() => (this.#busy = false));
  }
}
customElements.define("so-moment", Moment);
