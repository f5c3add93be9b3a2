import { expect, test } from 'vitest';
import { assignEntry, ignoreEntry } from '../../../src/shop/bank/assign-entry.server.ts';
import { importStatement } from '../../../src/shop/bank/import-statement.server.ts';
import { refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { nightlyJob } from '../../support/orders/forgetting.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const runNightlyJob = nightlyJob(shop);

const importOf = (...entries: Parameters<typeof statementOf>[0]) =>
  importStatement(testShopContext(shop.db), Buffer.from(statementOf(entries)), 'staff:kati');

const dataOf = (payer: string) => [payer, `EE00${payer}`, `rehvid ${payer}`];

test('erases who paid by transfer seven years after the financial year, with or without an order, and keeps the amounts', async () => {
  const number = await shop.order({ paymentMethod: 'bank_transfer' });
  const orders = shop.db.selectFrom('orders').select('reference').where('number', '=', number);
  const { reference } = await orders.executeTakeFirstOrThrow();
  // The lengths of the names differ.
  const entryOf = (payer: string) => ({
    id: String(payer.length),
    payer,
    iban: `EE00${payer}`.toUpperCase(),
    text: `rehvid ${payer}`,
  });
  await importOf({ ...entryOf('OMA'), amount: '319.60', reference }, entryOf('VÕÕRAS'), entryOf('LAEN'));
  await shop.run(['orders', 'complete', number, '--yes']);
  const loan = shop.db.selectFrom('bank_entries').select('id').where('payer_name', '=', 'LAEN');
  const { id } = await loan.executeTakeFirstOrThrow();
  await ignoreEntry(testShopContext(shop.db), id, 'laen LAENAJALT', 'staff:kati');
  const personal = [...dataOf('OMA'), ...dataOf('VÕÕRAS'), ...dataOf('LAEN'), 'laen LAENAJALT', 'staff:kati'];
  await runNightlyJob('2033-12-31T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, personal)).toEqual(personal);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, personal)).toEqual([]);
  const kept = shop.db.selectFrom('bank_entries').select(['amount_cents', 'state', 'imported_by']).orderBy('id');
  expect(await kept.execute()).toEqual([
    { amount_cents: 31960, state: 'booked', imported_by: 'staff' },
    { amount_cents: 31956, state: 'unassigned', imported_by: 'staff' },
    { amount_cents: 31956, state: 'ignored', imported_by: 'staff' },
  ]);
});

test('erases who paid for an order whose personal data had been erased, seven years after the financial year', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'cancel', number, '--yes']);
  await runNightlyJob('2027-03-01T02:00:00Z');
  await importOf({ payer: 'HILINE', iban: 'EE00HILINE', text: 'rehvid HILINE', amount: '319.60' });
  const { id } = await shop.db.selectFrom('bank_entries').select('id').executeTakeFirstOrThrow();
  const assignment = { entryId: id, order: number, actor: 'operator' };
  expect(await assignEntry(testShopContext(shop.db), assignment)).toMatchObject({ ok: true });
  await shop.run(['orders', 'refunded', number, '--reference', 'BANK-9', '--yes']);
  await shop.run(['orders', 'reviewed', number, '--yes']);
  const personal = dataOf('HILINE');
  await runNightlyJob('2033-12-31T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, personal)).toEqual(personal);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, personal)).toEqual([]);
});

test('erases why money was given back for an order whose personal data had been erased, seven years after the financial year', async () => {
  const number = await shop.order();
  await shop.run(['orders', 'cancel', number, '--yes']);
  await runNightlyJob('2027-03-01T02:00:00Z');
  await importOf({ payer: 'OSA', iban: 'EE00OSA', text: 'rehvid OSA', amount: '100.00' });
  const { id } = await shop.db.selectFrom('bank_entries').select('id').executeTakeFirstOrThrow();
  const context = testShopContext(shop.db);
  expect(await assignEntry(context, { entryId: id, order: number, actor: 'operator' })).toMatchObject({ ok: true });
  const refund = refundOrder(context, await shop.idOf(number), null, 'goodwill', 'staff:kati', 'HILINE palus tagasi');
  expect(await refund).toMatchObject({ ok: true });
  await shop.run(['orders', 'refunded', number, '--reference', 'BANK-9', '--yes']);
  await shop.run(['orders', 'reviewed', number, '--yes']);
  await runNightlyJob('2033-12-31T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, ['HILINE'])).toEqual(['HILINE']);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, ['HILINE'])).toEqual([]);
  const kept = shop.db.selectFrom('refunds').select(['amount_cents', 'note', 'requested_by']);
  expect(await kept.execute()).toEqual([{ amount_cents: 10000, note: '', requested_by: 'staff' }]);
});
