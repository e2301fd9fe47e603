/** Lines of the notation on their way to the house: sent, answered, previewed; the view shows those without an answer. */
import type { UnansweredLine } from "../model/view";
import type { AcceptedMessage, Preview, RefusalReason, RefusedMessage } from "../protocol.generated";
import type { Connection } from "../state/connection";
import { preferences } from "../state/preferences";
import { chipsOf, type Chips } from "./amounts";
import type { ViewStore } from "./view-store";

/** What is said while the connection is lost is not sent then, nor later. */
export const LINE_LOST: RefusalReason = {
  code: "lost",
  reason: "you are offline: nothing was sent, try again when the connection is back",
  clause: "",
};

export class LineSender {
  readonly #store: ViewStore;
  readonly #connection: Connection;
  /** Lines that were sent and are not answered: `[{ key: "k1", line: "bets 5 on field", wager: "field", cents: 500 }]`. */
  #sent: readonly UnansweredLine[] = [];
  /** Lines that wait until one on the same wager is answered; they are drawn as sent. */
  #queued: readonly UnansweredLine[] = [];

  constructor(store: ViewStore, connection: Connection) {
    [this.#store, this.#connection] = [store, connection];
  }

  /** True if a line would be sent now. */
  get open(): boolean {
    return this.#connection.open;
  }

  /** Sends a line; resolves with the answer. A line that is sent again under the same `named` key is done once. */
  async say(line: string, chips: Chips | null, named = ""): Promise<AcceptedMessage | RefusedMessage> {
    const { key, answer } = this.#connection.ask({ type: "say", line }, named);
    const bet = chips ?? chipsOf(line);
    this.#setSent([...this.#sent, { key, line, wager: bet?.wager ?? "", cents: bet?.cents ?? 0 }]);
    const told = (await answer) as AcceptedMessage | RefusedMessage;
    this.#setSent(this.#sent.filter((sent) => sent.key !== key));
    return told;
  }

  /** Asks what a line would do now, without doing it; `since`: for an order, the roll since which it stands. */
  async ask(line: string, since: number | null = null): Promise<Preview> {
    if (!this.#connection.open) return { type: "meant", key: "", lines: [], reason: LINE_LOST.reason };
    const { key, answer } = this.#connection.ask({ type: "ask", line, coach: preferences.get("coach"), since });
    const told = await answer;
    return told.type === "meant"
      ? told
      : { type: "meant", key, lines: [], reason: told.type === "refused" ? told.reason : "" };
  }

  /** The coach's remarks on a line that is about to be said; none unless this person wants them. */
  async coach(line: string): Promise<readonly string[]> {
    return (preferences.get("coach") && (await this.ask(line)).remarks) || [];
  }

  /** Shows lines that wait for one on the same wager. */
  queue(queued: readonly UnansweredLine[]): void {
    if (!queued.length && !this.#queued.length) return;
    this.#queued = queued;
    this.#show();
  }

  /** The event of a line has come, perhaps before its answer: the line is not shown as sent any more. */
  settle(isDone: (line: string) => boolean): void {
    this.#setSent(this.#sent.filter(({ line }) => !isDone(line)));
  }

  #setSent(sent: readonly UnansweredLine[]): void {
    if (sent.length === this.#sent.length) return;
    this.#sent = sent;
    this.#show();
  }

  #show(): void {
    this.#store.set({ unanswered: [...this.#sent, ...this.#queued] });
  }
}
