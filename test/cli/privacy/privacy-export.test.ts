import { expect, test } from 'vitest';
import { storedDocumentFile } from '../../../src/shop/books/documents/document-file.server.ts';
import { markDocumentsSent } from '../../../src/shop/books/documents/sent-documents.server.ts';
import { personalColumns } from '../../../src/shop/privacy/register.ts';
import { staffColumns } from '../../../src/shop/privacy/staff-columns.ts';
import { appointmentAt } from '../../support/orders/appointments.ts';
import { contactDataOfMari, mari, nameDataOfMari } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const jaan = {
  customer: { name: 'Jaan Tamm', email: 'jaan@example.com', phone: '+372 5999 8888' },
  note: 'Jaani märkus',
};

/** Places an order of Mari with every kind of related data, and an order of Jaan. */
async function ordersOfTwoPeople(): Promise<{ numberOfMari: string; numberOfJaan: string }> {
  const numberOfMari = await shop.order(mari);
  const env = { DATABASE_URL: shop.database.url, USER: 'kati' };
  const paid = await shop.run(['orders', 'paid', numberOfMari, '--desk', '--yes'], undefined, { env });
  expect(paid).toMatchObject({ code: 0 });
  expect(await shop.run(['orders', 'refund', numberOfMari, '--amount', '10', '--yes'])).toMatchObject({ code: 0 });
  const { provider } = await shop.db
    .updateTable('payments')
    .set({ provider_ref: 'p-1', redirect_url: 'https://pay.example/secret' })
    .returning('provider')
    .executeTakeFirstOrThrow();
  const payment = { provider, provider_ref: 'p-1' };
  await shop.db
    .insertInto('webhook_events')
    .values({
      ...payment,
      event_key: 'e',
      received_at: fridayNoon,
      merchant_ref: numberOfMari,
      hint: null,
      stale: false,
    })
    .execute();
  await shop.db
    .insertInto('recon_findings')
    .values({ ...payment, kind: 'amount-differs', data: { here: 1 }, found_at: fridayNoon, resolved_at: fridayNoon })
    .execute();
  await addPurchase(await shop.idOf(numberOfMari));
  await addBankEntry(await shop.idOf(numberOfMari));
  await sendDocuments(await shop.idOf(numberOfMari));
  await shop.withdraw({ number: numberOfMari, name: 'Mari M.', email: mari.customer.email, note: 'kaks rehvi' });
  await shop.withdraw({ number: 'R26-00000', name: 'Mari M.', email: 'MARI.MOLDRE@example.com', note: 'vale number' });
  const numberOfJaan = await shop.order(jaan);
  await shop.withdraw({ number: numberOfJaan, name: 'Jaan T.', email: jaan.customer.email });
  return { numberOfMari, numberOfJaan };
}

/** Notes that the documents of an order were sent with its first mail. */
async function sendDocuments(order_id: number): Promise<void> {
  const documents = await shop.db.selectFrom('money_documents').select('id').where('order_id', '=', order_id).execute();
  const letters = shop.db.selectFrom('letters').select('id').where('order_id', '=', order_id);
  const { id: letterId } = await letters.executeTakeFirstOrThrow();
  await markDocumentsSent(shop.db, documents, { mailId: letterId, at: fridayNoon });
  for (const { id } of documents)
    await storedDocumentFile(shop.db, { id, kind: 'pdf', at: fridayNoon }, async () => Buffer.from('%PDF-'));
}

/** Adds the bank's statement of the first payment of an order. */
async function addBankEntry(order_id: number): Promise<void> {
  const { id, amount_cents } = await shop.db
    .selectFrom('payment_ledger')
    .select(['id', 'amount_cents'])
    .where('order_id', '=', order_id)
    .where('kind', '=', 'paid')
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('bank_entries')
    .values({
      ...{ key: 'b', bank_id: 'b', refs: ['b'], account: 'EE382200221020145685', booked_on: '2026-11-20' },
      ...{ direction: 'credit', is_reversal: false, amount_cents, currency: 'EUR', remittance: 'rehvid' },
      ...{ payer_name: 'Mari M.', payer_iban: 'EE471000001020145685', state: 'booked', order_id, ledger_id: id },
      ...{ imported_at: fridayNoon, imported_by: 'staff:kati', assigned_at: fridayNoon, assigned_by: 'staff:kati' },
    })
    .execute();
}

