import { cancelAndRefund } from '../../src/shop/checkout/cancel-order.server.ts';
import { complete, markPaid, markReady } from '../../src/shop/checkout/desk.server.ts';
import { markRefunded, refundOrder } from '../../src/shop/checkout/refund-order.server.ts';
import { erasePerson } from '../../src/shop/privacy/erase-person.server.ts';
import { type Do, toOrder } from './acts.ts';

/** What the branch and the operator do. References of the bank are few, so that one is given twice. */
export const desk = {
  markPaid: toOrder((till, order) => markPaid(till, order, 'branch:ringtee')),
  markPaidByBank: toOrder((till, order, { how }) => markPaid(till, order, 'operator', `bank-${how % 20}`)),
  markReady: toOrder((till, order) => markReady(till, order, 'branch:ringtee')),
  complete: toOrder((till, order) => complete(till, order, 'branch:ringtee')),
  cancelAndRefund: toOrder((till, order) => cancelAndRefund(till, order, 'operator')),
  refundPart: toOrder((till, order, { how }) =>
    refundOrder(till, order, 1000 + (how % 3) * 1000, 'goodwill', 'operator'),
  ),
  refundAll: toOrder((till, order) => refundOrder(till, order, null, 'withdrawal', 'operator')),
  markRefunded: toOrder((till, order, { how }) =>
    markRefunded(till, order, 'operator', how % 2 ? `bank-back-${how % 20}` : undefined),
  ),
  erase: toOrder(async ({ db, now }, id) => {
    // Here no letter is ever sent.
    await db.updateTable('letters').set({ dropped_at: now() }).where('order_id', '=', id).execute();
    const { number } = await db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    await erasePerson(db, { number }, { at: now(), actor: 'operator' }, { dryRun: false });
  }),
} satisfies Record<string, Do>;
