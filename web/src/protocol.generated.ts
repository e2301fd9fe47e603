// Generated from the structs of sevenout.server by `python -m tools.typescript`: change those, not this.

/** The version of the wire that these types are of: said in `hello`. */
export const VERSION = 1;

export type FromClient = Hello | LineRequest | CommandRequest | SeedRequest | PreviewRequest | ChatRequest | Subscribe;

export type FromServer = SnapshotMessage | EventMessage | OffersMessage | RollsMessage | ClockMessage | PresentMessage | AcceptedMessage | RefusedMessage | Preview | ChatMessage | ChatBacklogMessage | NoticeMessage;

/** `Ann accepts the dice`: she is the shooter now, and an earlier no is taken back. */
export interface AcceptDice {
  readonly type: "accept-dice";
  readonly seat: string;
}

/** It is done and durable: by which event. */
export interface AcceptedMessage {
  readonly type: "accepted";
  readonly key: string;
  readonly n: number;
}

/** Whether an answer was right, and why. */
export interface AnswerResponse {
  readonly right: boolean;
  readonly reason: string;
  readonly answer: string;
  readonly seconds: number;
  readonly limit: number;
  readonly because: readonly RightLine[];
}

/**
 * `Ann changes 200`, `Ann changes 4 green of 25`, `Ann colors up 40 red of 5`:
 * a player wants money changed: currency, or chips.
 */
export interface AskChange {
  readonly type: "ask-change";
  readonly seat: string;
  readonly kind: "checks" | "color" | "currency";
  readonly currency?: number; // or else 0
  readonly chips?: readonly Stack[]; // or else []
}

/**
 * `dealer assists Ann`, `dealer assists Ann unasked`:
 * a dealer stacks a player's chips or says what to bet, which the player asked for, or did not.
 */
export interface Assist {
  readonly type: "assist";
  readonly seat: string;
  readonly asked?: boolean; // or else true
}

/** A dealer helped a player who asked for it, with every bet paid. */
export interface Assisted {
  readonly type: "assisted";
  readonly seat: string;
  readonly by: string;
  readonly cite: Citation;
}

/** `supervisor awards Ann 25: the payoff was short`, or takes it: `supervisor takes 25 from Ann: paid twice`. */
export interface Award {
  readonly type: "award";
  readonly seat: string;
  readonly amount: number;
  readonly why: string;
  readonly clause?: string; // or else ""
}

/** A ruling moved chips between the bank and a rack: why, and by which clause. */
export interface Awarded {
  readonly type: "awarded";
  readonly seat: string;
  readonly amount: number;
  readonly rack: number;
  readonly why: string;
  readonly clause?: string; // or else ""
}

/** For how long somebody stays away. */
export interface Away {
  readonly days: number;
}

/** The bank was counted: what lies there, and what should. */
export interface BankCounted {
  readonly type: "bank-counted";
  readonly counted: readonly Stack[];
  readonly expected: readonly Stack[];
  readonly odd: number;
  readonly by: string;
  readonly signed?: readonly string[]; // or else []
}

/** The change that an event of the table made to the bank: chips by colour, below zero if they left it. */
export interface BankMoved {
  readonly type: "bank-moved";
  readonly chips: readonly Stack[];
  readonly odd?: number; // or else 0
  readonly owed?: number; // or else 0
  readonly with_roll?: boolean; // or else false
}

/** The bank as the table opened. */
export interface BankOpened {
  readonly type: "bank-opened";
  readonly chips: readonly Stack[];
  readonly cage?: readonly Stack[] | null; // or else null
  readonly signed?: readonly string[]; // or else []
}

/** The bank by colour, as it should be; none is known before somebody said what it held. */
export interface BankResponse {
  readonly amount: string;
  readonly chips: readonly ChipCount[];
  readonly owed: string;
  readonly cage?: readonly ChipCount[] | null; // or else null
}

/** A bet below its minimum was seen only when a roll decided it: it counts as it lay. */
export interface BelowMinimum {
  readonly type: "below-minimum";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly minimum: number;
  readonly done: string;
  readonly cite: Citation;
}

/** The best to do from a seat's layout and rack as they were at event `n`, and what it is worth. */
export interface BestActResponse {
  readonly n: number;
  readonly goal: string;
  readonly cash: string;
  readonly acts: readonly string[];
  readonly lines: readonly string[];
  readonly worth: number;
  readonly untouched: number;
  readonly plan: PlanResponse | null;
  readonly sentences: readonly string[];
  readonly solved_over: string;
}

/**
 * `Ann bets 10 on pass`, `Bob bets 6 each on inside`.
 *
 * With `with 25`, `with a voucher`, `unnoticed`, `called`, `confirmed by dealer, boxperson`.
 */
export interface Bet {
  readonly type: "bet";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly each?: boolean; // or else false
  readonly unnoticed?: boolean; // or else false
  readonly confirmed?: readonly string[]; // or else []
  readonly called?: boolean; // or else false
  readonly tendered?: number; // or else 0
  readonly voucher?: "" | "token" | "voucher"; // or else ""
}

/** A bet was counted in time: what lies there, how much of it is above its limit, and what of that comes back. */
export interface BetVerified {
  readonly type: "bet-verified";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly over: number;
  readonly by: string;
  readonly cite: Citation;
  readonly returned?: number; // or else 0
}

/** The clock and the Shootout: when it was first posted and last hit, the turn so far, a hit that is held. */
export interface Bonus {
  readonly zone: string;
  readonly opened: string;
  readonly now: string;
  readonly posted?: number | null; // or else null
  readonly last_hit?: string | null; // or else null
  readonly hand?: Hand | null; // or else null
  readonly held_for?: string; // or else ""
  readonly held_amount?: number; // or else 0
  readonly eligible?: readonly string[]; // or else []
  readonly held_at?: string | null; // or else null
}

/** Whether a table could be opened with a rulebook. */
export interface BookChecked {
  readonly sound: boolean;
  readonly name?: string; // or else ""
  readonly title?: string; // or else ""
  readonly digest?: string; // or else ""
  readonly faults?: readonly BookFault[]; // or else []
  readonly wagers?: number; // or else 0
  readonly provenance?: { readonly [name: string]: number }; // or else {}
}

/** One thing wrong with a rulebook: where, what, and what to write instead. */
export interface BookFault {
  readonly where: string;
  readonly line: number;
  readonly message: string;
  readonly remedy: string;
  readonly file?: string; // or else ""
  readonly said?: string; // or else ""
  readonly instead?: string; // or else ""
  readonly column?: number; // or else 0
  readonly end?: number; // or else 0
}

/** What a crew goes by, as far as it is the book's: throws that do not count, late bets, orders. */
export interface BookFloor {
  readonly grounds: readonly BookGround[];
  readonly breaches: readonly BookGround[];
  readonly overruled_by: string;
  readonly ordered: readonly string[];
  readonly confirmed_by: readonly string[];
  readonly called_confirmed_by: readonly string[];
  readonly switch_confirmed_by?: readonly string[]; // or else []
}

/** Something about a throw or a shooter that has a clause: a ground for no roll, or a rule for the shooter. */
export interface BookGround {
  readonly ground: string;
  readonly title: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly says: string;
  readonly call?: "" | "always" | "may"; // or else ""
  readonly called_by?: readonly string[]; // or else []
  readonly after_warning?: boolean; // or else false
}

/** Wagers that are bet together by one word. */
export interface BookGroup {
  readonly name: string;
  readonly wagers: readonly string[];
  readonly except_point: boolean;
}

/** A book that a table can be opened with. */
export interface BookListed {
  readonly name: string;
  readonly title: string;
  readonly document: string;
  readonly digest: string;
}

/** A region of the layout and the wagers that lie there, row by row. */
export interface BookRegion {
  readonly name: string;
  readonly at: string;
  readonly shape: string;
  readonly wagers: readonly string[];
}

/** A whole book: all that is needed to draw a house and to name what it offers. It changes with its digest only. */
export interface BookResponse {
  readonly name: string;
  readonly title: string;
  readonly document: string;
  readonly digest: string;
  readonly points: readonly number[];
  readonly minimum: string;
  readonly maximum: string;
  readonly chip: string;
  readonly puck: boolean;
  readonly shootout: readonly number[] | null;
  readonly provenance: { readonly [name: string]: number };
  readonly regions: readonly BookRegion[];
  readonly groups: readonly BookGroup[];
  readonly wagers: readonly BookWager[];
  readonly glossary: { readonly [name: string]: readonly string[] };
  readonly values: readonly ValueResponse[];
  readonly chips: readonly ChipColour[];
  readonly citations: readonly Citation[];
  readonly floor: BookFloor;
  readonly own_rules?: boolean; // or else false
}

/** A book as it is written: its own text, then that of each book it extends. */
export interface BookSource {
  readonly texts: readonly string[];
}

/** One wager: its names, its place on the layout, and what it is about. */
export interface BookWager {
  readonly wager: string;
  readonly title: string;
  readonly also: readonly string[];
  readonly label: string;
  readonly printed: string;
  readonly family: string;
  readonly region: string;
  readonly order: number;
  readonly numbers: readonly number[];
  readonly dice: readonly [number, number] | null;
  readonly attaches_to: string | null;
  readonly parts: readonly string[];
  readonly pays: string;
  readonly proposition: boolean;
  readonly note: string;
  readonly bar: readonly [number, number] | null;
  readonly made: boolean;
  readonly calls: readonly ("off" | "on")[];
  readonly rests: readonly ("off" | "on")[];
  readonly counts?: "" | "rolls" | "totals"; // or else ""
}

/** A bot makes no more bets, and why; it leaves as soon as its bets allow. */
export interface BotEnded {
  readonly type: "bot-ended";
  readonly seat: string;
  readonly why: string;
}

/** A strategy at a table. */
export interface BotListed {
  readonly name: string;
  readonly strategy: string;
  readonly rack: string;
  readonly ending: string;
}

/** Who is to sit down: a named strategy or the text of one, the name of its seat, and its chips. */
export interface BotRequest {
  readonly strategy?: string; // or else ""
  readonly text?: string; // or else ""
  readonly name?: string; // or else ""
  readonly bankroll?: string; // or else ""
}

/** A strategy sits down: its name, and its text as it will be played, whatever becomes of the name. */
export interface BotSeated {
  readonly type: "bot-seated";
  readonly seat: string;
  readonly strategy: string;
  readonly text: string;
}

/** A player bought more chips, or brought promotional tokens or a voucher, which stay apart from the rack. */
export interface BoughtIn {
  readonly type: "bought-in";
  readonly seat: string;
  readonly bought: number;
  readonly rack: number;
  readonly voucher?: Voucher | null; // or else null
}

/** What somebody allows themself in a day; what is left out has no limit. */
export interface BoundsResponse {
  readonly loss?: string | null; // or else null
  readonly minutes?: number | null; // or else null
  readonly remind?: number | null; // or else null
}

/** A box was counted: what lay in it, and what should have. */
export interface BoxCounted {
  readonly type: "box-counted";
  readonly box: "drop" | "toke";
  readonly counted: number;
  readonly expected: number;
  readonly by: string;
}

/** `boxperson lets the dice go`: a boxperson who has just taken over lets the stick move the dice. */
export interface BoxOk {
  readonly type: "box-ok";
}

/** The box has somebody in it, or nobody any more. */
export interface BoxPosted {
  readonly type: "box-posted";
  readonly name: string;
}

/** The new boxperson has given the stick leave to move the dice. */
export interface BoxReady {
  readonly type: "box-ready";
  readonly said: readonly SpokenCall[];
}

/** `dice 2 brought back`: dice that were down come back to the table. */
export interface BringBack {
  readonly type: "bring-back";
  readonly dice: readonly number[];
}

/** `dice brought in`: the stick takes the dice back to the middle: the shooter wants to bet again. */
export interface BringIn {
  readonly type: "bring-in";
}

/** `dealer brings the money`: what is to be changed goes to the middle of the table, before the box. */
export interface BringMoney {
  readonly type: "bring-money";
  readonly by?: string; // or else "dealer"
}

/** `set 4711 brought: 5 dice of 0.7550`: the supervisor prepares a new set. */
export interface BringSet {
  readonly type: "bring-set";
  readonly dice: readonly Die[];
}

/**
 * `Ann buys in for 200`: money to the drop box, chips to the rack.
 *
 * `Ann presents 25 by voucher`: what a casino gives away comes to the table, and stays apart from the rack.
 */
export interface BuyIn {
  readonly type: "buy-in";
  readonly seat: string;
  readonly amount: number;
  readonly promotional?: "" | "token" | "voucher"; // or else ""
}

/** Something that the crew says. */
export interface CallMessage {
  readonly who: string;
  readonly words: string;
  readonly clause?: string; // or else ""
  readonly to?: string; // or else ""
  readonly before?: boolean; // or else false
}

/** `Ann calls props down`; `up` reverts. */
export interface CallProps {
  readonly type: "call-props";
  readonly seat: string;
  readonly now: "down" | "up";
}

/** The number called is the number that the dice show. */
export interface CallVerified {
  readonly type: "call-verified";
  readonly total: number;
  readonly by: string;
}

