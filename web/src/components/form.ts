/** The parts of a form: a label, its field, its explanation and its error, tied together. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";

export { sentence } from "../text/words";
export { errorText } from "../text/errors";

export interface Asked {
  /** The field's name in the form, and in its ids. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly value?: string;
  readonly type?: string;
  readonly unit?: string;
  readonly optional?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly mode?: string;
  readonly size?: "short" | "long";
}

/** One line of a form. */
export function field(asked: Asked): TemplateResult {
  const { name, hint, fault } = asked;
  const told = [hint ? `${name}-hint` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ");
  return html`<div class="ask ${asked.size === "short" ? "is-short" : ""}">
    <label for=${name}>${asked.label}${asked.optional ? html` <span class="soft">if you like</span>` : nothing}</label>
    <span class="ask-box ${fault ? "is-wrong" : ""}"
      >${asked.unit === "$" ? html`<span aria-hidden="true">$</span>` : nothing}<input
        id=${name}
        name=${name}
        type=${asked.type ?? "text"}
        inputmode=${asked.mode ?? "text"}
        autocomplete=${asked.autocomplete ?? "off"}
        placeholder=${asked.placeholder ?? ""}
        .value=${asked.value ?? ""}
        aria-invalid=${fault ? "true" : "false"}
        aria-describedby=${told || nothing}
      />${asked.unit && asked.unit !== "$" ? html`<span aria-hidden="true">${asked.unit}</span>` : nothing}</span
    >
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : nothing}
  </div>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** One of a few, each with its word. */
export function choices(
  name: string,
  label: string,
  all: readonly Choice[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<fieldset class="choices">
    <legend>${label}</legend>
    ${all.map(
      (one) =>
        html`<label class="choice">
          <input
            type="radio"
            name=${name}
            value=${one.value}
            .checked=${one.value === chosen}
            @change=${() => choose(one.value)}
          />
          <span>${one.label}${one.hint ? html`<small>${one.hint}</small>` : nothing}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** Yes or no. */
export function yesNo(name: string, label: string, on: boolean, set: (on: boolean) => void, hint = ""): TemplateResult {
  return html`<label class="choice is-yes-no">
    <input
      type="checkbox"
      name=${name}
      .checked=${live(on)}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
    />
    <span>${label}${hint ? html`<small>${hint}</small>` : nothing}</span>
  </label>`;
}

/** Returns what was written into a form's fields. */
export function written(form: HTMLFormElement): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") read[name] = value.trim();
  return read;
}

/** The first field that is wrong has the focus, so that nobody searches for it. */
export function focusFault(form: ParentNode): void {
  form.querySelector<HTMLElement>("[aria-invalid=true], .fault[tabindex]")?.focus();
}
