/** The story of a wager as one paragraph, for whoever listens. */
import { cents, dollars } from "../model/money";
import type { Story } from "../protocol.generated";
import { costSaid, percent } from "./edge";
import { paysWords, sentence } from "./words";

/** The rule and its clause, what it pays, its edge and cost, its limits. */
export function storyWords(story: Story): string {
  const { title, sentences, clause, certainty, pays, worth: edge, missing, cost, minimum, maximum } = story;
  const stake = cents(cost?.stake);
  const limits = `At least ${dollars(cents(minimum.amount))}${maximum ? `, at most ${dollars(cents(maximum.amount))}` : ""}`;
  const parts = [
    title,
    ...sentences,
    clause && `By ${clause}, ${certainty}`,
    paysWords(pays),
    edge ? `House edge ${percent(edge.edge)} a decision, ${edge.begins}` : `House edge not known: ${missing}`,
    cost && stake ? `Costs ${costSaid(cost.edge, stake, dollars(stake))}` : "",
    limits,
  ];
  return parts.filter(Boolean).map((part) => sentence(String(part))).join(" ");
}
