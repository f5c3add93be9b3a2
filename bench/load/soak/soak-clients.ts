import { setTimeout as wait } from 'node:timers/promises';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { buyOnce, emptyLog } from '../../../test/faults/buyer.ts';
import { form, items } from '../../../test/support/orders/order-form.ts';
import { runJobOfParent } from '../../own-process.ts';
import { sendLoad } from '../clients/send-load.ts';

export type ClientsJob = {
  address: string;
  minutes: number;
  montonioPort: number;
  keys: { accessKey: string; secretKey: string };
};

export type ClientsResult = {
  /** Numbers of the confirmed orders. */
  orders: string[];
  /** Requests for pages and lists that were answered with 200. */
  ok: number;
  /** Requests for pages and lists that were answered with another status. */
  refused: number;
  /** Requests for pages and lists without an answer, or refused without `Retry-After`. */
  failed: number;
};

/** Two orders a second: more than a busy shop gets, and less than half of the shop's capacity. */
const orderEveryMs = 500;
const streams = [
  { kind: 'cached', perSecond: 60 },
  { kind: 'uncached', perSecond: 8 },
  { kind: 'list', perSecond: 15 },
] as const;

/** Runs the visitors, the buyers and the fake of the payment provider. */
runJobOfParent(async ({ address, minutes, montonioPort, keys }: ClientsJob): Promise<ClientsResult> => {
  const montonio = await startMontonioFake({ ...keys, port: montonioPort });
  const log = emptyLog();
  const buyer = { address, log, random: Math.random, signal: new AbortController().signal };
  const end = performance.now() + minutes * 60_000;
  const placeOrders = async () => {
    const open = new Set<Promise<void>>();
    while (performance.now() < end) {
      const purchase: Promise<void> = buyOnce(buyer, formOf).finally(() => open.delete(purchase));
      open.add(purchase);
      await wait(orderEveryMs);
    }
    await Promise.all(open);
  };
  const job = { address, seconds: minutes * 60, streams: [...streams], tires: [] };
  const [results] = await Promise.all([sendLoad(job), placeOrders()]);
  await montonio.close();
  const countOf = (isCounted: (status: string) => boolean) =>
    results
      .flatMap(({ answered }) => Object.entries(answered))
      .reduce((sum, [status, { count }]) => sum + (isCounted(status) ? count : 0), 0);
  return {
    orders: [...log.acknowledged.values()].flatMap((placed) =>
      [...placed].map((numberAndToken) => numberAndToken.split(' ')[0] ?? ''),
    ),
    ok: countOf((status) => status === '200'),
    refused: countOf((status) => status !== '200'),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
});

const formOf = (paymentMethod: string) =>
  form({ paymentMethod, items: items(['plenty', 1 + Math.floor(Math.random() * 4)]) });
