/** One person at one table: everything a page does goes through here, and everything it draws comes from its view. */
import { dollars } from "../model/money";
import type {
  StickCall,
  Cents,
  Transition,
  ConnectionState,
  News,
  Feedback,
  View,
} from "../model/view";
import type {
  EventMessage,
  FromServer,
  Preview,
  OfferMessage,
  SnapshotMessage,
  RefusalReason,
} from "../protocol.generated";
import type { HouseApi } from "../state/api";
import { Connection, type Socket } from "../state/connection";
import { DiceWitness, owedTurn, randomSeed } from "../state/dice-witness";
import { applyEvent, netOf, rollOf, seatOf, voidedOf } from "../state/reducer";
import { SessionStore, type StorageArea } from "../state/tab-storage";
import { callsOf } from "../text/calls";
import { newsAfter, missedNews, newsOf, otherRolls, standingNews } from "../text/news";
import { rollSaid } from "../text/words";
import { say } from "./amounts";
import { BetController, type Bets } from "./bet-controller";
import { LineSender } from "./line-sender";
import { OfferWaits } from "./offer-waits";
import { ViewStore } from "./view-store";

/** The public face of a seat; pages and panels know no more of it than this. */
export interface TableSession {
  readonly view: View;
  /** Milliseconds by which the house's clock is ahead of this one's. */
  readonly ahead: number;
  /** Told after every change of the view; answers with how to stop. */
  subscribe(changed: () => void): () => void;

  /** Says a line of the notation, or what people say; answers once the house has. */
  say(line: string): Promise<boolean>;
  /** Asks what a line would mean, without doing it. */
  ask(line: string, since?: number | null): Promise<Preview>;
  /** Chips and standing orders of this seat. */
  readonly bets: Bets;
  /** Throws the dice, if they are this seat's; or, by whoever enters them, says what they show. */
  roll(dice?: readonly [number, number]): void;
  sit(cents: number, place?: number): void;
  leave(): void;
  chat(words: string): void;
  /** Gives words of one's own to the next turn's dice, in place of what the browser drew. */
  giveSeed(seed: string): void;
  /** What this page gave last, and to which turn. */
  readonly givenSeed: { readonly turn: number; readonly seed: string } | null;
  /** What was heard of the dice, to be held against what is published of them. */
  readonly witness: DiceWitness;
  /** Shows this person something, in the place where refusals are shown. */
  tell(kind: Feedback["kind"], words: string, why?: RefusalReason | null, wager?: string): void;
  /** Somebody has seen a piece of news: it is not shown any more. */
  dismissNews(news: News): void;
  /** Nothing more is wanted of the connection. */
  close(): void;
}

/** How a seat reaches its house; a test hands in sockets of its own. */
export interface SessionOptions {
  readonly open?: (address: string) => Socket;
  readonly wakes?: (wake: () => void) => () => void;
  /** Where is kept what outlives a reload: the tab's storage unless a test says otherwise. */
  readonly shelf?: StorageArea;
  /** Who was at this table before, as somebody else. */
  readonly witness?: DiceWitness;
}

const MOST_LINES = 300;
const MOST_CHAT = 100;
/** The key that chat is refused under; it is not answered otherwise. */
const CHAT = "chat";
const NO_OFFERS: ReadonlyMap<string, OfferMessage> = new Map();

export class LiveTableSession implements TableSession {
  readonly witness: DiceWitness;
  readonly bets: BetController;
  readonly #house: HouseApi;
  readonly #store: ViewStore;
  readonly #offers: OfferWaits;
  readonly #connection: Connection;
  readonly #line: LineSender;
  readonly #memory: SessionStore;
  /** Events of the time when the connection was lost, until the snapshot comes that has all of them. */
  #past: EventMessage[] = [];
  /** Milliseconds by which the house's clock is ahead: `-120`. */
  #ahead = 0;
  /** The seed this page gave last, and the turn it was for: `{ turn: 3, seed: "9f2c…" }`. */
  #gave: TableSession["givenSeed"] = null;

