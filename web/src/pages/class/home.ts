/** A learner's home: what is due, one button, when it is done for today; the rooms, and the way to the audition. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { field } from "../../components/form";
import { diceMark } from "../../panels/panel";
import type { LearnerHome, RoomResponse, RoomStanding, StageStanding } from "../../protocol.generated";
import { exercisePath, questionPath } from "./pupil";

const plural = (count: number, word: string): string => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const percent = (right: number, asked: number): string => `${Math.round((100 * right) / asked)}%`;

/** `17:30`, or the day where it is another. */
export function clockTime(at: string): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === new Date().toDateString()) return time;
  return `${then.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" })}, ${time}`;
}

/** Where the next card of a learner is asked; empty when it is done for today. */
export function nextPath({ group, next, question }: LearnerHome): string {
  if (next) return exercisePath(group.book, next);
  return question ? questionPath(group.book, question) : "";
}

/** What is due, and the one button. */
export function today(home: LearnerHome, leave: () => void): TemplateResult {
  const { name, due, minutes, until, stages, group } = home;
  const fresh = home["new"];
  const [known, cards] = [sum(stages, "known"), sum(stages, "cards")];
  const rest = [due ? `${plural(due, "card")} due` : "", fresh ? `${fresh} new` : ""].filter(Boolean).join(", ");
  return html`<section class="today" aria-label="Today">
    <div>
      <h1 tabindex="-1">${until ? `Done for today, ${name}.` : `${rest}, ${name}.`}</h1>
      <p>${known} of ${cards} cards known. ${weakestWords(home)}</p>
      ${meter(share(known, cards), share(Math.min(due, cards - known), cards), `${known} known, ${due} due, ${cards} in all`)}
    </div>
    <div class="today-go">
      ${
        until
          ? html`<p><b>Come back at ${clockTime(until)}.</b></p>`
          : html`<a class="button is-main is-large" href=${nextPath(home)}>Go on</a>
              <p>about ${plural(minutes, "minute")}, then it is done for today</p>`
      }
      <p><small>${group.title} · code <b>${group.code}</b> · <button class="link" @click=${leave}>not ${name}?</button></small></p>
    </div>
  </section>`;
}

function weakestWords({ rooms }: LearnerHome): string {
  const asked = rooms.filter((room) => room.asked >= 3 && room.asked > room.right);
  const worst = asked.sort((a, b) => a.right / a.asked - b.right / b.asked)[0];
  return worst ? `${worst.title} is your weakest: ${worst.asked - worst.right} of ${worst.asked} wrong.` : "";
}

const sum = (all: readonly StageStanding[], what: "known" | "cards"): number => all.reduce((total, one) => total + one[what], 0);
const share = (part: number, whole: number): number => (whole ? Math.round((1000 * part) / whole) / 10 : 0);

/** What is known, and behind it what is due, in percent. */
function meter(known: number, due: number, words: string): TemplateResult {
  return html`<svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label=${words}>
    ${svg`<rect width=${known} height="1"></rect><rect class="is-due" x=${known} width=${due} height="1"></rect>`}
  </svg>`;
}

/** Doors to the rooms; to somebody in a class with how each goes. */
export function doors(rules: string, rooms: readonly RoomResponse[], standings: readonly RoomStanding[]): TemplateResult {
  const by = new Map(standings.map((one) => [one.room, one]));
  return html`<nav class="room-doors" aria-label="Rooms of the school">
    ${rooms.map(({ room, title, says }) => {
      const own = by.get(room);
      const level = own?.level ?? 1;
      return html`<a class="room-door" href="/school?${new URLSearchParams({ rules, room, level: String(level) })}">
        <span class="pic" aria-hidden="true">${PICTURES[room]?.() ?? PICTURES["spot"]!()}</span>
        <span class="words"><b>${title}</b><small>${says}</small>${own ? html`<small>${goes(own)}</small>` : nothing}</span>
      </a>`;
    })}
  </nav>`;
}

function goes({ level, asked, right, seconds = null, due }: RoomStanding): string {
  const accuracy = asked ? ` · ${percent(right, asked)}` : "";
  const pace = seconds === null ? "" : ` · ${seconds.toFixed(1)} s`;
  return `level ${level}${accuracy}${pace}${due ? ` · ${due} due` : ""}`;
}

const line = (path: string): TemplateResult => html`<svg viewBox="0 0 200 92" width="200" height="92">${svg`<path d=${path} />`}</svg>`;
const PICTURES: { readonly [room: string]: () => unknown } = {
  cut: () => html`${[["green", 25], ["green", 25], ["red", 5], ["white", 1]].map(([colour, worth]) => html`<span class="school-chip chip-${colour}">${worth}</span>`)}`,
  end: () => line("M30 100V30a18 18 0 0 1 18-18h170M52 100V46a12 12 0 0 1 12-12h160M52 66h170M120 34v32M170 34v32"),
  call: () => diceMark(5, 3, ""),
  spot: () => line("M84 20a24 24 0 1 0 1 0M104 60l26 22"),
  props: () => line("M60 14h80v64H60zM60 46h80M100 14v64"),
  puck: () => line("M100 18a28 28 0 1 0 1 0M80 46h40"),
  book: () => html`<q>thirty-two across</q>`,
  change: () => line("M40 34h90l-14-14M160 60H70l14 14"),
};

/** From the first day to the audition. */
export function syllabus({ stages }: LearnerHome): TemplateResult {
  const at = stages.findIndex((stage) => stage.known < stage.cards && !stage.passed);
  return html`<h2 class="head">From the first day to the audition <small>a card is known once it was right, in time, and again hours later</small></h2>
    <div class="course">
      ${stages.map(
        (stage, k) => html`<section class="course-stage ${k === at ? "is-now" : ""}" aria-label=${stage.title}>
          <h3>${stage.title} <small>${stage.known} of ${stage.cards}</small></h3>
          ${meter(share(stage.known, stage.cards), 0, `${stage.known} of ${stage.cards} known`)}
          <ul>
            ${stage.lessons.map(
              ({ title, level, known, cards, due }) => html`<li>
                <span>${title}${level > 1 ? ` ${level}` : ""}</span><small>${known}/${cards}</small><small class="due">${due ? `${due} due` : ""}</small>
              </li>`,
            )}
          </ul>
          <footer><small>Exam: ${stage.questions} questions${stage.passed ? " · passed" : ""}</small></footer>
        </section>`,
      )}
    </div>`;
}

/** The way in: a code and a name. */
export function wayIn(code: string, fault: string, come: (event: SubmitEvent) => void): TemplateResult {
  return html`<section class="today" aria-labelledby="come">
    <div>
      <h1 id="come" tabindex="-1">Learn to deal.</h1>
      <p>Come into your class by its code and a name: what you learn is remembered, and what is due comes first. No account.</p>
    </div>
    <form class="come-in" novalidate @submit=${come}>
      ${field({ name: "code", label: "Code of the class", value: code, autocomplete: "one-time-code" })} ${field({ name: "name", label: "Your name", autocomplete: "nickname" })}
      <p class="fault" role="alert" ?hidden=${!fault}>${fault}</p>
      <button class="button is-main">Come in</button>
    </form>
  </section>`;
}
