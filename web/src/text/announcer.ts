/** Turns the changes of a view into sentences for a screen reader, as many as somebody wants to hear. */
import type { View } from "../model/view";
import { rollOf } from "../state/reducer";
import { eventWords, isMine } from "./events";
import { newsWords } from "./news";
import { mayBet, pointAndShooter } from "./read-outs";
import { listed, sentence, spoken } from "./words";

/** `all`: everything; `mine`: rolls, and what I do; `rolls`: rolls alone. */
export type Verbosity = "all" | "mine" | "rolls";

/** One thing that was heard, numbered so that it can be told from others with the same words. */
export interface AnnouncedLine {
  readonly id: number;
  readonly words: string;
}

const MOST = 200;

/** Keeps what was heard, the newest last. */
export class Announcer {
  lines: readonly AnnouncedLine[] = [];
  #next = 0;
  #heard: number | null = null;
  #chat: unknown = null;
  #line = "";

  /** Hears a view; answers with whether there was anything to hear. */
  update(view: View, wanted: Verbosity): boolean {
    const words = [...this.#connection(view), ...this.#table(view, wanted), ...this.#talk(view)];
    if (!words.length) return false;
    this.lines = [...this.lines, ...words.map((each) => ({ id: this.#next++, words: each }))].slice(-MOST);
    return true;
  }

  #connection(view: View): string[] {
    const before = this.#line;
    this.#line = view.connection.is;
    if (before === this.#line || !before) return [];
    if (view.connection.is === "lost") return ["The connection is lost. Reconnecting."];
    if (view.connection.is === "ended") return [sentence(view.connection.reason.reason)];
    if (before !== "lost" || view.connection.is !== "open") return [];
    const missed = view.news.findLast(({ kind, n }) => kind === "missed" && n > (this.#heard ?? 0));
    const words = missed ? newsWords(missed) : view.snapshot?.n === this.#heard ? "Nothing was missed." : "";
    this.#heard = view.snapshot?.n ?? this.#heard;
    return [["The connection is back.", words].filter(Boolean).join(" ")];
  }

  #table(view: View, wanted: Verbosity): string[] {
    if (!view.snapshot || !view.book) return [];
    if (this.#heard === null) {
      this.#heard = view.snapshot.n;
      return welcome(view);
    }
    const { transition } = view;
    if (!transition || transition.event.n <= this.#heard) return [];
    this.#heard = transition.event.n;
    if (wanted === "rolls" && !rollOf(transition.event)) return [];
    if (wanted === "mine" && !isMine(transition)) return [];
    const next =
      rollOf(transition.event) && transition.after.next.words !== transition.before.next.words ? sentence(transition.after.next.words) : "";
    const words = [...eventWords(view, transition), next].filter(Boolean).join(" ");
    return words ? [words] : [];
  }

  #talk(view: View): string[] {
    const last = view.chat.at(-1) ?? null;
    const from = view.chat.findIndex((said) => said === this.#chat) + 1;
    const fresh = last === this.#chat ? [] : view.chat.slice(from);
    this.#chat = last;
    return fresh.map((said) => `${said.who} says: ${said.words}`);
  }
}

/** Returns how a table is, to somebody who comes to it. */
function welcome(view: View): string[] {
  const { house, seats = [] } = view.snapshot!.table;
  const names = seats.map((seat) => (seat.name === view.snapshot!.you ? "you" : seat.name));
  const bots = names.length
    ? `${listed(names)} ${names.length > 1 || names[0] === "you" ? "are" : "is"} at the table`
    : "Nobody is at the table";
  return [
    sentence(`${house.title}, from ${spoken(house.minimum)} to ${spoken(house.maximum)}`),
    sentence(bots),
    pointAndShooter(view),
    view.offers.size ? mayBet(view) : "",
  ].filter(Boolean);
}
