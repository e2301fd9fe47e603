/** What is fetched after the table itself: how things move and are planned, what is said at a spot, where arrows go. */
export { planOf } from "./animation/plan";
export { diceFlights } from "./animation/dice-flight";
export { Animator } from "./animation/animator";
export { nearestSpot } from "./arrow-keys";
export { RefusalNote } from "./refusal-note";
