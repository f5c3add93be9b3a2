import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import { personalColumns } from '../../../src/shop/privacy/register.ts';
import { textsFoundInDatabase } from '../../support/database/whole-database.ts';
import { allDataOfMari, mari, nameDataOfMari, nightlyJob, orderActions } from '../../support/orders/forgetting.ts';
import { readOrder } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const runNightlyJob = nightlyJob(shop);
const { runOperator, placeCancelledOrder, placeCompletedOrder } = orderActions(shop);

// All orders are placed and closed on Friday 20 November 2026. Data are erased at midnight in Tallinn, 22:00 UTC in winter.

/** The columns that statistics and accounting need. */
const accountingData = () =>
  shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('payment_ledger', 'payment_ledger.order_id', 'orders.id')
    .select(['number', 'status', 'total_cents', 'vat_percent', 'title', 'size', 'count', 'price_cents', 'placed_at'])
    .select(['kind', 'amount_cents', 'provider_ref'])
    .execute();

const erasedEvents = () =>
  shop.db.selectFrom('order_events').select(['actor', 'data']).where('type', '=', 'erased').orderBy('id').execute();

test('erases all personal data of an unpaid order 90 days after its end, and keeps its accounting data', async () => {
  await placeCancelledOrder();
  const before = await accountingData();
  await runNightlyJob('2027-02-18T21:59:59.999Z');
  // The network address was erased earlier.
  expect(await textsFoundInDatabase(shop.db, [...allDataOfMari, '127.0.0.1'])).toEqual(allDataOfMari);
  await runNightlyJob('2027-02-18T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual([]);
  expect(await accountingData()).toEqual(before);
  expect(await erasedEvents()).toEqual([{ actor: 'shop', data: { kept: [] } }]);
});

test('erases the contact data of a paid order three years after its completion, and the names of buyer and operator seven years after its financial year', async () => {
  await placeCompletedOrder();
  const before = await accountingData();
  await runNightlyJob('2029-11-20T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
  await runNightlyJob('2029-11-20T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(nameDataOfMari);
  await runNightlyJob('2033-12-31T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, [...allDataOfMari, 'operator:kati'])).toEqual([
    ...nameDataOfMari,
    'operator:kati',
  ]);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, [...allDataOfMari, 'operator:kati'])).toEqual([]);
  expect(await accountingData()).toEqual(before);
  expect(await erasedEvents()).toEqual([
    { actor: 'shop', data: { kept: ['name', 'company'] } },
    { actor: 'shop', data: { kept: [] } },
  ]);
  // All columns that the register lists as personal are empty.
  const personal = Object.entries(personalColumns.orders ?? {}).filter(([, { kind }]) => kind === 'personal');
  const { rows } =
    await sql<object>`select ${sql.join(personal.map(([column]) => sql.ref(column)))} from orders`.execute(shop.db);
  expect(rows.flatMap((row) => Object.values(row)).filter((value) => value !== null && value !== '')).toEqual([]);
});

test('erases the reason of a credit note together with the name of the buyer', async () => {
  const number = await placeCompletedOrder();
  const invoices = shop.db.selectFrom('money_documents').select('number').where('kind', '=', 'invoice');
  const invoice = await invoices.executeTakeFirstOrThrow();
  await runOperator('documents', 'credit', invoice.number, '--amount', '10', '--reason', 'kriim KRIIMUSTUS');
  await runOperator('orders', 'refunded', number);
  await runNightlyJob('2033-12-31T21:59:59.999Z');
  expect(await textsFoundInDatabase(shop.db, ['KRIIMUSTUS'])).toEqual(['KRIIMUSTUS']);
  await runNightlyJob('2033-12-31T22:00:00Z');
  expect(await textsFoundInDatabase(shop.db, ['KRIIMUSTUS'])).toEqual([]);
});

