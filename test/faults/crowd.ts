import { setTimeout } from 'node:timers/promises';
import { form, items } from '../support/orders/order-form.ts';
import { type Buyer, buyOnce } from './buyer.ts';

const buyers = 6;

export type Crowd = {
  /**
   * Waits up to `seconds` for the first acknowledged order that was sent after the time `after`; returns when it was
   * acknowledged, or null. Times in ms of `performance.now`.
   */
  waitForPlacedOrder(after: number, seconds: number): Promise<number | null>;
  /** Starts no new orders; returns whether all running ones were answered within `seconds`. */
  finish(seconds: number): Promise<boolean>;
  abortAll(): Promise<void>;
};

/** Buyers who order one after another, with random pauses of up to `paceMs`. */
export function startCrowd({ address, log, random }: Omit<Buyer, 'signal'>, paceMs: number): Crowd {
  const aborting = new AbortController();
  const { signal } = aborting;
  let startsOrders = true;
  const buyer = async () => {
    while (startsOrders && !signal.aborted) {
      await buyOnce({ address, log, random, signal }, (method) => formOf(method, random));
      if (paceMs > 0) await setTimeout(random() * paceMs);
    }
  };
  const running = Promise.all(Array.from({ length: buyers }, buyer));
  // Aborted buyers reject; `allDone` handles that.
  running.catch(() => {});
  const allDone = running.then(
    () => true,
    () => false,
  );
  return {
    async waitForPlacedOrder(after, seconds) {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(10)) {
        const placedOrders = log.requests.filter(({ outcome, sentAt }) => outcome === '201' && sentAt >= after);
        const first = Math.min(...placedOrders.map(({ sentAt, tookMs }) => sentAt + tookMs));
        if (Number.isFinite(first)) return first;
      }
      return null;
    },
    async finish(seconds) {
      startsOrders = false;
      return Promise.race([allDone, setTimeout(seconds * 1000, false, { ref: false })]);
    },
    async abortAll() {
      aborting.abort();
      await allDone;
    },
  };
}

function formOf(paymentMethod: string, random: () => number) {
  const id = random() < 0.1 ? 'scarce' : 'plenty';
  // All random values come from the seed, so that a run can be repeated.
  const customer = { name: 'Mari Maasikas', email: `${random()}@example.com`, phone: '+372 5123 4567' };
  return form({ customer, paymentMethod, items: items([id, 1 + Math.floor(random() * 4)]) });
}
