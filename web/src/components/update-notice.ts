/** Notices that the house has a newer page than this one, and says so above it: one button, and nothing typed is lost. */
import { html, nothing } from "lit";
import { SessionElement } from "./element";
import { keepTyped } from "./form-restore";
import "../style/on-demand/update-notice.css";

export class UpdateNotice extends SessionElement {
  static override properties = { ...SessionElement.properties, itself: { type: Boolean }, newer: { state: true } };
  /** True if nobody stands before this page to press a button, as before a room's screen. */
  declare itself: boolean;
  declare newer: boolean;
  #line = "";

  constructor() {
    super();
    this.itself = this.newer = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.#seen);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.#seen);
  }

  readonly #seen = (): void => {
    if (document.visibilityState === "visible") void this.look();
  };

  /** A house that came back may be another, and one that ends a connection may no longer understand this page. */
  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const line = this.seat?.view.connection.is ?? "";
    if ((line === "open" && this.#line === "lost") || (line === "ended" && this.#line)) void this.look();
    this.#line = line;
  }

  /** Asks whether the page that the house gives out is this one. */
  async look(): Promise<void> {
    if (this.newer || !(await isNewer())) return;
    if (this.itself) return location.reload();
    this.newer = true;
    this.dispatchEvent(new Event("newer"));
  }

  protected override render(): unknown {
    return html`<div class="newer" role="status">
      ${
        this.newer
          ? html`<p>There is a newer version of this page. What you have typed and your orders are kept.</p>
              <button class="button is-main" @click=${this.#load}>Load it</button>`
          : nothing
      }
    </div>`;
  }

  #load(): void {
    keepTyped();
    location.reload();
  }
}
customElements.define("so-newer", UpdateNotice);

async function isNewer(): Promise<boolean> {
  const own = ["script[src]", "link[rel=stylesheet]"].map((part) => document.querySelector(part)?.outerHTML ?? "");
  const answer = await fetch("/", { cache: "no-cache" }).catch(() => null);
  const page = answer?.ok ? await answer.text() : "";
  const names = own.map((part) => /\/assets\/[^"]+/.exec(part)?.[0] ?? "");
  return page.includes("<so-app>") && !names.every((name) => page.includes(name));
}
