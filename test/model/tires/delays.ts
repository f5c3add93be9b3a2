import { handleDelaysJob } from '../../../src/jobs/schedule.ts';
import { answerDelay, reportDelay } from '../../../src/shop/checkout/delays/answer-delay.server.ts';
import { replacementsOf } from '../../../src/shop/checkout/delays/replacements.server.ts';
import { toEuros } from '../../../src/shop/money.ts';
import { tallinnDate } from '../../../src/shop/tallinn-date.ts';
import { type Do, onOrder, pickOf } from '../acts.ts';
import type { World } from '../world.ts';
import { addDays } from './purchases.ts';

async function delayedIds({ db }: Pick<World, 'db'>): Promise<number[]> {
  const open = await db.selectFrom('delays').select('order_id').where('answer', 'is', null).orderBy('id').execute();
  return open.map(({ order_id }) => order_id);
}

/** Things that happen to orders whose tires come later than promised. */
export const delays = {
  handleDelays: (_world, _step, shop) =>
    handleDelaysJob.run({ shop, sendMail: async () => {}, sendNotice: async () => {}, alert: () => {} }),
  reportDelay: onOrder((context, orderId, { variant }, { now }) =>
    reportDelay(
      context,
      orderId,
      { day: addDays(tallinnDate(now()), variant % 20), reason: 'the van broke down' },
      'operator',
    ),
  ),
  /** A buyer waits or cancels. One answer in five carries the delivery date from the mail, which may be outdated. */
  async answerDelay({ db }, { pick, variant }, context) {
    const late = await db
      .selectFrom('delays')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['order_id', 'orders.expected_on', 'delays.expected_on as mailed_day'])
      .orderBy('delays.id')
      .execute();
    const delay = pickOf(late, pick);
    if (!delay) return;
    const expectedOn = variant % 5 ? delay.expected_on : delay.mailed_day;
    await answerDelay(
      context,
      delay.order_id,
      variant % 3 ? { answer: 'wait', expectedOn } : { answer: 'cancel' },
      'buyer',
    );
  },
  /** A buyer takes the first other tire that is offered for each late line. */
  takeOtherTires: onOrder(async (context, orderId, _step, { db }) => {
    const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    const swaps = (await replacementsOf(db, context, order)).flatMap(({ tireId, offers: [offer] }) =>
      offer ? [{ from: tireId, to: offer.tire.id, price: toEuros(offer.priceCents) }] : [],
    );
    await answerDelay(context, orderId, { answer: 'swap', swaps }, 'buyer');
  }, delayedIds),
} satisfies Record<string, Do>;
