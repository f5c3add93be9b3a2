import { expect, test } from 'vitest';
import { form } from '../../support/orders/order-form.ts';
import { place } from '../../support/orders/orders-shop.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
const sell = (...args: string[]) => shop.run(['orders', 'sell', '--branch', 'ringtee', '--json', ...args]);
const phone = (...args: string[]) =>
  shop.run(['orders', 'phone', '--branch', 'ringtee', '--name', 'Mari Maasikas', '--phone', '5123 4567', ...args]);
const stockAtRingtee = async () => (await shop.stock()).find(({ place }) => place === 'ringtee');
const orders = () => shop.db.selectFrom('orders').selectAll().orderBy('id').execute();
const mailKinds = async () => {
  const rows = await shop.db.selectFrom('letters').select('kind').orderBy('kind').execute();
  return rows.map(({ kind }) => kind);
};

test('orders sell: places, pays and hands over an order at once, for an unknown buyer', async () => {
  const { code, out, err } = await sell('tire=4', '--card');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({
    order: { status: 'completed', paid: 'paid', total: 319.6, name: '', email: '', tender: 'card' },
    desk: { cash: 0, card: 319.6 },
  });
  expect(await stockAtRingtee()).toMatchObject({ on_hand: 4, held: 0, sold: 0 });
  const [order] = await orders();
  expect(order).toMatchObject({ channel: 'counter', phone: '', company: null, terms_accepted_at: null, mailbox: null });
  expect(await mailKinds()).toEqual([]);
  const shown = (await shop.run(['orders', 'show', order?.number ?? ''])).out;
  expect(shown).toContain('(counter)');
  expect(shown).toContain('the buyer is not known');
});

test('orders sell: rounds cash to 5 cents without changing price, VAT and total, and counts the rounded cash in the drawer', async () => {
  await shop.db.updateTable('tires').set({ price_cents: 7989 }).execute();
  await shop.run(['cash', 'open', 'ringtee', '100']);
  // 4 × 79.89 = 319.56, paid as 319.55.
  expect(JSON.parse((await sell('tire=4', '--cash')).out)).toMatchObject({
    order: { total: 319.56, paid: 'paid', paidAmount: 319.56 },
    desk: { cash: 319.55, card: 0, rounding: -0.01 },
  });
  const { drawer } = JSON.parse((await shop.run(['cash', 'show', 'ringtee', '--json'])).out);
  expect(drawer).toMatchObject({ opening: 100, received: 319.55, expected: 419.55 });
});

test('orders sell: warns that cash is in no drawer when none is open', async () => {
  expect(await sell('tire=1', '--cash')).toMatchObject({
    code: 0,
    err: 'No cash drawer is open at ringtee: this cash is not counted in any.\n',
  });
});

test('orders sell: sells only tires that are free at the branch', async () => {
  await shop.order();
  const refused = await sell('tire=5', '--card');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('only 4 of tire are available') });
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'out-of-stock' });
  expect(await orders()).toHaveLength(1);
  expect((await sell('tire=4', '--card')).code).toBe(0);
  expect(await stockAtRingtee()).toMatchObject({ on_hand: 4, held: 4 });
});

test('orders sell: the same key and form sell once; another form with the key is refused', async () => {
  const [first, again] = [await sell('tire=2', '--card', '--key', 'K1'), await sell('tire=2', '--card', '--key', 'K1')];
  expect(JSON.parse(again.out).order.number).toBe(JSON.parse(first.out).order.number);
  expect(await shop.ledger()).toHaveLength(1);
  expect(await stockAtRingtee()).toMatchObject({ on_hand: 6 });
  for (const args of [
    ['tire=1', '--card'],
    ['tire=2', '--cash'],
  ]) {
    expect(await sell(...args, '--key', 'K1')).toMatchObject({ code: 1, err: expect.stringContaining('was used') });
  }
});

test('orders sell: a sale and an order on the website compete for the last tires, and one succeeds', async () => {
  await shop.run(['stock', 'set', 'tire', 'annelinn', '0']);
  const [sold, ordered] = await Promise.all([
    sell('tire=8', '--card'),
    place(shop.app, form({ items: [{ id: 'tire', count: 8, price: 79.9 }] })),
  ]);
  expect([sold.code === 0, ordered.statusCode === 201].filter(Boolean)).toHaveLength(1);
});

test('orders sell: mails the receipt to an address, and stores the company for the invoice', async () => {
  const company = ['--company', 'Rehv OÜ', '--reg-code', '12345678'];
  const buyer = ['--name', 'Mari', '--email', 'mari@example.com'];
  expect((await sell('tire=1', '--card', ...buyer, ...company)).code).toBe(0);
  expect(await mailKinds()).toEqual(['paid']);
  expect(await orders()).toMatchObject([
    { email: 'mari@example.com', company: { name: 'Rehv OÜ', regCode: '12345678' } },
  ]);
});

