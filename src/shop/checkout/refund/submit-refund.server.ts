import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction, type Trx } from '../../../database/transaction.server.ts';
import { lockPayment } from '../../order/change-order.server.ts';
import { changeRefund, type PaymentRow, type RefundRow } from '../../payment/payments.server.ts';
import type { Outcome, ProviderRefund } from '../../payment/provider.ts';
import type { ShopContext } from '../shop-context.server.ts';
import { failRefund, settleRefunds } from './settle-refunds.server.ts';

const timeoutMs = 10_000;
const retryMs = 5 * 60_000;
const hourMs = 60 * 60_000;

/** Sends a refund to its provider, with the same id in each attempt, so that the provider pays only once. */
export async function submitRefund(shop: ShopContext, refundId: string): Promise<void> {
  const prepared = await prepareRefund(shop, refundId);
  if (!prepared) return;
  const { refund, payment, mayHaveReachedProvider } = prepared;
  const provider = shop.providers.find(({ id }) => id === payment.provider);
  const { id, amount_cents: amountCents } = refund;
  const outcome: Outcome<ProviderRefund> =
    provider && payment.provider_ref
      ? await provider.refund(
          { providerRef: payment.provider_ref, refundId: id, amountCents },
          AbortSignal.timeout(timeoutMs),
        )
      : { ok: false, kind: 'unavailable' };
  await inTransaction(shop.db, async (trx) => {
    const { order, payment: lockedPayment } = await lockPayment(trx, payment.id);
    const change = { at: shop.now(), actor: payment.provider };
    const current = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (current.state !== 'submitted') return;
    const mayBeUnderway = outcome.ok || outcome.kind === 'unknown';
    if (mayBeUnderway) await pollWithinHour(trx, lockedPayment, change.at);
    if (outcome.ok) return settleRefunds(trx, shop, order, lockedPayment, [outcome.value], change, current);
    if (outcome.kind === 'rejected') {
      await failRefund(trx, order, current, change, { next_try_at: null });
      return;
    }
    const waitMs = outcome.kind === 'unavailable' ? (outcome.retryAfterMs ?? retryMs) : retryMs;
    const next_try_at = new Date(change.at.getTime() + waitMs);
    const isCertainlyUnsent = outcome.kind === 'unavailable' && !mayHaveReachedProvider;
    if (isCertainlyUnsent) await changeRefund(trx, current, 'requested', change, { next_try_at });
    else await trx.updateTable('refunds').set({ next_try_at }).where('id', '=', id).execute();
  });
}

async function pollWithinHour(trx: Trx, payment: PaymentRow, at: Date) {
  const latestPoll = new Date(at.getTime() + hourMs);
  await trx
    .updateTable('payments')
    .set({ next_poll_at: sql`least(next_poll_at, ${latestPoll}::timestamptz)` })
    .where('id', '=', payment.id)
    .execute();
}

type PreparedRefund = { refund: RefundRow; payment: PaymentRow; mayHaveReachedProvider: boolean };

async function prepareRefund(shop: ShopContext, refundId: string): Promise<PreparedRefund | null> {
  return inTransaction(shop.db, async (trx) => {
    const refundRow = await trx
      .selectFrom('refunds')
      .select('payment_id')
      .where('id', '=', refundId)
      .executeTakeFirst();
    if (!refundRow) return null;
    const { payment } = await lockPayment(trx, refundRow.payment_id);
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
    const change = { at: shop.now(), actor: 'shop' };
    const next_try_at = new Date(change.at.getTime() + retryMs);
    const isDue = refund.next_try_at !== null && refund.next_try_at <= change.at;
    if (!isDue) return null;
    if (refund.state === 'requested') {
      await changeRefund(trx, refund, 'submitted', change, { next_try_at });
      return { refund, payment, mayHaveReachedProvider: false };
    }
    const gotNoUsableResponse = refund.state === 'submitted';
    if (!gotNoUsableResponse) return null;
    await trx.updateTable('refunds').set({ next_try_at }).where('id', '=', refundId).execute();
    return { refund, payment, mayHaveReachedProvider: true };
  });
}

/** Much shorter than the 14 days that the law allows for a refund, so that the owner can still act. */
export const overdueRefundDays = 3;

export async function findOverdueRefunds(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - overdueRefundDays * 24 * 60 * 60_000);
  const overdue = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('orders.number')
    .distinct()
    .where('refunds.state', 'in', ['requested', 'submitted', 'pending'])
    .where('refunds.requested_at', '<', since)
    .orderBy('orders.number')
    .execute();
  return overdue.map(({ number }) => number);
}

export async function dueRefunds(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const due = await db
    .selectFrom('refunds')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(50)
    .execute();
  return due.map(({ id }) => id);
}
