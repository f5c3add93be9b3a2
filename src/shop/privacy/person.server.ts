import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { belongsToMailbox } from '../notices/stock-notices.server.ts';
import { activities } from './activities.ts';
import { hasPhone, hasPhoneOf } from './appointments.server.ts';
import { isWebhookOf } from './erase-orders.server.ts';
import { personalColumns } from './register.ts';

/** An order must match `email` (any case) and `number` if both are given. `phone`: of appointments without an order. */
export type PersonSearch = { email?: string | undefined; number?: string | undefined; phone?: string | undefined };

/** Ids. `appointments`: without an order; found by `phone`, or if none is given, by the phone numbers of `orders`. */
type RecordIds = { orders: number[]; withdrawals: string[]; appointments: string[]; notices: string[] };

export async function recordIdsOf(db: Kysely<Tables>, { email, number, phone }: PersonSearch): Promise<RecordIds> {
  const searchesOrders = email !== undefined || number !== undefined;
  const { orders, withdrawals } = searchesOrders
    ? await ordersAndWithdrawalsOf(db, { email, number })
    : { orders: [], withdrawals: [] };
  const appointments = await db
    .selectFrom('fitting_bookings')
    .select('id')
    .where(phone === undefined ? hasPhoneOf(orders) : hasPhone(phone))
    .execute();
  const searchesNotices = email !== undefined && number === undefined;
  const notices = searchesNotices
    ? await db.selectFrom('stock_notices').select('id').where(belongsToMailbox(email)).orderBy('asked_at').execute()
    : [];
  return {
    orders,
    withdrawals,
    appointments: appointments.map(({ id }) => id),
    notices: notices.map(({ id }) => id),
  };
}

async function ordersAndWithdrawalsOf(db: Kysely<Tables>, { email, number }: Pick<PersonSearch, 'email' | 'number'>) {
  const hasEmail = sql<boolean>`lower(email) = lower(${email})`;
  const orderRows = await db
    .selectFrom('orders')
    .select('id')
    .$if(email !== undefined, (orders) => orders.where(hasEmail))
    .$if(number !== undefined, (orders) => orders.where('number', '=', number?.trim().toUpperCase() ?? ''))
    .orderBy('id')
    .execute();
  const orders = orderRows.map(({ id }) => id);
  const isOfOrders = sql<boolean>`order_id = any(${orders})`;
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select('id')
    .where(number === undefined ? sql<boolean>`(${hasEmail} or ${isOfOrders})` : isOfOrders)
    .orderBy('received_at')
    .execute();
  return { orders, withdrawals: withdrawals.map(({ id }) => id) };
}

export type PersonExport = {
  fields: Record<string, Record<string, string>>;
  activities: (typeof activities)[keyof typeof activities][];
  data: Record<string, object[]>;
};

/** Returns all data of a person (GDPR, Articles 15, 20) but secrets; null: none. `fields`: descriptions of columns. */
export async function exportPerson(db: Kysely<Tables>, person: PersonSearch): Promise<PersonExport | null> {
  const { orders, withdrawals, notices, ...records } = await recordIdsOf(db, person);
  // Anybody can enter a stranger's phone number in an order, so only a given, verified one finds appointments.
  const appointments = person.phone === undefined ? [] : records.appointments;
  if (orders.length + withdrawals.length + appointments.length + notices.length === 0) return null;
  const isOfOrders = sql<boolean>`order_id = any(${orders})`;
  const paymentRefs = sql`select provider, provider_ref from payments where ${isOfOrders}`;
  const isOfDocuments = sql<boolean>`document_id in (select id from money_documents where ${isOfOrders})`;
  const conditions: Record<string, RawBuilder<boolean>> = {
    orders: sql`id = any(${orders})`,
    order_lines: isOfOrders,
    stock_holds: isOfOrders,
    transfers: isOfOrders,
    handlings: isOfOrders,
    delays: isOfOrders,
    order_notes: isOfOrders,
    fitting_bookings: sql`(${isOfOrders} or id = any(${appointments}::uuid[]))`,
    purchase_for: isOfOrders,
    order_events: isOfOrders,
    letters: isOfOrders,
    fitting_texts: sql`booking_id in (select id from fitting_bookings where ${isOfOrders} or id = any(${appointments}::uuid[]))`,
    withdrawals: sql`id = any(${withdrawals}::uuid[])`,
    stock_notices: sql`id = any(${notices}::uuid[])`,
    idempotency_keys: isOfOrders,
    payments: isOfOrders,
    payment_ledger: isOfOrders,
    bank_entries: isOfOrders,
    refunds: isOfOrders,
    money_documents: isOfOrders,
    money_document_lines: isOfDocuments,
    document_files: isOfDocuments,
    document_letters: isOfDocuments,
    merit_sent: sql`document in (select number from money_documents where ${isOfOrders})`,
    webhook_events: isWebhookOf(orders),
    recon_findings: sql`(provider, provider_ref) in (${paymentRefs})`,
  };
  const data: PersonExport['data'] = {};
  const fields: PersonExport['fields'] = {};
  for (const [table, isOfPerson] of Object.entries(conditions)) {
    const exportedColumns = Object.entries(personalColumns[table] ?? {}).filter(([, { kind }]) => kind !== 'secret');
    const columns = sql.join(
      exportedColumns.map(([column, { activity }]) =>
        activity === 'staff' ? withoutEmployeeName(column) : sql.ref(column),
      ),
    );
    const result = await sql<object>`select ${columns} from ${sql.table(table)} where ${isOfPerson} order by 1`.execute(
      db,
    );
    data[table] = result.rows;
    fields[table] = Object.fromEntries(exportedColumns.map(([column, { description }]) => [column, description]));
  }
  return { fields, activities: Object.values(activities), data };
}

/** SQL: `operator` for `operator:kati`: names of employees are not the buyer's data. */
function withoutEmployeeName(column: string): RawBuilder<unknown> {
  return sql`regexp_replace(${sql.ref(column)}, '^(operator|staff):.*', '\\1') as ${sql.ref(column)}`;
}
