import { setTimeout as wait } from 'node:timers/promises';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { buyOnce, emptyLog } from '../../../test/faults/buyer.ts';
import { form, items } from '../../../test/support/orders/order-form.ts';
import { answerJob } from '../../own-process.ts';
import { offer } from '../clients/offer.ts';

export type ClientsJob = {
  address: string;
  minutes: number;
  montonioPort: number;
  keys: { accessKey: string; secretKey: string };
};

/** `orders`: numbers of the confirmed orders; `answers`, `refused`, `failed`: counts of requests for pages and lists. */
export type ClientsDone = { orders: string[]; answers: number; refused: number; failed: number };

/** More orders than a busy shop has, and less than half of the shop's capacity. */
const orderEveryMs = 500;
const streams = [
  { kind: 'cached', perSecond: 60 },
  { kind: 'uncached', perSecond: 8 },
  { kind: 'list', perSecond: 15 },
] as const;

/** Runs the visitors, the buyers and the fake of the payment provider. */
answerJob(async ({ address, minutes, montonioPort, keys }: ClientsJob): Promise<ClientsDone> => {
  const montonio = await startMontonioFake({ ...keys, port: montonioPort });
  const log = emptyLog();
  const buyer = { address, log, random: Math.random, signal: new AbortController().signal };
  const end = performance.now() + minutes * 60_000;
  const placeOrders = async () => {
    const open = new Set<Promise<void>>();
    while (performance.now() < end) {
      const one: Promise<void> = buyOnce(buyer, formOf).finally(() => open.delete(one));
      open.add(one);
      await wait(orderEveryMs);
    }
    await Promise.all(open);
  };
  const job = { address, seconds: minutes * 60, streams: [...streams], tires: [] };
  const [offered] = await Promise.all([offer(job), placeOrders()]);
  await montonio.close();
  const countOf = (isCounted: (status: string) => boolean) =>
    offered
      .flatMap(({ answered }) => Object.entries(answered))
      .reduce((sum, [status, { count }]) => sum + (isCounted(status) ? count : 0), 0);
  return {
    orders: [...log.acknowledged.values()].flatMap((orders) => [...orders].map((order) => order.split(' ')[0] ?? '')),
    answers: countOf((status) => status === '200'),
    refused: countOf((status) => status !== '200'),
    failed: offered.reduce((sum, { failed }) => sum + failed, 0),
  };
});

const formOf = (paymentMethod: string) =>
  form({ paymentMethod, items: items(['plenty', 1 + Math.floor(Math.random() * 4)]) });
