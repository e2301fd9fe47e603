/** What is fetched after the table itself: how things move and are planned, what is said at a spot, where arrows go. */
export { planOf } from "./animation/plan";
export { flights } from "./animation/dice-flight";
export { Mover } from "./animation/animator";
export { nearest } from "./arrow-keys";
export { Note } from "./refusal-note";
