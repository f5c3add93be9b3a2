import { cancelAndRefund } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { complete, markPaid, markReady } from '../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { erasePerson } from '../../src/shop/privacy/erase-person.server.ts';
import { type Do, toOrder } from './acts.ts';

/** Acts of the branch and the operator. Bank references are few, so that some repeat. */
export const desk = {
  markPaid: toOrder((context, order) => markPaid(context, order, 'branch:ringtee')),
  markPaidByBank: toOrder((context, order, { how }) =>
    markPaid(context, order, 'operator', { reference: `bank-${how % 20}` }),
  ),
  markPaidInPart: toOrder((context, order, { how }) =>
    markPaid(context, order, 'operator', { tender: 'cash', amountCents: 5000 + (how % 8) * 5000 }),
  ),
  markReady: toOrder((context, order) => markReady(context, order, 'branch:ringtee')),
  complete: toOrder(async (context, order, _step, { db, planted }) => {
    const before = await db.selectFrom('stock').select(['tire_id', 'place', 'on_hand']).execute();
    await complete(context, order, 'branch:ringtee');
    for (const { tire_id, place, on_hand } of planted.handOversKeepStock ? before : [])
      await db
        .updateTable('stock')
        .set({ on_hand })
        .where('tire_id', '=', tire_id)
        .where('place', '=', place)
        .execute();
  }),
  cancelAndRefund: toOrder((context, order) => cancelAndRefund(context, order, 'operator')),
  refundPart: toOrder((context, order, { how }) =>
    refundOrder(context, order, 1000 + (how % 3) * 1000, 'goodwill', 'operator'),
  ),
  refundAll: toOrder((context, order) => refundOrder(context, order, null, 'withdrawal', 'operator')),
  markRefunded: toOrder((context, order, { how }) =>
    markRefunded(context, order, 'operator', how % 2 ? `bank-back-${how % 20}` : undefined),
  ),
  erase: toOrder(async ({ db, now }, id) => {
    // The model sends no mail.
    await db.updateTable('letters').set({ dropped_at: now() }).where('order_id', '=', id).execute();
    const { number } = await db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    await erasePerson(db, { number }, { at: now(), actor: 'operator' }, { dryRun: false });
  }),
} satisfies Record<string, Do>;
