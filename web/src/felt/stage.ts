/** All that moves on the felt, fetched after the table itself: how it is planned, who plays it; what is said there, and where arrows go. */
export { planOf } from "../core/plan";
export { flights } from "./flight";
export { Mover } from "./motion";
export { nearest } from "./nearest";
export { Note } from "./note";
