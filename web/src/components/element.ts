/** The page's base elements: Lit without a shadow; one that watches a session, one that waits for the dice. */
import { LitElement } from "lit";
import { AT_REST, IN_THE_AIR } from "../model/timing";
import type { TableSession } from "../session/session";

/** An element that draws into itself. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** An element that draws a seat's view, again whenever it changed. */
export class SessionElement extends LightElement {
  static override properties = { seat: { attribute: false } };
  declare seat: TableSession;
  #stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.#stop = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("seat")) this.#watch();
  }

  #watch(): void {
    this.#stop?.();
    this.#stop = this.seat?.subscribe(() => this.requestUpdate()) ?? null;
  }
}

/** A watcher that waits while dice fly: what they decide is not told before they lie. */
export class DeferredElement extends SessionElement {
  #flying = false;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(IN_THE_AIR, this.#heard);
    addEventListener(AT_REST, this.#heard);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener(IN_THE_AIR, this.#heard);
    removeEventListener(AT_REST, this.#heard);
  }

  protected override shouldUpdate(_changed: Map<PropertyKey, unknown>): boolean {
    return !this.#flying;
  }

  readonly #heard = ({ type }: Event): void => {
    this.#flying = type === IN_THE_AIR;
    if (!this.#flying) this.requestUpdate();
  };
}
