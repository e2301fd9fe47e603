/** What an exam came to, as its learner, its trainer and its certificate show it. */
import { html, nothing, type TemplateResult } from "lit";
import type { ExamResult } from "../../protocol.generated";
import { sentence } from "../../text/words";

/** Sections, marks by clause, and what passes, each with its source. */
export function resultTables({ sections, clauses, criteria }: ExamResult): TemplateResult {
  return html`<table class="exam-table">
      <caption>By section</caption>
      <thead><tr><th scope="col">Section</th><th scope="col">Asked</th><th scope="col">Right</th><th scope="col">In time</th></tr></thead>
      <tbody>${sections.map(({ section, asked, right, in_time }) => html`<tr><th scope="row">${section}</th><td>${asked}</td><td>${right}</td><td>${in_time}</td></tr>`)}</tbody>
    </table>
    <table class="exam-table">
      <caption>Marks by clause</caption>
      <thead><tr><th scope="col">Mark</th><th scope="col">Clause</th><th scope="col">Tasks</th></tr></thead>
      <tbody>
        ${clauses.length ? nothing : html`<tr><td colspan="3">None.</td></tr>`}
        ${clauses.map(({ kind, clause, tasks }) => html`<tr><th scope="row">${sentence(kind).replace(/\.$/, "")}</th><td>${clause}</td><td>${tasks}</td></tr>`)}
      </tbody>
    </table>
    <table class="exam-table">
      <caption>What passes <small>${criteria[0]?.source ?? ""}</small></caption>
      <thead><tr><th scope="col">Needed</th><th scope="col">Reached</th><th scope="col">Met</th></tr></thead>
      <tbody>${criteria.map(({ says, reached, met }) => html`<tr><th scope="row">${says}</th><td>${reached}</td><td>${met ? "yes" : "no"}</td></tr>`)}</tbody>
    </table>`;
}
