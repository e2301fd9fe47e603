/** The house's offers as they come, and promises for those that are waited for. */
import type { OfferMessage, OffersMessage } from "../protocol.generated";
import type { ViewStore } from "./view-store";

/** Milliseconds after which offers that did not come have not changed. */
const OFFERS_WITHIN = 300;

export class OfferWaits {
  readonly #store: ViewStore;
  /** The number of the event that the offers are of: `42`; -1 before the first. */
  #of = -1;
  /** Who waits for the offers after an event: `[{ n: 43, done }]`. */
  #waits: { readonly n: number; readonly done: () => void }[] = [];
  /** Who waits for the first offers of all. */
  #firstWaits: (() => void)[] = [];

  constructor(store: ViewStore) {
    this.#store = store;
  }

  /** Takes new offers; whoever waited for them goes on. */
  take({ n, offers }: OffersMessage): void {
    const before = this.#store.view.offers;
    this.#of = n;
    this.#store.set({ offers: new Map(offers.map((offer) => [offer.wager, keptIfEqual(before.get(offer.wager), offer)])) });
    this.#waits = this.#waits.filter(({ n: of, done }) => of > n || (done(), false));
    this.giveUp();
  }

  /** Resolves once the offers after event `n` are known: they come last, and only if they changed. */
  after(n: number): Promise<void> {
    if (this.#of >= n) return Promise.resolve();
    return new Promise((done) => {
      this.#waits.push({ n, done });
      setTimeout(done, OFFERS_WITHIN);
    });
  }

  /** Resolves once there are offers at all, or `giveUp` says that none come. */
  first(): Promise<void> {
    if (this.#store.view.offers.size) return Promise.resolve();
    return new Promise((done) => void this.#firstWaits.push(done));
  }

  /** Nobody waits for first offers any more: they are here, or the connection is lost. */
  giveUp(): void {
    for (const done of this.#firstWaits.splice(0)) done();
  }
}

/** The earlier offer, if the new one says the same: so that nothing is drawn again. */
function keptIfEqual(before: OfferMessage | undefined, offer: OfferMessage): OfferMessage {
  if (!before) return offer;
  const alike =
    before.held === offer.held &&
    before.minimum === offer.minimum &&
    before.maximum === offer.maximum &&
    before.step === offer.step &&
    before.exact_below === offer.exact_below &&
    before.exact_step === offer.exact_step &&
    before.pays_in === offer.pays_in &&
    before.refused?.code === offer.refused?.code &&
    before.refused?.reason === offer.refused?.reason;
  return alike ? before : offer;
}
