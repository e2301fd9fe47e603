/** The command line: whatever can be said at a table, with completion; what is meant the house is asked, and shown. */
import { html, nothing, type TemplateResult } from "lit";
import { SessionElement } from "../components/element";
import type { Completion, completions } from "../session/autocomplete";
import { inHand } from "../session/rack";
import { loadPart } from "../state/api";
import { preferences } from "../state/preferences";
import { tableMenu } from "../state/route";
import "../style/on-demand/command-line.css";

const MOST_HISTORY = 50;

export class CommandLine extends SessionElement {
  static override properties = {
    ...SessionElement.properties,
    text: { state: true },
    at: { state: true },
    choices: { state: true },
    fault: { state: true },
    open: { state: true },
  };
  declare text: string;
  /** The option that is gone to, or -1. */
  declare at: number;
  /** What a line may mean, if it may mean several things: the lines of each. */
  declare choices: readonly (readonly string[])[];
  declare fault: string;
  declare open: boolean;
  #history: string[] = [];
  #back = 0;
  #came: HTMLElement | null = null;
  #busy = false;
  /** Fetched when somebody begins to type. */
  #complete: typeof completions | null = null;

  constructor() {
    super();
    this.text = this.fault = "";
    this.at = -1;
    this.choices = [];
    this.open = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#slash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#slash);
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector("input");
  }

  #slash = (event: KeyboardEvent): void => {
    const from = event.target as HTMLElement;
    if (event.key !== "/" || event.defaultPrevented || from.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    this.#came = from;
    this.#input?.focus();
  };

  // --- what is typed

  #begin = async (): Promise<void> => {
    this.open = true;
    if (this.#complete) return;
    const found = await import("../session/autocomplete").catch(() => null); // while the line is lost there is none
    this.#complete = found?.completions ?? null;
    this.requestUpdate();
  };

  get #options(): readonly Completion[] {
    const { book, snapshot } = this.seat.view;
    if (!book || !snapshot || this.choices.length || !this.#complete) return [];
    return this.#complete(this.seat.view, this.text, inHand(preferences.chip, book, snapshot.table.house));
  }

