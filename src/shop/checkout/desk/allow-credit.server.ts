import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { recordEvent } from '../../history.server.ts';
import { lockOrder, orderMoney } from '../../order/change-order.server.ts';
import { isBlocking, isPaidUp } from '../../order/order.ts';
import { isConfirmedOrReady } from '../handover/counted-tires.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `not-allowed`: not in `books.creditCompanies`. `too-late`: not confirmed yet, paid, or ended. */
export type CreditResult = { ok: true; days: number } | { ok: false; reason: 'not-allowed' | 'too-late' | 'review' };

/** Returns the days after the hand-over in which a company may pay; null: it must pay before. */
export function creditDaysOf({ books }: ShopConfig, company: { regCode: string } | null): number | null {
  return books?.creditCompanies?.find(({ regCode }) => regCode === company?.regCode)?.days ?? null;
}

/** Lets tires be handed over unpaid. Only employees may do this: anybody can type a company's registry code. */
export async function allowCredit(shop: ShopContext, orderId: number, actor: string): Promise<CreditResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<CreditResult> => {
    const order = await lockOrder(trx, orderId);
    const days = creditDaysOf(shop.shopConfig, order.company);
    if (days === null || !order.company) return { ok: false, reason: 'not-allowed' };
    if (isBlocking(order.review)) return { ok: false, reason: 'review' };
    if (!isConfirmedOrReady(order) || isPaidUp(await orderMoney(trx, order))) return { ok: false, reason: 'too-late' };
    const credit = { credit_reg_code: order.company.regCode, credit_days: days };
    await trx.updateTable('orders').set(credit).where('id', '=', orderId).execute();
    await recordEvent(trx, orderId, { at: shop.now(), actor }, 'on-credit', { days });
    return { ok: true, days };
  });
}
