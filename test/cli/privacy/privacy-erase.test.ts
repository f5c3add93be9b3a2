import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsFoundInDatabase, wholeDatabase } from '../../support/database/whole-database.ts';
import { erasureSetup } from '../../support/orders/erasing.ts';
import { allDataOfMari, mari, nameDataOfMari, orderActions } from '../../support/orders/forgetting.ts';
import { readOrder } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const { email, env, erase, sendQueuedMail, sendNoticeMail, mailFolder } = erasureSetup(shop);
const { runOperator, placeCancelledOrder, placeCompletedOrder } = orderActions(shop);

const history = () =>
  shop.db
    .selectFrom('order_events')
    .select(['actor', 'data'])
    .where('type', '=', 'erased')
    .orderBy('order_id')
    .execute();

test('privacy erase: erases all data of a buyer who never paid, also mail files; the order page shows no customer', async () => {
  const { number, token } = (await shop.place(mari)).json().order;
  await runOperator('orders', 'cancel', number);
  const withdrawalId = await shop.withdraw({ number, name: mari.customer.name, email });
  await sendQueuedMail();
  await shop.db.updateTable('payments').set({ redirect_url: 'https://pay.example/mari' }).execute();
  const webhookEvent = {
    provider: 'montonio',
    provider_ref: 'm-1',
    event_key: 'e',
    received_at: fridayNoon,
    stale: false,
  };
  await shop.db
    .insertInto('webhook_events')
    .values({ ...webhookEvent, merchant_ref: number, hint: null })
    .execute();
  const otherNumber = await shop.order();
  await sendQueuedMail();
  const mailFiles = () => readdir(mailFolder());
  expect((await mailFiles()).some((name) => name.includes(number))).toBe(true);
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);

  expect(await erase('--yes')).toEqual({
    code: 0,
    out: `order ${number}: personal data erased; tires and amounts are kept\ndeclaration ${withdrawalId}: erased\n`,
    err: '',
  });
  expect(await textsFoundInDatabase(shop.db, [...allDataOfMari, 'pay.example', 'm-1'])).toEqual([]);
  const keys = shop.db.selectFrom('idempotency_keys').innerJoin('orders', 'orders.id', 'order_id').select('number');
  expect(await keys.execute()).toEqual([{ number: otherNumber }]);
  expect((await mailFiles()).filter((name) => !name.includes(otherNumber))).toEqual([]);
  expect((await mailFiles()).length).toBeGreaterThan(0);
  for (const name of await mailFiles())
    expect(await readFile(join(mailFolder(), name), 'utf8')).not.toContain('moldre');
  expect(await history()).toEqual([{ actor: 'operator:kati', data: { kept: [] } }]);
  const { order } = (await readOrder(shop.app, number, token)).json();
  expect(order).toMatchObject({ status: 'cancelled', customer: { name: '', email: '', phone: '' }, total: 319.6 });
  expect(await erase('--yes')).toMatchObject({ code: 1, err: `privacy erase: nothing is kept about ${email}\n` });
});

test('privacy erase: erases back-in-stock requests and mails about them, also if only a mail file is left', async () => {
  await sendNoticeMail(mari.customer.email, { isConfirmed: false });
  await sendNoticeMail('jaan@example.com', { isConfirmed: true });
  expect(await erase('--yes')).toEqual({ code: 0, out: 'back-in-stock requests: 1 erased\n', err: '' });
  expect(await shop.db.selectFrom('stock_notices').select('id').execute()).toEqual([]);
  const mailTexts = async () => {
    const names = (await readdir(mailFolder())).filter((name) => name.startsWith('notice-'));
    return Promise.all(names.map((name) => readFile(join(mailFolder(), name), 'utf8')));
  };
  expect(await mailTexts()).toEqual([expect.stringContaining('jaan@example.com')]);
  await sendNoticeMail(mari.customer.email, { isConfirmed: true });
  expect(await shop.db.selectFrom('stock_notices').select('id').execute()).toEqual([]);
  const exported = await shop.run(['privacy', 'export', '--email', email], undefined, { env: env() });
  expect(JSON.parse(exported.out).mailFiles).toEqual([expect.stringMatching(/^notice-.*-found\.eml$/)]);
  expect(await erase('--dry-run')).toMatchObject({ code: 0 });
  expect(await mailTexts()).toHaveLength(2);
  expect(await erase('--yes')).toEqual({ code: 0, out: 'back-in-stock requests: 1 erased\n', err: '' });
  expect(await mailTexts()).toEqual([expect.stringContaining('jaan@example.com')]);
});

