import { setTimeout } from 'node:timers/promises';
import { form, items } from '../support/order-form.ts';
import { type Buyer, buys } from './buyer.ts';

const buyers = 6;

export type Crowd = {
  /** When the first order was acknowledged that was sent after this moment of `performance.now`; null: none was in so many seconds. */
  placed(after: number, seconds: number): Promise<number | null>;
  /** Nobody begins anew; whether all had their answers in so many seconds. */
  finish(seconds: number): Promise<boolean>;
  /** Nobody waits any more. */
  goHome(): Promise<void>;
};

/** Buyers who order one after the other, each at leisure of up to `paceMs`. */
export function crowd({ address, told, random }: Omit<Buyer, 'signal'>, paceMs: number): Crowd {
  const leaving = new AbortController();
  const { signal } = leaving;
  let open = true;
  const life = async () => {
    while (open && !signal.aborted) {
      await buys({ address, told, random, signal }, (method) => formOf(method, random));
      if (paceMs > 0) await setTimeout(random() * paceMs);
    }
  };
  const lives = Promise.all(Array.from({ length: buyers }, life));
  // Who is sent home gives up.
  lives.catch(() => {});
  const allDone = lives.then(
    () => true,
    () => false,
  );
  return {
    async placed(after, seconds) {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(10)) {
        const stood = told.answers.filter(({ what, sent }) => what === '201' && sent >= after);
        const first = Math.min(...stood.map(({ sent, took }) => sent + took));
        if (Number.isFinite(first)) return first;
      }
      return null;
    },
    async finish(seconds) {
      open = false;
      return Promise.race([allDone, setTimeout(seconds * 1000, false, { ref: false })]);
    },
    async goHome() {
      leaving.abort();
      await allDone;
    },
  };
}

function formOf(paymentMethod: string, random: () => number) {
  const id = random() < 0.1 ? 'scarce' : 'plenty';
  // What the seed says, and nothing of chance besides.
  const customer = { name: 'Mari Maasikas', email: `${random()}@example.com`, phone: '+372 5123 4567' };
  return form({ customer, paymentMethod, items: items([id, 1 + Math.floor(random() * 4)]) });
}
