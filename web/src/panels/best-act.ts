/** What should I do now?: the best act for a goal, what it is worth beside doing nothing and beside one's own plan. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../components/element";
import { cents, dollars } from "../model/money";
import type { BestActResponse, StrategyListed } from "../protocol.generated";
import type { TableSession } from "../session/session";
import { apiPath, type HouseApi } from "../state/api";
import { errorText } from "../text/errors";
import { own } from "../text/words";
import "../style/on-demand/wager-story.css";

const IN_PERCENT = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });

export class BestAct extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    aim: { attribute: false },
    inline: { type: Boolean },
    answer: { state: true },
    fault: { state: true },
    plans: { state: true },
  };
  declare house: HouseApi;
  /** What is asked for: `2000`, `2000 against pass-line`, or nothing for the usual goal. */
  declare aim: string;
  /** True if it is a part of the page instead of lying over the table. */
  declare inline: boolean;
  declare answer: BestActResponse | null;
  declare fault: string;
  declare plans: readonly StrategyListed[];
  #asking: AbortController | null = null;
  #opener: Element | null = null;
  /** A goal that is being typed while an answer comes. */
  #typed: string | null = null;
  /** What the answer is of: rolls, layout, rack. */
  #lay: readonly unknown[] = [];

  constructor() {
    super();
    this.aim = this.fault = "";
    this.inline = false;
    this.answer = null;
    this.plans = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#opener = document.activeElement;
    void this.house.strategies().then((all) => (this.plans = all), () => undefined);
  }

  /** Whoever closes it does not wait for an answer: the house stops solving. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking?.abort();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (changed.has("aim")) void this.ask();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("aim") && !this.inline) this.querySelector<HTMLElement>("#best")?.focus({ preventScroll: true });
  }

  /** Asks for an aim; the one of before is kept where none is named. */
  askFor(aim: string): void {
    if (aim && aim !== this.aim) this.aim = aim;
    else void this.ask();
    this.querySelector<HTMLElement>("#best")?.focus();
  }

  /** Asks the house for what is best as the table lies now. */
  async ask(): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    [this.answer, this.fault] = [null, ""];
    this.#lay = this.#lies();
    this.#typed = null;
    try {
      const path = apiPath(this.seat.view.table, "best");
      this.answer = await this.house.ask<BestActResponse>("POST", path, { aim: this.aim }, asking.signal);
    } catch (error) {
      if (!asking.signal.aborted) this.fault = errorText(error);
    }
  }

  #lies(): readonly unknown[] {
    const mine = own(this.seat.view);
    return [this.seat.view.snapshot?.table.rolls, mine?.rack, JSON.stringify(mine?.layout)];
  }

  /** True if something has happened since that may change the answer: a roll, or what lies there. */
  get #isStale(): boolean {
    return !!this.answer && this.#lies().some((part, at) => part !== this.#lay[at]);
  }

  #close(): void {
    if (this.contains(document.activeElement)) (this.#opener as HTMLElement | null)?.focus();
    this.dispatchEvent(new CustomEvent("closed"));
  }

  /** Says the lines one after another; what the house does not take stays open with its reason. */
  async #doIt(lines: readonly string[]): Promise<void> {
    for (const line of lines) if (!(await this.seat.say(line))) return;
    this.#close();
  }

  #again = (event: Event): void => {
    event.preventDefault();
    const named = new FormData(event.currentTarget as HTMLFormElement);
    const [goal, plan] = ["goal", "plan"].map((name) => String(named.get(name) ?? "").trim());
    this.askFor(`${goal ?? ""}${plan ? ` against ${plan}` : ""}`.trim());
  };

  protected override render(): unknown {
    if (!this.seat || !own(this.seat.view)) return nothing;
    return html`<section
      id="best"
      class="why best ${this.inline ? "is-inline" : ""}"
      role=${this.inline ? "group" : "dialog"}
      aria-labelledby="best-title"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        this.#close();
      }}
    >
      <div class="why-body">
        <h2 id="best-title">What should I do now?</h2>
        ${this.#form()}
        <div role="status">${this.#told()}</div>
        ${this.answer ? this.#figures(this.answer) : nothing}
      </div>
      <footer>${this.#acts()}</footer>
    </section>`;
  }

  get #goal(): string {
    return this.answer ? dollars(cents(this.answer.goal)).slice(1) : (/[\d.,]+/.exec(this.aim)?.[0] ?? "");
  }

  #form(): TemplateResult {
    const goal = this.#typed ?? this.#goal;
    const typed = ({ target }: Event): void => void (this.#typed = (target as HTMLInputElement).value);
    const [, plan = ""] = /(?:against|with) (\S+)/.exec(this.aim) ?? [];
    return html`<form class="best-aim" @submit=${this.#again} novalidate>
      <label for="best-goal">To have</label>
      <span>$<input id="best-goal" name="goal" inputmode="decimal" autocomplete="off" .value=${goal} @input=${typed} /></span>
      <label for="best-plan">Compare with</label>
      <select id="best-plan" name="plan">
        <option value="">no plan</option>
        ${this.plans.map(({ name }) => html`<option value=${name} .selected=${name === plan}>${name}</option>`)}
      </select>
      <button>Ask</button>
    </form>`;
  }

  #told(): unknown {
    if (this.fault) return html`<p class="why-no">${this.fault}</p>`;
    if (!this.answer) return html`<p>Working it out…</p>`;
    const [first, ...more] = this.answer.sentences;
    const told = this.inline ? [first, ...more].join(" ") : first;
    return html`<p class="best-act">${told}</p>
      ${this.#isStale ? html`<p class="why-no">Something has happened since: ask again.</p>` : nothing}`;
  }

  #figures({ worth, untouched, plan, cash, goal, acts, solved_over }: BestActResponse): TemplateResult {
    const share = (name: string, chance: number | null, note = ""): TemplateResult =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${chance === null ? "too large to follow" : IN_PERCENT.format(chance)}</td>
        <td>${note}</td>
      </tr>`;
    const less = (chance: number): string => (worth - chance > 5e-7 ? `${IN_PERCENT.format(worth - chance)} less` : "the same");
    return html`<table aria-label="Chance of the goal of ${dollars(cents(goal))} before ruin">
        ${share("Best", worth, "chance of the goal")}
        ${acts.length ? share("As it lies", untouched, less(untouched)) : nothing}
        ${plan ? share(plan.strategy, plan.worth, plan.worth === null ? "" : less(plan.worth)) : nothing}
      </table>
      <p><small>From ${dollars(cents(cash))}. Solved over ${solved_over}; other bets that are up are left alone or taken down.</small></p>`;
  }

  #acts(): TemplateResult {
    const lines = this.answer?.lines ?? [];
    return html`${lines.length ? html`<code>${lines.join("; ")}</code>` : nothing}
      <span class="why-acts">
        ${lines.length && !this.#isStale ? html`<button @click=${() => void this.#doIt(lines)}>Do it</button>` : nothing}
        ${this.#isStale ? html`<button @click=${() => this.askFor("")}>Ask again</button>` : nothing}
        <button @click=${() => this.#close()}>Close</button>
      </span>`;
  }
}
customElements.define("so-best", BestAct);

/** The aim that was asked for last, at this table or another. */
let lastAim = "";

/** Asks for an aim, in the panel that is open or in a new one over the table. */
export function askBest(house: HouseApi, seat: TableSession, aim: string): void {
  const open = document.querySelector("so-best");
  if (open) return open.askFor(aim);
  const panel = Object.assign(document.createElement("so-best"), { house, seat, aim: aim || lastAim });
  panel.addEventListener("closed", () => {
    lastAim = panel.aim;
    panel.remove();
  });
  document.querySelector("so-table")?.append(panel);
}

declare global {
  interface HTMLElementTagNameMap {
    "so-best": BestAct;
  }
}
