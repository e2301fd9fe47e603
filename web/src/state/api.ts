/** The house over HTTP: who somebody is, tables, books and what was played. A refusal is thrown, with its reason. */
import type {
  BookResponse,
  BookChecked,
  BookListed,
  BookSource,
  BotListed,
  BoundsResponse,
  CameIn,
  EdgesResponse,
  GlossaryResponse,
  FirstLesson,
  HouseChangesResponse,
  NoticeResponse,
  RuleCostsResponse,
  SessionResponse,
  LimitsResponse,
  Me,
  PageResponse,
  PublishedTurn,
  BotRequest,
  Story,
  StrategyChecked,
  StrategyListed,
  TableListed,
  Verification,
  TableRequest,
  RefusalReason,
} from "../protocol.generated";

/** The house says no. */
export class RefusedError extends Error {
  readonly why: RefusalReason;
  /** Of HTTP; 0 if the house was not reached. */
  readonly status: number;

  constructor(why: RefusalReason, status: number) {
    super(why.reason);
    this.why = why;
    this.status = status;
  }
}

/** Where a page keeps who it is: `localStorage`, or a map in a test. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const KEPT = "sevenout.who";
const UNREACHED: RefusalReason = { code: "unreached", reason: "the house cannot be reached just now", clause: "" };

/** Nothing kept: where storage is forbidden a page still works until it is closed. */
class Forgetful implements KeyValueStore {
  readonly #kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

function storage(): KeyValueStore {
  try {
    return globalThis.localStorage ?? new Forgetful();
  } catch {
    return new Forgetful();
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** How often a house that is busy is asked for the same, each time when it says that it can be. */
const MOST_ASKED = 5;

/** In how many seconds a house that is busy, and has begun nothing, wants to be asked again; null if it has answered. */
function comesBack(answer: Response): number | null {
  const told = answer.status === 503 ? answer.headers.get("retry-after") : null;
  return told === null ? null : Number(told) || 0;
}

export class HouseApi {
  readonly address: string;
  readonly #keep: KeyValueStore;
  readonly #fetch: typeof fetch;
  #who: CameIn | null;

  /** `address`: where the house is, without a slash at its end; "" is where the page came from. */
  constructor(address = "", keep: KeyValueStore = storage(), fetching: typeof fetch = (...asked) => fetch(...asked)) {
    this.address = address;
    this.#keep = keep;
    this.#fetch = fetching;
    this.#who = read(keep.getItem(KEPT));
  }

  /** By which this person is known; "" for somebody who only looks on. */
  get token(): string {
    return this.#who?.token ?? "";
  }

  get name(): string {
    return this.#who?.name ?? "";
  }

  /** The address of a table's socket. */
  socket(table: string): string {
    const here = this.address || globalThis.location.origin;
    return `${here.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/socket`;
  }

  /** One request; throws Refused. */
  async ask<Answer>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    return answered<Answer>(await this.#request(method, path, body, signal));
  }

  /** Something as it is kept; throws Refused. */
  async file(path: string): Promise<Blob> {
    const answer = await this.#request("GET", path);
    if (!answer.ok) return answered<Blob>(answer);
    return answer.blob().catch(unreached);
  }

  async #request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {};
    if (this.token) headers["authorization"] = `Bearer ${this.token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const asked: RequestInit = { method, headers };
    if (body !== undefined) asked.body = JSON.stringify(body);
    if (signal) asked.signal = signal;
    const ask = (): Promise<Response> => this.#fetch(this.address + path, asked).catch(unreached);
    let answer = await ask();
    for (let times = 1; times < MOST_ASKED && comesBack(answer) !== null; times++) {
      await new Promise((waited) => setTimeout(waited, 1_000 * (comesBack(answer) ?? 0)));
      answer = await ask();
    }
    return answer;
  }

  // --- coming and going

  async comeIn(name: string): Promise<CameIn> {
    return this.#welcome(await this.ask("POST", "/api/guests", { name }));
  }

  async newAccount(name: string, password: string): Promise<CameIn> {
    return this.#welcome(await this.ask("POST", "/api/accounts", { name, password }));
  }

  async logIn(name: string, password: string): Promise<CameIn> {
    return this.#welcome(await this.ask("POST", "/api/tokens", { name, password }));
  }

  async logOut(): Promise<void> {
    await this.ask("DELETE", "/api/tokens").catch(() => undefined);
    this.forget();
  }

  /** Who this was is not known any more: the token is gone. */
  forget(): void {
    this.#who = null;
    this.#keep.removeItem(KEPT);
  }

  /** Somebody who came in elsewhere, such as by a code. */
  welcome(who: CameIn): void {
    this.#welcome(who);
  }

  #welcome(who: CameIn): CameIn {
    this.#who = who;
    this.#keep.setItem(KEPT, JSON.stringify(who));
    return who;
  }

  /** Whoever this is; null if nobody, or nobody any more. */
  async me(): Promise<Me | null> {
    if (!this.token) return null;
    try {
      return await this.ask<Me>("GET", "/api/me");
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 401) throw error;
      this.forget();
      return null;
    }
  }

  keepAccount(password: string): Promise<{ name: string }> {
    return this.ask("POST", "/api/me/account", { password });
  }

  limits(): Promise<LimitsResponse> {
    return this.ask("GET", "/api/me/limits");
  }

  setLimits(bounds: BoundsResponse): Promise<LimitsResponse> {
    return this.ask("PUT", "/api/me/limits", bounds);
  }

  stayAway(days: number): Promise<LimitsResponse> {
    return this.ask("POST", "/api/me/away", { days });
  }

  /** The reality check was seen. */
  seen(): Promise<LimitsResponse> {
    return this.ask("POST", "/api/me/seen");
  }

  // --- tables

  tables(): Promise<readonly TableListed[]> {
    return this.ask("GET", "/api/tables");
  }

  async openTable(wanted: TableRequest): Promise<string> {
    return (await this.ask<{ table: string }>("POST", "/api/tables", wanted)).table;
  }

  closeTable(table: string): Promise<unknown> {
    return this.ask("DELETE", apiPath(table));
  }

  bots(table: string): Promise<readonly BotListed[]> {
    return this.ask("GET", apiPath(table, "bots"));
  }

  seatBot(table: string, sent: BotRequest): Promise<{ name: string }> {
    return this.ask("POST", apiPath(table, "bots"), sent);
  }

  dismissBot(table: string, name: string): Promise<unknown> {
    return this.ask("DELETE", apiPath(table, "bots", name));
  }

  strategies(): Promise<readonly StrategyListed[]> {
    return this.ask("GET", "/api/strategies");
  }

  /** True if a strategy could play at a table that is not open yet. */
  checkStrategy(table: TableRequest, { strategy = "", text = "" }: BotRequest): Promise<StrategyChecked> {
    return this.ask("POST", "/api/strategies/check", { table, strategy, text });
  }

  roles(table: string): Promise<Record<string, readonly string[]>> {
    return this.ask("GET", apiPath(table, "roles"));
  }

  appoint(table: string, name: string, roles: readonly string[]): Promise<unknown> {
    return this.ask("PUT", apiPath(table, "roles", name), { roles });
  }

  // --- books

  books(): Promise<readonly BookListed[]> {
    return this.ask("GET", "/api/books");
  }

  book(name: string): Promise<BookResponse> {
    return this.ask("GET", `/api/books/${encodeURIComponent(name)}`);
  }

  tableBook(table: string): Promise<BookResponse> {
    return this.ask("GET", apiPath(table, "book"));
  }

  glossary(book: string): Promise<GlossaryResponse> {
    return this.ask("GET", `/api/books/${encodeURIComponent(book)}/glossary`);
  }

  /** The notice that a house posts, with the limits of every wager. */
  notice(book: string): Promise<NoticeResponse> {
    return this.ask("GET", `/api/books/${encodeURIComponent(book)}/notice`);
  }

  /** Returns a book as it is written, with those it extends. */
  bookSource(name: string): Promise<BookSource> {
    return this.ask("GET", `/api/books/${encodeURIComponent(name)}/source`);
  }

  edges(book: string): Promise<EdgesResponse> {
    return this.ask("GET", `/api/books/${encodeURIComponent(book)}/edges`);
  }

  /** Returns the first lesson at a house. */
  lesson(book: string): Promise<FirstLesson> {
    return this.ask("GET", `/api/books/${encodeURIComponent(book)}/lesson`);
  }

  /** The cost of playing at another house, an hour, wager by wager; `at` is stake and pace as a query, empty for the usual ones. */
  ruleCosts(book: string, other: string, at: string): Promise<RuleCostsResponse> {
    const [here, there] = [book, other].map(encodeURIComponent);
    return this.ask("GET", `/api/books/${here}/costs/${there}${at}`);
  }

  check(rulebook: string, signal?: AbortSignal): Promise<BookChecked> {
    return this.ask("POST", "/api/books/check", { rulebook }, signal);
  }

  /** Returns what a sound rulebook changes of the house it extends. */
  changes(rulebook: string, signal?: AbortSignal): Promise<HouseChangesResponse> {
    return this.ask("POST", "/api/books/changes", { rulebook }, signal);
  }

  /** Returns what every wager of a table's book is worth, a book of somebody's own too. */
  tableEdges(table: string): Promise<EdgesResponse> {
    return this.ask("GET", apiPath(table, "edges"));
  }

  /** The story of a wager at a table: its rule in words, clauses, limits, price. */
  story(table: string, wager: string): Promise<Story> {
    return this.ask("GET", apiPath(table, "wagers", wager));
  }

  // --- what was played

  /** Returns how this person's sitting went: handle, expected loss, luck. */
  evening(table: string): Promise<SessionResponse> {
    return this.ask("GET", apiPath(table, "evening"));
  }

  history(table: string, what: "rolls" | "hands" | "results", count = 50, before?: number): Promise<PageResponse> {
    const asked = new URLSearchParams({ what, count: String(count) });
    if (before !== undefined) asked.set("before", String(before));
    return this.ask("GET", `${apiPath(table, "history")}?${asked}`);
  }

  turns(table: string, count = 20): Promise<readonly PublishedTurn[]> {
    return this.ask("GET", `${apiPath(table, "turns")}?count=${count}`);
  }

  turn(table: string, turn: number): Promise<PublishedTurn> {
    return this.ask("GET", apiPath(table, "turns", String(turn)));
  }

  verify(table: string): Promise<Verification> {
    return this.ask("GET", apiPath(table, "verify"));
  }
}

/** The path of something of a table. */
export function apiPath(table: string, ...rest: readonly string[]): string {
  return ["/api/tables", table, ...rest].map((part, k) => (k ? encodeURIComponent(part) : part)).join("/");
}

/** A part of the page, fetched when it is needed: one that cannot be had is refused as everything then is. */
export function loadPart<Module>(fetched: Promise<Module>): Promise<Module> {
  return fetched.catch((error: Error) => {
    if (error instanceof TypeError && /module/i.test(error.message)) unreached(); // as every browser says it
    throw error;
  });
}

function unreached(): never {
  throw new RefusedError(UNREACHED, 0);
}

async function answered<Answer>(answer: Response): Promise<Answer> {
  const json = answer.headers.get("content-type")?.startsWith("application/json");
  const told: unknown = json ? await answer.json() : await answer.text();
  if (answer.ok) return told as Answer;
  const why = json ? (told as RefusalReason) : { code: `http-${answer.status}`, reason: answer.statusText, clause: "" };
  throw new RefusedError(why, answer.status);
}

function read(kept: string | null): CameIn | null {
  try {
    const who = JSON.parse(kept ?? "null") as CameIn | null;
    return who && typeof who.token === "string" ? who : null;
  } catch {
    return null;
  }
}
