import { setTimeout as wait } from 'node:timers/promises';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { buys, nothingTold } from '../../test/faults/buyer.ts';
import { form, items } from '../../test/support/order-form.ts';
import { answerJob } from '../own-process.ts';
import { offer } from './offer.ts';

export type LiveJob = {
  address: string;
  minutes: number;
  montonioPort: number;
  keys: { accessKey: string; secretKey: string };
};

/** `orders`: the numbers of those that were confirmed; `answers`, `refused`, `failed`: of pages and lists. */
export type Lived = { orders: string[]; answers: number; refused: number; failed: number };

/** A second: more than a busy shop has, and less than half of what this one can. */
const orderEveryMs = 500;
const streams = [
  { kind: 'kept', perSecond: 60 },
  { kind: 'made', perSecond: 8 },
  { kind: 'list', perSecond: 15 },
] as const;

/** The visitors and buyers of a soak, and the bank with which they pay. */
answerJob(async ({ address, minutes, montonioPort, keys }: LiveJob): Promise<Lived> => {
  const montonio = await startMontonioDouble({ ...keys, port: montonioPort });
  const told = nothingTold();
  const buyer = { address, told, random: Math.random, signal: new AbortController().signal };
  const end = performance.now() + minutes * 60_000;
  const buying = async () => {
    const open = new Set<Promise<void>>();
    while (performance.now() < end) {
      const one: Promise<void> = buys(buyer, formOf).finally(() => open.delete(one));
      open.add(one);
      await wait(orderEveryMs);
    }
    await Promise.all(open);
  };
  const job = { address, seconds: minutes * 60, streams: [...streams], tires: [] };
  const [offered] = await Promise.all([offer(job), buying()]);
  await montonio.close();
  const count = (wanted: (status: string) => boolean) =>
    offered
      .flatMap(({ answered }) => Object.entries(answered))
      .reduce((sum, [status, { count }]) => sum + (wanted(status) ? count : 0), 0);
  return {
    orders: [...told.acknowledged.values()].flatMap((seen) => [...seen].map((one) => one.split(' ')[0] ?? '')),
    answers: count((status) => status === '200'),
    refused: count((status) => status !== '200'),
    failed: offered.reduce((sum, { failed }) => sum + failed, 0),
  };
});

const formOf = (paymentMethod: string) =>
  form({ paymentMethod, items: items(['plenty', 1 + Math.floor(Math.random() * 4)]) });
