/** Around the table: tabs with its panels, the log, the chat and the dice, of which only the open one is drawn. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { SessionElement } from "../components/element";
import { HouseApi, loadPart } from "../state/api";

export type Tab = "table" | "log" | "chat" | "fair";
const TABS: readonly (readonly [Tab, string])[] = [
  ["table", "Table"],
  ["log", "Log"],
  ["chat", "Chat"],
  ["fair", "Fair dice"],
];

/** What few people open is fetched when they do, and if it cannot be had then, as soon as the line is back. */
const FETCHED: { readonly [tab in Tab]?: () => Promise<unknown> } = {
  log: () => import("../panels/log"),
  chat: () => import("../panels/chat"),
  fair: () => import("../panels/fair-dice"),
};

export class SideTabs extends SessionElement {
  static override properties = { ...SessionElement.properties, house: { attribute: false }, tab: {}, first: {} };
  declare house: HouseApi;
  declare tab: Tab;
  /** The panel that stands first: where the panels are a sheet, the one that was asked for. */
  declare first: string;
  readonly #opened = new Set<Tab>();
  #read = 0;
  #line = "";

  constructor() {
    super();
    this.house = new HouseApi();
    this.tab = "table";
    this.first = "";
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const line = this.seat?.view.connection.is ?? "";
    const fetch = FETCHED[this.tab];
    if (fetch && (changed.has("tab") || (line === "open" && this.#line === "lost"))) void loadPart(fetch());
    this.#line = line;
    this.#opened.add(this.tab);
    if (this.tab === "chat") this.#read = this.seat?.view.chat.length ?? 0;
  }

  /** What is not in sight is not drawn: whatever came into sight has to catch up. */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("tab")) return;
    for (const panel of this.querySelectorAll<SessionElement>("[role=tabpanel]:not([hidden]) > *")) panel.requestUpdate?.();
  }

  protected override render(): unknown {
    if (!this.seat) return nothing;
    return html`${TABS.map(([tab, name]) => this.#panel(tab, name))}
      <div class="tabs" role="tablist" aria-label="Around the table" @keydown=${this.#walk}>
        ${TABS.map(([tab, name]) => this.#tab(tab, name))}
      </div>`;
  }

  #tab(tab: Tab, name: string): TemplateResult {
    const fresh = tab === "chat" && this.tab !== "chat" ? this.seat.view.chat.length - this.#read : 0;
    return html`<button
      role="tab"
      id="tab-${tab}"
      aria-controls="panel-${tab}"
      aria-selected=${this.tab === tab}
      tabindex=${this.tab === tab ? 0 : -1}
      @click=${() => (this.tab = tab)}
    >
      ${name}${fresh > 0 ? html`<i class="fresh">${fresh}<span class="unseen"> new</span></i>` : nothing}
    </button>`;
  }

  #panel(tab: Tab, name: string): TemplateResult {
    return html`<div
      role="tabpanel"
      id="panel-${tab}"
      aria-labelledby="tab-${tab}"
      data-name=${name}
      ?hidden=${this.tab !== tab}
    >
      ${this.#opened.has(tab) ? this.#inside(tab) : nothing}
    </div>`;
  }

  #inside(tab: Tab): TemplateResult {
    const { seat, house } = this;
    if (tab === "log") return html`<so-log .seat=${seat} .house=${house}></so-log>`;
    if (tab === "chat") return html`<so-chat .seat=${seat}></so-chat>`;
    if (tab === "fair") return html`<so-fair .seat=${seat} .house=${house}></so-fair>`;
    const panels: readonly (readonly [string, TemplateResult])[] = [
      ["session", html`<so-session .seat=${seat} .house=${house}></so-session>`],
      ["rolls", html`<so-rolls .seat=${seat}></so-rolls>`],
      ["shootout", html`<so-shootout .seat=${seat}></so-shootout>`],
      ["settled", html`<so-settled .seat=${seat}></so-settled>`],
      ["players", html`<so-players .seat=${seat} .house=${house}></so-players>`],
    ];
    const first = panels.filter(([name]) => name === this.first);
    const all = [...first, ...panels.filter(([name]) => name !== this.first)];
    return html`${repeat(
      all,
      ([name]) => name,
      ([, panel]) => panel,
    )}`;
  }

  /** Arrows, Home and End go from tab to tab, and open it. */
  #walk = (event: KeyboardEvent): void => {
    const at = TABS.findIndex(([tab]) => tab === this.tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.tab = TABS[(to + TABS.length) % TABS.length]![0];
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus());
  };
}
customElements.define("so-side", SideTabs);

declare global {
  interface HTMLElementTagNameMap {
    "so-side": SideTabs;
  }
}