/**
 * `Bob calls place-6 off`, or a group: `Bob calls hard on`.
 *
 * With `confirmed by dealer`, or `unconfirmed`: nobody of the crew took the call up.
 */
export interface CallWager {
  readonly type: "call";
  readonly seat: string;
  readonly what: string;
  readonly now: "off" | "on";
  readonly confirmed?: readonly string[]; // or else []
  readonly unconfirmed?: boolean; // or else false
}

/** Somebody who came in, and the token by which they are known: it is told once. */
export interface CameIn {
  readonly token: string;
  readonly name: string;
}

/** `supervisor cancels set 4711 on 4`: a set that is off the game is cancelled on a number. */
export interface Cancel {
  readonly type: "cancel";
  readonly serial: string;
  readonly number: number;
  readonly by?: string; // or else "supervisor"
}

/** A set was cancelled. */
export interface Cancelled {
  readonly type: "cancelled";
  readonly serial: string;
  readonly number: number;
}

/** `dealer catches 25 tossed by Ann`: a dealer catches chips that a player tossed. */
export interface CatchChecks {
  readonly type: "catch-checks";
  readonly seat: string;
  readonly amount: number;
}

/** An exam that was taken and signed. */
export interface Certificate {
  readonly form: "sevenout-certificate-1";
  readonly version: string;
  readonly learner: string;
  readonly book: string;
  readonly house: string;
  readonly digest: string;
  readonly stage: string;
  readonly title: string;
  readonly seed: string;
  readonly began: string;
  readonly ended: string;
  readonly answers: readonly ExamAnswer[];
  readonly result: ExamResult;
  readonly by_hand: readonly MarkByHand[];
  readonly passed: boolean;
  readonly examiner: string;
  readonly licence: string;
  readonly signed: string;
}

/** A certificate, and what is found when it is judged again. */
export interface CertificateResponse {
  readonly seal: string;
  readonly certificate: Certificate;
  readonly sections: readonly string[];
  readonly faults: readonly string[];
}

/** A change has begun. */
export interface ChangeAsked {
  readonly type: "change-asked";
  readonly changing: MoneyChange;
  readonly said?: readonly SpokenCall[]; // or else []
}

/** The owner of the money has left, so it went back as it came. */
export interface ChangeReturned {
  readonly type: "change-returned";
  readonly changing: MoneyChange;
}

/** A change went one step further; after the last one the player has the chips. */
export interface ChangeStepped {
  readonly type: "change-stepped";
  readonly step: "bring" | "count" | "cut" | "drop" | "hand over" | "permit" | "verify";
  readonly by: string;
  readonly changing: MoneyChange;
  readonly last: boolean;
  readonly said?: readonly SpokenCall[]; // or else []
}

/** A player's layout changed: what lies there now, and what the rack paid for it (below zero: got back). */
export interface Changed {
  readonly type: "changed";
  readonly seat: string;
  readonly layout: Layout;
  readonly rack: number;
  readonly staked: number;
  readonly commission: number;
  readonly throws?: string | null; // or else null
  readonly parlayed?: string; // or else ""
}

/** What was written before this connection came, the newest last: all that is still known. */
export interface ChatBacklogMessage {
  readonly type: "chats";
  readonly said: readonly ChatLine[];
}

/** Words that somebody wrote to everybody. */
export interface ChatLine {
  readonly who: string;
  readonly words: string;
  readonly at: string;
}

/** Somebody writes to everybody at the table. */
export interface ChatMessage {
  readonly type: "chat";
  readonly who: string;
  readonly words: string;
  readonly at: string;
}

/** A few words to everybody at the table; it is no part of the game, and in no log. */
export interface ChatRequest {
  readonly type: "chat";
  readonly words: string;
  readonly key?: string; // or else "chat"
}

/** A wager that wins and loses by the same rolls, and costs less at the same stake. */
export interface Cheaper {
  readonly wager: string;
  readonly title: string;
  readonly edge: string;
  readonly percent: number;
}

/**
 * `stickperson checks the puck at second base: on 8`, `stickperson checks the puck at third base: off`:
 * the stick looks how a puck stands, and has it put right.
 */
export interface CheckPuck {
  readonly type: "check-puck";
  readonly end: "second base" | "third base";
  readonly number?: number | null; // or else null
}

/** Tossed chips were caught, so that no bet was disturbed. */
export interface ChecksCaught {
  readonly type: "checks-caught";
  readonly seat: string;
  readonly amount: number;
  readonly by: string;
  readonly cite: Citation;
}

/** A chip of the house. */
export interface ChipColour {
  readonly value: string;
  readonly colour: string;
}

/** Chips of one colour. */
export interface ChipCount {
  readonly value: string;
  readonly colour: string;
  readonly chips: number;
}

/** Something that a learner can choose, by its name for the judge and in words. */
export interface Choice {
  readonly value: string;
  readonly words: string;
}

/** A line to choose from or to put in order, with its letter or number; what is not lettered is typed as it is. */
export interface ChoiceLine {
  readonly mark: string;
  readonly line: string;
}

/** `Ann chooses dice 1 4`: a player picks dice out of those offered, counted from 0. */
export interface Choose {
  readonly type: "choose";
  readonly seat: string;
  readonly dice: readonly number[];
}

/** The source of a value: its clause, whether it is stated, derived or assumed, and what it says in plain words. */
export interface Citation {
  readonly clause?: string; // or else ""
  readonly provenance?: "assumed" | "derived" | "stated"; // or else "assumed"
  readonly says?: string; // or else ""
}

/** What a trainer wants of everybody: hands off the chips, or one exercise for all. */
export interface ClassChange {
  readonly frozen?: boolean; // or else false
  readonly pushed?: ExerciseName | null; // or else null
  readonly seconds?: number; // or else 0
  readonly revealed?: boolean; // or else false
}

/** Learners by rooms, for the trainer. */
export interface ClassGrid {
  readonly group: ClassResponse;
  readonly learners: readonly LearnerRow[];
}

/** A class that is to be opened. */
export interface ClassRequest {
  readonly title: string;
  readonly book: string;
}

/** A class as its learners see it. */
export interface ClassResponse {
  readonly code: string;
  readonly title: string;
  readonly book: string;
  readonly frozen: boolean;
  readonly pushed: ExerciseName | null;
  readonly learners: number;
  readonly pushed_at?: string | null; // or else null
  readonly exam?: string; // or else ""
}

/** A class on one screen: the exercise for all, the seconds that are left, then what is right. */
export interface ClassWall {
  readonly group: ClassResponse;
  readonly left: number;
  readonly revealed: boolean;
  readonly answered: number;
  readonly right: number;
  readonly because: readonly RightLine[];
}

/** How often one clause was broken, and in which kind of marks. */
export interface ClauseScore {
  readonly kind: "manner" | "money" | "order" | "seconds";
  readonly clause: string;
  readonly tasks: number;
}

/** `stickperson clears the rail`: patrons who do not play are asked to make room at the rail. */
export interface ClearRail {
  readonly type: "clear-rail";
  readonly by?: string; // or else "stickperson"
}

/** The server's clock. */
export interface ClockMessage {
  readonly type: "clock";
  readonly now: string;
}

/** The clock is far behind the entry before this one, whose time this is: it was wrong then, and is right now. */
export interface ClockSetBack {
  readonly type: "clock-set-back";
  readonly was: string;
}

/** A command instead of a line: it is taken if there is a line that says the same. */
export interface CommandRequest {
  readonly type: "do";
  readonly key: string;
  readonly command: Sit | BuyIn | Leave | Bet | Reduce | TakeDown | CallWager | CallProps | Press | Parlay | Undo | Toke | Remember | PassDice | OrderPass | TimeOver | Warn | DeclineDice | AcceptDice | ThrowDice | RollDice | NoRoll | Overrule | TellTime | Inspect | Award | RuleNoRoll | CorrectRoll | BringSet | InspectSet | Scribe | PutIn | Recover | Cancel | Wrap | TakeOff | OfferDice | Choose | NewDice | SameDice | DumpBowl | SendOut | BringIn | Gather | ThrowOut | GoDown | BringBack | LoseSight | Doubt | Mishandle | InspectDice | OpenGame | PostBox | Relieve | BoxOk | WorkCommand | MoveStacks | ReturnHouseMoney | GoDead | Revive | VerifyCall | Dispute | Settle | RuleOnThrow | OpenBank | CountBank | CountBox | Present | PastPost | Snatch | VerifyBet | Assist | CatchChecks | Encourage | ClearRail | StandOdds | CheckPuck | VerifyPayouts | AskChange | Permit | BringMoney | Count | Drop | CutOut | Verify | HandOver | Shoot;
}

/** The dice on the game were found unfit: only another set can be played with. */
export interface Condemned {
  readonly type: "condemned";
  readonly by: string;
  readonly wrong: Refusal;
  readonly places: readonly ("air" | "bowl" | "down" | "hand" | "middle" | "offered")[];
}

/** `roll corrected to 3 4`: the last roll was entered or read wrongly, and the dice showed this. */
export interface CorrectRoll {
  readonly type: "correct-roll";
  readonly a: number;
  readonly b: number;
}

/** A wager in two houses: what it costs an hour in each, and the rules that make the difference. */
export interface CostChangeResponse {
  readonly wager: string;
  readonly title: string;
  readonly here: HourlyCostResponse | null;
  readonly there: HourlyCostResponse | null;
  readonly change_cents_an_hour: string | null;
  readonly causes: readonly RuleCauseResponse[];
  readonly refused: string | null;
}

/** What a wager costs at one stake, with the house's rounding and commission. */
export interface CostResponse {
  readonly stake: string;
  readonly edge: string;
  readonly percent: number;
  readonly cost: string;
  readonly words: string;
}

/** `supervisor counts 200`: the amount is counted and called. */
export interface Count {
  readonly type: "count";
  readonly amount: number;
  readonly by?: string; // or else "supervisor"
}

/** `boxperson counts the bank: 80 red of 5, 40 green of 25, signed Ned and Sue`: the bank is counted, by colour. */
export interface CountBank {
  readonly type: "count-bank";
  readonly chips: readonly Stack[];
  readonly by?: string; // or else "boxperson"
  readonly signed?: readonly string[]; // or else []
}

/** `supervisor counts the drop box: 2000`: the drop box or the toke box is counted. */
export interface CountBox {
  readonly type: "count-box";
  readonly box: "drop" | "toke";
  readonly amount: number;
  readonly by?: string; // or else "supervisor"
}

/** One thing that an exam is passed by, and whether it was met. */
export interface Criterion {
  readonly says: string;
  readonly reached: string;
  readonly met: boolean;
  readonly source: string;
}

/**
 * `dealer cuts the change`, `dealer cuts 2 black of 100`:
 * the change is cut on the come; without chips, as few as the house's denominations allow.
 */
export interface CutOut {
  readonly type: "cut-out";
  readonly chips?: readonly Stack[]; // or else []
  readonly by?: string; // or else "dealer"
}

/** When the shooter's time for this roll ends; then the dice are thrown for the shooter. */
export interface Deadline {
  readonly until: string;
  readonly now: string;
  readonly asked?: readonly string[]; // or else []
}

/** `Ann declines the dice`. */
export interface DeclineDice {
  readonly type: "decline-dice";
  readonly seat: string;
}

/** A seat does not want the dice that may be offered to it next, or that it has. */
export interface Declined {
  readonly type: "declined";
  readonly seat: string;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
}

/** A chip's value and its colour. */
export interface Denomination {
  readonly cents: number;
  readonly colour: string;
}

/** A table as its crew has to know it, after entry `n`. */
export interface DeskResponse {
  readonly n: number;
  readonly game: "dead" | "dealt" | "no crew";
  readonly posts: { readonly [name: string]: string };
  readonly due: readonly DueActResponse[];
  readonly work: readonly StepMessage[];
  readonly dice: DiceSetResponse | null;
  readonly drop: string;
  readonly toke_box: string;
  readonly fills: string;
  readonly credits: string;
  readonly bank: BankResponse | null;
  readonly disputes: readonly DisputeResponse[];
  readonly without_phone: readonly string[];
  readonly offers?: readonly OfferMessage[]; // or else []
}

/** A seat took the dice that were offered to it. */
export interface DiceAccepted {
  readonly type: "accepted";
  readonly seat: string;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
}

/** The dice on the game were found sound. */
export interface DiceInspected {
  readonly type: "dice-inspected";
  readonly by: string;
  readonly places: readonly ("air" | "bowl" | "down" | "hand" | "middle" | "offered")[];
}

/** The set of dice on the game: its number, and how many of its dice are where. */
export interface DiceSetResponse {
  readonly serial: string;
  readonly places: { readonly [name: string]: number };
  readonly scribed?: string; // or else ""
  readonly due?: string; // or else ""
  readonly condemned?: string; // or else ""
}