test('privacy erase: keeps the data that accounting law requires, and prints until when', async () => {
  const number = await placeCompletedOrder();
  await sendQueuedMail();
  const { code, out } = await erase('--yes', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    ok: true,
    dryRun: false,
    orders: [{ number, erased: 'contact', open: [], nameKeptUntil: '2033-12-31' }],
    withdrawals: [],
    appointments: [],
    notices: 0,
  });
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(nameDataOfMari);
  expect(await shop.ledger()).toMatchObject([{ kind: 'paid', amount_cents: 31960 }]);
  expect(await history()).toEqual([{ actor: 'operator:kati', data: { kept: ['name', 'company'] } }]);
  // The order is still found by its number, but nothing more is erased and no second event stored.
  const secondErasure = await shop.run(['privacy', 'erase', '--order', number, '--yes'], undefined, { env: env() });
  expect(secondErasure).toMatchObject({ code: 0, out: expect.stringContaining('kept until 2033-12-31') });
  expect(await history()).toHaveLength(1);
});

test('privacy erase: erases closed orders, keeps open orders and prints their numbers, and exits with code 3', async () => {
  const [closed, open] = [await placeCancelledOrder(), await shop.order(mari)];
  await sendQueuedMail();
  const { code, out } = await erase('--yes');
  expect({ code, out }).toEqual({
    code: 3,
    out: `order ${closed}: personal data erased; tires and amounts are kept\norder ${open}: not erased: it is not closed\n`,
  });
  const rows = await shop.db.selectFrom('orders').select(['number', 'email']).orderBy('id').execute();
  expect(rows).toEqual([
    { number: closed, email: '' },
    { number: open, email: mari.customer.email },
  ]);
  const refused = await erase('--yes', '--json');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining(`order ${open}: not erased: it is not closed`),
  });
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'open' });
});

test('privacy erase --order: erases only that order, and only if it belongs to that person', async () => {
  const [erased, kept] = [await placeCancelledOrder(), await placeCancelledOrder()];
  const foreign = await shop.order();
  await sendQueuedMail();
  expect(await erase('--order', foreign, '--yes')).toMatchObject({ code: 1 });
  expect(await erase('--order', erased, '--yes')).toMatchObject({ code: 0 });
  const rows = await shop.db.selectFrom('orders').select('number').where('email', '=', '').execute();
  expect(rows).toEqual([{ number: erased }]);
  expect(kept).not.toBe(erased);
});

test('privacy erase --dry-run: prints the same result, says that nothing has changed, and changes nothing', async () => {
  await placeCompletedOrder();
  await sendQueuedMail();
  const files = await readdir(mailFolder());
  const before = await wholeDatabase(shop.db);
  const dryRun = await erase('--dry-run');
  expect(await wholeDatabase(shop.db)).toEqual(before);
  expect(await readdir(mailFolder())).toEqual(files);
  const erasure = await erase('--yes');
  expect(dryRun).toEqual({ ...erasure, out: `${erasure.out}Dry run: nothing has changed.\n` });
});

test('privacy erase: asks for confirmation, and needs --yes without a terminal', async () => {
  await placeCancelledOrder();
  await sendQueuedMail();
  expect(await erase()).toMatchObject({ code: 2 });
  const args = ['privacy', 'erase', '--email', email];
  expect(await shop.run(args, 'n', { env: env() })).toMatchObject({ code: 1 });
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual(allDataOfMari);
  const { code, err } = await shop.run(args, 'y', { env: env() });
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/Erase the data of MARI.*for good\? \[y\/N\] $/),
  });
  expect(await textsFoundInDatabase(shop.db, allDataOfMari)).toEqual([]);
});
