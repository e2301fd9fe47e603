/** Bets of this seat: chips dropped, lifted, moved, repeated, and standing orders, as lines that are said to the house. */
import { isOff } from "../layout/spots";
import { dollars } from "../model/money";
import type { Cents, Transition, Feedback } from "../model/view";
import type {
  AcceptedMessage,
  EventMessage,
  PlacedBet,
  RefusedMessage,
  SeatShown,
  RefusalReason,
} from "../protocol.generated";
import { atRisk, rollOf, seatOf, stakeOn, voidedOf } from "../state/reducer";
import type { SessionStore } from "../state/tab-storage";
import { grouped, missing, mostExactly, mostOdds, say, snapAmount, type Chips } from "./amounts";
import { LINE_LOST, type LineSender } from "./line-sender";
import type { OfferWaits } from "./offer-waits";
import {
  dueBets,
  isLate,
  isTiming,
  MOST_ORDERS,
  StandingOrders,
  withoutPendingBet,
  withPendingBet,
} from "./pending-bets";
import type { ViewStore } from "./view-store";

/** Told of a bet that was made, with the reason if it is another amount than was wanted. */
type Laid = (chips: Chips, why: string) => void;

/** Letters that a key may have. As `wire.LONGEST_KEY` of the house. */
const LONGEST_NAME = 64;
/** So many bets that are made together are told one by one. */
const MOST_NAMED = 3;
const NO_SEAT: RefusalReason = { code: "no-seat", reason: "sit down first to bet", clause: "" };
const NOT_UP: RefusalReason = { code: "not-up", reason: "you have no bet there", clause: "" };
const NOT_OFFERED: RefusalReason = { code: "not-offered", reason: "this house has no such wager", clause: "" };

/** What a person does with chips. Each begins an action: its feedback replaces the one before. */
export type Bets = Pick<
  BetController,
  | "drop"
  | "lift"
  | "move"
  | "toggle"
  | "undo"
  | "clear"
  | "double"
  | "repeat"
  | "press"
  | "group"
  | "oddsMax"
  | "order"
  | "handleOrderLine"
  | "orders"
>;

export class BetController {
  readonly orders: StandingOrders;
  readonly #store: ViewStore;
  readonly #line: LineSender;
  readonly #offers: OfferWaits;
  readonly #memory: SessionStore;
  /** Wagers on which a bet is on its way, and the chips dropped there meanwhile: they go together, after it. */
  readonly #busy = new Set<string>();
  readonly #next = new Map<string, Cents>();
  /** What can be taken back, as it was done; null for what was no single bet. */
  #acts: (Chips | null)[] = [];
  #comeOut: readonly PlacedBet[];
  /** What of an order the house did not take when it was last done: it is told once. */
  readonly #left = new Map<string, string>();
  /** Orders are done one after another; whether they are to be done once more, and the last roll that was heard. */
  #obeying = Promise.resolve();
  #due = false;
  #rolled = 0;
  /** After a roll, until it is known what is taken now: chips that are dropped meanwhile wait for that. */
  #unsettled: Promise<void> | null = null;