/** Dice went from place to place: where each of them is now, and whose they are. */
export interface DiceShifted {
  readonly type: "dice-shifted";
  readonly act: "brought back" | "brought in" | "chosen" | "gathered" | "given up" | "offered" | "same" | "sent out" | "thrown" | "went down";
  readonly places: readonly ("air" | "bowl" | "down" | "hand" | "middle" | "offered")[];
  readonly shooter: string | null;
  readonly offered_to?: string | null; // or else null
  readonly fell?: boolean; // or else false
}

/** One die as an inspection finds it: its serial number, its three widths, and what is wrong to the eye. */
export interface Die {
  readonly serial: string;
  readonly widths: readonly [number, number, number];
  readonly flaw?: string; // or else ""
}

/** `Ann disputes the cocked die`: a player questions a call, or something does not agree. */
export interface Dispute {
  readonly type: "dispute";
  readonly seat: string;
  readonly about: "cocked-die" | "discrepancy" | "invalid-roll";
}

/** Something that waits for a ruling. */
export interface DisputeResponse {
  readonly seat: string;
  readonly about: string;
  readonly ruled_by: readonly string[];
}

/** Something waits for a ruling. */
export interface Disputed {
  readonly type: "disputed";
  readonly seat: string;
  readonly about: "cocked-die" | "discrepancy" | "invalid-roll";
}

/** `dice doubted`: somebody doubts that the dice are as they were. */
export interface Doubt {
  readonly type: "doubt";
}

/** `boxperson drops the money`: currency goes into the drop box. */
export interface Drop {
  readonly type: "drop";
  readonly by?: string; // or else "boxperson"
}

/** Something that is to be done now: by whom, what, by which clause, and the line that says it is done. */
export interface DueActResponse {
  readonly who: readonly string[];
  readonly says: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly line: string;
}

/** `dice dumped from the bowl`: the stick empties the bowl before the shooter, after a die was down. */
export interface DumpBowl {
  readonly type: "dump-bowl";
}

/** What a wager is worth from where it begins, exactly: fractions as strings, and as numbers to show. */
export interface EdgeResponse {
  readonly begins: string;
  readonly edge: string;
  readonly percent: number;
  readonly edge_per_roll: string;
  readonly percent_per_roll: number;
  readonly rolls: string;
  readonly win: string;
  readonly lose: string;
  readonly push: string;
}

/** What all wagers of a book are worth. */
export interface EdgesResponse {
  readonly rules: string;
  readonly basis: string;
  readonly title: string;
  readonly digest: string;
  readonly wagers: readonly WagerWorth[];
}

/** `stickperson encourages Ann`: a new or slow player is asked to play at the usual rate. */
export interface Encourage {
  readonly type: "encourage";
  readonly seat: string;
  readonly by?: string; // or else "stickperson"
}

/** A player was asked to play at the usual rate. */
export interface Encouraged {
  readonly type: "encouraged";
  readonly seat: string;
  readonly by: string;
  readonly said: readonly SpokenCall[];
}

/** A hand of an evening that is worth seeing again. */
export interface EveningHand {
  readonly what: string;
  readonly n: number;
  readonly rolls: number;
  readonly shooter: string;
  readonly net: string;
}

/** A sitting that is over, as its player keeps it. */
export interface EveningResponse {
  readonly evening: string;
  readonly table: string;
  readonly rules: string;
  readonly house: string;
  readonly until: string | null;
  readonly first: number;
  readonly curve: readonly string[];
  readonly hands: readonly EveningHand[];
  readonly session: SessionResponse;
}

/** The evenings of whoever asks, the newest first, and all of them together. */
export interface EveningsResponse {
  readonly evenings: readonly EveningResponse[];
  readonly net: string;
  readonly expected: string;
  readonly luck: string;
  readonly action: string;
  readonly rolls: number;
  readonly totals: { readonly [name: string]: number };
  readonly expected_totals: { readonly [name: string]: number };
  readonly further_off: number | null;
  readonly most: number;
}

/** What happened: the event as the log has it, its line, and what is different now. */
export interface EventMessage {
  readonly type: "event";
  readonly n: number;
  readonly event: Opened | Seated | BoughtIn | Left | Changed | Undone | Toked | Remembered | TimePassed | Inspected | Thrown | Warned | Passed | Declined | DiceAccepted | NoRollCalled | Rolled | Overruled | Awarded | RollVoided | RollCorrected | SetBrought | SetInspected | Scribed | SetPutIn | SetTakenOff | DiceShifted | InspectionDue | InspectionLifted | Mishandled | DiceInspected | Condemned | Recovered | Cancelled | Wrapped | GameOpened | BoxPosted | Relieved | BoxReady | Worked | StacksMoved | HouseMoneyReturned | WentDead | Revived | CallVerified | Disputed | Ruled | TablePlayed | ChangeAsked | ChangeStepped | ChangeReturned | BankOpened | BankMoved | BankCounted | BoxCounted | Presented | PastPosted | Snatched | BetVerified | BelowMinimum | Assisted | ChecksCaught | Encouraged | RailCleared | OddsStood | PuckChecked | PayoutsVerified | TurnOpened | SeedGiven | SeedsMixed | SeedRevealed | ThrowDeadlineSet | ExtraTimeGranted | BotSeated | BotEnded | SeatAway | SeatUnattended | SeatAttended | TableClosing | TableShut | RolesAppointed | LateBetOffered | LateBetConfirmed | LateBetWithdrawn | ClockSetBack;
  readonly line?: string; // or else ""
  readonly at?: string | null; // or else null
  readonly touched?: Opened | Seated | BoughtIn | Left | Changed | Undone | Toked | Remembered | TimePassed | Inspected | Thrown | Warned | Passed | Declined | DiceAccepted | NoRollCalled | Rolled | Overruled | Awarded | RollVoided | RollCorrected | null; // or else null
  readonly change?: TableChange; // or else {}
  readonly calls?: readonly CallMessage[]; // or else []
  readonly steps?: readonly StepMessage[]; // or else []
  readonly past?: boolean; // or else false
}

/** What somebody gave for one task: motions or a text, neither where it was left out. */
export interface ExamAnswer {
  readonly seconds?: number; // or else 0.0
  readonly text?: string; // or else ""
  readonly motions?: readonly HandMotion[]; // or else []
}

/** An answer in an exam: the number of its task, and a text or motions. */
export interface ExamAnswerRequest {
  readonly number: number;
  readonly text?: string; // or else ""
  readonly motions?: readonly HandMotion[]; // or else []
  readonly seconds?: number; // or else 0.0
}

/** An exam that a trainer draws: for some learners, or for all; without a seed one is drawn. */
export interface ExamRequest {
  readonly stage: string;
  readonly seed?: string; // or else ""
  readonly learners?: readonly string[]; // or else []
}

/** What an exam came to: the marks of each task, by section and by clause, and whether it is passed. */
export interface ExamResult {
  readonly marks: readonly (readonly GivenMark[])[];
  readonly right_in_time: number;
  readonly sections: readonly SectionScore[];
  readonly clauses: readonly ClauseScore[];
  readonly criteria: readonly Criterion[];
  readonly passed: boolean;
}

/** A stage of the syllabus, of which an exam can be drawn. */
export interface ExamStage {
  readonly stage: string;
  readonly title: string;
  readonly says: string;
}

/** How the exam of one learner stands, for the trainer. */
export interface ExamStanding {
  readonly learner: string;
  readonly stage: string;
  readonly title: string;
  readonly seed: string;
  readonly tasks: number;
  readonly answered: number;
  readonly result: ExamResult | null;
  readonly by_hand: readonly LineByHand[];
  readonly certificate: string;
}

/** What makes an exercise again in a house. */
export interface ExerciseName {
  readonly room: string;
  readonly level: number;
  readonly seed: number;
  readonly card?: string; // or else ""
}

/** An exercise as it is shown: nothing of what is right. */
export interface ExerciseResponse {
  readonly room: string;
  readonly title: string;
  readonly level: number;
  readonly levels: readonly string[];
  readonly book: string;
  readonly seed: number;
  readonly card: string;
  readonly prompt: string;
  readonly limit: number;
  readonly table: Snapshot | null;
  readonly dice: readonly [number, number] | null;
  readonly call: string;
  readonly moves: readonly MoveChoices[];
  readonly pucks: readonly string[];
  readonly rail: Rail | null;
  readonly shouts: readonly Shout[];
  readonly choices: readonly Choice[];
  readonly lines: readonly string[];
  readonly pace: number;
}

/** What somebody did in an exercise so far, and whether they say that it is all. */
export interface ExerciseWork {
  readonly exercise: ExerciseName;
  readonly motions?: readonly HandMotion[]; // or else []
  readonly seconds?: number; // or else 0.0
  readonly done?: boolean; // or else true
}

/** A seat asked for time before the next throw, once: it is waited for until then. */
export interface ExtraTimeGranted {
  readonly type: "time-asked";
  readonly seat: string;
  readonly until: string;
}

/** What is published of the dice of a turn. */
export interface Fair {
  readonly turn: number;
  readonly commitment: string;
  readonly given?: readonly string[]; // or else []
  readonly mixed?: string; // or else ""
  readonly throws?: number; // or else 0
  readonly anchor?: string; // or else ""
  readonly link?: number; // or else 0
}

/** A session that the house has finished: net in cents, rolls and ending. */
export interface FinishedSession {
  readonly session: number;
  readonly net: number;
  readonly rolls: number;
  readonly ending: string;
}

/** The lesson at one house. */
export interface FirstLesson {
  readonly book: string;
  readonly title: string;
  readonly chapters: readonly LessonChapter[];
  readonly costs: readonly LessonCost[];
  readonly clears: readonly [number, number];
}

/** A crew stands at the table. */
export interface GameOpened {
  readonly type: "game-opened";
  readonly posts: { readonly [name: string]: string };
}

/** `dice gathered`: the stick puts all dice into the bowl. */
export interface Gather {
  readonly type: "gather";
}

/** A mark as a certificate states it. */
export interface GivenMark {
  readonly kind: "manner" | "money" | "order" | "seconds";
  readonly clause: string;
  readonly reason: string;
}

/** The words of a house. */
export interface GlossaryResponse {
  readonly rules: string;
  readonly title: string;
  readonly terms: readonly GlossaryTermResponse[];
}

/** A word of the game as a house's documents use it. */
export interface GlossaryTermResponse {
  readonly term: string;
  readonly also: readonly string[];
  readonly says: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly document: string;
  readonly wagers: readonly string[];
}

/** `game goes dead`: the game is left without players: the stick across, the bowl with all dice on it. */
export interface GoDead {
  readonly type: "go-dead";
}

/** `dice 2 down`: dice that were thrown leave the table. */
export interface GoDown {
  readonly type: "go-down";
  readonly dice: readonly number[];
}

/**
 * The progress of the shooter's turn: the points made in it, and whether the bonus is void for now.
 *
 * It is hit once in a turn, by the roll after which `hit` is true and before which it was not.
 */
export interface Hand {
  readonly needed: readonly number[];
  readonly void_when_passed?: boolean; // or else true
  readonly points?: readonly number[]; // or else []
  readonly begun?: boolean; // or else false
  readonly void?: boolean; // or else false
}

/** One motion of a learner: whose bet, with which chips, to where, and when. */
export interface HandMotion {
  readonly act: "announce" | "book" | "button" | "call" | "close" | "commission" | "cut" | "deduct" | "explain" | "give" | "move" | "pay" | "puck" | "refuse" | "repeat" | "say" | "set" | "step" | "stop" | "take" | "wait";
  readonly seat?: string; // or else ""
  readonly wager?: string; // or else ""
  readonly chips?: readonly number[]; // or else []
  readonly to?: string; // or else ""
  readonly words?: string; // or else ""
  readonly at?: number; // or else 0.0
}

/** `dealer hands the chips over`: the chips are set before the player. */
export interface HandOver {
  readonly type: "hand-over";
  readonly by?: string; // or else "dealer"
}

/** A shooter's rolls, from the first to the last of them. */
export interface HandPlayed {
  readonly first: number;
  readonly last: number;
  readonly shooter: string;
  readonly rolls: readonly (readonly [number, number])[];
  readonly points: number;
  readonly ended: string;
}

/** The first message of a client that shows no header: who it is, and what it has seen of this table already. */
export interface Hello {
  readonly type: "hello";
  readonly token?: string; // or else ""
  readonly since?: number | null; // or else null
  readonly version?: number; // or else 1
  readonly crew?: boolean; // or else false
}

/** A stake that favours the player. */
export interface HoleResponse {
  readonly wager: string;
  readonly title: string;
  readonly stake: string;
  readonly edge: string;
  readonly reason: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
}

/** What a wager costs in an hour at one house: fractions as strings, of cents where it is money. */
export interface HourlyCostResponse {
  readonly stake: string;
  readonly commission: string;
  readonly edge: string;
  readonly decisions_an_hour: string;
  readonly cents_a_decision: string;
  readonly cents_an_hour: string;
}

/** What a rulebook of somebody's own changes of the house it extends, and where it favours the player. */
export interface HouseChangesResponse {
  readonly base: string;
  readonly base_title: string;
  readonly wagers: readonly WagerChange[];
  readonly rules: readonly RuleChange[];
  readonly kindest: WagerChange | null;
  readonly dearest: WagerChange | null;
  readonly holes: readonly HoleResponse[] | null;
}

