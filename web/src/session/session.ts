/** One person at one table: everything a page does goes through here, and everything it draws comes from its view. */
import { dollars } from "../model/money";
import type {
  StickCall,
  Cents,
  Transition,
  ConnectionState,
  News,
  UnansweredLine,
  Feedback,
  View,
  PendingBet,
} from "../model/view";
import type {
  AcceptedMessage,
  EventMessage,
  FromServer,
  Preview,
  OfferMessage,
  OffersMessage,
  RefusedMessage,
  SnapshotMessage,
  RefusalReason,
} from "../protocol.generated";
import type { HouseApi } from "../state/api";
import { Connection, type Socket } from "../state/connection";
import { DiceWitness } from "../state/dice-witness";
import { owedTurn, randomSeed } from "../state/fair-dice";
import { preferences } from "../state/preferences";
import { applyEvent, netOf, rollOf, seatOf, voidedOf } from "../state/reducer";
import { SessionStore, type StorageArea } from "../state/tab-storage";
import { callsOf } from "../text/calls";
import { newsAfter, missedNews, newsOf, otherRolls, standingNews } from "../text/news";
import { rollSaid } from "../text/words";
import { chipsOf, say, type Chips } from "./amounts";
import { BetController, LINE_LOST } from "./bet-controller";

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
  /** A chip of `cents` on a spot, snapped to what the house takes; a wish if it must wait. `max`: all that is taken. */
  drop(wager: string, cents: number, max?: boolean): void;
  /** Takes `cents` off a spot, as the house allows; without an amount all of it. */
  lift(wager: string, cents?: number): void;
  /** Chips from one spot to another. */
  move(from: string, to: string): void;
  /** Calls a bet on or off, whichever it is not. */
  toggle(wager: string): void;
  undo(): void;
  clear(): void;
  double(): void;
  repeat(): void;
  /** Doubles what won and stays up; or one bet. */
  press(wager?: string): void;
  /** A group of the book by its name (inside, outside, across), `cents` each, snapped. */
  group(name: string, cents: number): void;
  /** The most odds behind everything that takes odds. */
  oddsMax(): void;
  /** Throws the dice, if they are this seat's. */
  roll(): void;
  sit(cents: number, place?: number): void;
  leave(): void;
  chat(words: string): void;
  /** Gives words of one's own to the next turn's dice, in place of what the browser drew. */
  giveSeed(seed: string): void;
  /** What this page gave last, and to which turn. */
  readonly givenSeed: { readonly turn: number; readonly seed: string } | null;
  /** What was heard of the dice, to be held against what is published of them. */
  readonly witness: DiceWitness;
  /** Standing orders by their words, and whether each is on. */
  readonly orders: ReadonlyMap<string, boolean>;
  order(words: string, on: boolean): void;
  /** `orders`, `drop 1`, `drop odds`: lists the orders that stand or drops some; whether a line was about them. */
  handleOrderLine(line: string): boolean;
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
/** Milliseconds after which offers that did not come have not changed. */
const OFFERS_WITHIN = 300;
const NO_OFFERS: ReadonlyMap<string, OfferMessage> = new Map();

export class LiveTableSession implements TableSession {
  readonly witness: DiceWitness;
  readonly #house: HouseApi;
  readonly #connection: Connection;
  readonly #controller: BetController;
  readonly #subscribers = new Set<() => void>();
  #view: View;
  #queued: readonly UnansweredLine[] = [];
  #unanswered: readonly UnansweredLine[] = [];
  #notifying = false;
  #feedbackId = 0;
  #feedbackBefore: Feedback | null = null;
  #offersOf = -1;
  #offerWaits: { n: number; done: () => void }[] = [];
  /** What happened while the connection was lost, until the picture comes that has all of it. */
  #past: EventMessage[] = [];
  /** Bets that were made before the first offers came. */
  #firstOfferWaits: (() => void)[] = [];
  readonly #memory: SessionStore;
  #ahead = 0;
  #gave: TableSession["givenSeed"] = null;

