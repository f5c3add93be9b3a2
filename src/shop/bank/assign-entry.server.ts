import { commitIfOkWithRetry, type Trx } from '../../database/transaction.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import type { Cents } from '../money.ts';
import { lockOrder, orderMoney } from '../order/change-order.server.ts';
import { isOnCredit, isPaidUp, unpaidOf } from '../order/order.ts';
import { bookEntry } from './import-statement.server.ts';
import { findTransfer } from './known-entries.server.ts';
import { findOrder } from './list-entries.server.ts';

/** The entry pays the sum due (`booked`), less (`part`) or more (`over`). Reasons: `not-unassigned`: it was assigned or ignored meanwhile. `not-assignable`: a
 * debit, another currency, or a zero amount. `too-late`: the order was handed over before it was paid in full. `booked`: a payment with its bank id is booked.
 * `payment-withdrawn`: the bank reversed a payment, which the buyer may have paid again by this entry, so an employee must first end the order's review. */
export type AssignResult =
  | { ok: true; number: string; state: 'booked' | 'part' | 'over' }
  | {
      ok: false;
      reason:
        | 'unknown-entry'
        | 'unknown-order'
        | 'not-unassigned'
        | 'not-assignable'
        | 'payment-withdrawn'
        | 'too-late'
        | 'booked';
    }
  | { ok: false; reason: 'due-changed'; dueCents: Cents };

/** `order`: its number or reference. Case and spaces are ignored. `dueCents`: the sum due that the employee saw. */
type Assignment = { entryId: number; order: string; dueCents?: Cents | undefined; actor: string };

/** Books unassigned money for the order that an employee names, even if it exceeds the sum due. */
export async function assignEntry(
  shop: ShopContext,
  { entryId, order: query, dueCents: seenCents, actor }: Assignment,
): Promise<AssignResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<AssignResult> => {
    const entry = await lockEntry(trx, entryId);
    if (!entry) return { ok: false, reason: 'unknown-entry' };
    if (entry.state !== 'unassigned') return { ok: false, reason: 'not-unassigned' };
    if (entry.direction !== 'credit' || entry.currency !== 'EUR' || entry.amount_cents === 0)
      return { ok: false, reason: 'not-assignable' };
    const orderRow = await findOrder(trx, query);
    if (!orderRow) return { ok: false, reason: 'unknown-order' };
    if (await findTransfer(trx, entry.bank_id)) return { ok: false, reason: 'booked' };
    const order = await lockOrder(trx, orderRow.id);
    const money = await orderMoney(trx, order);
    const due = unpaidOf(money);
    if (seenCents !== undefined && seenCents !== due) return { ok: false, reason: 'due-changed', dueCents: due };
    if (order.review === 'payment-withdrawn') return { ok: false, reason: 'payment-withdrawn' };
    if (order.status === 'completed' && !isPaidUp(money) && !isOnCredit(order))
      return { ok: false, reason: 'too-late' };
    const { amount_cents: amountCents, bank_id: bankId } = entry;
    const state = entryState(amountCents, due);
    const change = { at: shop.now(), actor };
    await bookEntry(
      trx,
      shop,
      { id: entryId, bankId, bookedOn: entry.booked_on, amountCents, orderId: order.id, state },
      change,
    );
    await trx
      .updateTable('bank_entries')
      .set({ assigned_at: change.at, assigned_by: actor })
      .where('id', '=', entryId)
      .execute();
    return { ok: true, number: order.number, state };
  });
}

function entryState(amountCents: Cents, dueCents: Cents) {
  if (amountCents === dueCents) return 'booked';
  return amountCents > dueCents ? 'over' : 'part';
}

export type IgnoreResult = { ok: true } | { ok: false; reason: 'unknown-entry' | 'not-unassigned' };

/** Takes money that belongs to no order, such as a loan of the owner, off the list of unassigned money. */
export async function ignoreEntry(
  shop: ShopContext,
  entryId: number,
  reason: string,
  actor: string,
): Promise<IgnoreResult> {
  return commitIfOkWithRetry(shop.db, async (trx): Promise<IgnoreResult> => {
    const entry = await lockEntry(trx, entryId);
    if (!entry) return { ok: false, reason: 'unknown-entry' };
    if (entry.state !== 'unassigned') return { ok: false, reason: 'not-unassigned' };
    await trx
      .updateTable('bank_entries')
      .set({ state: 'ignored', unassigned_because: null, ignored_because: reason })
      // These columns say who decided, also if the entry is ignored.
      .set({ assigned_at: shop.now(), assigned_by: actor })
      .where('id', '=', entryId)
      .execute();
    return { ok: true };
  });
}

function lockEntry(trx: Trx, id: number) {
  return trx.selectFrom('bank_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}
