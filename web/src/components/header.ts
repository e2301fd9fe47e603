/** The line above every page: the house, the ways to go, who I am, and how the connection is. */
import { html, nothing, type TemplateResult } from "lit";
import { dollars } from "../model/money";
import type { View } from "../model/view";
import type { HouseApi } from "../state/api";
import { preferences } from "../state/preferences";
import { seatOf } from "../state/reducer";
import { ROOMS, route, type Route, tableMenu, tablePath } from "../state/route";
import { Countdown } from "./countdown";
import { SessionElement } from "./element";

const MARK = html`<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
  <rect x="1" y="1" width="20" height="20" rx="5" fill="none" stroke="currentColor" stroke-width="1.8" />
  <path
    d="M6.5 7h9l-5 9"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />
</svg>`;

const SETTINGS = new Set(["settings", "limits"]);
/** Why dice that are one's own cannot be thrown yet. */
const WAITS = new Set(["line-bet", "in-the-air", "inspection"]);
const LINES: { readonly [is: string]: string } = {
  opening: "connecting",
  open: "connected",
  lost: "connection lost",
  ended: "not connected",
};

export class Header extends SessionElement {
  static override properties = { ...SessionElement.properties, house: { attribute: false }, at: { attribute: false } };
  declare house: HouseApi;
  declare at: Route | null;
  readonly #countdown = new Countdown(this);

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    this.#countdown.watch(this.seat?.view.snapshot?.window, this.seat?.ahead ?? 0);
  }

  protected override render(): TemplateResult {
    const at = this.at?.page;
    return html`<header class="top">
      <a class="top-mark" href="/" aria-label="sevenout, home">${MARK}<span>sevenout</span></a>
      <nav class="ways is-rooms" aria-label="Rooms">
        ${ROOMS.map(
          ([to, name, drawing]) =>
            html`<a href=${to} aria-current=${route(to).page === at ? "page" : nothing}
              ><svg viewBox="0 0 20 20" aria-hidden="true"><path d=${drawing} /></svg>${name}</a
            >`,
        )}
      </nav>
      ${this.#here()}
      <nav class="ways is-own" aria-label="You">
        ${this.#way("/settings", this.house.name || "Settings", SETTINGS.has(at ?? ""), "top-who")}
      </nav>
    </header>`;
  }

  #way(to: string, words: string, here: boolean, kind = ""): TemplateResult {
    const named = kind && this.house.name ? `${words}, settings` : nothing;
    return html`<a class=${kind} href=${to} aria-current=${here ? "page" : nothing} aria-label=${named}>${words}</a>`;
  }

  /** The table that is open, where it is what the page shows. */
  #here(): unknown {
    const view = this.seat?.view;
    if (!view || !this.at?.table) return html`<span class="top-house">${view ? this.#back(view) : nothing}</span>`;
    const { snapshot, book, connection } = view;
    const house = snapshot?.table.house;
    const own = snapshot?.table.seats?.find((seat) => seat.name === snapshot.you);
    return html`<p class="top-house">
        <b>${book?.title ?? house?.title ?? ""}</b>
        <span class="only-wide">${house ? `${dollars(house.minimum)}–${dollars(house.maximum)}` : ""}</span>
      </p>
      <b class="only-phone top-purse"
        >${own ? html`<span class="unseen">Your rack: </span>${dollars(own.rack)}` : nothing}</b
      >
      <span class="top-line is-${connection.is}" title=${LINES[connection.is] ?? ""}
        ><i aria-hidden="true"></i><span class="unseen">${LINES[connection.is]}</span></span
      >${this.at.page === "table" ? this.#menu(view.table) : nothing}`;
  }

  /** The way back to one's table, from every room: the rack, or that the dice are one's own. */
  #back({ table, snapshot }: View): unknown {
    if (!snapshot) return nothing;
    const own = seatOf(snapshot, snapshot.you ?? "");
    const { seat, why } = snapshot.next;
    const turn = own && snapshot.dice === "fair" && seat === own.name && !WAITS.has(why);
    const { seconds } = this.#countdown;
    const words = turn ? `Your roll${seconds === null ? "" : ` ${seconds} s`}` : own ? dollars(own.rack) : "watching";
    return html`<a class="top-seat ${turn ? "is-turn" : ""}" href=${tablePath(table)}
      ><span class="unseen">To your table: </span><b>${snapshot.table.house.title}</b> <span>${words}</span></a
    >`;
  }

  /** Returns what can be done at the table beside playing. */
  #menu(table: string): TemplateResult {
    const { snapshot } = this.seat.view;
    const deals = snapshot?.dice === "entered" || !!snapshot?.roles?.length;
    return html`<button class="menu-open only-between" @click=${() => tableMenu("panels")}>Panels</button>
      <details class="menu" @click=${this.#shut} @keydown=${this.#shut} @focusout=${this.#left}>
        <summary>Menu</summary>
        <div>
          <a href=${tablePath(table, "listen")}>Play by ear</a>
          <a href=${tablePath(table, "display")}>The room’s screen</a>
          ${deals ? html`<a href=${tablePath(table, "desk")}>The crew’s desk</a>` : nothing}
          <a href=${tablePath(table, "history")}>What was played here</a>
          <button @click=${() => tableMenu("help")}>Help <kbd aria-hidden="true">?</kbd></button>
          <button @click=${this.#sound}>Sound ${preferences.get("sound") ? "off" : "on"}</button>
          <a href="/settings">Settings</a>
          <a href="/limits">Your limits</a>
          ${
            snapshot?.you
              ? html`<button @click=${() => tableMenu("best")}>What should I do now?</button>
                  <button @click=${() => tableMenu("chips")}>Buy chips</button>
                  <button @click=${() => tableMenu("leave")}>Leave the table</button>`
              : nothing
          }
        </div>
      </details>`;
  }

  #sound(): void {
    preferences.set("sound", !preferences.get("sound"));
    this.requestUpdate();
  }

  /** A choice closes it, and so does Escape. */
  #shut(event: Event): void {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event instanceof KeyboardEvent ? event.key !== "Escape" : !(event.target as Element).closest("a, button"))
      return;
    if (menu.open && event instanceof KeyboardEvent) menu.querySelector("summary")?.focus();
    menu.open = false;
  }

  #left(event: FocusEvent): void {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.relatedTarget && !menu.contains(event.relatedTarget as Node)) menu.open = false;
  }
}
customElements.define("so-top", Header);
