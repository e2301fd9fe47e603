/** The one view of a table session: changed as a whole, and told to whoever subscribes once a change is complete. */
import type { Feedback, View } from "../model/view";
import type { RefusalReason } from "../protocol.generated";

export class ViewStore {
  #view: View;
  readonly #subscribers = new Set<() => void>();
  /** Called at once with every change, before subscribers are: for what must be stored with it. */
  changed: ((change: Partial<View>) => void) | null = null;
  /** True if subscribers are about to be told: changes of one microtask are told together. */
  #notifying = false;
  /** The number of the last feedback: `7`. */
  #feedbackId = 0;
  /** The feedback that stood when this person last did something: the next one replaces it. */
  #feedbackBefore: Feedback | null = null;

  constructor(view: View) {
    this.#view = view;
  }

  get view(): View {
    return this.#view;
  }

  /** Calls `changed` after every change of the view; returns how to stop. */
  subscribe(changed: () => void): () => void {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  }

  set(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    this.changed?.(change);
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      for (const told of [...this.#subscribers]) told();
    });
  }

  /** This person does something: the feedback of before gives way to what comes of it. */
  beginAction(): void {
    this.#feedbackBefore = this.#view.feedback;
  }

  /** Shows feedback. A refusal since the last action stays: a confirmation that comes later does not replace it. */
  tell(kind: Feedback["kind"], words: string, why: RefusalReason | null = null, wager = ""): void {
    const { feedback } = this.#view;
    if (kind === "done" && feedback && feedback.kind !== "done" && feedback !== this.#feedbackBefore) return;
    this.set({ feedback: { id: ++this.#feedbackId, kind, words, why, wager } });
  }

  close(): void {
    this.#subscribers.clear();
  }
}
