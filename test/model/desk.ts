import { cancelAndRefund } from '../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid, markReady } from '../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../src/shop/checkout/refund/refund-order.server.ts';
import { erasePerson } from '../../src/shop/privacy/erase-person.server.ts';
import { type Do, onOrder } from './acts.ts';

/** Acts of the branch and the operator. Bank references are few, so that some repeat. */
export const desk = {
  markPaid: onOrder((context, order, { variant }) =>
    markPaid(context, order, 'branch:ringtee', { tender: variant % 3 ? 'card' : 'cash' }),
  ),
  markPaidByBank: onOrder((context, order, { variant }) =>
    markPaid(context, order, 'operator', { reference: `bank-${variant % 20}` }),
  ),
  markPaidInPart: onOrder((context, order, { variant }) =>
    markPaid(context, order, 'operator', {
      tender: variant % 3 ? 'cash' : 'card',
      amountCents: 5000 + (variant % 8) * 5000,
    }),
  ),
  markReady: onOrder((context, order) => markReady(context, order, 'branch:ringtee')),
  cancelAndRefund: onOrder((context, order) => cancelAndRefund(context, order, 'operator')),
  refundPart: onOrder((context, order, { variant }) =>
    refundOrder(context, order, 1000 + (variant % 3) * 1000, 'goodwill', 'operator'),
  ),
  refundAll: onOrder((context, order) => refundOrder(context, order, null, 'withdrawal', 'operator')),
  markRefunded: onOrder((context, order, { variant }) =>
    markRefunded(context, order, 'operator', variant % 2 ? `bank-back-${variant % 20}` : undefined),
  ),
  erase: onOrder(async ({ db, now }, id) => {
    // The model sends no mail.
    await db.updateTable('letters').set({ dropped_at: now() }).where('order_id', '=', id).execute();
    const { number } = await db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    await erasePerson(db, { number }, { at: now(), actor: 'operator' }, { dryRun: false, mailFolder: 'none' });
  }),
} satisfies Record<string, Do>;
