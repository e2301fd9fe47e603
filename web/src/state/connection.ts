/** A socket that comes back: what was said and not answered is said again under the same key, and done once. */
import type { ConnectionState } from "../model/view";
import { VERSION } from "../protocol.generated";
import type { FromServer, Hello, RefusalReason } from "../protocol.generated";

/** As much of a WebSocket as is needed; a test hands in one of its own. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  readonly readyState: number;
  send(words: string): void;
  close(code?: number): void;
}

/** What a key was answered with; the house's own refusal if it will never be answered. */
export type Answer = Extract<FromServer, { key: string }>;

export interface Wanted {
  readonly address: string;
  readonly token: string;
  /** The number of the last event that is known, or null. */
  readonly since: () => number | null;
  readonly told: (message: FromServer) => void;
  readonly line: (line: ConnectionState) => void;
  readonly open?: (address: string) => Socket;
  /** Calls `wake` whenever it is worth trying at once; answers with how to stop. */
  readonly wakes?: (wake: () => void) => () => void;
}

interface Waiting {
  readonly raw: string;
  readonly done: (answer: Answer) => void;
  waited: number;
}

/** Refusals after which nobody knows whether it was done: it is said again. As `wire.AGAIN` of the house. */
const AGAIN = new Set(["unavailable", "busy"]);
const SHORTEST = 250;
const LONGEST = 8_000;
/** Milliseconds of silence after which the house is asked whether it is there, and within which it answers. */
const SILENT = 20_000;
const ANSWERS = 6_000;
const LOST: RefusalReason = { code: "closed-here", reason: "this page has left the table", clause: "" };

