/** An error as a sentence: every page shows it, none swallows it. */
import { RefusedError } from "../state/api";
import { sentence } from "./words";

/** Returns what went wrong, in words for people. */
export function errorText(error: unknown): string {
  if (error instanceof RefusedError)
    return sentence(error.why.clause ? `${error.why.reason} (${error.why.clause})` : error.message);
  if (error instanceof Error) return `Something went wrong in this page: ${error.message}`;
  return String(error);
}
