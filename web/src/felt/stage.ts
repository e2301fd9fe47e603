/** All that moves on the felt, fetched after the table itself: how it is planned, and who plays it. */
export { planOf } from "../core/plan";
export { Mover } from "./motion";