/** Adds a purchase and a transfer; one tire of each has arrived for the first line of an order. */
async function addPurchase(order_id: number): Promise<void> {
  const { id } = await shop.db
    .insertInto('purchases')
    .values({ number: 'P26-09999', supplier: 'seed', branch: 'ringtee', state: 'closed', created_at: fridayNoon })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = await shop.db
    .insertInto('purchase_lines')
    .values({ purchase_id: id, tire_id: 'tire', supplier_sku: 'tire', ordered: 1, confirmed: 1, received: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { position } = await shop.db
    .selectFrom('order_lines')
    .select('position')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('purchase_for')
    .values({ line_id: line.id, order_id, position, count: 1, received: 1 })
    .execute();
  const times = { requested_at: fridayNoon, sent_at: fridayNoon, arrived_at: fridayNoon };
  await shop.db
    .insertInto('transfers')
    .values({
      order_id,
      position,
      tire_id: 'tire',
      from_branch: 'annelinn',
      to_branch: 'ringtee',
      count: 1,
      state: 'arrived',
      ...times,
      sent_by: 'operator:kati',
      arrived_by: 'operator:kati',
    })
    .execute();
  await shop.db
    .insertInto('handlings')
    .values({ order_id, position, kind: 'arrived', count: 1, at: fridayNoon, actor: 'operator:kati' })
    .execute();
  const { id: booking_id } = await shop.db
    .insertInto('fitting_bookings')
    .values({ ...appointmentAt('2026-11-24T07:00:00Z'), order_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto('fitting_texts')
    .values({ booking_id, kind: 'reminder', about: '2026-11-24', created_at: fridayNoon })
    .execute();
  await shop.db
    .insertInto('delays')
    .values({ order_id, promised_on: '2026-11-20', told_at: fridayNoon, answer_due_at: fridayNoon })
    .execute();
  await shop.db
    .insertInto('stock_notices')
    .values({ tire_id: 'tire', email: mari.customer.email, locale: 'ee', count: 4, asked_at: fridayNoon })
    .execute();
  await shop.db
    .insertInto('order_notes')
    .values({ order_id, at: fridayNoon, actor: 'staff:kati', text: 'rings before noon' })
    .execute();
  const documents = shop.db.selectFrom('money_documents').select('number').where('order_id', '=', order_id);
  const { number } = await documents.executeTakeFirstOrThrow();
  await shop.db
    .insertInto('merit_sent')
    .values({ kind: 'document', key: number, document: number, cents: 1, state: 'sent', sent_at: fridayNoon })
    .execute();
}

test('privacy export: exports all data of one e-mail address in any letter case, and no other person’s', async () => {
  const { numberOfMari, numberOfJaan } = await ordersOfTwoPeople();
  const { code, out, err } = await shop.run(['privacy', 'export', '--email', 'mari.MOLDRE@example.com']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const exported = JSON.parse(out);
  expect(exported).toMatchObject({
    about: { email: 'mari.MOLDRE@example.com' },
    madeAt: fridayNoon.toISOString(),
    controller: { legalName: 'Rehvipood OÜ' },
    mailFiles: [],
  });
  for (const text of [...contactDataOfMari, ...nameDataOfMari, numberOfMari, 'kaks rehvi', 'vale number', 'p-1']) {
    expect(out.toLowerCase()).toContain(text.toLowerCase());
  }
  for (const text of [numberOfJaan, 'jaan', '5999 8888']) expect(out.toLowerCase()).not.toContain(text.toLowerCase());
  // Every table with data of buyers has rows, and every field has an explanation.
  const rowsByTable: Record<string, object[]> = exported.data;
  expect(Object.entries(rowsByTable).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(rowsByTable.withdrawals).toHaveLength(2);
  for (const [table, rows] of Object.entries(rowsByTable)) {
    const exportedColumns = Object.entries(personalColumns[table] ?? {}).filter(([, { kind }]) => kind !== 'secret');
    for (const row of rows) expect(Object.keys(row)).toEqual(exportedColumns.map(([column]) => column));
    expect(Object.keys(exported.fields[table])).toEqual(exportedColumns.map(([column]) => column));
  }
  expect(exported.activities).toContainEqual(expect.objectContaining({ title: 'Accounting' }));
});

test('privacy export: includes every table with data of buyers', async () => {
  const { numberOfMari } = await ordersOfTwoPeople();
  const { data } = JSON.parse((await shop.run(['privacy', 'export', '--order', numberOfMari.toLowerCase()])).out);
  const tablesOfStaff = Object.keys(staffColumns);
  expect(Object.keys(data).toSorted()).toEqual(
    Object.keys(personalColumns)
      .filter((table) => !tablesOfStaff.includes(table))
      .toSorted(),
  );
  expect(data.withdrawals).toHaveLength(1);
});

test('privacy export: contains no keys, hashes of keys, links or names of employees', async () => {
  await ordersOfTwoPeople();
  const { data } = JSON.parse((await shop.run(['privacy', 'export', '--email', mari.customer.email])).out);
  expect(JSON.stringify(data)).not.toMatch(/token|_hash|salt|secret|"Buffer"|kati/);
  expect(data.payment_ledger).toMatchObject([{ actor: 'operator' }]);
});

test('privacy export: refuses an unknown person and another person’s order', async () => {
  const { numberOfJaan } = await ordersOfTwoPeople();
  const unknown = await shop.run(['privacy', 'export', '--email', 'nobody@example.com']);
  expect(unknown).toEqual({ code: 1, out: '', err: 'privacy export: nothing is kept about nobody@example.com\n' });
  const orderOfJaan = await shop.run(['privacy', 'export', '--email', mari.customer.email, '--order', numberOfJaan]);
  expect(orderOfJaan).toMatchObject({ code: 1, out: '' });
});

test.each([
  [['privacy', 'export']],
  [['privacy', 'erase', '--yes']],
  [['privacy', 'erase', 'mari@example.com', '--yes']],
  [['privacy', 'export', '--email', ' ']],
])('exits with code 2 for invalid arguments: %j', async (args) => {
  expect(await shop.run(args)).toMatchObject({ code: 2, out: '' });
});