  /** What is remembered goes on: orders, what is repeated, and chips that wait. */
  constructor(store: ViewStore, line: LineSender, offers: OfferWaits, memory: SessionStore) {
    [this.#store, this.#line, this.#offers, this.#memory] = [store, line, offers, memory];
    const kept = memory.read();
    this.orders = new StandingOrders(kept.orders);
    this.#comeOut = kept.comeOut ?? [];
    if (kept.wishes?.length) store.set({ pendingBets: kept.wishes });
    store.changed = (change) => void ((change.pendingBets || change.news) && this.keep());
  }

  /** Remembers what only this page knows. */
  keep(): void {
    const { pendingBets, news } = this.#store.view;
    this.#memory.write({ orders: this.orders.kept, comeOut: this.#comeOut, wishes: pendingBets, news });
  }

  // --- what happened

  /** Hears an event: what can be taken back, what lay there at the last come-out. */
  handleEvent({ event, before, after }: Transition): void {
    const you = after.you;
    const [was, is] = [seatOf(before, you), seatOf(after, you)];
    const undo = is?.undo ?? 0;
    if (undo > (was?.undo ?? 0)) this.#acts.push(grown(was, is));
    while (this.#acts.length > undo) this.#acts.pop();
    while (this.#acts.length < undo) this.#acts.unshift(null);
    if (is && !was) this.runOrders();
    this.#taken(event, you);
    if (!rollOf(event)) return;
    this.#rolled = event.n;
    if (!voidedOf(event) && before.point === null && was?.layout?.lying?.length) this.#comeOut = was.layout.lying;
    this.keep();
    if (!is) return;
    const settled = this.#offers.after(event.n).then(() => {
      if (this.#unsettled === settled) this.#unsettled = null;
    });
    this.#unsettled = settled;
    void settled.then(() => this.runOrders());
  }

  /** The crew has confirmed a bet of this seat that waited: it lies there now, and does not wait any more. */
  #taken({ event }: EventMessage, you: string | undefined): void {
    if (event.type !== "late-bet-confirmed" || event.seat !== you || !event.taken?.length) return;
    if (event.bet.type !== "bet") return this.#tell("done", `${event.bet.what} ${event.bet.now}: confirmed`, null, event.bet.what);
    const { wager, amount: cents } = event.bet;
    this.#store.set({ pendingBets: withoutPendingBet(this.#store.view.pendingBets, wager, cents) });
    this.#tell("done", `${this.#named({ wager, cents })} is confirmed`, null, wager);
  }

  /** A picture came that no event led to. */
  reset(): void {
    this.#acts = [];
    this.#next.clear();
    this.#queue();
  }

  /** There are new offers: what waited for them is said. */
  handleOffers(): void {
    const { pendingBets, offers } = this.#store.view;
    if (!pendingBets.length || !this.#line.open) return;
    const now = dueBets(pendingBets, offers);
    if (!now.say.length && !now.drop.length) return;
    this.#store.set({ pendingBets: now.keep });
    for (const { wish, why } of now.drop)
      this.#tell("refused", `${this.#named(wish)} was not bet: ${why.reason}`, why, wish.wager);
    for (const chips of now.say) void this.#bet(chips, true);
  }

  // --- orders

  /** Gives a standing order, which is done at once as far as it can be, or takes it back. */
  order(order: string, on: boolean): void {
    this.#store.beginAction();
    if (!on) this.orders.drop(order);
    else if (!this.orders.give(order))
      return this.#tell("refused", `${MOST_ORDERS} orders at most: drop one first`);
    this.keep();
    this.#left.delete(order);
    this.#tell("done", `“${order}” ${on ? "is on: it is done before every roll" : "is off"}`);
    if (on) this.runOrders();
  }

  /** `orders` lists them, `drop 1` or `drop odds` drops some; whether a line is about them. */
  handleOrderLine(line: string): boolean {
    this.#store.beginAction();
    const dropped = this.orders.dropped(line);
    for (const order of dropped ?? []) this.order(order, false);
    if (!dropped && line.toLowerCase() !== "orders") return false;
    const left = this.orders.standing.map((order, k) => `${k + 1} ${order}`).join(", ");
    this.#tell("done", `Standing orders: ${left || "none"}`);
    return true;
  }

  /** Does what stands, after whatever of it is being done. */
  runOrders(): void {
    if (this.#due || !this.orders.standing.length) return;
    this.#due = true;
    this.#obeying = this.#obeying.then(() => this.#runOrders());
  }

  /**
   * What orders lead to is asked of the house, and said once after every roll, by two pages of one person under one
   * name. What is not taken is told once, and rests until the next roll.
   */
  async #runOrders(): Promise<void> {
    this.#due = false;
    const did: string[] = [];
    const left: string[] = [];
    let why: RefusedMessage | null = null;
    for (const order of this.orders.standing) {
      const { since = null, done = -1 } = this.orders.get(order) ?? {};
      if (!this.#line.open) break;
      const meant = await this.#line.ask(order, since);
      const { roll = 0 } = meant;
      const over = (): boolean => !this.orders.get(order) || !this.#line.open || (!!meant.order && roll < this.#rolled);
      if (over() || (meant.order && roll <= done)) continue;
      const note = meant.order ? (meant.note ?? "") : meant.reason || "it is not a standing order here";
      if (note && note !== this.#left.get(order)) left.push(`“${order}” is waiting: ${note}`);
      this.#left.set(order, note);
      if (!meant.order) continue;
      this.orders.done(order, roll);
      this.keep();
      const said: string[] = [];
      for (const line of meant.lines) {
        if (over()) break;
        const name = named(`${roll} ${order}`, line) || named(String(roll), line);
        const answer = await this.#line.say(line, null, since === null ? "" : name); // a hand gave it just now
        if (answer.type === "accepted") said.push(line);
        else left.push(`${line}, for “${order}”, is not taken: ${(why = answer).reason}`);
      }
      if (said.length) did.push(`${said.join("; ")}, for “${order}”`);
    }
    const words = [...did, ...left].join(". ");
    if (words) this.#tell(left.length === 0 ? "done" : why && !did.length ? "refused" : "note", words, why);
  }

  // --- chips

  /** Puts `cents` on a spot, snapped to what the house takes; what must wait becomes a wish. `max`: all that is taken. */
  drop(wager: string, cents: Cents, max = false): void {
    this.#store.beginAction();
    this.#drop(wager, cents, max);
  }

  #drop(wager: string, cents: Cents, max: boolean): void {
    if (this.#unsettled) return void this.#unsettled.then(() => this.#drop(wager, cents, max));
    const absent = this.#absent();
    if (absent) return this.#tell("refused", absent.reason, absent, wager);
    if (this.#busy.has(wager) && !max) {
      this.#next.set(wager, (this.#next.get(wager) ?? 0) + cents);
      this.#queue();
      return;
    }
    void this.#bet({ wager, cents: max ? Infinity : cents }, true).then((why) => {
      if (why) this.#tell("refused", why.reason, why, wager);
    });
  }

  /**
   * One bet; answers with the reason if it was not made. `wish`: it is kept if it must wait; `laid`: told of it instead
   * of whoever bets.
   */
  async #bet({ wager, cents }: Chips, wish: boolean, laid?: Laid, again = true): Promise<RefusalReason | null> {
    if (!this.#store.view.offers.size && !this.#absent()) await this.#offers.first(); // a hand quicker than the line
    const { offers, snapshot } = this.#store.view;
    const offer = offers.get(wager);
    const no = this.#absent() ?? (offer ? null : NOT_OFFERED);
    if (no || !offer) return no;
    const most = cents === Infinity;
    const amount = snapAmount(offer, cents, most);
    if (amount.refused) {
      if (wish && !most && isLate(amount.refused)) this.#offerLate({ wager, cents });
      return this.#wait({ wager, cents }, amount.refused, wish && !most, !laid);
    }
    const chips = { wager, cents: amount.cents };
    this.#busy.add(wager);
    const line = say.bet(chips);
    const coached = laid ? null : this.#line.coach(line);
    const answer = await this.#line.say(line, chips);
    if (answer.type === "accepted") {
      (laid ?? this.#confirm)(chips, most ? "" : amount.why);
      void coached?.then(this.#remark(this.#store.view.feedback));
      await this.#offers.after(answer.n);
    } else if (again) {
      await this.#offers.after(snapshot?.n ?? 0);
      again = this.#store.view.offers.get(wager) !== offer;
    }
    this.#busy.delete(wager);
    // the hand was quicker than the house's word of what it takes now
    if (answer.type === "refused" && again) return this.#bet({ wager, cents }, wish, laid, false);
    this.#goOn(wager);
    return answer.type === "accepted" ? null : this.#wait(chips, answer, wish, !laid);
  }

  /** What was dropped while the last bet was on its way. */
  #goOn(wager: string): void {
    const cents = this.#next.get(wager);
    if (!cents) return;
    this.#next.delete(wager);
    this.#queue();
    this.#drop(wager, cents, false);
  }

  /** Tells the house of a bet that it takes once the crew confirms it: all that waits on that wager. */
  #offerLate({ wager, cents }: Chips): void {
    const waits = this.#store.view.pendingBets.find((wish) => wish.wager === wager)?.cents ?? 0;
    void this.#line.say(say.bet({ wager, cents: waits + cents }), null);
  }

  /** A bet that waits is taken back before the crew confirms it: the house is told, where it knows of it. */
  #withdrawLate(wager: string): void {
    const { snapshot } = this.#store.view;
    const known = snapshot?.late?.some((late) => late.seat === snapshot.you && late.wager === wager && !late.switched);
    if (known) void this.#line.say(say.lift(wager, 1, 1), null);
  }

  /** Chips that the house would take at another moment are kept until then. */
  #wait(chips: Chips, why: RefusalReason, wish: boolean, told: boolean): RefusalReason | null {
    if (!wish || !isTiming(why)) return why;
    this.#store.set({ pendingBets: withPendingBet(this.#store.view.pendingBets, chips) });
    if (told) this.#tell("note", `${this.#named(chips)} is waiting: ${why.reason}`, why, chips.wager);
    return null;
  }

