/** All that moves on the felt, fetched after the table itself: how it is planned, who plays it; and what is said there. */
export { planOf } from "../core/plan";
export { Mover } from "./motion";
export { Note } from "./note";