export class Connection {
  readonly #wanted: Wanted;
  readonly #session = session();
  readonly #waiting = new Map<string, Waiting>();
  #said = 0;
  #socket: Socket | null = null;
  #entered = false;
  #tries = 0;
  #lost = 0;
  #reason: RefusalReason | null = null;
  #ended = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  readonly #stop: () => void;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#stop = (wanted.wakes ?? pageWakes)(() => this.wake());
    this.#open();
  }

  /** True if what is said now goes out now. */
  get open(): boolean {
    return this.#entered;
  }

  /** Says something that gets an answer: `{type: "say", line: …}`; the key is given here, unless it has a name. */
  ask(
    message: { readonly type: string; readonly [name: string]: unknown },
    named = "",
  ): { key: string; answer: Promise<Answer> } {
    const key = named || `${this.#session}-${++this.#said}`;
    const { type, ...rest } = message;
    const raw = JSON.stringify({ type, key, ...rest });
    const answer = new Promise<Answer>((done) => this.#waiting.set(key, { raw, done, waited: SHORTEST }));
    if (this.#ended) this.#give(key, { type: "refused", key, ...(this.#reason ?? LOST) });
    else if (this.#entered) this.#send(raw);
    return { key, answer };
  }

  /** Says something that is not answered, and is not said again: whether it went out. */
  send(message: { readonly type: string; readonly [name: string]: unknown }): boolean {
    if (this.#entered) this.#send(JSON.stringify(message));
    return this.#entered;
  }

  want(what: "clock" | "offers" | "rolls" | "snapshot"): void {
    this.send({ type: "want", what });
  }

  /** Tries at once: the page is seen again, or the network is back. */
  wake(): void {
    if (this.#ended) return;
    if (this.#entered) this.#listen(ANSWERS);
    else if (this.#again !== undefined) this.#open();
  }

  /** Nothing more is wanted. */
  close(): void {
    this.#end(LOST);
  }

  // --- coming in

  #open(): void {
    clearTimeout(this.#again);
    this.#again = undefined;
    if (this.#ended) return;
    const open = this.#wanted.open ?? ((address: string) => new WebSocket(address) as Socket);
    const socket = open(this.#wanted.address);
    this.#socket = socket;
    this.#reason = null;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => this.#socket === socket && this.#hear(String(event.data));
    socket.onclose = (event) => this.#socket === socket && this.#left(event.code, event.reason);
    this.#listen(ANSWERS * 2);
  }

  #hello(): void {
    const { token, since } = this.#wanted;
    const seen = since();
    const hello: Hello = {
      type: "hello",
      token,
      version: VERSION,
      crew: true,
      ...(seen === null ? {} : { since: seen }),
    };
    this.#send(JSON.stringify(hello));
  }

  #enter(): void {
    this.#entered = true;
    this.#tries = this.#lost = 0;
    this.#wanted.line({ is: "open" });
    for (const { raw } of this.#waiting.values()) this.#send(raw);
  }

  // --- being told

  #hear(raw: string): void {
    this.#listen(SILENT);
    const message = read(raw);
    if (message === null) return;
    if (message.type === "refused" && !message.key) this.#reason = message;
    else if ("key" in message && this.#waiting.has(message.key)) this.#answer(message as Answer);
    this.#wanted.told(message);
    if (message.type === "snapshot" && !this.#entered) this.#enter();
  }

  #answer(answer: Answer): void {
    const waiting = this.#waiting.get(answer.key);
    if (!waiting) return;
    if (answer.type !== "refused" || !AGAIN.has(answer.code)) return this.#give(answer.key, answer);
    const told = 1_000 * (answer.retry_after ?? 0);
    setTimeout(
      () => this.#entered && this.#waiting.has(answer.key) && this.#send(waiting.raw),
      Math.max(told, jittered(waiting.waited)),
    );
    waiting.waited = Math.min(waiting.waited * 2, LONGEST);
  }

  #give(key: string, answer: Answer): void {
    this.#waiting.get(key)?.done(answer);
    this.#waiting.delete(key);
  }

  // --- losing it

  #left(code: number, reason: string): void {
    this.#drop();
    if (code >= 4400 && code < 4500) {
      this.#end(
        this.#reason ?? { code: String(code), reason: reason || "the house closed the connection", clause: "" },
      );
      return;
    }
    this.#lost ||= Date.now();
    this.#tries += 1;
    this.#wanted.line({ is: "lost", since: this.#lost, tries: this.#tries });
    this.#again = setTimeout(() => this.#open(), jittered(Math.min(SHORTEST * 2 ** (this.#tries - 1), LONGEST)));
  }

  /** A socket that says nothing may be dead without knowing: it is asked once, then given up. */
  #listen(within: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      if (this.#entered && within === SILENT) {
        this.want("clock");
        this.#listen(ANSWERS);
      } else {
        const socket = this.#socket;
        this.#left(1006, "");
        socket?.close();
      }
    }, within);
    if (within === ANSWERS && this.#entered) this.want("clock");
  }

  #drop(): void {
    clearTimeout(this.#pulse);
    this.#entered = false;
    this.#socket = null;
  }

  #end(why: RefusalReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reason = why;
    const socket = this.#socket;
    this.#drop();
    clearTimeout(this.#again);
    this.#stop();
    socket?.close(1000);
    for (const key of [...this.#waiting.keys()]) this.#give(key, { type: "refused", key, ...why });
    this.#wanted.line({ is: "ended", reason: why });
  }

  #send(raw: string): void {
    if (this.#socket?.readyState === 1) this.#socket.send(raw);
  }
}

function read(raw: string): FromServer | null {
  try {
    return JSON.parse(raw) as FromServer;
  } catch {
    return null;
  }
}

function jittered(wait: number): number {
  return wait * (0.6 + 0.8 * Math.random());
}

function session(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A page that is seen again, or a network that is back. */
function pageWakes(wake: () => void): () => void {
  const page = globalThis.document as Document | undefined;
  if (!page) return () => undefined;
  const seen = (): void => void (page.visibilityState === "visible" && wake());
  page.addEventListener("visibilitychange", seen);
  addEventListener("online", wake);
  return () => {
    page.removeEventListener("visibilitychange", seen);
    removeEventListener("online", wake);
  };
}
