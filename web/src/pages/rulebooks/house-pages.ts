/** Pages of one house beside its wagers: the notice it posts, the drawing of its layout, and its words. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookResponse, GlossaryResponse, NoticeResponse, NoticeValueResponse } from "../../protocol.generated";
import { clauseMark, clauseMarks } from "./provenance";
import type { WagerPath } from "./wager-rows";

/** Pages of a house by the last part of their address; the wagers have none. */
export const HOUSE_PAGES = { "": "Wagers", notice: "Posted notice", layout: "Layout", glossary: "Glossary" } as const;
export type HousePage = keyof typeof HOUSE_PAGES;

export const isHousePage = (name: string): name is HousePage => Object.hasOwn(HOUSE_PAGES, name);

export function pageLinks(now: HousePage, path: WagerPath): TemplateResult {
  const pages = Object.entries(HOUSE_PAGES).map(
    ([page, title]) => html`<a href=${path(page)} aria-current=${page === now ? "page" : nothing}>${title}</a>`,
  );
  return html`<nav class="house-pages" aria-label="Of this house">${pages}</nav>`;
}

function values(every: readonly NoticeValueResponse[]): TemplateResult {
  return html`<dl class="figures">
    ${every.map((entry) => html`<div><dt>${entry.word}</dt><dd>${entry.value} ${clauseMark(entry.clause, entry.provenance)}</dd></div>`)}
  </dl>`;
}

export function noticePage({ table, parts, shootout }: NoticeResponse, path: WagerPath): TemplateResult {
  return html`${values(table)} ${shootout.length ? html`<h2>The Shootout</h2>${values(shootout)}` : nothing}
    ${parts.map(
      ({ part, wagers }) => html`<h2>${part}</h2>
        <div class="scroll">
          <table class="notice">
            <thead>
              <tr>
                <th scope="col">Wager</th>
                <th scope="col">Pays</th>
                <th scope="col" class="is-number">From</th>
                <th scope="col" class="is-number">To</th>
                <th scope="col" class="only-wide">Made</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              ${wagers.map(
                (line) => html`<tr>
                  <th scope="row"><a href=${path(line.wagers[0] ?? line.wager)}>${line.title}</a></th>
                  <td>${line.pays?.value}</td>
                  <td class="is-number">${line.minimum?.value}</td>
                  <td class="is-number">${line.maximum?.value}</td>
                  <td class="only-wide">${line.made?.value}</td>
                  <td>${clauseMarks([line.pays, line.minimum, line.maximum, line.made])}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
    )}`;
}

/** The drawing, and every region with its wagers: what a picture cannot say to everybody. */
export function layoutPage(book: BookResponse, path: WagerPath): TemplateResult {
  const regions = new Map<string, BookResponse["wagers"][number][]>();
  for (const wager of book.wagers) regions.set(wager.region, [...(regions.get(wager.region) ?? []), wager]);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="The drawn layout"><img class="drawn-layout" src="/api/books/${encodeURIComponent(book.name)}/layout.svg" alt="The layout of ${book.title}, drawn: its regions are listed below" /></div>
    <h2>What lies where</h2>
    <dl class="terms">
      ${[...regions].map(
        ([region, wagers]) => html`<div>
          <dt>${region}</dt>
          <dd>${wagers.map((wager, at) => html`${at ? ", " : ""}<a href=${path(wager.wager)}>${wager.title}</a>`)}</dd>
        </div>`,
      )}
    </dl>`;
}

export function glossaryPage({ terms }: GlossaryResponse, sought: string, path: WagerPath): TemplateResult {
  const words = sought.toLowerCase().split(/\s+/);
  const found = terms.filter(({ term, also, says, clause }) => {
    const text = [term, ...also, says, clause].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return html`<p class="hint" role="status">${found.length} of ${terms.length} words</p>
    ${terms.length ? nothing : html`<p>The documents of this house explain no words of their own.</p>`}
    <dl class="terms">
      ${found.map(
        (term) => html`<div>
          <dt>${[term.term, ...term.also].join(", ")}</dt>
          <dd>
            ${term.says} ${clauseMark(term.clause, term.provenance)}
            ${term.wagers.map((wager) => html`<a href=${path(wager)}>${wager}</a> `)}
          </dd>
        </div>`,
      )}
    </dl>`;
}
