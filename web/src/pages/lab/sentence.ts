/** The question as a sentence whose words are the form. */
import { html, nothing, type TemplateResult } from "lit";
import { FIRST_QUESTION, isText, PACE, type LabQuestion, type SessionEnding } from "../../model/lab";
import { dollars, typed } from "../../model/money";
import type { BookListed, StrategyListed } from "../../protocol.generated";

export interface Choices {
  readonly books: readonly BookListed[];
  readonly strategies: readonly StrategyListed[];
  /** The unit that the strategy plays with, in cents; null while it is not known. */
  readonly unit: number | null;
}

type Change = (changed: Partial<LabQuestion>) => void;

const LENGTHS = [
  ["hours", "hours", 2],
  ["rolls", "rolls", 200],
  ["shooters", "shooters", 10],
] as const;
type Length = (typeof LENGTHS)[number][0] | "until";

/** `three-point-molly` as a title. */
export function titled(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A strategy of the list. */
export function strategyChoice(now: string, strategies: readonly StrategyListed[], label: string, chosen: (name: string) => void): TemplateResult {
  return html`<select aria-label=${label} @change=${(event: Event) => chosen((event.target as HTMLSelectElement).value)}>
    ${isText(now) ? html`<option value=${now} selected>A strategy of my own</option>` : nothing}
    ${!isText(now) && !strategies.some((each) => each.name === now) ? html`<option value=${now} selected>${titled(now)}</option>` : nothing}
    ${strategies.map((each) => html`<option value=${each.name} ?selected=${each.name === now} title=${each.sentence}>${titled(each.name)}</option>`)}
  </select>`;
}

export function houseChoice({ house }: LabQuestion, books: readonly BookListed[], change: Change): TemplateResult {
  return html`<select aria-label="House" @change=${(event: Event) => change({ house: (event.target as HTMLSelectElement).value, unit: null })}>
    ${books.length ? nothing : html`<option selected>${titled(house)}</option>`}
    ${books.map((book) => html`<option value=${book.name} ?selected=${book.name === house}>${book.title}</option>`)}
  </select>`;
}

/** An amount of money within the sentence; what is none stays as it was. */
function amount(label: string, cents: number | null, set: (cents: number | null) => void, none = ""): TemplateResult {
  const words = cents === null ? none : dollars(cents);
  const read = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    const written = box.value.trim();
    const value = typed(written);
    if (value !== null && value > 0) set(value);
    else if (!written && none !== undefined) set(null);
    else box.value = words;
  };
  return html`<input class="word" aria-label=${label} inputmode="decimal" size=${Math.max(4, words.length)} .value=${words} placeholder=${none} @change=${read} />`;
}

/** A whole number within the sentence; what is none, or too large, stays as it was. */
function wholeNumber(label: string, now: string, allowed: RegExp, set: (written: string) => void): TemplateResult {
  const read = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    if (allowed.test(box.value.trim())) set(box.value.trim());
    else box.value = now;
  };
  return html`<input class="word" aria-label=${label} size=${Math.max(4, now.length)} inputmode="numeric" .value=${now} @change=${read} />`;
}

/** How long a session is: a number and what it counts. */
export function lengthChoice({ end, goal }: LabQuestion, change: Change): TemplateResult {
  const now: Length = LENGTHS.find(([name]) => end[name] !== undefined)?.[0] ?? "until";
  const pace: SessionEnding = end.pace === undefined ? {} : { pace: end.pace };
  const turn = (event: Event): void => {
    const to = (event.target as HTMLSelectElement).value as Length;
    const first = LENGTHS.find(([name]) => name === to)?.[2];
    if (to === "until") change({ end: pace, goal: goal ?? 2 * FIRST_QUESTION.bankroll });
    else change({ end: { [to]: first, ...pace } });
  };
  const count = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    const value = Number(box.value);
    if (now !== "until" && value > 0 && (now === "hours" || Number.isInteger(value))) change({ end: { [now]: value, ...pace } });
    else if (now !== "until") box.value = String(end[now]);
  };
  return html`${now === "until" ? nothing : html`<input class="word" aria-label="How many ${now}" inputmode="decimal" size="3" .value=${String(end[now])} @change=${count} />`}
    <select aria-label="How long a session is" @change=${turn}>
      ${LENGTHS.map(([name, words]) => html`<option value=${name} ?selected=${now === name}>${words}</option>`)}
      <option value="until" ?selected=${now === "until"}>until the goal or ruin</option>
    </select>`;
}

/** Returns true if nothing but a goal, a stop or ruin ends the session. */
function isEndless({ end }: Pick<LabQuestion, "end">): boolean {
  return end.hours === undefined && end.rolls === undefined && end.shooters === undefined;
}

/** The whole sentence. */
export function sentence(question: LabQuestion, choices: Choices, change: Change): TemplateResult {
  return html`<form class="ask" aria-label="The question" @submit=${(event: Event) => event.preventDefault()}>
    ${strategyChoice(question.strategy, choices.strategies, "Strategy", (strategy) => change({ strategy, unit: null }))} at
    ${houseChoice(question, choices.books, change)} with ${amount("What you bring", question.bankroll, (bankroll) => change({ bankroll: bankroll ?? FIRST_QUESTION.bankroll }))}, a
    unit of ${amount("Unit", question.unit ?? choices.unit, (unit) => change({ unit }))}${isEndless(question) ? "," : ", for"} ${lengthChoice(question, change)} ${ending(question, change)}
  </form>`;
}

/** What else ends a session, what counts then, and which dice: words that most people leave as they are. */
function ending({ goal, stopLoss, faceValue, end, seed }: LabQuestion, change: Change): TemplateResult {
  const until = isEndless({ end });
  const told = [goal !== null ? "a goal" : "", stopLoss !== null ? "a stop" : "", faceValue ? "face value" : ""].filter(Boolean).join(", ");
  return html`<details class="more" ?open=${until}>
    <summary>${told ? `and ${told}` : "and…"}</summary>
    <div>
      <label>Leave with ${amount("Goal: leave with", goal, (cents) => change({ goal: cents ?? (until ? goal : null) }), "no goal")}</label>
      <label>Leave after losing ${amount("Stop: leave after losing", stopLoss, (cents) => change({ stopLoss: cents }), "no stop")}</label>
      <label
        >Bets still up at the end
        <select @change=${(event: Event) => change({ faceValue: (event.target as HTMLSelectElement).value === "1" })}>
          <option value="0" ?selected=${!faceValue}>are played out</option>
          <option value="1" ?selected=${faceValue}>count as they lie</option>
        </select></label
      >
      ${
        end.hours === undefined
          ? nothing
          : html`<label>Rolls an hour ${wholeNumber("Rolls an hour", String(end.pace ?? PACE), /^[1-9]\d{0,2}$|^1000$/, (pace) => change({ end: { ...end, pace: Number(pace) } }))}</label>`
      }
      <label
        >Seed of the dice
        ${wholeNumber("Seed of the dice", seed, /^\d{1,19}$/, (written) => change({ seed: written }))}</label
      >
    </div>
  </details>`;
}
