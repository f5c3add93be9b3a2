import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.server.ts';
import type { Change } from '../history.server.ts';
import { webhooksOf } from './webhooks-of.server.ts';

/** What is taken out of an order: how to reach its buyer; or also who he is. */
export type Part = 'contact' | 'all';

/**
 * Takes persons out of orders, for good, and notes in their history that it was done and what is still kept. Numbers,
 * tires and amounts stay. The orders have to be locked, and nothing about them open.
 */
export async function eraseOrders(trx: Trx, ids: readonly number[], part: Part, change: Change): Promise<void> {
  if (ids.length === 0) return;
  await forgetWhatWasTold(trx, ids);
  await trx
    .updateTable('orders')
    .set({
      email: '',
      phone: '',
      plate: null,
      note: '',
      client_address: null,
      device_id: null,
      mailbox: null,
      contact_erased_at: sql`coalesce(contact_erased_at, ${change.at})`,
    })
    .$if(part === 'all', (orders) => orders.set({ name: '', company: null, name_erased_at: change.at }))
    .where('id', 'in', ids)
    .execute();
  await trx.updateTable('payments').set({ redirect_url: null }).where('order_id', 'in', ids).execute();
  await trx.deleteFrom('idempotency_keys').where('order_id', 'in', ids).execute();
  const data = { kept: part === 'all' ? [] : ['name', 'company'] };
  await trx
    .insertInto('order_events')
    .values(ids.map((id) => ({ order_id: id, ...change, type: 'erased', data })))
    .execute();
}

/** What providers told of these orders' payments: it was acted upon, or the orders were open. */
async function forgetWhatWasTold(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('webhook_events').where(webhooksOf(ids)).execute();
}
