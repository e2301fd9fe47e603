/** News that nobody has dismissed yet: a no roll, a bonus, what was missed; each stays until somebody says so. */
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { DeferredElement } from "../components/element";
import type { News } from "../model/view";
import { newsWords } from "../text/news";
import { called } from "../text/words";
import "../style/on-demand/news.css";

export class NewsStrip extends DeferredElement {
  static override properties = { ...DeferredElement.properties, still: { type: Boolean } };
  /** Nobody presses anything here: the room's screen. */
  declare still: boolean;

  protected override render(): unknown {
    const news = (this.seat?.view.news ?? []).filter(({ kind }) => kind !== "left");
    return html`<div class="news" role="status" aria-label="News of the table">
      ${repeat(
        news,
        (one) => `${one.n} ${one.kind}`,
        (one) => this.#one(one),
      )}
    </div>`;
  }

  #one(news: News): unknown {
    return html`<p class="is-${news.kind}">
      <span>${called(newsWords(news))}</span>
      ${this.still ? nothing : html`<button class="button is-quiet" @click=${() => this.seat.dismissNews(news)}>OK</button>`}
    </p>`;
  }
}
customElements.define("so-news", NewsStrip);