test.each([
  [['tire=1'], '--cash or --card'],
  [['tire=1', '--cash', '--card'], '--cash or --card'],
  [['tire', '--card'], 'is not TIRE=COUNT'],
  [['--card'], 'name the tires: TIRE=COUNT'],
  [['tire=0', '--card'], 'tire 1: min'],
  [['tire=1', '--card', '--email', 'mari@example.com'], '--name: required'],
  [['tire=1', '--card', '--name', 'M'], '--name: minLength'],
  [['tire=1', '--card', '--company', 'Rehv OÜ'], '--reg-code: required'],
  [['tire=1', '--card', '--phone', 'x'], '--phone: phone'],
])('orders sell: exits with code 2 for %j', async (args, text) => {
  expect(await sell(...args)).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  expect(await orders()).toEqual([]);
});

test('orders sell: refuses an unknown tire', async () => {
  expect(await sell('none=1', '--card')).toMatchObject({ code: 1, err: expect.stringContaining('no such tire') });
});

test('orders phone: places an order without an address, and prints a text for an SMS', async () => {
  const { code, out } = await phone('tire=4', '--terms-told', '--language', 'en');
  expect(code).toBe(0);
  const [order] = await orders();
  expect(order).toMatchObject({
    channel: 'phone',
    status: 'confirmed',
    email: '',
    mailbox: null,
    client_address: null,
  });
  expect(order?.terms_accepted_at).not.toBeNull();
  expect(out).toBe(
    [
      `Order ${order?.number} is confirmed, unpaid.`,
      '',
      'SMS to 5123 4567:',
      `Rehvipood: order ${order?.number}. 4 x Nokian Hakka Blue 3 205/55 R16 91V XL. €319.60 in total. The tyres will be ready for you at the Ringtee branch from 20 November. You pay at the branch by card or in cash. We will hold the tyres for you until the end of 25 November.`,
      '',
    ].join('\n'),
  );
  expect(await mailKinds()).toEqual(['branch-order']);
  const events = await shop.db.selectFrom('order_events').select(['actor', 'type', 'data']).execute();
  expect(events).toEqual([{ actor: 'operator', type: 'placed', data: { channel: 'phone', terms: 'told' } }]);
});

test.each([
  ['ee', /viitenumber \d+\./, /4 x Nokian/],
  ['ru', /номер ссылки \(viitenumber\) \d+\./, /заказ R26-/],
])(
  'orders phone: the SMS about a bank transfer in %s has account, reference number and amount',
  async (language, ...parts) => {
    const { out } = await phone('tire=4', '--terms-told', '--pay', 'transfer', '--language', language, '--json');
    const { sms, order } = JSON.parse(out);
    expect(order).toMatchObject({ status: 'awaiting_payment', paymentMethod: 'bank_transfer' });
    for (const part of [...parts, /EE382200221020145685/, /319,60/]) expect(sms).toMatch(part);
    expect(await mailKinds()).toEqual([]);
  },
);

test('orders phone: mails the confirmation to an address, and prints no SMS', async () => {
  const { out } = await phone('tire=4', '--terms-told', '--email', 'mari@example.com');
  expect(out).not.toContain('SMS');
  expect(await mailKinds()).toEqual(['branch-order', 'placed']);
  expect((await runJobs(testShopContext(shop.db))).failed).toEqual([]);
});

test('orders phone: is not rate-limited, and takes tires from other branches', async () => {
  const args = ['tire=1', '--terms-told', '--email', 'mari@example.com'];
  for (let n = 0; n < 6; n += 1) expect((await phone(...args)).code).toBe(0);
  expect((await phone('tire=8', '--terms-told')).code).toBe(0);
  // Ringtee has eight of the 14 tires.
  const transfers = await shop.db.selectFrom('transfers').select(['from_branch', 'count']).execute();
  expect(transfers).toEqual([{ from_branch: 'annelinn', count: 6 }]);
});

test('orders phone: stores the plate of a car for fitting', async () => {
  expect((await phone('tire=4', '--terms-told', '--fit', '123 ABC')).code).toBe(0);
  expect(await orders()).toMatchObject([{ fulfilment: 'fitting', plate: '123 ABC' }]);
});

test('orders phone: refuses an order without a name, without a phone number, or before the buyer has heard the terms', async () => {
  expect(await phone('tire=4')).toMatchObject({ code: 2, err: expect.stringContaining('--terms-told') });
  const nameless = await shop.run([
    'orders',
    'phone',
    '--branch',
    'ringtee',
    'tire=4',
    '--terms-told',
    '--phone',
    '51234567',
  ]);
  expect(nameless).toMatchObject({ code: 2, err: expect.stringContaining('--name') });
  expect(await orders()).toEqual([]);
});
