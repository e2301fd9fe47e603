/** Counts down the seconds until the dice are thrown, by the server's clock. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Deadline } from "../protocol.generated";

/** Counts for an element, which is drawn again whenever the seconds change. */
export class Countdown implements ReactiveController {
  #deadline: Deadline | null = null;
  #ahead = 0;
  #shown: number | null = null;
  #timer = 0;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Told before every drawing; `ahead`: milliseconds by which the house's clock is ahead of this one's. */
  watch(deadline: Deadline | null | undefined, ahead: number): void {
    this.#ahead = ahead;
    if ((deadline ?? null) === this.#deadline) return;
    this.#deadline = deadline ?? null;
    this.#shown = this.seconds;
    this.#count();
  }

  /** Whole seconds that are left; null while nobody is waited for. */
  get seconds(): number | null {
    if (!this.#deadline) return null;
    return Math.max(0, Math.ceil((Date.parse(this.#deadline.until) - this.#ahead - Date.now()) / 1000));
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  hostConnected(): void {
    this.#count();
  }

  #count(): void {
    clearInterval(this.#timer);
    this.#timer = this.#deadline ? window.setInterval(() => this.#tick(), 250) : 0;
  }

  #tick(): void {
    if (this.seconds === this.#shown) return;
    this.#shown = this.seconds;
    this.#host.requestUpdate();
    if (this.#shown === 0) this.hostDisconnected();
  }
}
