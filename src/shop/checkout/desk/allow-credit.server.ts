import { commitIfOkWithRetry } from '../../../database/transaction.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { recordEvent } from '../../history.server.ts';
import { lockOrder, orderMoney } from '../../order/change-order.server.ts';
import { isBlocking, isPaidUp } from '../../order/order.ts';
import { isConfirmedOrReady } from '../handover/counted-tires.server.ts';
import type { ShopContext } from '../shop-context.server.ts';

/** `not-allowed`: the company is not in `books.creditCompanies`. `too-late`: the order is not confirmed yet, is paid, or has ended. */
export type CreditResult = { ok: true; days: number } | { ok: false; reason: 'not-allowed' | 'too-late' | 'review' };

/** Returns how many days after the hand-over a company of `books.creditCompanies` may pay; null: it must pay before the hand-over. */
export function creditDaysOf({ books }: ShopConfig, company: { regCode: string } | null): number | null {
  return books?.creditCompanies?.find(({ regCode }) => regCode === company?.regCode)?.days ?? null;
}

/** Lets the tires be handed over unpaid. Only an employee may allow this, because anybody can type a company's registry code. */
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
