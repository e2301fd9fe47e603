/** What is fetched after the table itself: how things move and are planned, what is said at a spot, where arrows go. */
export { planOf } from "../core/plan";
export { flights } from "./flight";
export { Mover } from "./motion";
export { nearest } from "./nearest";
export { Note } from "./note";