/** All chips of the house lie where the bank is. */
export interface HouseMoneyReturned {
  readonly type: "house-money-returned";
}

/** `supervisor finds the dice sound, signed Lee 4711`, or `tampered`: the dice of a Shootout. */
export interface Inspect {
  readonly type: "inspect";
  readonly sound: boolean;
  readonly supervisor?: string; // or else ""
  readonly licence?: string; // or else ""
}

/**
 * `supervisor inspects the dice`:
 * the dice on the game are inspected; `seen` is what they turn out to be, nothing if that is what they were.
 */
export interface InspectDice {
  readonly type: "inspect-dice";
  readonly by?: string; // or else "supervisor"
  readonly seen?: readonly Die[]; // or else []
}

/** `supervisor inspects the new set`: the new set is looked over and measured. */
export interface InspectSet {
  readonly type: "inspect-set";
  readonly by?: string; // or else "supervisor"
}

/** The dice of a Shootout were inspected: who was paid what from the bank, and who signed for it. */
export interface Inspected {
  readonly type: "inspected";
  readonly paid: readonly Paid[];
  readonly bonus: Bonus;
  readonly supervisor?: string; // or else ""
  readonly licence?: string; // or else ""
  readonly investigated?: string; // or else ""
}

/** The dice on the game are not thrown again before they are inspected. */
export interface InspectionDue {
  readonly type: "inspection-due";
  readonly why: "brought-back" | "new" | "out-of-sight" | "passed" | "questioned" | "shootout";
}

/** Dice need not be inspected after all: the roll that called for it was taken back. */
export interface InspectionLifted {
  readonly type: "inspection-lifted";
  readonly why: readonly ("brought-back" | "new" | "out-of-sight" | "passed" | "questioned" | "shootout")[];
}

/** The marks so far; when it is done, also what would have been right. */
export interface JudgementResponse {
  readonly right: boolean;
  readonly left: number;
  readonly marks: readonly MarkResponse[];
  readonly seconds: number;
  readonly limit: number;
  readonly because?: readonly RightLine[]; // or else []
}

/** The largest chance to reach the goal before ruin that any play of the line and its odds has; or why not. */
export interface LabBest {
  readonly chance: number | null;
  readonly wagers?: string; // or else ""
  readonly step?: number; // or else 0.0
  readonly missing?: string; // or else ""
}

/** A session in five figures, and whether they are exact. */
export interface LabBrief {
  readonly exact: boolean;
  readonly sessions: number;
  readonly ahead: number;
  readonly ruin: number;
  readonly mean_net: number;
  readonly low: number;
  readonly high: number;
}

/** Several questions that are played on the same dice: those of the first. */
export interface LabDuel {
  readonly questions: readonly LabRequest[];
}

/** Strategies on the same dice: the record of each as `simulate --json` has it, and every pair. */
export interface LabDuelResult {
  readonly sessions: number;
  readonly results: readonly ({ readonly [name: string]: unknown })[];
  readonly pairs: readonly LabPair[];
  readonly nets: readonly (readonly number[])[];
}

/** All that can come of a session: the record of `exact --json`; or why there is none. */
export interface LabExact {
  readonly result: { readonly [name: string]: unknown } | null;
  readonly missing?: string; // or else ""
}

/** One thing that cannot be read or played, with its place, both counted from one. */
export interface LabMistake {
  readonly line: number;
  readonly column: number;
  readonly end: number;
  readonly message: string;
  readonly instead?: string; // or else ""
}

/** How one did against another, session by session on the same dice; both by their place in the question. */
export interface LabPair {
  readonly one: number;
  readonly other: number;
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
  readonly apart: number;
  readonly ahead: number;
  readonly level: number;
}

/** What the house makes of a line that can be played. */
export interface LabRemark {
  readonly line: number;
  readonly message: string;
  readonly clause?: string; // or else ""
}

/** A question of the lab: which strategy, where, with how much, and when a session ends. */
export interface LabRequest {
  readonly house: string;
  readonly strategy?: string; // or else ""
  readonly text?: string; // or else ""
  readonly bankroll?: string; // or else "300"
  readonly unit?: string; // or else ""
  readonly rolls?: number | null; // or else null
  readonly shooters?: number | null; // or else null
  readonly hours?: number | null; // or else null
  readonly pace?: number; // or else 144
  readonly goal?: string; // or else ""
  readonly stop_loss?: string; // or else ""
  readonly face_value?: boolean; // or else false
  readonly seed?: string; // or else "1"
}

/** What came of the sessions: the record of `simulate --json`, and a session in the middle. */
export interface LabSimulated {
  readonly result: { readonly [name: string]: unknown };
  readonly middle: number;
  readonly complete: boolean;
}

/** So many sessions of a question, played by the house. */
export interface LabSimulation {
  readonly question: LabRequest;
  readonly sessions: number;
}

/** A strategy as the house reads it. */
export interface LabStrategy {
  readonly sound: boolean;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly unit: number;
  readonly actions?: number; // or else 0
  readonly sentences?: readonly string[]; // or else []
  readonly mistakes?: readonly LabMistake[]; // or else []
  readonly remarks?: readonly LabRemark[]; // or else []
  readonly words?: readonly string[]; // or else []
  readonly wagers?: readonly string[]; // or else []
}

/** A roll that has just come to rest: the point it was thrown under, what lay there, and what it decided. */
export interface LastRoll {
  readonly a: number;
  readonly b: number;
  readonly point: number | null;
  readonly lay: readonly (readonly [string, string, number])[];
  readonly decided: readonly (readonly [string, Settlement])[];
  readonly drawn?: readonly (readonly [string, string, number])[]; // or else []
}

/** One of the crew confirms a bet or a call that waits. */
export interface LateBetConfirmed {
  readonly type: "late-bet-confirmed";
  readonly seat: string;
  readonly bet: Bet | CallWager;
  readonly role: string;
  readonly by: string;
  readonly taken?: readonly string[]; // or else []
}

/** A bet or a call that its player has said and that counts only once the crew confirms it. */
export interface LateBetMessage {
  readonly seat: string;
  readonly wager: string;
  readonly line: string;
  readonly confirmed?: readonly string[]; // or else []
  readonly switched?: boolean; // or else false
}

/**
 * A player says a bet, or calls one on or off, which counts only once the crew confirms it.
 *
 * It takes the place of another on the same wager.
 */
export interface LateBetOffered {
  readonly type: "late-bet-offered";
  readonly seat: string;
  readonly bet: Bet | CallWager;
}

/** A player takes back a bet or a call that waited to be confirmed. */
export interface LateBetWithdrawn {
  readonly type: "late-bet-withdrawn";
  readonly seat: string;
  readonly bet: Bet | CallWager;
}

/** All that one seat has on the layout, in the order of the book, and what is rarely true of it. */
export interface Layout {
  readonly lying?: readonly PlacedBet[]; // or else []
  readonly locked?: readonly string[]; // or else []
  readonly unnoticed?: readonly string[]; // or else []
  readonly props_down?: boolean; // or else false
}

/** An exam as its learner sees it: the task that is next, without its seed, and at the end what it came to. */
export interface LearnerExam {
  readonly title: string;
  readonly tasks: number;
  readonly number: number;
  readonly section: string;
  readonly question: QuestionResponse | null;
  readonly exercise: ExerciseResponse | null;
  readonly result: ExamResult | null;
  readonly certificate: string;
}

/** What is due, what is next, how it goes. */
export interface LearnerHome {
  readonly name: string;
  readonly group: ClassResponse;
  readonly due: number;
  readonly new: number;
  readonly minutes: number;
  readonly until: string | null;
  readonly next: ExerciseName | null;
  readonly question: QuestionName | null;
  readonly rooms: readonly RoomStanding[];
  readonly stages: readonly StageStanding[];
  readonly seen: string;
}

/** What a learner was doing when their screen last told. */
export interface LearnerProgress {
  readonly exercise: ExerciseName | null;
  readonly motions: readonly HandMotion[];
  readonly hand: readonly number[];
  readonly seconds: number;
  readonly at: string;
}

/** One learner as the trainer sees them. */
export interface LearnerRow {
  readonly name: string;
  readonly here: boolean;
  readonly due: number;
  readonly rooms: readonly RoomStanding[];
  readonly questions: QuestionStanding;
  readonly passed: readonly string[];
  readonly doing: LearnerProgress | null;
  readonly seen: string;
}

/** `Ann leaves`: what may come down comes down, and the rack is cashed out. */
export interface Leave {
  readonly type: "leave";
  readonly seat: string;
}

/** The accounts beside racks and layouts. Chips leave the bank for a rack against money in the drop. */
export interface Ledger {
  readonly bank?: number; // or else 0
  readonly drop?: number; // or else 0
  readonly commission?: number; // or else 0
  readonly toke_box?: number; // or else 0
  readonly bonus?: number; // or else 0
  readonly awarded?: number; // or else 0
}

/** A player took down what may come down, cashed out and left; the dice may have moved. */
export interface Left {
  readonly type: "left";
  readonly seat: string;
  readonly cashed: number;
  readonly commission: number;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
  readonly vouchers?: readonly Voucher[]; // or else []
}

/** A few tasks about one thing. It begins without a point. */
export interface LessonChapter {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly tasks: readonly LessonTask[];
  readonly terms: readonly LessonTerm[];
}

/** What the house keeps of a wager, on the mean: cents of every 100 dollars bet, and the exact share. */
export interface LessonCost {
  readonly wager: string;
  readonly title: string;
  readonly pays: string;
  readonly cents: number;
  readonly exactly: string;
}

/** One key of a lesson: what it is about, the words, an example worked out on a layout, and the clause. */
export interface LessonResponse {
  readonly title: string;
  readonly words: string;
  readonly cite: Citation;
  readonly example: string;
  readonly table: Snapshot | null;
  readonly dice: readonly [number, number] | null;
}

/** How one learner stands in one lesson of the syllabus. */
export interface LessonStanding {
  readonly topic: string;
  readonly title: string;
  readonly level: number;
  readonly cards: number;
  readonly known: number;
  readonly due: number;
}

/** One thing to do: put chips on `wagers`, or throw `dice`; with neither, to read, or to do as one likes. */
export interface LessonTask {
  readonly says: string;
  readonly wagers?: readonly string[]; // or else []
  readonly dice?: readonly [number, number] | null; // or else null
  readonly throws?: readonly ("" | "loses" | "moves" | "pushes" | "sets" | "wins")[]; // or else []
  readonly key?: string; // or else ""
  readonly done?: string; // or else ""
}

/** A word of the chapter as the house's document explains it. */
export interface LessonTerm {
  readonly term: string;
  readonly says: string;
  readonly clause: string;
}

/** A limit as it is at this table, and where the book says so. */
export interface LimitResponse {
  readonly amount: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly says: string;
}

/** Somebody's limits as they stand, what of them is being loosened, and how today went. */
export interface LimitsResponse {
  readonly bounds: BoundsResponse;
  readonly today: Today;
  readonly check_due: boolean;
  readonly coming?: BoundsResponse | null; // or else null
  readonly comes?: string | null; // or else null
  readonly away_until?: string | null; // or else null
}

/** Something that no screen sees, for the examiner to mark. */
export interface LineByHand {
  readonly fact: string;
  readonly sentence: string;
  readonly clause: string;
}

/** A line of the notation, one's own name left out; `key` is its sender's name for it, never used twice. */
export interface LineRequest {
  readonly type: "say";
  readonly key: string;
  readonly line: string;
}

/** `dice lost from sight`: the stick cannot see the dice. */
export interface LoseSight {
  readonly type: "lose-sight";
}

/** The place and the hand with which chips are given or taken, as far as a manual says. */
export interface Manner {
  readonly cut?: "come" | "come, if of two colours" | ""; // or else ""
  readonly cut_by?: "inside" | "outside" | ""; // or else ""
  readonly shown?: "inside" | "outside" | ""; // or else ""
  readonly at?: "apron" | "beside the bet" | "come" | "where it lies" | ""; // or else ""
  readonly hand?: "inside" | "outside" | ""; // or else ""
  readonly cites?: readonly Citation[]; // or else []
}

/** Something that no screen sees, and whether the examiner saw it done right. */
export interface MarkByHand {
  readonly fact: string;
  readonly sentence: string;
  readonly clause: string;
  readonly good: boolean;
}

/** Something that was not as it should be; `motion` counts from 0. */
export interface MarkResponse {
  readonly kind: "manner" | "money" | "order" | "seconds";
  readonly reason: string;
  readonly cite: Citation;
  readonly motion?: number | null; // or else null
  readonly seat?: string; // or else ""
  readonly wager?: string; // or else ""
}

/** Whoever asks. */
export interface Me {
  readonly name: string;
  readonly guest: boolean;
  readonly joined: string;
  readonly roles: { readonly [name: string]: readonly string[] };
  readonly tables: readonly string[];
}

