import type { BuyersJob, BuyersResult } from '../orders/buyers.ts';
import { type Form, orderForms } from '../orders/forms.ts';
import { runInChild } from '../own-process.ts';
import { rounded, type Section } from '../results/figure.ts';
import { median } from '../results/statistics.ts';
import { onTemporaryDatabase } from '../temporary-database.ts';
import { fillWithOrders, startDeskOn, startWithoutDesk } from './running-desk.ts';
import { openScreens } from './screens.ts';

const tires = 20_000;
const clients = 10;
const screens = 20;
/** Order forms prepared for a turn: more than the shop can place in it. */
const formsOfTurn = 2_500;
/** Turns are short and many, so that other load on the machine affects both shops alike. */
const turnSeconds = 6;
const warmUp = 20;
const warmUpTurns = 1;

/**
 * Measures the rate of orders beside 20 screens that follow each change, in % of the rate of a shop without a desk and without the
 * triggers that announce changes. Both shops run, on copies of one database, and get orders in turn.
 */
export const deskOrders: Section = async ({ seconds }) =>
  onTemporaryDatabase(async (_url, createDatabase) => {
    const filled = await createDatabase('filled');
    await fillWithOrders(filled, tires);
    const turns = warmUpTurns + seconds;
    const forms = await orderForms(filled, turns * formsOfTurn);
    await using without = await startWithoutDesk(await createDatabase('without_desk', 'filled'), env);
    await using desk = await startDeskOn(await createDatabase('with_desk', 'filled'), env);
    const open = await openScreens(desk, screens);
    const shops = { without: without.address, with: desk.shop.address };
    const rates: Record<keyof typeof shops, number>[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const formsOfThisTurn = forms.slice(turn * formsOfTurn, (turn + 1) * formsOfTurn);
      const names = ['without', 'with'] as const;
      const rate = { without: Number.NaN, with: Number.NaN };
      for (const name of turn % 2 ? names.toReversed() : names) {
        rate[name] = await placeOrders(shops[name], formsOfThisTurn);
        await open.settled();
      }
      if (turn >= warmUpTurns) rates.push(rate);
    }
    if (open.failed > 0) throw new Error(`${open.failed} readings of Today failed`);
    const shares = rates.map((rate) => (rate.with / rate.without) * 100);
    return [
      {
        id: 'desk-orders/rate',
        what: `orders over HTTP, ${clients} clients, beside ${screens} screens, % of the rate without a desk`,
        measured: rounded(median(shares), 1),
        unit: '%',
        beside: {
          'orders/s without': Math.round(median(rates.map(({ without }) => without))),
          with: Math.round(median(rates.map((rate) => rate.with))),
          pairs: rates.length,
          'readings of Today': open.reads.length,
        },
      },
    ];
  });

const env = { TRUST_PROXY: 'loopback' };

/** Returns orders a second. */
async function placeOrders(address: string, forms: Form[]): Promise<number> {
  const job: BuyersJob = { address, forms, concurrency: { warmUp, clients, seconds: turnSeconds } };
  const { rate, refused } = await runInChild<BuyersJob, BuyersResult>('orders/buyers.ts', job);
  if (Object.keys(refused).length > 0) throw new Error(`orders were refused: ${JSON.stringify(refused)}`);
  return rate.perSecond;
}