  /** Takes `cents` off a spot, as the house allows; without an amount all of it. */
  lift(wager: string, cents = Infinity): void {
    this.#store.beginAction();
    const { pendingBets, snapshot } = this.#store.view;
    const next = this.#next.get(wager);
    if (next) {
      if (next > cents) this.#next.set(wager, next - cents);
      else this.#next.delete(wager);
      return this.#queue();
    }
    if (pendingBets.some((wish) => wish.wager === wager)) {
      this.#withdrawLate(wager);
      return this.#store.set({ pendingBets: withoutPendingBet(pendingBets, wager, cents) });
    }
    const held = stakeOn(seatOf(snapshot, snapshot?.you)?.layout, wager);
    const no = this.#absent() ?? (held ? null : NOT_UP);
    if (no) return this.#tell("refused", no.reason, no, wager);
    const amount = Math.min(cents, held);
    const last = this.#acts.at(-1);
    const justSo = last?.wager === wager && Math.abs(last.cents - amount) * 4 <= amount;
    const less = justSo ? last.cents : amount;
    void this.line(
      justSo ? "undo" : say.lift(wager, amount, held),
      `${this.#named({ wager, cents: less })} taken back`,
      wager,
    );
  }

  /** Moves chips from one spot to another. */
  move(from: string, to: string): void {
    this.#store.beginAction();
    const { pendingBets, snapshot } = this.#store.view;
    const wish = pendingBets.find((each) => each.wager === from);
    const cents = wish?.cents ?? stakeOn(seatOf(snapshot, snapshot?.you)?.layout, from);
    const offer = this.#store.view.offers.get(to);
    if (!cents || from === to) return;
    if (offer?.refused && !isTiming(offer.refused))
      return this.#tell("refused", offer.refused.reason, offer.refused, to);
    if (wish) {
      this.lift(from);
      return this.#drop(to, cents, false);
    }
    const last = this.#acts.at(-1);
    const line = last?.wager === from && last.cents === cents ? "undo" : say.lift(from, cents, cents);
    void this.#sayLine(line, from).then(async (answer) => {
      if (answer?.type !== "accepted") return;
      await this.#offers.after(answer.n);
      this.#drop(to, cents, false);
    });
  }

  /** Calls a bet on or off, whichever it is not. */
  toggle(wager: string): void {
    this.#store.beginAction();
    const { snapshot, book } = this.#store.view;
    const bet = seatOf(snapshot, snapshot?.you)?.layout?.lying?.find((each) => each.wager === wager);
    const no = this.#absent() ?? (bet ? null : NOT_UP);
    if (no || !bet || !snapshot) return this.#tell("refused", (no ?? NOT_UP).reason, no ?? NOT_UP, wager);
    const spot = book?.wagers.find((each) => each.wager === wager);
    const now = isOff(spot, bet, snapshot) ? "on" : "off";
    void this.line(say.call(wager, now), `${this.#title(wager)} is ${now}`, wager);
  }

  // --- all of it

  /** Takes back the last thing that was done since the roll, or the last wish. */
  undo(): void {
    this.#store.beginAction();
    const { pendingBets } = this.#store.view;
    const last = pendingBets.at(-1);
    if (last) {
      this.#withdrawLate(last.wager);
      return this.#store.set({ pendingBets: withoutPendingBet(pendingBets, last.wager) });
    }
    const act = this.#acts.at(-1);
    void this.line("undo", act ? `${this.#named(act)} taken back` : "Undone");
  }

  /** Takes back everything since the last roll; if there is nothing to take back, takes down what may come down. */
  async clear(): Promise<void> {
    this.#store.beginAction();
    const { pendingBets, snapshot, book } = this.#store.view;
    this.#next.clear();
    for (const { wager } of pendingBets) this.#withdrawLate(wager);
    this.#store.set({ pendingBets: [] });
    this.#queue();
    const seat = seatOf(snapshot, snapshot?.you);
    const undo = seat?.undo ?? 0;
    if (undo) {
      for (let k = 0; k < undo; k++) if (!(await this.line("undo", ""))) return;
      const left = atRisk(seatOf(this.#store.view.snapshot, snapshot?.you)?.layout);
      const more = left ? `, since the roll; ${dollars(left)} is still on the layout: press Clear again to take it down` : "";
      return this.#tell("done", `All undone${more}`);
    }
    const first = new Set(book?.wagers.filter((spot) => spot.attaches_to).map((spot) => spot.wager));
    const lying = [...(seat?.layout?.lying ?? [])].sort((a, b) => +first.has(b.wager) - +first.has(a.wager));
    if (!lying.length && !pendingBets.length) return this.#tell("note", "You have no bets on the layout");
    const no: RefusalReason[] = [];
    for (const { wager } of lying) {
      const answer = await this.#sayLine(say.lift(wager, 1, 1), wager, true);
      if (answer?.type === "refused") no.push(answer);
    }
    this.#sum("Taken down", lying.length - no.length, no);
  }

  /** Doubles every bet on the layout. */
  double(): void {
    this.#store.beginAction();
    const { snapshot } = this.#store.view;
    const lying = seatOf(snapshot, snapshot?.you)?.layout?.lying ?? [];
    void this.#all(
      "Doubled",
      lying.map(({ wager, stake }) => ({ wager, cents: stake })),
      "You have no bets on the layout",
    );
  }

  /** Bets the layout of the last come-out again, as far as it is not up. */
  repeat(): void {
    this.#store.beginAction();
    const { snapshot } = this.#store.view;
    const now = seatOf(snapshot, snapshot?.you)?.layout?.lying ?? [];
    void this.#all("Repeated", missing(this.#comeOut, now), "Nothing to repeat: those bets are already up, or there were none");
  }

  /** Doubles what won on the last roll and stayed up; or one bet. */
  press(wager?: string): void {
    this.#store.beginAction();
    const { snapshot } = this.#store.view;
    const seat = seatOf(snapshot, snapshot?.you);
    const won = new Set(
      (seat?.results ?? []).filter((done) => done.result === "win" && done.stays).map((done) => done.wager),
    );
    const pressed = (seat?.layout?.lying ?? []).filter((bet) => (wager ? bet.wager === wager : won.has(bet.wager)));
    const chips = pressed.map((bet) => ({ wager: bet.wager, cents: bet.stake }));
    void this.#all("Pressed", chips, "Nothing to press: none of your bets won on the last roll and stayed up");
  }

  /** Bets `cents` on each wager of a group of the book: inside, outside, across. */
  group(name: string, cents: Cents): void {
    this.#store.beginAction();
    const { book, snapshot } = this.#store.view;
    const wagers = book ? grouped(book, name, snapshot?.point ?? null) : [];
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    void this.#all(
      title,
      wagers.map((wager) => ({ wager, cents })),
      `This house has no ${name} bets`,
    );
  }

  /** Puts the most odds behind every bet that takes odds. */
  oddsMax(): void {
    this.#store.beginAction();
    const { book, offers } = this.#store.view;
    void this.#all("Odds", this.#exact(book ? mostOdds(book, offers) : []), "None of your bets takes more odds now");
  }

  /** The most that pays exactly, of each that takes anything so. */
  #exact(bets: readonly Chips[]): readonly Chips[] {
    return bets.flatMap(({ wager }) => {
      const offer = this.#store.view.offers.get(wager);
      const cents = offer ? mostExactly(offer) : 0;
      return cents ? [{ wager, cents }] : [];
    });
  }

  /** Many bets at once, summed up in one sentence. */
  async #all(did: string, bets: readonly Chips[], none: string): Promise<void> {
    const absent = this.#absent();
    if (absent) return this.#tell("refused", absent.reason, absent);
    if (!bets.length) return this.#tell("note", none);
    const closed = (chips: Chips): boolean => this.#store.view.offers.get(chips.wager)?.refused?.code === "closed";
    const waiting = this.#store.view.pendingBets.length;
    const made: { readonly chips: Chips; readonly why: string }[] = [];
    const laid: Laid = (chips, why) => void made.push({ chips, why });
    const answers = await Promise.all(bets.map((chips) => this.#bet(chips, closed(chips), laid)));
    const no = answers.filter((why) => why !== null);
    const waits = Math.max(0, this.#store.view.pendingBets.length - waiting);
    const many = made.length > MOST_NAMED;
    const said = made.flatMap(({ chips, why }) =>
      why ? [`${this.#title(chips.wager)} ${why}`] : many ? [] : [this.#named(chips)],
    );
    if (many) said.unshift(dollars(made.reduce((sum, { chips }) => sum + chips.cents, 0)));
    this.#sum(did, made.length, no, waits, said);
  }

  /** `said`: of what was done, in words. */
  #sum(did: string, done: number, no: readonly RefusalReason[], waits = 0, said: readonly string[] = []): void {
    const [first] = no;
    const count = `${did}: ${done} ${done === 1 ? "bet" : "bets"}${waits ? `, ${waits} waiting` : ""}`;
    const bets = [count, said.join("; ")].filter(Boolean).join(", ");
    if (!first) return this.#tell("done", bets);
    const reasons = [...new Set(no.map((why) => why.reason))].join("; ");
    this.#tell(done ? "note" : "refused", `${bets}. Not taken: ${reasons}`, first, first.wager);
  }

  // --- saying

  /** Says a line; `done` is what is told when it is taken. */
  async line(line: string, done?: string, wager = ""): Promise<boolean> {
    const answer = await this.#sayLine(line, wager);
    if (answer?.type !== "accepted") return false;
    if (done !== "") this.#tell("done", done ?? line, null, wager);
    return true;
  }

  async #sayLine(line: string, wager: string, quiet = false): Promise<AcceptedMessage | RefusedMessage | null> {
    if (!this.#line.open) {
      this.#tell("refused", LINE_LOST.reason, LINE_LOST, wager);
      return null;
    }
    const answer = await this.#line.say(line, null);
    if (answer.type === "refused" && !quiet) this.#tell("refused", answer.reason, answer, answer.wager || wager);
    return answer;
  }

  #absent(): RefusalReason | null {
    const { snapshot } = this.#store.view;
    return this.#line.open ? (seatOf(snapshot, snapshot?.you) ? null : NO_SEAT) : LINE_LOST;
  }

  /** Chips dropped on a wager whose last bet is not answered yet: drawn as sent. */
  #queue(): void {
    const queued = [...this.#next].map(([wager, cents]) => ({
      key: `next-${wager}`,
      line: say.bet({ wager, cents }),
      wager,
      cents,
    }));
    this.#line.queue(queued);
  }

  readonly #confirm: Laid = ({ wager, cents }, why) => {
    const { snapshot } = this.#store.view;
    const held = stakeOn(seatOf(snapshot, snapshot?.you)?.layout, wager);
    const total = held > cents ? `, ${dollars(held)} in all` : "";
    this.#tell(
      "done",
      why ? `${this.#title(wager)}: ${why}${total}` : `${this.#named({ wager, cents })}${total}`,
      null,
      wager,
    );
  };

  /** Adds the coach's word to what was told of a bet, if it was and that still stands. */
  #remark(told: Feedback | null): (remarks: readonly string[]) => void {
    return (remarks) => {
      if (told?.kind !== "done" || !remarks.length || this.#store.view.feedback !== told) return;
      this.#tell(told.kind, `${told.words}. ${remarks.join(" ")}`, told.why, told.wager);
    };
  }

  #named({ wager, cents }: Chips): string {
    return `${dollars(cents)} on ${this.#title(wager)}`;
  }

  #title(wager: string): string {
    const { book, offers } = this.#store.view;
    return book?.wagers.find((spot) => spot.wager === wager)?.title ?? offers.get(wager)?.title ?? wager;
  }

  #tell(kind: Feedback["kind"], words: string, why: RefusalReason | null = null, wager = ""): void {
    this.#store.tell(kind, words, why, wager);
  }
}

/** The name of a line that an order says; none where it would be longer than a house takes. */
function named(by: string, line: string): string {
  const name = `${by} ${line}`;
  return name.length <= LONGEST_NAME ? name : "";
}

/** The one bet that grew, or null. */
function grown(was: SeatShown | null, is: SeatShown | null): Chips | null {
  const more = missing(is?.layout?.lying ?? [], was?.layout?.lying ?? []);
  const less = missing(was?.layout?.lying ?? [], is?.layout?.lying ?? []);
  return more.length === 1 && !less.length ? (more[0] ?? null) : null;
}