/** `Ann mishandles the dice: both hands`: a shooter handles the dice as nobody may. */
export interface Mishandle {
  readonly type: "mishandle";
  readonly seat: string;
  readonly how: "both-hands" | "hand-to-hand" | "other-hand" | "out-of-view";
}

/** A shooter handled the dice as nobody may: how, by which clause, and whether they are inspected before a throw. */
export interface Mishandled {
  readonly type: "mishandled";
  readonly seat: string;
  readonly how: "both-hands" | "hand-to-hand" | "other-hand" | "out-of-view";
  readonly cite: Citation;
  readonly due?: boolean; // or else false
}

/** Money that is being changed: whose, what came in, what was cut for it, and how far it has come. */
export interface MoneyChange {
  readonly seat: string;
  readonly kind: "checks" | "color" | "currency";
  readonly currency?: number; // or else 0
  readonly chips?: readonly Stack[]; // or else []
  readonly done?: number; // or else 0
  readonly cut?: readonly Stack[]; // or else []
}

/** One motion of one hand: `amount` goes from a wager or the bank to where `to` says. */
export interface Motion {
  readonly who: "base dealer" | "second base" | "third base" | "player" | "stickperson";
  readonly act: "ask" | "bring in" | "clear" | "cut down" | "deduct" | "mark" | "move" | "pay" | "pick up" | "puck" | "refund" | "return" | "take";
  readonly cite: Citation;
  readonly seat?: string; // or else ""
  readonly wager?: string; // or else ""
  readonly amount?: number; // or else 0
  readonly to?: string; // or else ""
  readonly end?: "second base" | "third base" | ""; // or else ""
  readonly area?: string; // or else ""
  readonly direction?: "base to stick" | "stick to base" | ""; // or else ""
  readonly decided?: Citation | null; // or else null
  readonly gathered?: readonly number[]; // or else []
  readonly manner?: Manner; // or else {"cut": "", "cut_by": "", "shown": "", "at": "", "hand": "", "cites": []}
  readonly settled?: boolean; // or else true
}

/** A change by a roll that decided nothing: a bet that travelled, or a total that a collecting wager gathered. */
export interface Move {
  readonly wager: string;
  readonly to: string;
  readonly stake: number;
  readonly cite: number;
  readonly gathered?: readonly number[]; // or else []
}

/** Where a bet of an exercise may be moved by one roll or another. */
export interface MoveChoices {
  readonly wager: string;
  readonly to: readonly string[];
}

/**
 * `fill 40 chips of 5, signed Ned and Sue`, `credit 40 chips of 5`, `move 20 chips of 5 from bank to working`:
 * chips of one value go from one of the house's places to another; `cage` is the place outside the table, and a fill
 * or a credit is a slip that people sign.
 */
export interface MoveStacks {
  readonly type: "move-stacks";
  readonly value: number;
  readonly chips: number;
  readonly start: string;
  readonly to: string;
  readonly signed?: readonly string[]; // or else []
}

/** An account's. */
export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

/** A guest's. */
export interface NameRequest {
  readonly name: string;
}

/** `Ann asks for other dice`: a player asks for other dice. */
export interface NewDice {
  readonly type: "new-dice";
  readonly seat: string;
}

/** Who throws next, and why. */
export interface Next {
  readonly seat: string | null;
  readonly why: "finishing" | "in-the-air" | "inspection" | "line-bet" | "new-shooter" | "nobody" | "turn";
  readonly words: string;
}

/** `no roll: a die left the table`. */
export interface NoRoll {
  readonly type: "no-roll";
  readonly ground?: string; // or else ""
}

/** A throw was called off: nothing is decided, and bets are open again. */
export interface NoRollCalled {
  readonly type: "no-roll-called";
  readonly said: string;
  readonly dice: TableDice;
  readonly ground?: string; // or else ""
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
}

/** Something to be told to this person alone: a reality check, that the house closes. */
export interface NoticeMessage {
  readonly type: "notice";
  readonly code: string;
  readonly words: string;
}

/** A part of the posted notice. */
export interface NoticePartResponse {
  readonly part: string;
  readonly wagers: readonly NoticeWagerResponse[];
}

/** The notice that a house posts at a table. */
export interface NoticeResponse {
  readonly rules: string;
  readonly title: string;
  readonly document: string;
  readonly table: readonly NoticeValueResponse[];
  readonly parts: readonly NoticePartResponse[];
  readonly shootout: readonly NoticeValueResponse[];
  readonly each: readonly NoticeWagerResponse[];
}

/** A value of the posted notice, with its clause. */
export interface NoticeValueResponse {
  readonly value: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly says: string;
  readonly word?: string; // or else ""
}

/** A line of the posted notice: a wager, or a family of them. */
export interface NoticeWagerResponse {
  readonly wager: string;
  readonly title: string;
  readonly wagers: readonly string[];
  readonly pays?: NoticeValueResponse | null; // or else null
  readonly minimum?: NoticeValueResponse | null; // or else null
  readonly maximum?: NoticeValueResponse | null; // or else null
  readonly made?: NoticeValueResponse | null; // or else null
  readonly works?: NoticeValueResponse | null; // or else null
}

/** What some rolls of one total would all do to a layout now. */
export interface NumberOutcome {
  readonly roll: string;
  readonly total: number;
  readonly ways: number;
  readonly net: string;
  readonly wins?: readonly string[]; // or else []
  readonly loses?: readonly string[]; // or else []
}

/** Odds on a don't bet stand so as long as both bets are what they are now. */
export interface OddsStood {
  readonly type: "odds-stood";
  readonly seat: string;
  readonly stand: Stand;
  readonly flat: number;
  readonly odds: number;
}

/** `dice offered to Ann`: the stick offers the dice to a player. */
export interface OfferDice {
  readonly type: "offer-dice";
  readonly seat: string;
}

/**
 * One wager for this seat: the amounts that one bet may put on it, or why none.
 *
 * Taken are `minimum`, `maximum` and whatever lies between them in whole steps from `minimum`; below `exact_below`
 * only whole `exact_step`s. Where `pays_in` is given, a stake loses to rounding unless it comes, together with what is
 * held, to whole `pays_in`s.
 */
export interface OfferMessage {
  readonly wager: string;
  readonly title: string;
  readonly held: string;
  readonly minimum?: string; // or else ""
  readonly maximum?: string; // or else ""
  readonly step?: string; // or else ""
  readonly exact_below?: string; // or else ""
  readonly exact_step?: string; // or else ""
  readonly pays_in?: string; // or else ""
  readonly refused?: RefusalReason | null; // or else null
}

/** What this seat may bet now, or why not, wager by wager. */
export interface OffersMessage {
  readonly type: "offers";
  readonly n: number;
  readonly offers: readonly OfferMessage[];
}

/** An account's passwords. */
export interface OldAndNew {
  readonly old: string;
  readonly new: string;
}

/**
 * `bank opened: 100 red of 5, 40 green of 25, cage: 200 red of 5, signed Ned and Sue`:
 * what the bank holds as the table opens, by colour; what the cage holds, where that is told, and who signed.
 */
export interface OpenBank {
  readonly type: "open-bank";
  readonly chips: readonly Stack[];
  readonly cage?: readonly Stack[] | null; // or else null
  readonly signed?: readonly string[]; // or else []
}

/**
 * `crew: stick Kim, third base Lou, second base Max, box Ned`:
 * a crew takes its posts; second base and the box may stay empty.
 */
export interface OpenGame {
  readonly type: "open-game";
  readonly stick: string;
  readonly third: string;
  readonly second?: string; // or else ""
  readonly box?: string; // or else ""
}

/** The first event of a log: the house, its wagers' titles and all its citations, once. */
export interface Opened {
  readonly type: "opened";
  readonly house: TableRules;
  readonly labels: { readonly [name: string]: string };
  readonly citations: readonly Citation[];
  readonly version?: number; // or else 2
}

/** `supervisor orders Ann to pass the dice`, `supervisor orders Ann to pass the dice: both hands`. */
export interface OrderPass {
  readonly type: "order-pass";
  readonly seat: string;
  readonly ground?: string; // or else ""
}

/** `supervisor overrules, roll 3 1`: the throw that was called no roll counts after all. */
export interface Overrule {
  readonly type: "overrule";
  readonly a: number;
  readonly b: number;
}

/** A roll that was called off and counts after all, by the supervisor's word. */
export interface Overruled {
  readonly type: "overruled";
  readonly shooter: string;
  readonly a: number;
  readonly b: number;
  readonly event: "" | "established" | "made" | "seven-out";
  readonly point: number | null;
  readonly lines: readonly (readonly [string, "lose" | "move" | "push" | "return" | "win"])[];
  readonly seats: readonly SeatResult[];
  readonly crew: SeatResult;
  readonly bank: number;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
  readonly refunded?: number; // or else 0
}

/** A page of what was played, the newest first. */
export interface PageResponse {
  readonly rows: readonly unknown[];
  readonly before: number | null;
}

/** Somebody's part of a bonus, and the rack after it. */
export interface Paid {
  readonly seat: string;
  readonly amount: number;
  readonly rack: number;
}

/** `Bob parlays place-8`: adds what it just won. */
export interface Parlay {
  readonly type: "parlay";
  readonly seat: string;
  readonly wager: string;
}

/** What is known of a strategy, or of one of its independent parts, beyond a mark. Amounts are in chips. */
export interface PartTelling {
  readonly mark: readonly [number, number];
  readonly columns: number;
  readonly bankroll: number;
  readonly minimum: number;
  readonly first: number;
  readonly steps: readonly number[];
  readonly decisions: readonly number[];
}

/** `Ann passes the dice`. */
export interface PassDice {
  readonly type: "pass-dice";
  readonly seat: string;
}

/** The shooter gave up the dice, was ordered to, or has had the time to make a line bet. */
export interface Passed {
  readonly type: "passed";
  readonly seat: string;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly ordered?: boolean; // or else false
  readonly bonus?: Bonus | null; // or else null
  readonly ground?: string; // or else ""
  readonly late?: boolean; // or else false
}

/** A guest's first. */
export interface Password {
  readonly password: string;
}

/** `Bob past-posts 25 on field`: a player placed or increased a wager after the dice had come to rest. */
export interface PastPost {
  readonly type: "past-post";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
}

/** A wager came too late: it was refused, and by which clause. */
export interface PastPosted {
  readonly type: "past-posted";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly how: "increased" | "placed";
  readonly done: string;
  readonly cite: Citation;
}

/** A roll that was: the dice, who threw them, what it did to the puck, and the point after it. */
export interface PastRoll {
  readonly a: number;
  readonly b: number;
  readonly shooter: string;
  readonly event?: "" | "established" | "made" | "seven-out"; // or else ""
  readonly point?: number | null; // or else null
}

/** The payouts of a roll at one end were checked. */
export interface PayoutsVerified {
  readonly type: "payouts-verified";
  readonly by: string;
  readonly payouts: readonly Motion[];
  readonly cite: Citation;
}

/** `supervisor permits the color`: colour may come in. */
export interface Permit {
  readonly type: "permit";
  readonly by?: string; // or else "supervisor"
}

/** One wager on the layout: its stake, how it was called, and what it has gathered. */
export interface PlacedBet {
  readonly wager: string;
  readonly stake: number;
  readonly call?: "" | "off" | "on"; // or else ""
  readonly gathered?: readonly number[]; // or else []
  readonly vouchers?: readonly Voucher[]; // or else []
}

/** What a strategy of one's own is worth from the same cash on, with nothing up. */
export interface PlanResponse {
  readonly strategy: string;
  readonly worth: number | null;
}

/**
 * `supervisor posts Ned in the box`, `supervisor empties the box`:
 * a boxperson takes the box, or leaves it empty.
 */
export interface PostBox {
  readonly type: "post-box";
  readonly name: string;
  readonly by?: string; // or else "supervisor"
}

/** How many are connected, and how many of them have no seat. */
export interface Presence {
  readonly connected?: number; // or else 0
  readonly watching?: number; // or else 0
}

/** `Ann presents 25 by voucher`: a player brings promotional tokens or a voucher to wager with. */
export interface Present {
  readonly type: "present";
  readonly seat: string;
  readonly amount: number;
  readonly medium: "token" | "voucher";
}

/** Somebody came to look, or went. */
export interface PresentMessage {
  readonly type: "present";
  readonly present: Presence;
}

/** Tokens or a voucher came to the table: the player lays them as they are, or has chips for them. */
export interface Presented {
  readonly type: "presented";
  readonly seat: string;
  readonly amount: number;
  readonly medium: "token" | "voucher";
  readonly into: string;
  readonly cite: Citation;
  readonly cashed?: boolean; // or else false
}

/** `Bob presses place-8 by 6`; without an amount it is doubled. */
export interface Press {
  readonly type: "press";
  readonly seat: string;
  readonly wager: string;
  readonly amount?: number | null; // or else null
}

/** What somebody asked would be meant: lines to say one by one, a choice of such, or why nothing is. */
export interface Preview {
  readonly type: "meant";
  readonly key: string;
  readonly lines: readonly string[];
  readonly note?: string; // or else ""
  readonly choices?: readonly (readonly string[])[]; // or else []
  readonly reason?: string; // or else ""
  readonly nearest?: string; // or else ""
  readonly remarks?: readonly string[]; // or else []
  readonly order?: string; // or else ""
  readonly roll?: number; // or else 0
  readonly best?: string | null; // or else null
}

