import { cancelAndRefund } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid, markReady } from '../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { erasePerson } from '../../src/shop/privacy/erase-person.server.ts';
import { type Do, toOrder } from './acts.ts';

/** Acts of the branch and the operator. Bank references are few, so that some repeat. */
export const desk = {
  markPaid: toOrder((context, order, { how }) =>
    markPaid(context, order, 'branch:ringtee', { tender: how % 3 ? 'card' : 'cash' }),
  ),
  markPaidByBank: toOrder((context, order, { how }) =>
    markPaid(context, order, 'operator', { reference: `bank-${how % 20}` }),
  ),
  markPaidInPart: toOrder((context, order, { how }) =>
    markPaid(context, order, 'operator', { tender: how % 3 ? 'cash' : 'card', amountCents: 5000 + (how % 8) * 5000 }),
  ),
  markReady: toOrder((context, order) => markReady(context, order, 'branch:ringtee')),
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