  /** Comes to a table as whoever the house knows this person to be. */
  constructor(house: HouseApi, table: string, { shelf, witness = new DiceWitness(), ...ways }: SessionOptions = {}) {
    this.#house = house;
    this.witness = witness;
    this.#memory = new SessionStore(table, house.name, shelf);
    this.#store = new ViewStore(empty(table));
    this.#offers = new OfferWaits(this.#store);
    this.#connection = new Connection({
      address: house.socket(table),
      token: house.token,
      since: () => this.view.snapshot?.n ?? null,
      told: (message) => this.#receive(message),
      line: (line) => this.#setConnection(line),
      ...ways,
    });
    this.#line = new LineSender(this.#store, this.#connection);
    this.bets = new BetController(this.#store, this.#line, this.#offers, this.#memory);
    void this.#loadBook();
  }

  static open(house: HouseApi, table: string, ways: SessionOptions = {}): LiveTableSession {
    return new LiveTableSession(house, table, ways);
  }

  get view(): View {
    return this.#store.view;
  }

  get ahead(): number {
    return this.#ahead;
  }

  subscribe(changed: () => void): () => void {
    return this.#store.subscribe(changed);
  }

  // --- saying

  async say(line: string): Promise<boolean> {
    const words = line.trim();
    return words ? this.#act(words) : false;
  }

  ask(line: string, since: number | null = null): Promise<Preview> {
    return this.#line.ask(line, since);
  }

  roll(dice: readonly number[] = []): void {
    void this.#act(["roll", ...dice].join(" "), "");
  }

  sit(cents: Cents, place?: number): void {
    void this.#act(say.sit(cents, place), "You are at the table");
  }

  leave(): void {
    void this.#act("leaves", "You have left the table");
  }

  /** Says a line for this person; `done` is shown when it is accepted, by default the line itself. */
  #act(line: string, done?: string): Promise<boolean> {
    this.#store.beginAction();
    return this.bets.line(line, done);
  }

  chat(words: string): void {
    if (!this.#connection.send({ type: "chat", key: CHAT, words }))
      this.tell("refused", "You are offline: your message was not sent");
  }

  giveSeed(seed: string): void {
    this.#store.beginAction();
    void this.#sendSeed(seed).then((answer) => {
      if (answer.type === "accepted") this.tell("done", "Your seed is in the dice of this turn");
      else if (answer.type === "refused") this.tell("refused", answer.reason, answer);
    });
  }

  get givenSeed(): TableSession["givenSeed"] {
    return this.#gave;
  }

  #sendSeed(seed: string): Promise<FromServer> {
    const { you = "", fair } = this.view.snapshot ?? {};
    this.#gave = { turn: fair?.turn ?? 0, seed };
    this.witness.recordSeed(this.#gave.turn, you, seed);
    return this.#connection.ask({ type: "seed", seed }).answer;
  }

  /** To every turn goes a seed that this browser draws: the house cannot have picked the rolls, whatever else it did. */
  #giveRandomSeed(): void {
    const turn = owedTurn(this.view.snapshot);
    if (turn && turn !== this.#gave?.turn && this.#connection.open) void this.#sendSeed(randomSeed());
  }

  dismissNews(news: News): void {
    this.#store.set({ news: this.view.news.filter((one) => one !== news) });
  }

  close(): void {
    this.#connection.close();
    this.#store.close();
  }

  tell(kind: Feedback["kind"], words: string, why: RefusalReason | null = null, wager = ""): void {
    this.#store.tell(kind, words, why, wager);
  }

  // --- being told

  #receive(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        return this.#snapshot(message);
      case "event":
        return this.#event(message);
      case "offers":
        this.#offers.take(message);
        return this.bets.handleOffers();
      case "clock":
        return this.#clock(message.now);
      case "present":
        return this.view.snapshot ? this.#store.set({ snapshot: { ...this.view.snapshot, present: message.present } }) : undefined;
      case "notice":
        return this.tell("note", message.words, { code: message.code, reason: message.words, clause: "" });
      case "chat":
        return this.#store.set({ chat: [...this.view.chat, message].slice(-MOST_CHAT) });
      case "chats":
        return this.#store.set({ chat: message.said });
      case "refused":
        return message.key === CHAT ? this.tell("refused", message.reason, message) : undefined;
    }
  }

  #snapshot(shown: SnapshotMessage): void {
    this.#clock(shown.now);
    this.witness.recordSnapshot(shown);
    this.bets.reset();
    const mine = seatOf(shown, shown.you);
    const nets = mine ? (this.view.nets.length ? this.view.nets : [netOf(mine)]) : [];
    const missed = this.#catchUp(shown);
    this.#store.set({ snapshot: shown, transition: null, nets, ...missed, ...(mine ? {} : { offers: NO_OFFERS, pendingBets: [] }) });
    if (mine) void this.#offers.after(shown.n).then(() => this.bets.runOrders()); // a roll may have been missed
    if (this.view.book && this.view.book.digest !== shown.digest) void this.#loadBook();
    this.#giveRandomSeed();
  }

  /** What a picture changes of the last roll, its call and the news: rolls may have been thrown since the one before. */
  #catchUp(shown: SnapshotMessage): Pick<View, "lastRoll" | "stickCall" | "news"> {
    const { snapshot: before, news } = this.view;
    const past = this.#past.filter(({ n }) => n <= shown.n && n > (before?.n ?? -1));
    this.#past = [];
    const standing = standingNews(shown);
    if (!before) return { lastRoll: null, stickCall: null, news: [...this.#storedNews(shown), ...standing] };
    const roll = past.findLast(rollOf);
    const unknown = !roll && otherRolls(before, shown);
    const missed = missedNews(past, before, shown);
    const left = before.you && !shown.you && before.you === this.#house.name ? leftMeanwhile(past, before.you, shown.n) : [];
    const fresh = [...(missed ? [missed] : []), ...left, ...standing.filter((one) => !news.some(alike(one)))];
    const held = !!shown.table.bonus?.held_for;
    const over = ({ untilRoll, kind }: News): boolean => untilRoll && (!!roll || unknown || (kind === "bonus" && !held));
    const old = news.filter((one) => !over(one));
    return {
      lastRoll: roll ? { event: roll, before: shown, after: shown } : unknown ? null : this.view.lastRoll,
      stickCall: roll ? calledPast(roll, shown.you) : unknown ? null : this.view.stickCall,
      news: [...old, ...fresh],
    };
  }

  /** News of before a reload that nobody had seen. */
  #storedNews(shown: SnapshotMessage): readonly News[] {
    const kept = this.#memory.read().news ?? [];
    return kept.filter(({ n, untilRoll, kind }) => !untilRoll && n <= shown.n && (kind !== "left" || !shown.you));
  }

  #event(told: EventMessage): void {
    const before = this.view.snapshot;
    if (before && told.n <= before.n && !told.past) return;
    const lines = told.line ? [...this.view.lines, told.line].slice(-MOST_LINES) : this.view.lines;
    if (told.past) {
      this.#past.push(told);
      return this.#store.set({ lines });
    }
    if (!before) return;
    if (told.n !== before.n + 1) return this.#connection.want("snapshot");
    const after = withOwnSeat(applyEvent(before, told), told, this.#house.name);
    const heard = { event: told, before, after };
    this.witness.recordEvent(told);
    this.#line.settle((line) => told.line === `${after.you} ${line}`);
    const rolled = rollOf(told) ? heard : voidedOf(told) ? null : this.view.lastRoll;
    this.#store.set({
      snapshot: after,
      transition: heard,
      lastRoll: rolled,
      ...this.#callsAndNews(heard),
      lines,
      nets: this.#nets(heard),
      ...(after.you ? {} : { offers: NO_OFFERS, pendingBets: [] }),
    });
    if (told.at) this.#clock(told.at);
    if (rolled === heard) void this.#offers.after(told.n).then(this.#clearFeedback(this.view.feedback));
    this.#giveRandomSeed();
    this.bets.handleEvent(heard);
  }

  /** Clears the feedback of before a roll, unless there is a newer one. */
  #clearFeedback(before: Feedback | null): () => void {
    return () => void (before && this.view.feedback === before && this.#store.set({ feedback: null }));
  }

  /** The stick's call and the news, if an event has any. */
  #callsAndNews(heard: Transition): Partial<Pick<View, "stickCall" | "news">> {
    const { event } = heard;
    const calls = callsOf(event);
    const news = [...newsAfter(this.view.news, event), ...newsOf(heard)];
    if (!calls.length && voidedOf(event)) return { stickCall: null, news };
    return { ...(calls.length ? { stickCall: { n: event.n, calls, past: false } } : {}), news };
  }

  #nets({ event, before, after }: NonNullable<View["transition"]>): readonly Cents[] {
    const mine = seatOf(after, after.you);
    if (!mine) return [];
    if (!seatOf(before, before.you)) return [netOf(mine)];
    const nets = voidedOf(event) ? this.view.nets.slice(0, -1) : this.view.nets;
    return rollOf(event) ? [...nets, netOf(mine)] : nets;
  }

  #clock(now: string): void {
    this.#ahead = Date.parse(now) - Date.now();
  }

  #setConnection(line: ConnectionState): void {
    if (line.is !== "open") this.#offers.giveUp();
    this.#store.set({ connection: line });
  }

  /** The book, as often as it takes: without it nothing can be drawn. */
  async #loadBook(wait = 500): Promise<void> {
    try {
      this.#store.set({ book: await this.#house.tableBook(this.view.table) });
    } catch {
      if (this.view.connection.is !== "ended") setTimeout(() => void this.#loadBook(Math.min(wait * 2, 8_000)), wait);
    }
  }
}