/** What would be meant by a line, said in this seat as the table lies: nothing is done. */
export interface PreviewRequest {
  readonly type: "ask";
  readonly key: string;
  readonly line: string;
  readonly coach?: boolean; // or else false
  readonly since?: number | null; // or else null
}

/** What a learner is doing: the exercise, the motions so far, the chips that are cut. */
export interface ProgressRequest {
  readonly exercise?: ExerciseName | null; // or else null
  readonly motions?: readonly HandMotion[]; // or else []
  readonly hand?: readonly number[]; // or else []
  readonly seconds?: number; // or else 0.0
}

/** All that is published of a turn; `entries` says where in the log it was committed to, mixed and revealed. */
export interface PublishedTurn {
  readonly table: string;
  readonly turn: number;
  readonly commitment: string;
  readonly seed?: string | null; // or else null
  readonly given?: readonly SeatSeed[]; // or else []
  readonly mixed?: string; // or else ""
  readonly throws?: readonly (readonly [number, number] | null)[]; // or else []
  readonly entries?: { readonly [name: string]: number }; // or else {}
  readonly anchor?: string; // or else ""
  readonly link?: number; // or else 0
}

/** The stick has looked at a puck; what was said if it stood wrong, and was put right. */
export interface PuckChecked {
  readonly type: "puck-checked";
  readonly end: "second base" | "third base";
  readonly said?: readonly SpokenCall[]; // or else []
}

/** `set put in`: the new set goes on the game; one that is there goes off it. */
export interface PutIn {
  readonly type: "put-in";
}

/** What somebody answered; an empty text is a question that is left out. */
export interface QuestionAnswer {
  readonly question: QuestionName;
  readonly text: string;
  readonly seconds?: number; // or else 0.0
}

/** What makes a question of a topic again in a house. */
export interface QuestionName {
  readonly topic: string;
  readonly level: number;
  readonly seed: number;
  readonly card: string;
}

/** A question as it is shown: nothing of what is right. */
export interface QuestionResponse {
  readonly name: QuestionName;
  readonly title: string;
  readonly prompt: string;
  readonly choices: readonly ChoiceLine[];
  readonly one_of: readonly string[];
  readonly hint: string;
  readonly limit: number;
  readonly table: Snapshot | null;
  readonly dice: readonly [number, number] | null;
}

/** How one learner stands in all that is asked in words. */
export interface QuestionStanding {
  readonly cards: number;
  readonly known: number;
  readonly asked: number;
  readonly right: number;
  readonly seconds: number | null;
}

/**
 * The seats at each end, clockwise: at third base from the base to the stick, at second base from the stick on.
 *
 * >>> rail = Rail(third=("Ann", "Bob"), second=("Cy", "Dee"))
 * >>> rail.base_to_stick("third base"), rail.base_to_stick("second base")
 * (('Ann', 'Bob'), ('Dee', 'Cy'))
 * >>> rail.dealer("second base"), Rail(("Ann",), (), dealers=1).dealer("third base")
 * ('second base', 'base dealer')
 */
export interface Rail {
  readonly third: readonly string[];
  readonly second: readonly string[];
  readonly dealers?: 1 | 2; // or else 2
}

/** Patrons who do not play were asked to step back. */
export interface RailCleared {
  readonly type: "rail-cleared";
  readonly by: string;
  readonly said: readonly SpokenCall[];
}

/** `set 4711 recovered`: what was down when its set went off the game is found. */
export interface Recover {
  readonly type: "recover";
  readonly serial: string;
}

/** All dice of a set that is off the game are together. */
export interface Recovered {
  readonly type: "recovered";
  readonly serial: string;
  readonly places: readonly ("air" | "bowl" | "down" | "hand" | "middle" | "offered")[];
}

/** `Ann reduces pass-odds by 10`. */
export interface Reduce {
  readonly type: "reduce";
  readonly seat: string;
  readonly wager: string;
  readonly amount: number;
}

/** The game says no: a code for programs, the clause, a reason for people, and what was asked for. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly cite?: Citation; // or else {"clause": "", "provenance": "assumed", "says": ""}
  readonly minimum?: number | null; // or else null
  readonly maximum?: number | null; // or else null
  readonly wager?: string; // or else ""
  readonly amount?: number | null; // or else null
  readonly retry_after?: number; // or else 0
}

/** Why something is not allowed: for programs, for people, by which clause, and the limits that it is about. */
export interface RefusalReason {
  readonly code: string;
  readonly reason: string;
  readonly clause: string;
  readonly provenance?: "assumed" | "derived" | "stated"; // or else "assumed"
  readonly document?: string; // or else ""
  readonly wager?: string; // or else ""
  readonly title?: string; // or else ""
  readonly amount?: string; // or else ""
  readonly minimum?: string; // or else ""
  readonly maximum?: string; // or else ""
  readonly step?: string; // or else ""
  readonly retry_after?: number; // or else 0
}

/** It is not done, and why. Without a key it is about the connection or about something that was no message. */
export interface RefusedMessage {
  readonly type: "refused";
  readonly code: string;
  readonly reason: string;
  readonly clause: string;
  readonly provenance?: "assumed" | "derived" | "stated"; // or else "assumed"
  readonly document?: string; // or else ""
  readonly wager?: string; // or else ""
  readonly title?: string; // or else ""
  readonly amount?: string; // or else ""
  readonly minimum?: string; // or else ""
  readonly maximum?: string; // or else ""
  readonly step?: string; // or else ""
  readonly retry_after?: number; // or else 0
  readonly key: string;
}

/** `Pat relieves third base`: somebody takes a post over. */
export interface Relieve {
  readonly type: "relieve";
  readonly post: "boxperson" | "second base" | "stickperson" | "third base";
  readonly incoming: string;
}

/** A post has changed hands, and what was said. */
export interface Relieved {
  readonly type: "relieved";
  readonly post: "boxperson" | "second base" | "stickperson" | "third base";
  readonly outgoing: string;
  readonly incoming: string;
  readonly said: readonly SpokenCall[];
  readonly waits?: boolean; // or else false
}

/** What a strategy in a seat goes by, as JSON; a transcript has it in a comment, for it is no part of the game. */
export interface Remember {
  readonly type: "remember";
  readonly seat: string;
  readonly memory: string;
}

/** A strategy in a seat noted what it goes by, so that it goes on after a restart. */
export interface Remembered {
  readonly type: "remembered";
  readonly seat: string;
  readonly memory: string;
}

/** A roll: its dice, the lines that were said since the roll before, and the table after it. */
export interface ReplayFrame {
  readonly n: number;
  readonly at: string | null;
  readonly dice: readonly [number, number];
  readonly shooter: string;
  readonly event: string;
  readonly table: Snapshot;
  readonly lines?: readonly string[]; // or else []
  readonly calls?: readonly CallMessage[]; // or else []
  readonly settled?: readonly (readonly [string, Settlement])[]; // or else []
}

/** What a roll did to one person's wagers. */
export interface ResultPlayed {
  readonly table: string;
  readonly n: number;
  readonly at: string | null;
  readonly dice: readonly [number, number];
  readonly back: string;
  readonly rack: string;
  readonly settled: readonly ({ readonly [name: string]: unknown })[];
}

/** `house money returned`: the dealers put all chips of the house back where the bank is. */
export interface ReturnHouseMoney {
  readonly type: "return-house-money";
}

/** `game opens again`: a dead game is dealt again. */
export interface Revive {
  readonly type: "revive";
}

/** The game is dealt again. */
export interface Revived {
  readonly type: "revived";
}

/** A line of what would have been right, with its clause. */
export interface RightLine {
  readonly text: string;
  readonly cite: Citation;
}

/** What somebody is, and nothing else. */
export interface Roles {
  readonly roles: readonly string[];
}

/** Somebody is this at the table from now on, and nothing else; `by` said so. */
export interface RolesAppointed {
  readonly type: "appointed";
  readonly name: string;
  readonly roles: readonly string[];
  readonly by: string;
}

/** The last roll was entered or read wrongly: it is taken back, and the right one is settled in its place. */
export interface RollCorrected {
  readonly type: "roll-corrected";
  readonly voided: RollVoided;
  readonly rolled: Rolled | Overruled;
}

/** `roll 3 1`; `roll 3 1 called by supervisor`, where the stick could not see the dice. */
export interface RollDice {
  readonly type: "roll";
  readonly a: number;
  readonly b: number;
  readonly called_by?: "" | "base dealer" | "supervisor"; // or else ""
}

/** A roll that was. */
export interface RollMessage {
  readonly dice: readonly [number, number];
  readonly shooter: string;
  readonly event: string;
  readonly point: number | null;
}

/** A roll that was played: what it showed, who threw, and what it decided, as `replay --json` tells it. */
export interface RollPlayed {
  readonly n: number;
  readonly at: string | null;
  readonly dice: readonly [number, number];
  readonly total: number;
  readonly shooter: string;
  readonly event: string;
  readonly puck: number | null;
  readonly settled?: readonly ({ readonly [name: string]: unknown })[]; // or else []
}

/**
 * The last roll does not count: what it settled, and what was bet or done with the dice since, is taken back.
 *
 * Money that was bought, awarded or put into the toke box since stays where it is.
 */
export interface RollVoided {
  readonly type: "roll-voided";
  readonly shooter: string;
  readonly a: number;
  readonly b: number;
  readonly seats: readonly SeatRestored[];
  readonly crew: Layout;
  readonly point: number | null;
  readonly ledger: Ledger;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
  readonly said?: string; // or else ""
  readonly ground?: string; // or else ""
  readonly recalled?: PastRoll | null; // or else null
}

/** A valid roll: who threw it, what it did to every seat, to the crew's tokes, to the puck and to the dice. */
export interface Rolled {
  readonly type: "rolled";
  readonly shooter: string;
  readonly a: number;
  readonly b: number;
  readonly event: "" | "established" | "made" | "seven-out";
  readonly point: number | null;
  readonly lines: readonly (readonly [string, "lose" | "move" | "push" | "return" | "win"])[];
  readonly seats: readonly SeatResult[];
  readonly crew: SeatResult;
  readonly bank: number;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly bonus?: Bonus | null; // or else null
  readonly refunded?: number; // or else 0
}

/** The last rolls, fifty at most, newest last. */
export interface RollsMessage {
  readonly type: "rolls";
  readonly rolls: readonly RollMessage[];
}

/** A kind of exercise, and its levels from the first. */
export interface RoomResponse {
  readonly room: string;
  readonly title: string;
  readonly says: string;
  readonly levels: readonly string[];
}

/** How one learner stands in one room. */
export interface RoomStanding {
  readonly room: string;
  readonly title: string;
  readonly says: string;
  readonly levels: readonly string[];
  readonly level: number;
  readonly cards: number;
  readonly known: number;
  readonly due: number;
  readonly asked: number;
  readonly right: number;
  readonly seconds: number | null;
  readonly money_errors: number;
  readonly weakest: string;
}

/** What a page wants to be told. */
export interface RowsRequest {
  readonly question: LabRequest;
  readonly epoch?: string; // or else ""
  readonly marks?: readonly (readonly [number, number])[]; // or else []
  readonly sessions?: readonly number[]; // or else []
}

/** A rule that differs: what it is about, and its value in either house. */
export interface RuleCauseResponse {
  readonly what: string;
  readonly here: ValueResponse;
  readonly there: ValueResponse;
}