  /** Comes to a table as whoever the house knows this person to be. */
  constructor(house: HouseApi, table: string, { shelf, witness = new DiceWitness(), ...ways }: SessionOptions = {}) {
    this.#house = house;
    this.witness = witness;
    this.#view = empty(table);
    const seat = this;
    const place = {
      get view() {
        return seat.#view;
      },
      get open() {
        return seat.#connection.open;
      },
      say: (line: string, chips: Chips | null, key?: string) => this.#say(line, chips, key),
      tell: this.tell.bind(this),
      show: (change: Shown) => this.#show(change),
      settled: (n: number) => this.#waitForOffers(n),
      offered: () => this.#waitForFirstOffers(),
      ask: (line: string, since?: number | null) => this.ask(line, since),
      coached: async (line: string) => (preferences.get("coach") && (await this.ask(line)).remarks) || [],
    };
    this.#memory = new SessionStore(table, house.name, shelf);
    this.#controller = new BetController(place, this.#memory);
    this.#connection = new Connection({
      address: house.socket(table),
      token: house.token,
      since: () => this.#view.snapshot?.n ?? null,
      told: (message) => this.#receive(message),
      line: (line) => this.#setConnection(line),
      ...ways,
    });
    void this.#loadBook();
  }

  static open(house: HouseApi, table: string, ways: SessionOptions = {}): LiveTableSession {
    return new LiveTableSession(house, table, ways);
  }

  get view(): View {
    return this.#view;
  }

  get ahead(): number {
    return this.#ahead;
  }

  subscribe(watch: () => void): () => void {
    this.#subscribers.add(watch);
    return () => this.#subscribers.delete(watch);
  }

  // --- saying

  async say(line: string): Promise<boolean> {
    const words = line.trim();
    if (!words) return false;
    return this.#doing.line(words);
  }

  async ask(line: string, since: number | null = null): Promise<Preview> {
    if (!this.#connection.open) return { type: "meant", key: "", lines: [], reason: LINE_LOST.reason };
    const { key, answer } = this.#connection.ask({ type: "ask", line, coach: preferences.get("coach"), since });
    const told = await answer;
    return told.type === "meant"
      ? told
      : { type: "meant", key, lines: [], reason: told.type === "refused" ? told.reason : "" };
  }

  drop(wager: string, cents: Cents, max = false): void {
    this.#doing.drop(wager, cents, max);
  }

  lift(wager: string, cents?: Cents): void {
    this.#doing.lift(wager, cents);
  }

  move(from: string, to: string): void {
    this.#doing.move(from, to);
  }

  toggle(wager: string): void {
    this.#doing.toggle(wager);
  }

  undo(): void {
    this.#doing.undo();
  }

  clear(): void {
    void this.#doing.clear();
  }

  double(): void {
    this.#doing.double();
  }

  repeat(): void {
    this.#doing.repeat();
  }

  press(wager?: string): void {
    this.#doing.press(wager);
  }

  group(name: string, cents: Cents): void {
    this.#doing.group(name, cents);
  }

  oddsMax(): void {
    this.#doing.oddsMax();
  }

  roll(): void {
    void this.#doing.line("roll", "");
  }

  sit(cents: Cents, place?: number): void {
    void this.#doing.line(say.sit(cents, place), "You are at the table");
  }

  leave(): void {
    void this.#doing.line("leaves", "You have left the table");
  }

  chat(words: string): void {
    if (!this.#connection.send({ type: "chat", key: CHAT, words }))
      this.tell("refused", "You are offline: your message was not sent");
  }

  giveSeed(seed: string): void {
    this.#feedbackBefore = this.#view.feedback;
    void this.#sendSeed(seed).then((answer) => {
      if (answer.type === "accepted") this.tell("done", "Your seed is in the dice of this turn");
      else if (answer.type === "refused") this.tell("refused", answer.reason, answer);
    });
  }

  get givenSeed(): TableSession["givenSeed"] {
    return this.#gave;
  }

  #sendSeed(seed: string): Promise<FromServer> {
    const { you = "", fair } = this.#view.snapshot ?? {};
    this.#gave = { turn: fair?.turn ?? 0, seed };
    this.witness.recordSeed(this.#gave.turn, you, seed);
    return this.#connection.ask({ type: "seed", seed }).answer;
  }

  /** To every turn goes a seed that this browser draws: the house cannot have picked the rolls, whatever else it did. */
  #giveRandomSeed(): void {
    const turn = owedTurn(this.#view.snapshot);
    if (turn && turn !== this.#gave?.turn && this.#connection.open) void this.#sendSeed(randomSeed());
  }

  get orders(): ReadonlyMap<string, boolean> {
    return this.#controller.orders.all;
  }

  order(words: string, on: boolean): void {
    this.#doing.order(words, on);
  }

  handleOrderLine(line: string): boolean {
    return this.#doing.handleOrderLine(line);
  }

  dismissNews(news: News): void {
    this.#set({ news: this.#view.news.filter((one) => one !== news) });
  }

  close(): void {
    this.#connection.close();
    this.#subscribers.clear();
  }

  /** The hand, for what somebody does now: whatever was told before gives way to what comes of it. */
  get #doing(): BetController {
    this.#feedbackBefore = this.#view.feedback;
    return this.#controller;
  }

  /** What was refused since somebody last did something stays in sight, whatever else is confirmed late. */
  tell(kind: Feedback["kind"], words: string, why: RefusalReason | null = null, wager = ""): void {
    const { feedback } = this.#view;
    if (kind === "done" && feedback && feedback.kind !== "done" && feedback !== this.#feedbackBefore) return;
    this.#set({ feedback: { id: ++this.#feedbackId, kind, words, why, wager } });
  }

  async #say(line: string, chips: Chips | null, named = ""): Promise<AcceptedMessage | RefusedMessage> {
    const { key, answer } = this.#connection.ask({ type: "say", line }, named);
    const bet = chips ?? chipsOf(line);
    this.#setUnanswered([...this.#unanswered, { key, line, wager: bet?.wager ?? "", cents: bet?.cents ?? 0 }]);
    const told = (await answer) as AcceptedMessage | RefusedMessage;
    this.#setUnanswered(this.#unanswered.filter((sent) => sent.key !== key));
    return told;
  }

  #setUnanswered(saying: readonly UnansweredLine[]): void {
    if (saying.length === this.#unanswered.length) return;
    this.#unanswered = saying;
    this.#set({ unanswered: [...saying, ...this.#queued] });
  }

  #show(change: Shown): void {
    if (change.wishes) this.#set({ pendingBets: change.wishes });
    if (!change.queued || (!change.queued.length && !this.#queued.length)) return;
    this.#queued = change.queued;
    this.#set({ unanswered: [...this.#unanswered, ...this.#queued] });
  }

  // --- being told

  #receive(message: FromServer): void {
    switch (message.type) {
      case "snapshot":
        return this.#snapshot(message);
      case "event":
        return this.#event(message);
      case "offers":
        return this.#offers(message);
      case "clock":
        return this.#clock(message.now);
      case "present":
        return this.#view.snapshot ? this.#set({ snapshot: { ...this.#view.snapshot, present: message.present } }) : undefined;
      case "notice":
        return this.tell("note", message.words, { code: message.code, reason: message.words, clause: "" });
      case "chat":
        return this.#set({ chat: [...this.#view.chat, message].slice(-MOST_CHAT) });
      case "chats":
        return this.#set({ chat: message.said });
      case "refused":
        return message.key === CHAT ? this.tell("refused", message.reason, message) : undefined;
    }
  }

  #snapshot(shown: SnapshotMessage): void {
    this.#clock(shown.now);
    this.witness.recordSnapshot(shown);
    this.#controller.reset();
    const mine = seatOf(shown, shown.you);
    const nets = mine ? (this.#view.nets.length ? this.#view.nets : [netOf(mine)]) : [];
    const missed = this.#catchUp(shown);
    this.#set({ snapshot: shown, transition: null, nets, ...missed, ...(mine ? {} : { offers: NO_OFFERS, pendingBets: [] }) });
    if (mine) void this.#waitForOffers(shown.n).then(() => this.#controller.runOrders()); // a roll may have been missed
    if (this.#view.book && this.#view.book.digest !== shown.digest) void this.#loadBook();
    this.#giveRandomSeed();
  }

  /** What a picture changes of the last roll, its call and the news: rolls may have been thrown since the one before. */
  #catchUp(shown: SnapshotMessage): Pick<View, "lastRoll" | "stickCall" | "news"> {
    const { snapshot: before, news } = this.#view;
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
      lastRoll: roll ? { event: roll, before: shown, after: shown } : unknown ? null : this.#view.lastRoll,
      stickCall: roll ? calledPast(roll, shown.you) : unknown ? null : this.#view.stickCall,
      news: [...old, ...fresh],
    };
  }

  /** News of before a reload that nobody had seen. */
  #storedNews(shown: SnapshotMessage): readonly News[] {
    const kept = this.#memory.read().news ?? [];
    return kept.filter(({ n, untilRoll, kind }) => !untilRoll && n <= shown.n && (kind !== "left" || !shown.you));
  }

  #event(told: EventMessage): void {
    const before = this.#view.snapshot;
    if (before && told.n <= before.n && !told.past) return;
    const lines = told.line ? [...this.#view.lines, told.line].slice(-MOST_LINES) : this.#view.lines;
    if (told.past) {
      this.#past.push(told);
      return this.#set({ lines });
    }
    if (!before) return;
    if (told.n !== before.n + 1) return this.#connection.want("snapshot");
    const after = withOwnSeat(applyEvent(before, told), told, this.#house.name);
    const heard = { event: told, before, after };
    this.witness.recordEvent(told);
    this.#setUnanswered(this.#unanswered.filter((sent) => told.line !== `${after.you} ${sent.line}`));
    const rolled = rollOf(told) ? heard : voidedOf(told) ? null : this.#view.lastRoll;
    this.#set({
      snapshot: after,
      transition: heard,
      lastRoll: rolled,
      ...this.#callsAndNews(heard),
      lines,
      nets: this.#nets(heard),
      ...(after.you ? {} : { offers: NO_OFFERS, pendingBets: [] }),
    });
    if (told.at) this.#clock(told.at);
    if (rolled === heard) void this.#waitForOffers(told.n).then(this.#clearFeedback(this.#view.feedback));
    this.#giveRandomSeed();
    this.#controller.handleEvent(heard);
  }

  /** What was told before a roll is not said of the one after it. */
  #clearFeedback(before: Feedback | null): () => void {
    return () => void (before && this.#view.feedback === before && this.#set({ feedback: null }));
  }

  /** The stick's call and the news, if an event has any. */
  #callsAndNews(heard: Transition): Partial<Pick<View, "stickCall" | "news">> {
    const { event } = heard;
    const calls = callsOf(event);
    const news = [...newsAfter(this.#view.news, event), ...newsOf(heard)];
    if (!calls.length && voidedOf(event)) return { stickCall: null, news };
    return { ...(calls.length ? { stickCall: { n: event.n, calls, past: false } } : {}), news };
  }

  #nets({ event, before, after }: NonNullable<View["transition"]>): readonly Cents[] {
    const mine = seatOf(after, after.you);
    if (!mine) return [];
    if (!seatOf(before, before.you)) return [netOf(mine)];
    const nets = voidedOf(event) ? this.#view.nets.slice(0, -1) : this.#view.nets;
    return rollOf(event) ? [...nets, netOf(mine)] : nets;
  }

  #offers({ n, offers }: OffersMessage): void {
    const before = this.#view.offers;
    this.#offersOf = n;
    this.#set({ offers: new Map(offers.map((offer) => [offer.wager, keptIfEqual(before.get(offer.wager), offer)])) });
    this.#offerWaits = this.#offerWaits.filter(({ n: of, done }) => of > n || (done(), false));
    for (const done of this.#firstOfferWaits.splice(0)) done();
    this.#controller.handleOffers();
  }

  /** Offers come after everything else that an event changed, and only if they changed themselves. */
  #waitForOffers(n: number): Promise<void> {
    if (this.#offersOf >= n) return Promise.resolve();
    return new Promise((done) => {
      this.#offerWaits.push({ n, done });
      setTimeout(done, OFFERS_WITHIN);
    });
  }

  /** Answers once the house has said what may be bet, or cannot say it because the line is lost. */
  #waitForFirstOffers(): Promise<void> {
    if (this.#view.offers.size || !this.#connection.open) return Promise.resolve();
    return new Promise((done) => void this.#firstOfferWaits.push(done));
  }

  #clock(now: string): void {
    this.#ahead = Date.parse(now) - Date.now();
  }

  #setConnection(line: ConnectionState): void {
    if (line.is !== "open") for (const done of this.#firstOfferWaits.splice(0)) done();
    this.#set({ connection: line });
  }

  /** The book, as often as it takes: without it nothing can be drawn. */
  async #loadBook(wait = 500): Promise<void> {
    try {
      this.#set({ book: await this.#house.tableBook(this.#view.table) });
    } catch {
      if (this.#view.connection.is !== "ended") setTimeout(() => void this.#loadBook(Math.min(wait * 2, 8_000)), wait);
    }
  }

  /** Another view; whoever watches is told once what was begun is done. */
  #set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    if (change.pendingBets || change.news) this.#controller?.keep();
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      for (const watch of [...this.#subscribers]) watch();
    });
  }
}

/** Chips that lie on no layout: they wait, or they are behind others on their way. */
interface Shown {
  readonly wishes?: readonly PendingBet[];
  readonly queued?: readonly UnansweredLine[];
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

/** Who sits down under this person's name is this person; a seat that is given up is nobody's. */
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

/** The earlier offer, if the new one says the same: so that nothing is drawn again. */
function keptIfEqual(before: OfferMessage | undefined, offer: OfferMessage): OfferMessage {
  if (!before) return offer;
  const alike =
    before.held === offer.held &&
    before.minimum === offer.minimum &&
    before.maximum === offer.maximum &&
    before.step === offer.step &&
    before.exact_below === offer.exact_below &&
    before.exact_step === offer.exact_step &&
    before.pays_in === offer.pays_in &&
    before.refused?.code === offer.refused?.code &&
    before.refused?.reason === offer.refused?.reason;
  return alike ? before : offer;
}
