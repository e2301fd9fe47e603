/** The story of a wager, a settlement or a refusal: beside its chip, with clause, provenance and the exact price. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../components/element";
import { beside, type Box } from "../layout/popover";
import { cents, dollars } from "../model/money";
import type { About } from "../panels/panel";
import type { BookWager, Citation, LimitResponse, Settlement, Story, RefusalReason } from "../protocol.generated";
import { inHand } from "../session/rack";
import { apiPath, type HouseApi } from "../state/api";
import { preferences } from "../state/preferences";
import { seatOf } from "../state/reducer";
import { costSaid, percent, worth } from "../text/edge";
import { parts } from "../text/session-stats";
import { gatheredWords, own, lyingOn, paysWords, sentence, titleOf, works } from "../text/words";
import "../style/on-demand/wager-story.css";

const PHONE = 700;
/** Milliseconds for which a story waits until it is told without what the house has to say. */
const PATIENCE = 400;
const RESULTS: { readonly [result: string]: string } = {
  win: "won",
  lose: "lost",
  push: "push",
  return: "returned",
  move: "moved",
};

export class WagerStory extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    house: { attribute: false },
    about: { attribute: false },
    opener: { attribute: false },
    story: { state: true },
    ready: { state: true },
  };
  declare house: HouseApi;
  declare about: About;
  /** Where the focus was when it was asked for. */
  declare opener: HTMLElement | null;
  /** What the house tells of the wager; null until it answered. */
  declare story: Story | null;
  declare ready: boolean;

  constructor() {
    super();
    this.opener = null;
    this.story = null;
    this.ready = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.#elsewhere);
    addEventListener("resize", this.#put);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.#elsewhere);
    removeEventListener("resize", this.#put);
  }

  #elsewhere = (event: Event): void => {
    if (!this.contains(event.target as Node)) this.#close(false);
  };

  #close(back = true): void {
    if (back) this.opener?.focus();
    this.dispatchEvent(new CustomEvent("closed"));
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    if (changed.has("about") && this.story?.wager !== this.about.wager) void this.#learn(this.about.wager);
  }

  /** What the house tells is waited for a moment, so that the story comes whole and nothing moves. */
  async #learn(wager: string): Promise<void> {
    this.story = null;
    this.ready = !wager;
    if (!wager) return;
    const late = setTimeout(() => (this.ready = true), PATIENCE);
    const story = await this.house.ask<Story>("GET", apiPath(this.seat.view.table, "wagers", wager)).catch(() => null);
    clearTimeout(late);
    if (this.about.wager !== wager) return;
    this.story = story;
    this.ready = true;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("about") || changed.has("ready"))
      this.querySelector<HTMLElement>("#why")?.focus({ preventScroll: true });
    this.#put();
  }

  // --- its place

  /** The chip that it is about, or its spot, or where it was asked for; none where nothing of that is in sight. */
  #anchor(): Box | null {
    const { about, opener } = this;
    if (about.x !== undefined && about.y !== undefined)
      return { left: about.x - 20, top: about.y - 20, width: 40, height: 40 };
    const named = (what: string, name = ""): string => `[data-${what}="${CSS.escape(name)}"]`;
    const stack = named("stack", about.wager);
    const places = [stack + named("seat", about.seat ?? this.seat.view.snapshot?.you), stack, named("spot", about.wager)];
    const asked = opener === document.body ? null : opener;
    const found = [...places.map((place) => document.querySelector(place)), asked];
    return found.map((one) => one?.getBoundingClientRect()).find((box) => box?.width) ?? null;
  }

  #put = (): void => {
    const box = this.querySelector<HTMLElement>("#why");
    if (!box) return;
    const anchor = this.#anchor() ?? { left: innerWidth / 2, top: innerHeight / 4, width: 0, height: 0 };
    const phone = innerWidth <= PHONE;
    box.classList.toggle("is-sheet", phone);
    if (phone) {
      box.dataset["side"] = anchor.top > innerHeight * 0.45 ? "top" : "bottom";
      for (const name of ["left", "top", "--tip", "--most"]) box.style.removeProperty(name);
      return;
    }
    box.style.removeProperty("--most");
    const put = beside(anchor, box.offsetWidth, box.scrollHeight + 2, { width: innerWidth, height: innerHeight });
    box.dataset["side"] = put.side;
    for (const [name, value] of [
      ["left", put.left],
      ["top", put.top],
      ["--tip", put.tip],
      ["--most", put.most],
    ] as const)
      box.style.setProperty(name, `${Math.round(value)}px`);
  };

  // --- its words

  protected override render(): unknown {
    const { about, seat } = this;
    if (!seat || !this.ready) return nothing;
    const title = about.wager ? titleOf(seat.view, about.wager) : about.refusal?.title || "Not now";
    return html`<div id="why" class="why" role="dialog" aria-labelledby="why-title" tabindex="-1" @keydown=${this.#key}>
      <div class="why-body">
        <h2 id="why-title">${title}${about.settlement ? this.#result(about.settlement) : nothing}</h2>
        ${about.refusal ? this.#refused(about.refusal) : nothing}
        ${about.settlement ? this.#settled(about.settlement) : nothing}
        ${about.wager ? html`${this.#plain()}${this.#rows(about.wager)}${this.#rules()}` : nothing}
      </div>
      <footer>${this.#line(about.wager)}${this.#acts(about.wager)}</footer>
    </div>`;
  }

  #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#close();
  };

  /** Returns what the wager is, and by which clause; a story of a settlement or a refusal has a clause of its own. */
  #plain(): unknown {
    const { about, story } = this;
    if (about.settlement || about.refusal || !story?.sentences.length) return nothing;
    const { clause, certainty, document } = story;
    const from = certainty as Citation["provenance"];
    return html`<p>${story.sentences.join(" ")}</p>
      ${clause && from ? this.#cite({ clause, provenance: from }, document) : nothing}`;
  }

  #result(settled: Settlement): TemplateResult {
    const { is, amount } = parts(settled);
    const word = RESULTS[settled.result] ?? "";
    return html`<b class=${is}>${word === amount ? word : `${word} ${amount}`}</b>`;
  }

  #refused(why: RefusalReason): TemplateResult {
    const { clause, provenance = "assumed", document } = why;
    return html`<p class="why-no">${sentence(why.reason)}</p>
      ${clause ? this.#cite({ clause, provenance }, document || this.seat.view.book?.document || "") : nothing}`;
  }

  /** The roll, what it did to the chips, and by which clause. */
  #settled(settled: Settlement): TemplateResult {
    const { view } = this.seat;
    const { stake } = parts(settled);
    const cite = view.book?.citations[settled.cite];
    const vig = settled.refund ? `, with ${dollars(settled.refund)} commission` : "";
    const over = settled.over ? ` ${dollars(settled.over)} of it was above the limit and came back${vig}.` : "";
    return html`<p>${dollars(settled.stake)} lay there: ${stake}.${over}</p>
      ${cite ? this.#cite(cite, view.book?.document ?? "") : nothing}`;
  }

  #cite(cite: Citation, document: string): TemplateResult {
    return html`<blockquote>
      <cite>${cite.clause}${provenance(cite.provenance ?? "assumed")}</cite>
      ${cite.says ? html`<span>${plainly(cite.says)}</span>` : nothing}
      ${document ? html`<small>${document}</small>` : nothing}
    </blockquote>`;
  }

  #rows(wager: string): TemplateResult {
    const { view } = this.seat;
    const { story } = this;
    const pays = story?.values.find((value) => value.word === "pays");
    const spot = view.book?.wagers.find((one) => one.wager === wager);
    const refused = view.offers.get(wager)?.refused;
    return html`<table>
      ${row("Pays", paysWords(story?.pays || spot?.pays || "").replace(/^pays /, ""), pays?.clause, pays?.provenance)}
      ${story ? this.#price(story) : nothing} ${story ? this.#limits(wager, story) : nothing}
      ${spot ? this.#gathered(spot) : nothing}
      ${refused ? row("Not now", sentence(refused.reason), refused.clause, refused.provenance) : nothing}
    </table>`;
  }

  /** Of a bet that gathers numbers: which are in, and which are missing. */
  #gathered(spot: BookWager): unknown {
    const { wager, numbers, counts } = spot;
    const { snapshot } = this.seat.view;
    const lies = lyingOn(seatOf(snapshot, this.about.seat ?? snapshot?.you), wager);
    if (!lies?.gathered?.length) return nothing;
    if (counts) return row("Has", gatheredWords(spot, lies.gathered));
    const missing = numbers.filter((number) => !lies.gathered!.includes(number));
    return html`${row("Has", lies.gathered.join(", "))}${row("Misses", missing.join(", "))}`;
  }

  /** Returns what it is worth, exactly, where it begins; and what a decision costs at the stake that lies there. */
  #price(story: Story): unknown {
    const edge = story.worth;
    if (!edge) return row("House edge", "not known", story.missing);
    const lies = lyingOn(own(this.seat.view), story.wager)?.stake;
    const stake = lies ?? cents(story.cost?.stake);
    const share = lies || !story.cost ? edge.edge : story.cost.edge;
    const from = story.provenance as Citation["provenance"];
    return html`${row("House edge", worth(edge.edge), `a decision, ${edge.begins}`, from)}
    ${story.later.slice(0, 1).map((later) => row("", worth(later.edge), later.begins))}
    ${stake ? row("Costs", costSaid(share, stake, dollars(stake))) : nothing}
    ${
      preferences.get("coach") && story.better
        ? row("Better", `${story.better.title}, ${percent(story.better.edge)}`, "wins and loses by the same rolls")
        : nothing
    }`;
  }

  /** Returns what the table takes, where the book says so, and what this seat may add now. */
  #limits(wager: string, story: Story): unknown {
    const offer = this.seat.view.offers.get(wager);
    const { minimum, maximum } = story;
    const step = cents(offer?.step || story.step);
    const steps = step > cents(this.seat.view.book?.chip) ? `, in steps of ${dollars(step)}` : "";
    const limit = (name: string, told: LimitResponse | null): unknown =>
      told ? row(name, dollars(cents(told.amount)), told.clause, told.provenance) : nothing;
    const now = offer?.minimum && `${dollars(cents(offer.minimum))} to ${dollars(cents(offer.maximum))}${steps}`;
    return html`${limit("Minimum", minimum)}${limit("Maximum", maximum)}
    ${now ? row("Now", now, lyingOn(own(this.seat.view), wager) ? "more" : "") : nothing}`;
  }

  /** Returns what the figures rest on, rule by rule. */
  #rules(): TemplateResult | typeof nothing {
    const { story } = this;
    if (!story) return nothing;
    return html`<details class="why-rules" @toggle=${this.#put}>
      <summary>All rules of this wager</summary>
      <ul>
        ${story.values.map(
          (value) =>
            html`<li>
              <span>${value.word}: <b>${value.value}</b></span
              >${provenance(value.provenance)}
              <small>${value.clause}${value.says ? `: ${value.says.replace(/^assumed: /, "")}` : ""}</small>
            </li>`,
        )}
      </ul>
      <p>Edge ${story.basis}.</p>
      <p>${story.document}</p>
    </details>`;
  }

  // --- what can be done

  /** The chip in hand, but as much as is taken at least. */
  #amount(wager: string): number {
    const { offers, book, snapshot } = this.seat.view;
    const chip = book && snapshot ? inHand(preferences.chip, book, snapshot.table.house) : 0;
    return Math.max(chip, cents(offers.get(wager)?.minimum));
  }

  #line(wager: string): unknown {
    const amount = this.#amount(wager);
    if (!wager || !amount) return nothing;
    return html`<code>bets ${amount % 100 ? (amount / 100).toFixed(2) : amount / 100} on ${wager}</code>`;
  }

  #acts(wager: string): TemplateResult {
    const { view } = this.seat;
    const offer = view.offers.get(wager);
    const lies = lyingOn(own(view), wager);
    const calls = view.book?.wagers.find((one) => one.wager === wager)?.calls ?? [];
    const turned = lies && works(view, lies) ? "off" : "on";
    const amount = this.#amount(wager);
    const act = (words: string, done: () => void): TemplateResult => html`<button @click=${done}>${words}</button>`;
    return html`<span class="why-acts">
      ${lies && calls.length ? act(`Turn ${turned}`, () => this.seat.bets.toggle(wager)) : nothing}
      ${lies ? act("Take down", () => this.seat.bets.lift(wager)) : nothing}
      ${offer && !offer.refused ? act(`Bet ${dollars(amount)}`, () => this.seat.bets.drop(wager, amount)) : nothing}
      ${act("Close", () => this.#close())}
    </span>`;
  }
}

function row(name: string, value: string, note = "", from?: Citation["provenance"]): TemplateResult | typeof nothing {
  if (!value) return nothing;
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${value}${note ? html`<small>${note}</small>` : nothing}</td>
    <td>${from ? provenance(from) : nothing}</td>
  </tr>`;
}

/** `stated`, `derived` or `assumed`, as a word. */
function provenance(from: NonNullable<Citation["provenance"]>): TemplateResult {
  return html`<span class="prov ${from}">${from}</span>`;
}

/** The provenance is said beside it, so it need not begin the sentence too. */
const plainly = (says: string): string => sentence(says.replace(/^assumed: /, ""));

customElements.define("so-story", WagerStory);
