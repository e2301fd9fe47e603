/** The frame of every plot: a heading, the drawing with a sentence as its name, and the same figures as a table. */
import { html, nothing, type TemplateResult } from "lit";

export interface PlotTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Plot {
  /** The sentence that a screen reader hears in the place of the drawing. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The drawing, of `svg` templates. */
  readonly drawing: unknown;
  readonly table: PlotTable;
}

/** A plot below its heading; `beside` stands at the heading's end, `key` says what the marks are. */
export function plotFrame(title: string, plot: Plot, { note = "", beside = nothing as unknown, key = nothing as unknown } = {}): TemplateResult {
  return html`<section class="box plot-frame" aria-label=${title}>
    <div class="box-head">
      <h2>${title}</h2>
      ${note ? html`<p>${note}</p>` : nothing} ${beside}
    </div>
    <svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label=${plot.name}>${plot.drawing}</svg>
    ${key === nothing ? nothing : html`<p class="plot-key">${key}</p>`}
    <details class="plot-table">
      <summary>As a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table">
        <table>
          <thead>
            <tr>
              ${plot.table.head.map((word) => html`<th scope="col">${word}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${plot.table.rows.map(
              ([first, ...rest]) =>
                html`<tr>
                  <th scope="row">${first}</th>
                  ${rest.map((cell) => html`<td>${cell}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

/** A straight scale from amounts to places. */
export function scale(from: number, to: number, low: number, high: number): (value: number) => number {
  const by = to === from ? 0 : (high - low) / (to - from);
  return (value) => Math.round(10 * (low + (value - from) * by)) / 10;
}

/** Round amounts between two, about so many of them. */
export function ticks(from: number, to: number, about: number): number[] {
  const rough = (to - from) / Math.max(1, about);
  if (!(rough > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, k) => (first + k) * step);
}
