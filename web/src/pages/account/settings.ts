/** Settings: how the page looks and sounds on this device, who one is, and the way to one's limits. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "../../components/element";
import { choices, yesNo } from "../../components/form";
import { type HouseApi, loadPart } from "../../state/api";
import { type Preferences, preferences } from "../../state/preferences";
import "./account";
import "../../style/on-demand/form.css";

const THEMES = [
  { value: "auto", label: "Same as the system" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "contrast", label: "High contrast" },
];
const MOTION = [
  { value: "auto", label: "Same as the system" },
  { value: "off", label: "None", hint: "Dice and chips appear in place at once." },
];
const ENDS = [
  { value: "auto", label: "Automatic" },
  { value: "both", label: "Both ends" },
  { value: "one", label: "One end" },
];

export class Settings extends LightElement {
  static override properties = { house: { attribute: false } };
  declare house: HouseApi;
  #stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = preferences.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override render(): TemplateResult {
    return html`<div class="page page-form">
      <h1 tabindex="-1">Settings</h1>
      <section class="block" aria-labelledby="look">
        <h2 id="look">On this device</h2>
        ${this.#one("theme", "Colours", THEMES)} ${this.#one("motion", "Motion", MOTION)}
        ${this.#one("ends", "The table", ENDS)} ${this.#yes("labels", "Larger amounts on chips")}
        ${this.#yes("coach", "Tips from the coach", "When you bet, what it costs on average.")}
      </section>
      <section class="block" aria-labelledby="heard">
        <h2 id="heard">Sound and touch</h2>
        ${this.#yes("sound", "Chips and dice", "Heard when they move, at the table and in a lesson.")}
        ${this.#yes("speech", "Speak the stick’s calls", "With this device’s own voice.")} ${this.#volume()}
        ${
          "vibrate" in navigator
            ? this.#yes("vibration", "Vibrate", "When dice land, when you win, when the dice come to you. Not where motion is off.")
            : nothing
        }
      </section>
      <so-people .house=${this.house}></so-people>
      <section class="block" aria-labelledby="own-limits">
        <h2 id="own-limits">Limits you set yourself</h2>
        <p>A loss, a time, a reminder, or a while without playing: <a href="/limits">your limits</a>.</p>
      </section>
      <section class="block" aria-labelledby="about">
        <h2 id="about">This house</h2>
        <p>
          Play money, and an open record: every table’s log, its dice and its rulebook can be read and checked by
          anybody, over <a href="/api/docs">the house’s API</a>.
        </p>
      </section>
    </div>`;
  }

  #one<K extends "theme" | "motion" | "ends">(
    name: K,
    label: string,
    all: { value: string; label: string }[],
  ): TemplateResult {
    return choices(name, label, all, preferences.get(name), (value) => preferences.set(name, value as Preferences[K]));
  }

  #volume(): TemplateResult {
    const quiet = !preferences.get("sound") && !preferences.get("speech");
    return html`<label class="choice is-range" for="volume">
      <span>Volume</span>
      <input
        id="volume"
        type="range"
        min="0"
        max="100"
        step="10"
        ?disabled=${quiet}
        .value=${String(preferences.get("volume"))}
        @change=${(event: Event) => {
          preferences.set("volume", Number((event.target as HTMLInputElement).value));
          sample();
        }}
      />
    </label>`;
  }

  #set(name: "labels" | "speech" | "coach" | "sound" | "vibration", on: boolean): void {
    preferences.set(name, on);
    if (name === "sound" && on) sample();
  }

  #yes(name: "labels" | "speech" | "coach" | "sound" | "vibration", label: string, hint = ""): TemplateResult {
    return yesNo(name, label, preferences.get(name), (on) => this.#set(name, on), hint);
  }
}
/** Lets hear how loud it is. */
function sample(): void {
  void loadPart(import("../table/table-sound")).then(({ play }) => play("chips"));
}
customElements.define("so-settings", Settings);