test('erases an order once, and skips a locked order until the next night', async () => {
  await placeCancelledOrder();
  const trx = await shop.db.startTransaction().execute();
  await trx.selectFrom('orders').select('id').forUpdate().execute();
  await runNightlyJob('2027-03-01T02:00:00Z');
  await trx.rollback().execute();
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
  await runNightlyJob('2027-03-02T02:00:00Z');
  await runNightlyJob('2027-03-03T02:00:00Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual([]);
  expect(await erasedEvents()).toHaveLength(1);
});

test('erases more orders than fit into one batch', async () => {
  await placeCancelledOrder();
  // A batch has 100 orders.
  await sql`insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note,
      payment_method, reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
    select number || n, token_hash, status, locale, name || n, email, phone, branch, fulfilment, note, payment_method,
      reference || n, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at
    from orders, generate_series(1, 250) n`.execute(shop.db);
  await runNightlyJob('2027-03-01T02:00:00Z');
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual([]);
});

test('order page, operator commands, export and refunds work after the erasure', async () => {
  const { number, token } = (await shop.place(mari)).json().order;
  await runOperator('orders', 'paid', number, '--desk');
  await runOperator('orders', 'complete', number);
  await runNightlyJob('2029-12-01T02:00:00Z');
  const view = (await readOrder(shop.app, number, token)).json().order;
  expect(view).toMatchObject({
    status: 'completed',
    customer: { name: mari.customer.name, email: '', phone: '' },
    plate: null,
    note: '',
    total: 319.6,
  });
  expect((await shop.run(['orders', 'show', number])).out).toContain(
    `${mari.customer.name}; e-mail, phone, plate and note were erased 2029-12-01 04:00`,
  );
  const csv = (await shop.run(['orders', 'export'])).out;
  // The cells of e-mail and phone are empty.
  expect(csv).toContain(`;${mari.customer.name};;;`);
  await runOperator('orders', 'refund', number, '--amount', '10');
  await runOperator('orders', 'refunded', number);
  const context = testShopContext(shop.db);
  const recipients: string[] = [];
  const mailer = { send: async ({ to }: { to: string }) => void recipients.push(to), close: () => {}, description: '' };
  const url = () => 'https://shop.example';
  const pages = { order: url, withdrawal: url, branch: async () => url(), fitting: async () => url() };
  const { failed } = await runJobs(context, (id) => sendMail({ shop: context, mailer, pages }, id));
  expect(failed).toEqual([]);
  const recipientsOutsideShop = recipients.filter((to) => !to.endsWith('@rehvipood.example'));
  expect(recipientsOutsideShop).toEqual([]);
  const unsent = shop.db
    .selectFrom('letters')
    .select('kind')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null);
  expect(await unsent.execute()).toEqual([]);
  await runNightlyJob('2040-01-02T02:00:00Z');
  expect((await readOrder(shop.app, number, token)).json().order.customer).toEqual({ name: '', email: '', phone: '' });
  expect((await shop.run(['orders', 'show', number])).out).toContain('the buyer’s data were erased 2040-01-02 04:00');
  expect(await shop.run(['orders', 'list', '--search', number])).toMatchObject({ code: 0 });
  expect(await shop.run(['stock', 'check'])).toMatchObject({ code: 0 });
});

test('refunds money that arrives for an erased order, and marks the order for review', async () => {
  const number = await placeCancelledOrder();
  await runNightlyJob('2027-03-01T02:00:00Z');
  expect(await shop.run(['orders', 'paid', number, '--reference', 'BANK-1', '--yes'])).toMatchObject({ code: 3 });
  expect(await shop.orderState(number)).toEqual({ status: 'cancelled', paid: 'paid', review: 'late-payment' });
  const refunds = shop.db.selectFrom('refunds').select(['state', 'amount_cents', 'reason']);
  expect(await refunds.execute()).toEqual([{ state: 'requested', amount_cents: 31960, reason: 'late-payment' }]);
});
