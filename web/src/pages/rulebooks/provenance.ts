/** Where the rules of a house come from: a value's clause, and how many values are stated, derived and assumed. */
import { html, svg, type TemplateResult } from "lit";
import type { ValueResponse } from "../../protocol.generated";

export type Provenance = ValueResponse["provenance"];
const KINDS: readonly Provenance[] = ["stated", "derived", "assumed"];
const MEANING: { readonly [kind in Provenance]: string } = {
  stated: "stated in its document",
  derived: "derived from it",
  assumed: "assumed",
};

/** The clause of a value, and whether the document states it. */
export function clauseMark(clause: string, provenance: Provenance): TemplateResult {
  return html`<span class="clause is-${provenance}">${clause || "no clause"}<small>${provenance}</small></span>`;
}

/** The clauses of some values, each once. */
export function clauseMarks(values: readonly ({ readonly clause: string; readonly provenance: Provenance } | null | undefined)[]): TemplateResult[] {
  const each = new Map(values.flatMap((value) => (value?.clause ? [[`${value.clause} ${value.provenance}`, value] as const] : [])));
  return [...each.values()].map(({ clause, provenance }) => html`${clauseMark(clause, provenance)} `);
}

/** The counts as a bar, each kind with a pattern of its own, and in words. */
export function provenanceBar(counts: { readonly [kind: string]: number }): TemplateResult {
  const known = KINDS.map((kind) => ({ kind, count: counts[kind] ?? 0 })).filter(({ count }) => count > 0);
  const words = known.map(({ kind, count }) => `${count.toLocaleString("en")} ${MEANING[kind]}`).join(", ");
  const all = known.reduce((sum, { count }) => sum + count, 0);
  let at = 0;
  const bars = known.map(({ kind, count }) => svg`<line class="is-${kind}" x1=${at} x2=${(at += count)} y1="1" y2="1"></line>`);
  return html`<div class="provenance">
    <svg class="provenance-bar" aria-hidden="true" viewBox="0 0 ${all || 1} 2" preserveAspectRatio="none">${bars}</svg>
    <p>${words ? `${words}.` : ""}</p>
  </div>`;
}
