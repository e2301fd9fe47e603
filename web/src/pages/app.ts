/** The page around every page: the house, the seat of the table that is open, the way from one to the other. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../components/element";
import { applyTheme } from "../components/theme";
import type { UpdateNotice } from "../components/update-notice";
import { asksForHelp } from "../model/shortcuts";
import { RESTED } from "../model/timing";
import { LiveTableSession, type TableSession } from "../session/session";
import { HouseApi, loadPart, RefusedError } from "../state/api";
import { route, type Route, internalLink, navigate } from "../state/route";
import { tabStorage } from "../state/tab-storage";
import { errorText } from "../text/errors";
import "../components/header";

/** Every page: its title, how it is fetched when it is opened, and its element if that is not called as the page is. */
const PAGES: { readonly [page in Route["page"]]: readonly [title: string, load: () => Promise<unknown>, element?: string] } = {
  lobby: ["Craps, by the book", () => import("./lobby")],
  new: ["A table of your own", () => import("./new-table/new-table"), "new-table"],
  join: ["Join with a code", () => import("./account/join")],
  settings: ["Settings", () => import("./account/settings")],
  limits: ["Your limits", () => import("./account/limits")],
  lab: ["Lab", () => import("./lab/lab")],
  learn: ["Learn", () => import("./learn/learn")],
  school: ["School", () => import("./class/front")],
  rules: ["Rulebooks", () => import("./rulebooks/rulebooks"), "rulebooks"],
  evenings: ["History", () => import("./evenings/evenings")],
  table: ["At the table", () => import("./table/table")],
  listen: ["At the table, by ear", () => import("./listen/listen")],
  display: ["The table's screen", () => import("./table/display")],
  desk: ["The crew's desk", () => import("./desk/desk")],
  history: ["What was played", () => import("./replay/table-history")],
  replay: ["Replay", () => import("./replay/replay")],
  nowhere: ["There is nothing here", () => Promise.resolve()],
};

/** Pages that answer `?` themselves. */
const HELPS = new Set(["table", "desk", "listen"]);

export class App extends LightElement {
  static override properties = { shown: { state: true }, failed: { state: true }, seat: { state: true } };
  declare shown: Route | null;
  declare failed: string;
  declare seat: TableSession | null;
  readonly #house = new HouseApi();
  readonly #stops: (() => void)[] = [];
  #undress: (() => void) | null = null;
  #element: HTMLElement | null = null;