/** A value that a text has otherwise than the house it extends. */
export interface RuleChange {
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** What it costs to play at one house instead of another, wager by wager. */
export interface RuleCostsResponse {
  readonly here: string;
  readonly there: string;
  readonly stake: string;
  readonly pace: number;
  readonly dice: string;
  readonly basis: string;
  readonly wagers: readonly CostChangeResponse[];
  readonly rules: readonly RuleCauseResponse[];
  readonly only_here: readonly string[];
  readonly only_there: readonly string[];
}

/** `supervisor rules no roll`, `supervisor rules no roll: on the rail`: a roll that was let pass does not count. */
export interface RuleNoRoll {
  readonly type: "rule-no-roll";
  readonly ground?: string; // or else ""
}

/**
 * `supervisor rules no roll`, `supervisor rules no roll: on the rail`, `supervisor rules roll 3 4`:
 * somebody rules on the last throw: one that was just called no roll stays one, or its dice count after all; one
 * that was let pass does not count.
 */
export interface RuleOnThrow {
  readonly type: "rule-on-throw";
  readonly dice?: readonly [number, number] | null; // or else null
  readonly by?: string; // or else "supervisor"
  readonly ground?: string; // or else ""
}

/** A rulebook's text, to be looked at. */
export interface RulebookResponse {
  readonly rulebook: string;
}

/**
 * A ruling, which is the last word: for a throw the dice that count, if any; of a dispute the money it moved.
 *
 * `void`: a roll that was let pass does not count.
 */
export interface Ruled {
  readonly type: "ruled";
  readonly about: "cocked-die" | "discrepancy" | "invalid-roll";
  readonly ruling: string;
  readonly by: string;
  readonly dice?: readonly [number, number] | null; // or else null
  readonly seat?: string; // or else ""
  readonly amount?: number; // or else 0
  readonly clause?: string; // or else ""
  readonly void?: boolean; // or else false
  readonly ground?: string; // or else ""
}

/** `Ann asks for the same dice`: a player asks for the same dice, after one was down. */
export interface SameDice {
  readonly type: "same-dice";
  readonly seat: string;
}

/** `supervisor scribes the new set CB`: every die of the new set is marked. */
export interface Scribe {
  readonly type: "scribe";
  readonly mark: string;
  readonly by?: string; // or else "supervisor"
}

/** The new set is marked. */
export interface Scribed {
  readonly type: "scribed";
  readonly mark: string;
}

/** Somebody of that seat is here after all. */
export interface SeatAttended {
  readonly type: "attended";
  readonly seat: string;
}

/** Whoever has that seat is connected no more: nobody is hurried on their account, and no strategy plays on. */
export interface SeatAway {
  readonly type: "seat-away";
  readonly seat: string;
}

/** A rack and a layout, as `replay --json` prints them. */
export interface SeatMessage {
  readonly rack: string;
  readonly layout: { readonly [name: string]: string };
}

/** A seat as it is once a roll was taken back. */
export interface SeatRestored {
  readonly seat: string;
  readonly rack: number;
  readonly layout?: Layout; // or else {}
  readonly results?: readonly Settlement[]; // or else []
  readonly undo?: number; // or else 0
  readonly memory?: string; // or else ""
  readonly vouchers?: readonly Voucher[]; // or else []
}

/**
 * What a roll did to one seat: all that it decided and moved, what went back to the rack, and the rack after it.
 *
 * Of the crew the rack is the toke box.
 */
export interface SeatResult {
  readonly seat: string;
  readonly rack: number;
  readonly back?: number; // or else 0
  readonly results?: readonly Settlement[]; // or else []
  readonly moves?: readonly Move[]; // or else []
  readonly layout?: Layout | null; // or else null
}

/** What a seat gave, in hexadecimal digits. */
export interface SeatSeed {
  readonly seat: string;
  readonly seed: string;
}

/** A player at the rail: place, rack, what was bought in for since sitting down, and the layout. */
export interface SeatShown {
  readonly name: string;
  readonly place: number;
  readonly rack: number;
  readonly bought: number;
  readonly layout?: Layout; // or else {}
  readonly results?: readonly Settlement[]; // or else []
  readonly player?: string; // or else ""
  readonly undo?: number; // or else 0
  readonly memory?: string; // or else ""
  readonly vouchers?: readonly Voucher[]; // or else []
}

/** Nobody was heard of a seat for long: by then it is given up, or once what lies on its layout is played out. */
export interface SeatUnattended {
  readonly type: "unattended";
  readonly seat: string;
  readonly until: string;
}

/** A player took a place at the rail and bought in. */
export interface Seated {
  readonly type: "seated";
  readonly seat: string;
  readonly place: number;
  readonly bought: number;
  readonly rack: number;
  readonly throws?: string | null; // or else null
  readonly player?: string; // or else ""
}

/** One section of an exam: a room or a topic. */
export interface SectionScore {
  readonly section: string;
  readonly asked: number;
  readonly right: number;
  readonly in_time: number;
}

/** A seat gave its part to the dice of this turn, in place of one that it gave before; its player alone does. */
export interface SeedGiven {
  readonly type: "seed-given";
  readonly seat: string;
  readonly seed: string;
}

/** What this seat gives to the next turn's dice, in hexadecimal digits. */
export interface SeedRequest {
  readonly type: "seed";
  readonly key: string;
  readonly seed: string;
}

/** The turn is over, and this was its seed. */
export interface SeedRevealed {
  readonly type: "seed-revealed";
  readonly turn: number;
  readonly seed: string;
}

/** The turn's first throw is next: nobody's part changes any more. */
export interface SeedsMixed {
  readonly type: "seeds-mixed";
  readonly turn: number;
  readonly mixed: string;
}

/** `dice sent out showing 4 2`: the stick pushes the dice to the shooter; `showing` are the faces that lie up. */
export interface SendOut {
  readonly type: "send-out";
  readonly showing: readonly [number, number];
}

/** How somebody's sitting at a table stands: what `balance`, `stats` and `why did I lose` tell at the terminal. */
export interface SessionResponse {
  readonly seat: string;
  readonly since: string | null;
  readonly n: number;
  readonly left: boolean;
  readonly bought: string;
  readonly rack: string;
  readonly layout: string;
  readonly net: string;
  readonly action: string;
  readonly expected: string;
  readonly edge: string;
  readonly luck: string;
  readonly commission: string;
  readonly rounding: string;
  readonly bonus: string;
  readonly awarded: string;
  readonly tokes: string;
  readonly nets: readonly string[];
  readonly first: number;
  readonly wagers: readonly WagerSplit[];
  readonly rolls: number;
  readonly totals: { readonly [name: string]: number };
  readonly expected_totals: { readonly [name: string]: number };
  readonly made: number;
  readonly seven_outs: number;
  readonly longest: number;
  readonly longest_by: string;
}

/** A new set lies before the supervisor. */
export interface SetBrought {
  readonly type: "set-brought";
  readonly dice: readonly Die[];
}

/** The new set was found fit for play. */
export interface SetInspected {
  readonly type: "set-inspected";
  readonly by: string;
}

/** The new set is on the game, all of it in the bowl; the other, if there was one, is off it. */
export interface SetPutIn {
  readonly type: "set-put-in";
}

/** The set is off the game. */
export interface SetTakenOff {
  readonly type: "set-taken-off";
}

/**
 * `supervisor rules on the cocked die: it reads 4`, `… on the discrepancy, 25 to the player: it was short`,
 * `… on the cocked die, roll 3 4: it falls to the 4`, `… on the cocked die, no roll: nobody can tell`:
 * somebody rules on what is in dispute; `amount` goes from the bank to whoever raised it, below zero back;
 * with `dice` the last roll counts as these, with `void` it does not count.
 */
export interface Settle {
  readonly type: "settle";
  readonly about: "cocked-die" | "discrepancy" | "invalid-roll";
  readonly ruling: string;
  readonly by?: string; // or else "supervisor"
  readonly amount?: number; // or else 0
  readonly dice?: readonly [number, number] | null; // or else null
  readonly void?: boolean; // or else false
}

/**
 * The decision of a roll about one wager. `won` is what was paid; `cite` is a number of `CompiledBook.citations`.
 *
 * `won` excludes the stake, and the next commission of a winner that stays up.
 */
export interface Settlement {
  readonly wager: string;
  readonly stake: number;
  readonly result: "lose" | "move" | "push" | "return" | "win";
  readonly won: number;
  readonly cite: number;
  readonly stays?: boolean; // or else false
  readonly over?: number; // or else 0
  readonly commission?: number; // or else 0
  readonly refund?: number; // or else 0
  readonly vouchers?: number; // or else 0
}

/** `roll` at a table of fair dice: has them thrown, and what they show is theirs to say. */
export interface Shoot {
  readonly type: "shoot";
}

/** A shooter was warned about a ground for a no roll or a rule for shooters, by its key. */
export interface ShooterWarning {
  readonly seat: string;
  readonly about: string;
}

/** Something that a player says, with the chips that come along; `late`: when the dice are out. */
export interface Shout {
  readonly seat: string;
  readonly words: string;
  readonly amount?: number; // or else 0
  readonly late?: boolean; // or else false
}

/** Who examined, by which licence, and which of the marks by hand are good: all others are not. */
export interface SigningRequest {
  readonly examiner: string;
  readonly licence: string;
  readonly good?: readonly string[]; // or else []
}

/** `seat Ann 1000`, `seat Ann 1000 at 3`: at a place of the rail, or at the next one. */
export interface Sit {
  readonly type: "sit";
  readonly seat: string;
  readonly rack: number;
  readonly place?: number | null; // or else null
  readonly player?: string; // or else ""
}

/** A table between two commands. Seats stand in clockwise order from the left of the box. */
export interface Snapshot {
  readonly house: TableRules;
  readonly seats?: readonly SeatShown[]; // or else []
  readonly crew?: Layout; // or else {}
  readonly point?: number | null; // or else null
  readonly throws?: string | null; // or else null
  readonly dice?: TableDice; // or else {}
  readonly ledger?: Ledger; // or else {}
  readonly bonus?: Bonus | null; // or else null
  readonly rolls?: readonly PastRoll[]; // or else []
}

/** The whole table after event `n`: everything a front end draws. */
export interface SnapshotMessage {
  readonly type: "snapshot";
  readonly n: number;
  readonly name: string;
  readonly table: Snapshot;
  readonly rules: string;
  readonly digest: string;
  readonly dice: "entered" | "fair";
  readonly seats: { readonly [name: string]: SeatMessage };
  readonly point: number | null;
  readonly shooter: string | null;
  readonly next: Next;
  readonly now: string;
  readonly version: number;
  readonly terms: TermsMessage;
  readonly you?: string; // or else ""
  readonly roles?: readonly string[]; // or else []
  readonly window?: Deadline | null; // or else null
  readonly fair?: Fair | null; // or else null
  readonly present?: Presence; // or else {"connected": 0, "watching": 0}
  readonly late?: readonly LateBetMessage[]; // or else []
}

/** `Bob snatches 25 from field`: a player drew back a wager, or some of it, after the dice had come to rest. */
export interface Snatch {
  readonly type: "snatch";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
}

/** A wager was drawn back too late: it was decided as if it lay there, and by which clause. */
export interface Snatched {
  readonly type: "snatched";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly result: "lose" | "move" | "push" | "return" | "win";
  readonly done: string;
  readonly cite: Citation;
}

/** Something that is said at the table: by whom, the words, where they come from, and to whom if not to all. */
export interface SpokenCall {
  readonly who: string;
  readonly words: string;
  readonly cite: Citation;
  readonly to?: string; // or else ""
}

/** Chips of one colour on top of each other. */
export interface Stack {
  readonly denomination: Denomination;
  readonly chips: number;
}

/** Full stacks went from place to place. */
export interface StacksMoved {
  readonly type: "stacks-moved";
  readonly value: number;
  readonly chips: number;
  readonly start: string;
  readonly to: string;
  readonly colour?: string; // or else ""
  readonly signed?: readonly string[]; // or else []
}

/** How one learner stands in a stage of the syllabus. */
export interface StageStanding {
  readonly stage: string;
  readonly title: string;
  readonly says: string;
  readonly cards: number;
  readonly known: number;
  readonly due: number;
  readonly questions: number;
  readonly passed: boolean;
  readonly lessons: readonly LessonStanding[];
}

/** The way odds on a don't bet stand beside it. */
export interface Stand {
  readonly wager: string;
  readonly how: "bridged" | "heeled";
  readonly at: string;
  readonly cite: Citation;
}

/**
 * `Ann heels dont-pass-odds`, `Ann bridges dont-pass-odds with green`:
 * a player sets odds on a don't bet against it, or across it; `colours` are those of the chips of both bets.
 */
export interface StandOdds {
  readonly type: "stand-odds";
  readonly seat: string;
  readonly wager: string;
  readonly how: "bridged" | "heeled";
  readonly colours?: readonly string[]; // or else []
}

/** One motion of the crew after a roll: what goes where. */
export interface StepMessage {
  readonly who: string;
  readonly act: string;
  readonly says: string;
  readonly seat?: string; // or else ""
  readonly wager?: string; // or else ""
  readonly amount?: string; // or else ""
  readonly to?: string; // or else ""
  readonly chips?: readonly (readonly [string, number])[]; // or else []
  readonly clause?: string; // or else ""
}

/** All there is to say of a wager at a table: what it is, every value with its clause, and what it is worth. */
export interface Story {
  readonly rules: string;
  readonly digest: string;
  readonly document: string;
  readonly wager: string;
  readonly title: string;
  readonly also: readonly string[];
  readonly sentences: readonly string[];
  readonly clause: string;
  readonly certainty: string;
  readonly pays: string;
  readonly values: readonly ValueResponse[];
  readonly minimum: LimitResponse;
  readonly maximum: LimitResponse | null;
  readonly step: string;
  readonly basis: string;
  readonly worth: EdgeResponse | null;
  readonly later: readonly EdgeResponse[];
  readonly missing: string;
  readonly provenance: string;
  readonly assumed: readonly string[];
  readonly cost: CostResponse | null;
  readonly better: Cheaper | null;
}

/** Whether a strategy could play at a table. */
export interface StrategyChecked {
  readonly sound: boolean;
  readonly mistakes?: readonly StrategyMistake[]; // or else []
}

/** A strategy that sits down by its name. */
export interface StrategyListed {
  readonly name: string;
  readonly sentence: string;
}

/** One thing in a strategy that cannot be read, or not played by these rules. */
export interface StrategyMistake {
  readonly line: number;
  readonly message: string;
}

/** A strategy, by its name or its text, and the table at which it is to play, as that would be opened. */
export interface StrategyRequest {
  readonly table: TableRequest;
  readonly strategy?: string; // or else ""
  readonly text?: string; // or else ""
}

/** What a page's kernel gets. */
export interface StrategyTelling {
  readonly epoch: string;
  readonly parts: readonly PartTelling[];
  readonly endings: readonly string[];
  readonly chip: number;
  readonly rolls: number;
  readonly usual_rolls: number;
  readonly plays_out: boolean;
  readonly closes_at_once: boolean;
  readonly full: string;
  readonly finished?: readonly FinishedSession[]; // or else []
}

/** Asks for something once more: this seat's offers, the last rolls, a snapshot, the server's clock. */
export interface Subscribe {
  readonly type: "want";
  readonly what: "clock" | "offers" | "rolls" | "snapshot";
}

/** What an event changed in the picture: whatever is not here is as it was. */
export interface TableChange {
  readonly seats?: readonly SeatShown[]; // or else []
  readonly order?: readonly string[];
  readonly crew?: Layout;
  readonly point?: number | null;
  readonly throws?: string | null;
  readonly dice?: TableDice;
  readonly ledger?: Ledger;
  readonly bonus?: Bonus | null;
  readonly roll?: PastRoll;
  readonly rolls?: readonly PastRoll[];
  readonly window?: Deadline | null;
  readonly fair?: Fair;
  readonly next?: Next;
  readonly late?: readonly LateBetMessage[];
}

/** The table takes no new players; what lies there is played out. */
export interface TableClosing {
  readonly type: "table-closing";
}

/** Who has the dice, and what is known about the turn. */
export interface TableDice {
  readonly holder?: string | null; // or else null
  readonly turn?: string | null; // or else null
  readonly move_on?: boolean; // or else false
  readonly finishing?: boolean; // or else false
  readonly inherited?: boolean; // or else false
  readonly declined?: readonly string[]; // or else []
  readonly thrown?: boolean; // or else false
  readonly called_off?: string | null; // or else null
  readonly told?: readonly string[]; // or else []
  readonly warned?: readonly ShooterWarning[]; // or else []
}

/** A table in the lobby. */
export interface TableListed {
  readonly table: string;
  readonly rules: string;
  readonly title: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly dice: "entered" | "fair";
  readonly seats: readonly string[];
  readonly point: number | null;
  readonly n: number;
  readonly closing?: boolean; // or else false
  readonly code?: string; // or else ""
  readonly watched?: boolean; // or else true
  readonly digest?: string; // or else ""
  readonly own_rules?: boolean; // or else false
  readonly lesson?: boolean; // or else false
}

/** A table's address. */
export interface TableOpened {
  readonly table: string;
}

/** The meaning of the table's last event for the pit: work left to do, money dropped, what the dice showed. */
export interface TablePlayed {
  readonly type: "table-played";
  readonly left: readonly Motion[];
  readonly dropped: number;
  readonly total: number | null;
  readonly thrown: boolean;
  readonly last?: LastRoll | null; // or else null
}

/** What somebody asks for who opens a table; amounts are strings such as `"5"` or `"2.50"`. */
export interface TableRequest {
  readonly rules?: string; // or else ""
  readonly rulebook?: string; // or else ""
  readonly minimum?: string | null; // or else null
  readonly maximum?: string | null; // or else null
  readonly chip?: string | null; // or else null
  readonly dice?: "entered" | "fair"; // or else "fair"
  readonly window?: number | null; // or else null
  readonly largest_buy_in?: string | null; // or else null
  readonly smallest_buy_in?: string | null; // or else null
  readonly pause?: number; // or else 3
  readonly patience?: number; // or else 1800
  readonly watched?: boolean; // or else true
  readonly zone?: string | null; // or else null
  readonly lesson?: boolean; // or else false
}

/** A table's house, pinned by the digest of its rulebook, and the table's own limits. */
export interface TableRules {
  readonly book: string;
  readonly title: string;
  readonly digest: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly chip: number;
  readonly places?: number | null; // or else null
  readonly undo?: boolean; // or else false
  readonly puck?: boolean; // or else true
}

/** Nobody has a seat any more, and every seed is revealed: this is the log's last entry. */
export interface TableShut {
  readonly type: "table-shut";
}

/** `Bob takes down place-6`, or a group: `Bob takes down place`. */
export interface TakeDown {
  readonly type: "take-down";
  readonly seat: string;
  readonly what: string;
}

/** `set taken off`: the set on the game goes off it, and none takes its place. */
export interface TakeOff {
  readonly type: "take-off";
}

/** One task of an exam again: what was asked and given, the marks it gets now, and what is right. */
export interface TaskReplay {
  readonly number: number;
  readonly section: string;
  readonly limit: number;
  readonly question: QuestionResponse | null;
  readonly exercise: ExerciseResponse | null;
  readonly given: ExamAnswer;
  readonly marks: readonly MarkResponse[];
  readonly answer: string;
  readonly because: readonly RightLine[];
}

/** `clock 2026-11-15T08:59 America/Chicago`: the house's local time. */
export interface TellTime {
  readonly type: "clock";
  readonly at: string;
  readonly zone: string;
}

/** How the table was opened, as far as it concerns who looks at it. */
export interface TermsMessage {
  readonly minimum: string;
  readonly maximum: string;
  readonly chip: string;
  readonly window: number;
  readonly undo: boolean;
  readonly watched: boolean;
  readonly code: string;
  readonly smallest_buy_in?: string; // or else ""
  readonly largest_buy_in?: string; // or else ""
  readonly owner?: string; // or else ""
  readonly zone?: string; // or else ""
  readonly own_rules?: boolean; // or else false
}

/**
 * The next throw is waited for until then; after that the dice are thrown for whoever has them.
 *
 * Dice whose shooter made no line bet go to the next seat that has one. Without a time: nobody is waited for, for
 * nothing lies on any layout, nobody has the dice, nobody else is there, or `why`.
 */
export interface ThrowDeadlineSet {
  readonly type: "awaited";
  readonly until?: string | null; // or else null
  readonly why?: string; // or else ""
}

/** `throw`: the dice leave the hand; `throw: one die` tells what happened to them, as grounds of the house. */
export interface ThrowDice {
  readonly type: "throw";
  readonly told?: string; // or else ""
}

/** `Ann throws the dice`: a player throws the dice. */
export interface ThrowOut {
  readonly type: "throw-out";
  readonly seat: string;
}

/** The dice left the shooter's hand. */
export interface Thrown {
  readonly type: "thrown";
  readonly shooter: string;
  readonly dice: TableDice;
  readonly bonus?: Bonus | null; // or else null
  readonly told?: string; // or else ""
}

/** `time is over`: the shooter made no line bet in time, and the dice go to the next seat that has one. */
export interface TimeOver {
  readonly type: "time-over";
}

/** The table's clock moved on. */
export interface TimePassed {
  readonly type: "time-passed";
  readonly bonus: Bonus;
}

/** How a day went, of UTC. */
export interface Today {
  readonly day: string;
  readonly won: string;
  readonly at_stake: string;
  readonly minutes: number;
}

/** `Ann tokes 5 on hard-8`; without a wager it goes into the toke box. */
export interface Toke {
  readonly type: "toke";
  readonly seat: string;
  readonly amount: number;
  readonly wager?: string | null; // or else null
}

/** A tip: into the toke box, or on the crew's own layout. */
export interface Toked {
  readonly type: "toked";
  readonly seat: string;
  readonly boxed: number;
  readonly crew: Layout;
  readonly rack: number;
  readonly staked: number;
  readonly commission: number;
}

/** The dice of a new turn are fixed, and this is their commitment; betting on them opens now. */
export interface TurnOpened {
  readonly type: "turn-opened";
  readonly turn: number;
  readonly commitment: string;
  readonly salt?: string; // or else ""
  readonly anchor?: string; // or else ""
  readonly link?: number; // or else 0
}

/** `Ann undoes`: takes back the last thing done to a layout since the last roll, where the table allows it. */
export interface Undo {
  readonly type: "undo";
  readonly seat: string;
}

/** A player took the last act back, whole and free: layout, rack and commission are as they were before it. */
export interface Undone {
  readonly type: "undone";
  readonly seat: string;
  readonly layout: Layout;
  readonly rack: number;
  readonly staked: number;
  readonly commission: number;
  readonly throws?: string | null; // or else null
  readonly results?: readonly Settlement[]; // or else []
}

/** One value of a rulebook, with its clause. */
export interface ValueResponse {
  readonly word: string;
  readonly value: string;
  readonly clause: string;
  readonly provenance: "assumed" | "derived" | "stated";
  readonly says: string;
}

/** Where a table's log is, signed by the house: who keeps this can show later that it was cut or made anew. */
export interface Verification {
  readonly table: string;
  readonly entries: number;
  readonly hash: string;
  readonly at: string;
  readonly signature: string;
  readonly public_key: string;
}

/** `supervisor verifies the change`: what was cut is checked. */
export interface Verify {
  readonly type: "verify";
  readonly by?: string; // or else "supervisor"
}

/** `dealer verifies the bet of 500 on pass by Ann`: a large bet is counted before the dice are thrown. */
export interface VerifyBet {
  readonly type: "verify-bet";
  readonly seat: string;
  readonly amount: number;
  readonly wager: string;
  readonly by?: string; // or else "dealer"
}

/** `boxperson verifies the call 8`: somebody checks the number that was called for the last roll. */
export interface VerifyCall {
  readonly type: "verify-call";
  readonly called: number;
  readonly by?: string; // or else "boxperson"
}

/**
 * `boxperson verifies the payouts, dice at second base`:
 * the payouts of the last roll are checked at the end that its dice did not land on.
 */
export interface VerifyPayouts {
  readonly type: "verify-payouts";
  readonly landed: "second base" | "third base";
  readonly by?: string; // or else "boxperson"
}

/** A promotional voucher, or tokens that were presented together: laid whole, and never worth money. */
export interface Voucher {
  readonly kind: "token" | "voucher";
  readonly amount: number;
}

/** A wager that a text changes: its edge and its values before and after. */
export interface WagerChange {
  readonly wager: string;
  readonly title: string;
  readonly odds: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly rules: readonly RuleChange[];
}

/** What one wager came to: edge, luck and rounding less commission are the net, to the cent. */
export interface WagerSplit {
  readonly wager: string;
  readonly title: string;
  readonly decided: number;
  readonly action: string;
  readonly won: string;
  readonly lost: string;
  readonly net: string;
  readonly edge: string;
  readonly luck: string;
  readonly commission: string;
  readonly rounding: string;
}

/** What a wager is worth, exactly: fractions as strings, as `edges --json` prints them. */
export interface WagerWorth {
  readonly wager: string;
  readonly pays: string;
  readonly edge: string | null;
  readonly edge_per_roll: string | null;
  readonly rolls: string | null;
  readonly sd: number | null;
  readonly provenance: string;
  readonly clause: string;
  readonly title: string;
  readonly begins: string;
  readonly assumed?: readonly string[]; // or else []
  readonly missing?: string; // or else ""
  readonly win?: string | null; // or else null
  readonly lose?: string | null; // or else null
  readonly push?: string | null; // or else null
  readonly rests_on?: readonly ValueResponse[]; // or else []
}

/** `supervisor warns Ann: short of the wall`. */
export interface Warn {
  readonly type: "warn";
  readonly seat: string;
  readonly about: string;
}

/** The supervisor warned the shooter: it is kept with the dice until the turn is over. */
export interface Warned {
  readonly type: "warned";
  readonly seat: string;
  readonly about: string;
  readonly said: string;
  readonly dice: TableDice;
  readonly throws?: string | null; // or else null
  readonly clause?: string; // or else ""
}

/** The game is dead: where money, stick, bowl and dice are. */
export interface WentDead {
  readonly type: "went-dead";
  readonly money: string;
  readonly stick: string;
  readonly bowl: string;
  readonly dice: string;
}

/**
 * `crew works`, `crew works 3 steps`:
 * the crew takes the next steps of what the last roll left to do; without a number all of them.
 */
export interface WorkCommand {
  readonly type: "work";
  readonly steps?: number | null; // or else null
}

/** An exercise that somebody did: made again from its name, replayed by its motions. */
export interface WorkDone {
  readonly number: number;
  readonly exercise: ExerciseName;
  readonly motions: readonly HandMotion[];
  readonly marks: readonly ("manner" | "money" | "order" | "seconds")[];
  readonly seconds: number;
  readonly at: string;
}

/** Some of the last roll's work was done. */
export interface Worked {
  readonly type: "worked";
  readonly steps: readonly Motion[];
}

/** `set 4711 wrapped, signed Lee`: a cancelled set is wrapped in foil that somebody has signed. */
export interface Wrap {
  readonly type: "wrap";
  readonly serial: string;
  readonly signed: string;
}

/** A set was wrapped and signed for. */
export interface Wrapped {
  readonly type: "wrapped";
  readonly serial: string;
  readonly signed: string;
}