function empty(table: string): View {
  return {
    table,
    connection: { is: "opening" },
    snapshot: null,
    book: null,
    offers: NO_OFFERS,
    transition: null,
    lastRoll: null,
    stickCall: null,
    news: [],
    unanswered: [],
    pendingBets: [],
    feedback: null,
    chat: [],
    lines: [],
    nets: [],
  };
}

/** Notes in the snapshot that this person has sat down or given up the seat. */
function withOwnSeat(shown: SnapshotMessage, { event }: EventMessage, name: string): SnapshotMessage {
  if (event.type === "seated" && !shown.you && event.seat === name) return { ...shown, you: name };
  if (event.type === "left" && event.seat === shown.you) return { ...shown, you: "" };
  if (event.type === "appointed" && event.name === name) return { ...shown, roles: event.roles };
  return shown;
}

/** The call of a roll that was thrown while this page was away: nobody told it what the stick said. */
function calledPast(event: EventMessage, you?: string): StickCall | null {
  const roll = rollOf(event);
  return roll && { n: event.n, calls: [rollSaid(roll, you)], past: true };
}

/** A seat that was given up while this page was away. */
function leftMeanwhile(past: readonly EventMessage[], seat: string, n: number): News[] {
  const left = past.map(({ event }) => event).find((event) => event.type === "left" && event.seat === seat);
  const words = left?.type === "left" ? `You left the table with ${dollars(left.cashed)}.` : "You have left the table.";
  return [{ n, kind: "left", words, untilRoll: false }];
}

function alike(one: News): (other: News) => boolean {
  return ({ kind, words }) => kind === one.kind && words === one.words;
}
