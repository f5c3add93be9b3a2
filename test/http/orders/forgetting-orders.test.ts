import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendMail } from '../../../src/jobs/send-mail.ts';
import { personalColumns } from '../../../src/shop/privacy/register.ts';
import { findable } from '../../support/database/whole-database.ts';
import { allOfMari, closingOf, mari, nameOfMari, nightOf } from '../../support/orders/forgetting.ts';
import { look } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const night = nightOf(shop);
const { act, cancelled, completed } = closingOf(shop);

/** The columns that statistics and accounts need. */
const figures = () =>
  shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .leftJoin('payment_ledger', 'payment_ledger.order_id', 'orders.id')
    .select(['number', 'status', 'total_cents', 'vat_percent', 'title', 'size', 'count', 'price_cents', 'placed_at'])
    .select(['kind', 'amount_cents', 'provider_ref'])
    .execute();

const erasedEvents = () =>
  shop.db.selectFrom('order_events').select(['actor', 'data']).where('type', '=', 'erased').orderBy('id').execute();

test('erases all personal data of an unpaid order 90 days after its end, and keeps its figures', async () => {
  await cancelled();
  const before = await figures();
  await night('2027-02-18T21:59:59.999Z');
  // The network address and the device are erased first.
  expect(await findable(shop.db, [...allOfMari, '127.0.0.1'])).toEqual(allOfMari);
  await night('2027-02-18T22:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual([]);
  expect(await figures()).toEqual(before);
  expect(await erasedEvents()).toEqual([{ actor: 'shop', data: { kept: [] } }]);
});

test('erases the contact data of a paid order after three years and the name seven years after its financial year', async () => {
  await completed();
  const before = await figures();
  await night('2029-11-20T21:59:59.999Z');
  expect(await findable(shop.db, allOfMari)).toEqual(allOfMari);
  await night('2029-11-20T22:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual(nameOfMari);
  await night('2033-12-31T21:59:59.999Z');
  expect(await findable(shop.db, [...allOfMari, 'operator:kati'])).toEqual([...nameOfMari, 'operator:kati']);
  await night('2033-12-31T22:00:00Z');
  expect(await findable(shop.db, [...allOfMari, 'operator:kati'])).toEqual([]);
  expect(await figures()).toEqual(before);
  expect(await erasedEvents()).toEqual([
    { actor: 'shop', data: { kept: ['name', 'company'] } },
    { actor: 'shop', data: { kept: [] } },
  ]);
  // No column that the register calls personal is left.
  const columns = Object.entries(personalColumns.orders ?? {}).filter(([, { kind }]) => kind === 'personal');
  const { rows } =
    await sql<object>`select ${sql.join(columns.map(([column]) => sql.ref(column)))} from orders`.execute(shop.db);
  expect(rows.flatMap((row) => Object.values(row)).filter((value) => value !== null && value !== '')).toEqual([]);
});

test('erases an order once, and leaves a locked order to the next night', async () => {
  await cancelled();
  const trx = await shop.db.startTransaction().execute();
  await trx.selectFrom('orders').select('id').forUpdate().execute();
  await night('2027-03-01T02:00:00Z');
  await trx.rollback().execute();
  expect(await findable(shop.db, allOfMari)).toEqual(allOfMari);
  await night('2027-03-02T02:00:00Z');
  await night('2027-03-03T02:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual([]);
  expect(await erasedEvents()).toHaveLength(1);
});

test('erases more orders than a batch holds', async () => {
  await cancelled();
  await sql`insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note,
      payment_method, reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
    select number || n, token_hash, status, locale, name || n, email, phone, branch, fulfilment, note, payment_method,
      reference || n, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at
    from orders, generate_series(1, 250) n`.execute(shop.db);
  await night('2027-03-01T02:00:00Z');
  expect(await findable(shop.db, allOfMari)).toEqual([]);
});

test('keeps the buyer’s page, commands, export and refunds working after the erasure', async () => {
  const { number, token } = (await shop.place(mari)).json().order;
  await act('orders', 'paid', number, '--desk');
  await act('orders', 'complete', number);
  await night('2029-12-01T02:00:00Z');
  const view = (await look(shop.app, number, token)).json().order;
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
  expect(csv).toContain(`;${mari.customer.name};;;`);
  await act('orders', 'refund', number, '--amount', '10');
  await act('orders', 'refunded', number);
  const context = testShopContext(shop.db);
  const sent: string[] = [];
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {}, describes: '' };
  const page = async () => 'https://shop.example';
  const pages = { order: () => 'https://shop.example', withdrawal: () => 'https://shop.example', branch: page };
  const { failed } = await runJobs(context, (id) =>
    sendMail({ shop: context, shopConfig: context.shopConfig as never, mailer, pages }, id),
  );
  expect(failed).toEqual([]);
  expect(sent.filter((to) => !to.endsWith('@rehvipood.example'))).toEqual([]);
  const unsent = shop.db
    .selectFrom('letters')
    .select('kind')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null);
  expect(await unsent.execute()).toEqual([]);
  await night('2040-01-02T02:00:00Z');
  expect((await look(shop.app, number, token)).json().order.customer).toEqual({ name: '', email: '', phone: '' });
  expect((await shop.run(['orders', 'show', number])).out).toContain('the buyer’s data were erased 2040-01-02 04:00');
  expect(await shop.run(['orders', 'list', '--search', number])).toMatchObject({ code: 0 });
  expect(await shop.run(['stock', 'check'])).toMatchObject({ code: 0 });
});

test('refunds money that arrives for an erased order, and marks the order for review', async () => {
  const number = await cancelled();
  await night('2027-03-01T02:00:00Z');
  expect(await shop.run(['orders', 'paid', number, '--reference', 'BANK-1', '--yes'])).toMatchObject({ code: 3 });
  expect(await shop.orderState(number)).toEqual({ status: 'cancelled', paid: 'paid', review: 'late-payment' });
  const refunds = shop.db.selectFrom('refunds').select(['state', 'amount_cents', 'reason']);
  expect(await refunds.execute()).toEqual([{ state: 'requested', amount_cents: 31960, reason: 'late-payment' }]);
});
