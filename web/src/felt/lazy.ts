/** The parts of the felt that are fetched after the table is seen: animation, notes at a spot, arrow keys. */
export { planOf } from "./animation/plan";
export { diceFlights } from "./animation/dice-flight";
export { Animator } from "./animation/animator";
export { nearestSpot } from "./arrow-keys";
export { RefusalNote } from "./refusal-note";