  #fill(text: string): void {
    this.text = text;
    this.at = -1;
    this.choices = [];
    const input = this.#input;
    if (!input) return;
    input.value = text;
    input.setSelectionRange(text.length, text.length);
  }

  #typed = (event: Event): void => {
    const text = (event.target as HTMLInputElement).value;
    const chosen = this.choices[Number(text.trim()) - 1];
    if (chosen && text.trim()) return void this.#chosen(chosen);
    this.text = text;
    this.at = -1;
    this.choices = [];
    this.fault = "";
    this.open = true;
    this.#back = 0;
  };

  #key = (event: KeyboardEvent): void => {
    const options = this.#options;
    const many = this.choices.length || options.length;
    switch (event.key) {
      case "Enter":
        event.preventDefault();
        return event.repeat ? undefined : void this.#enter(options);
      case "Tab": {
        const option = options[Math.max(this.at, 0)];
        if (event.shiftKey || !option || !this.open) return;
        event.preventDefault();
        return this.#fill(option.line);
      }
      case "ArrowDown":
        event.preventDefault();
        if (this.#back) return this.#remember(-1);
        this.open = true;
        this.at = many ? (this.at + 1) % many : -1;
        return;
      case "ArrowUp":
        event.preventDefault();
        if (this.at >= 0) this.at -= 1;
        else this.#remember(1);
        return;
      case "Escape":
        event.stopPropagation();
        return this.#escape();
    }
  };

  /** Earlier lines, the last one first. */
  #remember(by: number): void {
    const back = Math.min(Math.max(this.#back + by, 0), this.#history.length);
    this.#fill(back ? (this.#history[this.#history.length - back] ?? "") : "");
    this.#back = back;
    this.open = false;
  }

  #escape(): void {
    if (this.open && (this.choices.length || this.#options.length)) {
      this.open = false;
      this.choices = [];
      return;
    }
    this.#fill("");
    this.fault = "";
    const there = this.#came?.isConnected ? this.#came : null; // a spot may have gone with its bet
    (there ?? document.querySelector<HTMLElement>("so-felt [tabindex='0']"))?.focus();
    this.#came = null;
  }

  // --- what is said

  /** An option that was gone to is taken over; else the line is said, or it is asked what it means. */
  async #enter(options: readonly Completion[]): Promise<void> {
    const chosen = this.choices[this.at];
    const option = options[this.at];
    if (chosen) return this.#chosen(chosen);
    if (option) return this.#fill(option.line);
    const line = this.text.trim();
    if (!line || this.#busy || this.choices.length) return;
    if (/^(help|\?)$/i.test(line)) return this.#help();
    const wager = this.#about(line);
    if (wager) return this.#explain(wager);
    if (this.seat.bets.handleOrderLine(line)) return this.#said(line);
    this.#busy = true;
    const meant = await this.seat.ask(line).finally(() => (this.#busy = false));
    if (typeof meant.best === "string") {
      this.#said(line);
      tableMenu(`best ${meant.best}`);
    } else if (meant.order) {
      this.#said(line);
      this.seat.bets.order(meant.order, true);
    } else if (meant.lines.length) {
      this.#said(line);
      await this.#say(meant.lines, meant.note, meant.remarks);
    } else if (this.text.trim() !== line) this.seat.tell("refused", `“${line}” was not clear: try again`);
    else if (meant.choices?.length) this.#choose(meant.choices);
    else this.#unclear(meant.reason ?? "", meant.nearest ?? "");
  }

  /** The wager that `why …` names, by any of its names. */
  #about(line: string): string {
    const [, name] = /^why (.+)$/i.exec(line.toLowerCase()) ?? [];
    const alike = (each: string): boolean => each.toLowerCase().replaceAll(" ", "-") === name?.replaceAll(" ", "-");
    return this.seat.view.book?.wagers.find((spot) => [spot.wager, spot.title, ...spot.also].some(alike))?.wager ?? "";
  }

  /** A page that has help of its own shows that. */
  #help(): void {
    this.#fill("");
    this.open = false;
    if (!this.dispatchEvent(new CustomEvent("so-help", { bubbles: true, cancelable: true }))) return;
    void loadPart(import("./help-dialog")).then(({ showHelp }) => showHelp(this.seat));
  }

  #explain(wager: string): void {
    this.#fill("");
    this.open = false;
    this.dispatchEvent(new CustomEvent("so-why", { bubbles: true, detail: { wager } }));
  }

  #choose(choices: readonly (readonly string[])[]): void {
    this.choices = choices;
    this.at = -1;
    this.open = true;
    this.fault = "";
    this.seat.tell("note", `That could mean ${choices.length} things: type a number`);
    this.#input?.select();
  }

  #chosen(lines: readonly string[]): Promise<void> {
    this.#said(this.text.trim());
    return this.#say(lines);
  }

  /** What is nearest stands in the line, to be said or changed: nothing is done. */
  #unclear(reason: string, nearest: string): void {
    this.fault = reason || "That was not understood";
    this.seat.tell("refused", nearest ? `${this.fault} Did you mean: ${nearest}?` : this.fault);
    if (nearest) this.#fill(nearest);
    this.open = false;
    this.#input?.select();
  }

  /** What was typed is said: it can be gone back to, and the line is free, unless something else stands there by now. */
  #said(line: string): void {
    if (line !== this.#history.at(-1)) this.#history = [...this.#history, line].slice(-MOST_HISTORY);
    this.fault = "";
    if (this.text.trim() !== line) return;
    this.#fill("");
    this.open = false;
    this.#back = 0;
  }

  async #say(lines: readonly string[], note = "", remarks: readonly string[] = []): Promise<void> {
    for (const line of lines) {
      if (await this.seat.say(line)) continue;
      this.fault = "Not taken";
      if (!this.text) this.#fill(line);
      return;
    }
    const more = [note, ...remarks].filter(Boolean).join(" ");
    if (more) this.seat.tell("note", `${lines.join("; ")}. ${more}`);
    else if (lines.length > 1) this.seat.tell("done", lines.join("; "));
  }

  // --- how it looks

  protected override render(): unknown {
    const options = this.#options;
    const listed = this.open && (this.choices.length > 0 || options.length > 0);
    const name = this.seat?.view.snapshot?.you;
    return html`<div class="cmd ${this.fault ? "is-wrong" : ""}" @keydown=${this.#key} @focusout=${this.#out}>
      <label class="cmd-who" for="cmd"
        >${name || "Say"}<span class="unseen">: what you do, in your own words or the notation</span></label
      >
      <input
        id="cmd"
        role="combobox"
        aria-expanded=${listed ? "true" : "false"}
        aria-controls="cmd-list"
        aria-autocomplete="list"
        aria-activedescendant=${listed && this.at >= 0 ? `cmd-${this.at}` : nothing}
        aria-invalid=${this.fault ? "true" : "false"}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        maxlength="300"
        placeholder="bets 10 on …"
        @input=${this.#typed}
        @focus=${this.#begin}
      />
      ${this.#hint(listed ? options : [])}
      <ul id="cmd-list" class="cmd-list" role="listbox" aria-label="What can be said" ?hidden=${!listed}>
        ${
          this.choices.length
            ? this.choices.map((lines, at) => this.#choice(lines, at))
            : options.map((each, at) => this.#option(each, at))
        }
      </ul>
    </div>`;
  }

  #out = (event: FocusEvent): void => {
    if (!this.contains(event.relatedTarget as Node | null)) this.open = false;
  };

  #hint(options: readonly Completion[]): TemplateResult {
    const best = options[Math.max(this.at, 0)];
    if (!best) return html`<span class="cmd-hint"><kbd aria-hidden="true">/</kbd></span>`;
    return html`<span class="cmd-hint" aria-hidden="true"><span>${best.hint}</span><kbd>Tab</kbd></span>`;
  }

  #choice(lines: readonly string[], at: number): TemplateResult {
    return html`<li
      id="cmd-${at}"
      role="option"
      aria-selected=${at === this.at}
      @pointerdown=${hold}
      @click=${() => this.#chosen(lines)}
    >
      <b>${at + 1}</b><code>${lines.join("; ")}</code>
    </li>`;
  }

  #option({ line, name, hint, legal }: Completion, at: number): TemplateResult {
    const take = (): void => {
      this.#fill(line);
      this.#input?.focus();
    };
    return html`<li
      id="cmd-${at}"
      role="option"
      class=${legal ? "" : "is-shut"}
      aria-selected=${at === this.at ? "true" : "false"}
      @pointerdown=${hold}
      @click=${take}
    >
      <code>${line}</code><span>${name}</span><small>${legal ? hint : `not now: ${hint}`}</small>
    </li>`;
  }
}
customElements.define("so-command", CommandLine);

/** A press on an option does not take the focus from the line. */
function hold(event: Event): void {
  event.preventDefault();
}
