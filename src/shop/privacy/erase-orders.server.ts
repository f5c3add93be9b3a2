import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Trx } from '../../database/transaction.server.ts';
import type { ChangeStamp } from '../history.server.ts';
import { eraseAppointmentsOf } from './appointments.server.ts';

/** `contact`: e-mail, phone, plate, notes, network address, device; `all`: also name, company, payers of transfers. */
export type ErasedPart = 'contact' | 'all';

/** Erases data of orders that have ended, whose rows the caller has locked, and records this in their history. Numbers, tires and amounts stay. */
export async function eraseOrders(
  trx: Trx,
  ids: readonly number[],
  part: ErasedPart,
  change: ChangeStamp,
): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('webhook_events').where(isWebhookOf(ids)).execute();
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
  if (part === 'all') {
    await eraseNamesInDocuments(trx, ids);
    await trx.updateTable('refunds').set({ note: '' }).where('order_id', 'in', ids).execute();
    // Payers are erased with the name, not earlier: the entry of a bank statement is an accounting source document too.
    await erasePayers(trx, sql`order_id = any(${ids})`);
  }
  await trx
    .updateTable('payments')
    .set({ redirect_url: null, return_code_hash: null })
    .where('order_id', 'in', ids)
    .execute();
  await eraseAppointmentsOf(trx, ids);
  await eraseRecipients(trx, sql`order_id = any(${ids})`);
  await trx.deleteFrom('order_notes').where('order_id', 'in', ids).execute();
  await trx.deleteFrom('idempotency_keys').where('order_id', 'in', ids).execute();
  const data = { kept: part === 'all' ? [] : ['name', 'company'] };
  await trx
    .insertInto('order_events')
    .values(ids.map((id) => ({ order_id: id, ...change, type: 'erased', data })))
    .execute();
}

/** The triggers of these tables allow this erasure only after the names in the orders are erased. */
async function eraseNamesInDocuments(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('money_documents')
    .set({ buyer: sql`buyer || '{"name": "", "regCode": null, "vatNumber": null, "address": null}'`, note: '' })
    .where('order_id', 'in', ids)
    .execute();
  await trx
    .deleteFrom('document_files')
    .where('document_id', 'in', (documents) =>
      documents.selectFrom('money_documents').select('id').where('order_id', 'in', ids),
    )
    .execute();
}

/** Erases the recipients of documents that were mailed to another person than the buyer. */
export async function eraseRecipients(db: Kysely<Tables>, condition: RawBuilder<boolean>): Promise<void> {
  await db
    .updateTable('letters')
    .set({ recipient: null })
    .where('recipient', 'is not', null)
    .where(condition)
    .execute();
}

export async function erasePayers(db: Kysely<Tables>, condition: RawBuilder<boolean>): Promise<void> {
  await db
    .updateTable('bank_entries')
    .set({ payer_name: null, payer_iban: null, remittance: '' })
    // Empty instead of null, because the table requires a reason of ignored entries.
    .set({ ignored_because: sql`case when ignored_because is not null then '' end` })
    .where(condition)
    .where(
      sql<boolean>`(payer_name is not null or payer_iban is not null or remittance <> '' or ignored_because <> '')`,
    )
    .execute();
}

export function isWebhookOf(orderIds: readonly number[]): RawBuilder<boolean> {
  return sql`((provider, provider_ref) in (select provider, provider_ref from payments where order_id = any(${orderIds}))
    or merchant_ref in (select number from orders where id = any(${orderIds})
      union select id::text from payments where order_id = any(${orderIds})))`;
}