  constructor() {
    super();
    this.shown = null;
    this.failed = "";
    this.seat = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#undress = applyTheme(document.documentElement);
    this.#on(window, "popstate", () => void this.#went());
    this.#on(window, "went", () => void this.#went());
    this.#on(window, "who", () => this.#another());
    this.#on(window, "unhandledrejection", (event) => {
      const error: unknown = (event as PromiseRejectionEvent).reason;
      if (error instanceof RefusedError && !error.status) event.preventDefault(); // the page has no fault
      this.#fail(error);
    });
    this.#on(window, "error", (event) => {
      const { error, message } = event as ErrorEvent;
      // A size that changed while sizes were told is told in the next frame: nothing is wrong.
      if (!message.startsWith("ResizeObserver")) this.#fail(error ?? message);
    });
    this.#on(document, "click", (event) => {
      const to = internalLink(event as MouseEvent);
      if (to === null) return;
      event.preventDefault();
      if (to !== location.pathname + location.search) navigate(to);
    });
    this.#on(window, "keydown", (event) => {
      const page = this.shown?.page ?? "";
      if (!HELPS.has(page) && asksForHelp(event as KeyboardEvent))
        void loadPart(import("../table/help-dialog")).then(({ showHelp }) => showHelp(null, page));
    });
    void this.#went(false);
    if (tabStorage()?.getItem("sevenout.typed")) void loadPart(import("../components/form-restore")).then(({ restoreTyped }) => restoreTyped());
    // Fetched while this page's own files are surely there.
    setTimeout(() => void import("../components/update-notice").catch(() => undefined), RESTED);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#undress?.();
    for (const stop of this.#stops.splice(0)) stop();
    this.seat?.close();
  }

  #on(target: EventTarget, name: string, heard: (event: Event) => void): void {
    target.addEventListener(name, heard);
    this.#stops.push(() => target.removeEventListener(name, heard));
  }

  /** Shows what is at the address now; whoever came by a link finds the focus on its heading. */
  async #went(moved = true): Promise<void> {
    const to = route(location.pathname);
    const same = this.shown && this.shown.page === to.page && this.shown.table === to.table;
    if (same) return;
    try {
      await PAGES[to.page][1]();
    } catch {
      this.#fail("This page could not be loaded: the house cannot be reached just now.");
      return;
    }
    if (route(location.pathname).page !== to.page) return;
    if (to.table && this.seat?.view.table !== to.table) this.#sitAt(to.table);
    else if (!this.seat && this.#house.token) void this.#findSeat();
    this.failed = "";
    this.shown = to;
    document.title = `${PAGES[to.page][0]} · sevenout`;
    document.body.dataset["page"] = to.page;
    if (moved) await this.#focus();
  }

  async #focus(): Promise<void> {
    await this.updateComplete;
    await (this.querySelector("main")?.firstElementChild as LightElement | null)?.updateComplete;
    const main = this.querySelector("main");
    scrollTo(0, 0);
    (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
  }

  /** A seat is kept while other pages are looked at, so that coming back is no new beginning. */
  #sitAt(table: string): void {
    const before = this.seat;
    before?.close();
    this.seat = new LiveTableSession(this.#house, table, before?.view.table === table ? { witness: before.witness } : {});
  }

  /** Whoever has a seat is shown the way back to it, in whichever room they begin. */
  async #findSeat(): Promise<void> {
    const me = await this.#house.me().catch(() => null);
    const table = me?.tables[0];
    if (table && !this.seat) this.#sitAt(table);
  }

  /** Somebody else is here, or nobody any more: the table is told by a connection of theirs. */
  #another(): void {
    if (this.seat) this.#sitAt(this.seat.view.table);
    this.requestUpdate();
  }

  /** What went wrong may be that the house has another page by now, and none of this one's files. */
  #fail(error: unknown): void {
    this.failed = errorText(error);
    void this.querySelector<UpdateNotice>("so-newer")?.look?.();
  }

  #newer(itself = false): TemplateResult {
    return html`<so-newer .seat=${this.seat} .itself=${itself} @newer=${() => (this.failed = "")}></so-newer>`;
  }

  protected override render(): TemplateResult {
    const page = this.shown?.page ?? "lobby";
    if (page === "display")
      return html`${this.#newer(true)}
        <main id="main" tabindex="-1">${this.#page()}</main>
        ${this.#trouble()}`;
    return html`<a class="skip" href="#main">Skip to the page</a>
      <div>
        ${this.#newer()}
        <so-top .house=${this.#house} .seat=${this.seat} .at=${this.shown}></so-top>
      </div>
      <main id="main" tabindex="-1">${this.#page()}</main>
      ${this.#trouble()}`;
  }

  /** The element of the page that is shown; another one is made when another page is. */
  #page(): unknown {
    const page = this.shown?.page;
    if (!page) return nothing;
    if (page === "nowhere")
      return html`<div class="page page-text">
        <h1 tabindex="-1">There is nothing here</h1>
        <p>No page of this house has the address <code>${location.pathname}</code>.</p>
        <p><a class="button is-main" href="/">To the lobby</a></p>
      </div>`;
    const name = `so-${PAGES[page][2] ?? page}`;
    if (this.#element?.localName !== name) this.#element = document.createElement(name);
    return Object.assign(this.#element, { house: this.#house, seat: this.seat });
  }

  #trouble(): unknown {
    if (!this.failed) return nothing;
    return html`<div class="trouble" role="alert">
      <p>${this.failed}</p>
      <button class="button" @click=${() => (this.failed = "")}>Close</button>
    </div>`;
  }
}
customElements.define("so-app", App);
