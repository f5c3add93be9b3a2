import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { orderMoney } from '../order/change-order.server.ts';
import { unpaidOf } from '../order/order.ts';
import type { AssignableOrder, UnassignedMoney } from './bank-view.ts';
import type { UnassignedReason } from './match-entry.ts';

export function unassignedMoney(db: Kysely<Tables>): Promise<UnassignedMoney[]> {
  return db
    .selectFrom('bank_entries')
    .select(['id', 'booked_on as bookedOn', 'amount_cents as amountCents', 'currency', 'direction', 'reference'])
    .select(['payer_name as payerName', 'payer_iban as payerIban', 'remittance as text'])
    .select('unassigned_because as reason')
    .where('state', '=', 'unassigned')
    .orderBy('id')
    .$narrowType<{ reason: UnassignedReason }>()
    .execute();
}

export function latestEntries(db: Kysely<Tables>, limit: number) {
  return db
    .selectFrom('bank_entries')
    .leftJoin('orders', 'orders.id', 'bank_entries.order_id')
    .select(['bank_entries.id', 'booked_on as bookedOn', 'amount_cents as amountCents', 'currency', 'direction'])
    .select(['state', 'bank_entries.payer_name as payerName', 'bank_entries.reference', 'remittance as text'])
    .select(['unassigned_because as reason', 'ignored_because as ignoredBecause', 'bank_entries.provider'])
    .select(['orders.number', 'assigned_by as assignedBy'])
    .orderBy('bank_entries.id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds an order by its number or reference; case and spaces are ignored. */
export function findOrder(db: Kysely<Tables>, numberOrReference: string) {
  const text = numberOrReference.replaceAll(/\s/g, '').toUpperCase();
  return db
    .selectFrom('orders')
    .selectAll()
    .where(({ eb, or }) => or([eb('number', '=', text), eb('reference', '=', text)]))
    .executeTakeFirst();
}

export async function findAssignableOrder(db: Kysely<Tables>, query: string): Promise<AssignableOrder | null> {
  const order = await findOrder(db, query);
  if (!order) return null;
  const { number, name, reference, status } = order;
  return { number, name, reference, status, dueCents: unpaidOf(await orderMoney(db, order)) };
}
