/** Answers whoever asks why: the story is opened beside its chip, and fetched with the first one that is asked for. */
import { html, nothing } from "lit";
import { LightElement } from "../components/element";
import type { About } from "../panels/panel";
import type { TableSession } from "../session/session";
import { HouseApi, loadPart } from "../state/api";

export type { About };

export class StoryOpener extends LightElement {
  static override properties = {
    seat: { attribute: false },
    house: { attribute: false },
    about: { attribute: false },
    told: { state: true },
  };
  declare seat: TableSession;
  declare house: HouseApi;
  /** What is asked; null while nobody asks. An event `so-why` from anywhere in the page asks too. */
  declare about: About | null;
  /** True if stories can be told yet. */
  declare told: boolean;
  #opener: HTMLElement | null = null;

  constructor() {
    super();
    this.house = new HouseApi();
    this.about = null;
    this.told = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("so-why", this.#asked);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("so-why", this.#asked);
  }

  #asked = (event: Event): void => {
    this.about = (event as CustomEvent<About>).detail;
  };

  #closed = (): void => {
    this.about = null;
    this.#opener = null;
  };

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("about") || !this.about) return;
    this.#opener ??= document.activeElement as HTMLElement | null;
    if (!this.told) void loadPart(import("./wager-story")).then(() => (this.told = true));
  }

  protected override render(): unknown {
    if (!this.about || !this.told || !this.seat) return nothing;
    return html`<so-story
      .seat=${this.seat}
      .house=${this.house}
      .about=${this.about}
      .opener=${this.#opener}
      @closed=${this.#closed}
    ></so-story>`;
  }
}
customElements.define("so-why", StoryOpener);
