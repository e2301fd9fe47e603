/** What the crew has to know beside the table itself: asked of the house again whenever something happened there. */
import type { TableSession } from "../../session/session";
import { apiPath, type HouseApi, RefusedError } from "../../state/api";
import type { DeskResponse } from "../../protocol.generated";

export class DeskFeed {
  /** The newest answer; null before the first. */
  known: DeskResponse | null = null;
  readonly #house: HouseApi;
  readonly #seat: TableSession;
  readonly #changed: () => void;
  readonly #stop: () => void;
  /** The seat whose bets are booked: the answer says what it may bet. */
  #booked = "";
  #asking = false;
  /** The entry up to which it was asked last. */
  #asked = -1;
  #closed = false;

  /** `changed` is called whenever there is a newer answer. */
  constructor(house: HouseApi, seat: TableSession, changed: () => void) {
    [this.#house, this.#seat, this.#changed] = [house, seat, changed];
    this.#stop = seat.subscribe(() => void this.#follow());
    void this.#follow();
  }

  /** Asks at once about another seat. */
  book(seat: string): void {
    [this.#booked, this.#asked] = [seat, -1];
    void this.#follow();
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  /** One question at a time: what happened meanwhile is asked about by the next. */
  async #follow(): Promise<void> {
    const { snapshot } = this.#seat.view;
    if (this.#asking || this.#closed || !snapshot?.roles?.length || this.#asked >= snapshot.n) return;
    [this.#asking, this.#asked] = [true, snapshot.n];
    try {
      this.known = await this.#house.ask<DeskResponse>("GET", `${apiPath(snapshot.name, "desk")}?${new URLSearchParams({ seat: this.#booked })}`);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return; // the connection says what is wrong, and asks again when it is back
    } finally {
      this.#asking = false;
    }
    if (this.#closed) return;
    this.#changed();
    void this.#follow();
  }
}
