/** The page of one's account: a guest, who may become an account, or an account with its password. */
import { html, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { field, focusFault, written } from "../../components/form";
import type { Me } from "../../protocol.generated";
import { type HouseApi, RefusedError } from "../../state/api";
import { announceIdentity } from "../../state/sign-in";
import { errorText } from "../../text/errors";

type Faults = { [name: string]: string };

/** The field that a refusal is about. */
const ABOUT: { readonly [code: string]: string } = {
  "bad-name": "name",
  "name-taken": "name",
  "bad-password": "password",
  "wrong-password": "password",
  locked: "password",
};

export class Account extends LightElement {
  static override properties = {
    house: { attribute: false },
    me: { state: true },
    faults: { state: true },
    told: { state: true },
    failed: { state: true },
    busy: { state: true },
  };
  declare house: HouseApi;
  declare me: Me | null;
  declare faults: Faults;
  /** What was done, for everybody to hear. */
  declare told: string;
  declare failed: string;
  declare busy: boolean;

  constructor() {
    super();
    this.me = null;
    this.faults = {};
    this.told = this.failed = "";
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#learn();
  }

  async #learn(): Promise<void> {
    try {
      this.me = await this.house.me();
    } catch (error) {
      this.failed = errorText(error);
    }
  }

  /** Does what a form asks for; what is refused is told at the field that it is about. */
  async #do(event: Event, what: (said: Record<string, string>) => Promise<string>): Promise<void> {
    event.preventDefault();
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    this.busy = true;
    this.faults = {};
    this.told = this.failed = "";
    try {
      this.told = await what(form ? written(form) : {});
      form?.reset();
      this.me = await this.house.me();
      announceIdentity();
    } catch (error) {
      const about = form && error instanceof RefusedError ? ABOUT[error.why.code] : undefined;
      const prefix = form?.dataset["prefix"] ?? "";
      if (about) this.faults = { [`${prefix}${about}`]: errorText(error) };
      else this.failed = errorText(error);
    } finally {
      this.busy = false;
    }
    await this.updateComplete;
    focusFault(this);
  }

  protected override render(): TemplateResult {
    return html`<section class="block" aria-labelledby="you">
      <h2 id="you">You</h2>
      <p role="status" class="sound" ?hidden=${!this.told}>${this.told}</p>
      <p role="alert" class="fault" ?hidden=${!this.failed}>${this.failed}</p>
      ${this.me ? (this.me.guest ? this.#guest(this.me) : this.#account(this.me)) : this.#nobody()}
    </section>`;
  }

  #guest(me: Me): TemplateResult {
    return html`<p>
        You are <b>${me.name}</b>, a guest: your name is kept as long as you come back within two hours.
      </p>
      <form
        novalidate
        data-prefix="keep-"
        @submit=${(event: Event) =>
          this.#do(event, async (said) => {
            const { name } = await this.house.keepAccount(said["keep-password"] ?? "");
            return `${name} is now an account, with the same seats and limits.`;
          })}
      >
        <h3>Keep this name</h3>
        ${this.#password("keep-password", "A password", true)}
        <button class="button" ?disabled=${this.busy}>Make it an account</button>
      </form>
      ${this.#logOut("Log out and give up this name")}`;
  }

  #account(me: Me): TemplateResult {
    return html`<p>You are <b>${me.name}</b>, with an account.</p>
      <form
        novalidate
        data-prefix="old-"
        @submit=${(event: Event) =>
          this.#do(event, async (said) => {
            await this.house.ask("PUT", "/api/me/password", {
              old: said["old-password"] ?? "",
              new: said["new-password"] ?? "",
            });
            return "Your password is changed, and all other devices are logged out.";
          })}
      >
        <h3>Another password</h3>
        ${this.#password("old-password", "The old password", false)}
        ${this.#password("new-password", "The new password", true)}
        <button class="button" ?disabled=${this.busy}>Change it</button>
      </form>
      ${this.#logOut("Log out")}
      <button
        class="button is-quiet"
        ?disabled=${this.busy}
        @click=${(event: Event) => this.#do(event, () => this.#everywhere())}
      >
        Log out everywhere
      </button>`;
  }

  async #everywhere(): Promise<string> {
    await this.house.ask("DELETE", "/api/me/tokens");
    this.house.forget();
    return "You are logged out everywhere, including here.";
  }

  #logOut(words: string): TemplateResult {
    return html`<button
      class="button is-quiet"
      ?disabled=${this.busy}
      @click=${(event: Event) =>
        this.#do(event, async () => {
          await this.house.logOut();
          return "You are logged out. Your seat and your bets stay at the table.";
        })}
    >
      ${words}
    </button>`;
  }

  #nobody(): TemplateResult {
    return html`<p>You are not logged in. <a href="/">Play</a> makes you a guest; an account keeps your name.</p>
      <div class="two">
        ${this.#entry("in-", "Log in", "Welcome back", (name, password) => this.house.logIn(name, password))}
        ${this.#entry("up-", "A new account", "Welcome", (name, password) => this.house.newAccount(name, password))}
      </div>`;
  }

  #entry(
    prefix: string,
    title: string,
    welcome: string,
    enter: (name: string, password: string) => Promise<{ name: string }>,
  ): TemplateResult {
    return html`<form
      novalidate
      data-prefix=${prefix}
      @submit=${(event: Event) =>
        this.#do(event, async (said) => {
          const { name } = await enter(said[`${prefix}name`] ?? "", said[`${prefix}password`] ?? "");
          return `${welcome}, ${name}.`;
        })}
    >
      <h3>${title}</h3>
      ${field({
        name: `${prefix}name`,
        label: "Name",
        autocomplete: "username",
        fault: this.faults[`${prefix}name`],
      })}
      ${this.#password(`${prefix}password`, "Password", prefix === "up-")}
      <button class="button" ?disabled=${this.busy}>${title}</button>
    </form>`;
  }

  #password(name: string, label: string, fresh: boolean): TemplateResult {
    const autocomplete = fresh ? "new-password" : "current-password";
    const hint = fresh ? "Ten characters or more." : "";
    return field({ name, label, type: "password", autocomplete, hint, fault: this.faults[name] });
  }
}
customElements.define("so-people", Account);
