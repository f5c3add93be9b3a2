import { randomUUID, type UUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { bank, card, type PlacedOrder, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();

// Each order is for 4 of `tire` at 79.90 €, in all 319.60 €.
/** Adds `dearer` for 99.90 € and `cheaper` for 59.90 € at Ringtee, and `remote` for 79.90 € at the supplier `seed`. */
const seedOthers = () =>
  seedTires(shop.db.kysely, [
    { id: 'dearer', price: 9990, stock: { ringtee: 8 } },
    { id: 'cheaper', price: 5990, stock: { ringtee: 8 } },
    { id: 'remote', stock: { supplier: { count: 8, leadDays: 3 } } },
  ]);

const change = (order: PlacedOrder, body: object, key: UUID = randomUUID()) => shop.act(order, 'changes', body, key);
const openPaymentsQuery = `select method from payments where state in ('created', 'submitted', 'pending', 'authorized')`;
const twoTires = { counts: [{ id: 'tire', count: 2 }] };
const swapForDearer = { swaps: [{ from: 'tire', to: 'dearer' }] };
const codeOf = async (order: PlacedOrder, body: object, key?: UUID) => {
  const answer = await change(order, body, key);
  return [answer.statusCode, answer.json().code];
};

test('a dry run returns the effects of a change, and writes nothing', async () => {
  const order = await shop.order('pay_at_branch');
  const events = () => shop.rows('select id from order_events');
  const before = await events();
  const answer = (await change(order, { ...twoTires, dryRun: true })).json();
  expect(answer).toMatchObject({
    order: { total: 319.6 },
    change: {
      tires: [{ id: 'tire', before: 4, after: 2, price: 79.9 }],
      total: { before: 319.6, after: 159.8 },
      refund: 0,
      missing: 0,
    },
    seen: expect.any(Number),
  });
  expect(await events()).toEqual(before);
  expect(await shop.stock()).toMatchObject({ held: 4 });
  const changed = await change(order, { ...twoTires, seen: answer.seen });
  expect(changed.json()).toMatchObject({ order: { total: 159.8, items: [{ count: 2 }] }, seen: null });
  expect(await shop.stock()).toMatchObject({ held: 2 });
});

test('a change whose preview is outdated is refused, and the order stays unchanged', async () => {
  const order = await shop.order('pay_at_branch');
  const { seen } = (await change(order, { ...twoTires, dryRun: true })).json();
  await change(order, { note: 'Palun helistage' });
  expect(await codeOf(order, { ...twoTires, seen })).toEqual([409, 'changed']);
  expect((await shop.view(order)).order.total).toBe(319.6);
});

test('repeating a change with its key changes nothing more; another change with the key is refused', async () => {
  const order = await shop.order('pay_at_branch');
  const key = randomUUID();
  expect((await change(order, twoTires, key)).statusCode).toBe(200);
  const repeated = await change(order, twoTires, key);
  expect([repeated.statusCode, repeated.json().change]).toEqual([200, null]);
  expect(await codeOf(order, { note: 'x' }, key)).toEqual([422, 'key-reused']);
  expect(await shop.rows(`select from order_events where type = 'changed'`)).toHaveLength(1);
});

test('a change of the total closes the payment page; the buyer then pays the new total', async () => {
  const order = await shop.order(card);
  const answer = await change(order, twoTires);
  expect(answer.json()).toMatchObject({ order: { total: 159.8, awaitsBuyer: true }, next: { type: 'none' } });
  expect(await shop.rows('select state from payments')).toEqual([{ state: 'expired' }]);
  await shop.act(order, 'payments', { paymentMethod: card });
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: null, paid: 15980, sold: 2 });
});

test('a change that does not change the total keeps the payment page open', async () => {
  const order = await shop.order(card);
  expect((await change(order, { branch: 'annelinn' })).json()).toMatchObject({ next: { type: 'redirect' } });
  await shop.stripe.pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', paid: 31960 });
});

test.each([
  ['lower', twoTires, { status: 'confirmed', review: 'overpaid', paid: 31960 }],
  ['higher', swapForDearer, { status: 'awaiting_payment', review: 'amount-mismatch', paid: 31960 }],
])(
  'a payment of the old total after a change to a %s one is booked, and the order is marked for review',
  async (_, body, outcome) => {
    await seedOthers();
    const order = await shop.order(bank);
    const oldPayment = await shop.ref(order);
    await change(order, body);
    await shop.montonio.pay(oldPayment);
    await shop.runJobs();
    expect(await shop.outcome(order)).toMatchObject(outcome);
  },
);

test('a swap for cheaper tires in a paid order refunds the difference through the provider', async () => {
  await seedOthers();
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  const answer = await change(order, { swaps: [{ from: 'tire', to: 'cheaper', count: 2, price: 59.9 }] });
  expect(answer.json()).toMatchObject({
    change: { refund: 40, total: { after: 279.6 } },
    order: {
      items: [
        { id: 'tire', count: 2 },
        { id: 'cheaper', count: 2 },
      ],
    },
  });
  await shop.runJobs();
  expect(await shop.rows('select reason, amount_cents, provider_ref from refunds')).toEqual([
    { reason: 'changed', amount_cents: 4000, provider_ref: expect.any(String) },
  ]);
  expect((await shop.view(order)).order).toMatchObject({
    status: 'confirmed',
    payment: { state: 'paid', paid: 319.6, missing: 0, over: 0 },
  });
});

test.each([bank, card])('the difference to dearer tires is paid through %s', async (method) => {
  await seedOthers();
  const order = await shop.order(method);
  await shop.fakeOf(method).pay(await shop.ref(order));
  await shop.runJobs();
  expect((await change(order, swapForDearer)).json()).toMatchObject({
    change: { missing: 80 },
    order: { status: 'confirmed', total: 399.6, payment: { state: 'part_paid', missing: 80 } },
  });
  const answer = (await shop.act(order, 'payments', { paymentMethod: method })).json();
  expect(answer.next.type).toBe('redirect');
  await shop.fakeOf(method).pay(await shop.ref(order));
  await shop.runJobs();
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: null, paid: 39960, sold: 4 });
});

test('a difference that is not due any more leaves no payment open', async () => {
  await seedOthers();
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  await change(order, swapForDearer);
  await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' });
  await change(order, { swaps: [{ from: 'dearer', to: 'tire' }] });
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: null, paid: 31960 });
  expect(await shop.rows(openPaymentsQuery)).toEqual([]);
});

test.each(['pay_at_branch', 'bank_transfer'])(
  'a difference that is to be paid by %s leaves no payment open, because the order never expires',
  async (method) => {
    await seedOthers();
    const order = await shop.order(bank);
    await shop.montonio.pay(await shop.ref(order));
    await shop.runJobs();
    await change(order, swapForDearer);
    const answer = (await shop.act(order, 'payments', { paymentMethod: method })).json();
    expect(answer).toMatchObject({ order: { paymentMethod: method, payment: { missing: 80 } } });
    expect(answer.next).toMatchObject(method === 'bank_transfer' ? { amount: 80 } : { type: 'none' });
    expect(await shop.rows(openPaymentsQuery)).toEqual([]);
  },
);

test('refuses another payment method for a part-paid order that is not confirmed', async () => {
  const order = await shop.order('bank_transfer');
  await markPaid(shop.context, order.id, 'operator', { reference: 'A1', amountCents: 10000 });
  const answer = await shop.act(order, 'payments', { paymentMethod: bank });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'too-late']);
});

test('tires of a supplier join the purchase once the buyer chooses to pay the difference at the branch', async () => {
  await seedTires(shop.db.kysely, [{ id: 'remote', price: 9990, stock: { supplier: { count: 8, leadDays: 3 } } }]);
  const order = await shop.order(bank);
  await shop.montonio.pay(await shop.ref(order));
  await shop.runJobs();
  await change(order, { swaps: [{ from: 'tire', to: 'remote' }] });
  const remoteStock = () => shop.rows(`select held, owed from stock where tire_id = 'remote'`);
  expect(await remoteStock()).toEqual([{ held: 4, owed: 0 }]);
  await shop.act(order, 'payments', { paymentMethod: 'pay_at_branch' });
  expect(await remoteStock()).toEqual([{ held: 0, owed: 4 }]);
  expect(await markPaid(shop.context, order.id, 'operator', { tender: 'card' })).toEqual({ ok: true });
  expect(await shop.outcome(order)).toMatchObject({ status: 'confirmed', review: null, paid: 39960 });
});

test('a buyer cannot change an order whose tires are ordered from a supplier or sent by another branch', async () => {
  await seedOthers();
  const remote = await shop.order('pay_at_branch', 4, { items: [{ id: 'remote', count: 4, price: 79.9 }] });
  expect(await codeOf(remote, { counts: [{ id: 'remote', count: 3 }], dryRun: true })).toEqual([200, undefined]);
  await shop.rows(`update purchases set state = 'sent', sent_at = created_at`);
  expect(await codeOf(remote, { counts: [{ id: 'remote', count: 3 }] })).toEqual([409, 'ask-branch']);
  const transferred = await shop.order('pay_at_branch', 4, { branch: 'annelinn' });
  expect(await codeOf(transferred, { note: 'x' })).toEqual([200, undefined]);
  await shop.rows(`update transfers set state = 'sent', sent_at = requested_at, sent_by = 'x'`);
  await shop.rows(`update stock_holds set state = 'in_transit' where order_id = $1`, [transferred.id]);
  await shop.rows(`update stock set held = 0, on_hand = on_hand - 4 where tire_id = 'tire' and place = 'ringtee'`);
  expect(await codeOf(transferred, { note: 'y' })).toEqual([409, 'ask-branch']);
});

test('while a bank settles a payment, the total cannot change, but other data can', async () => {
  const order = await shop.order(bank);
  await shop.rows(`update payments set state = 'authorized'`);
  expect(await codeOf(order, twoTires)).toEqual([409, 'payment-underway']);
  expect(await codeOf(order, { note: 'x' })).toEqual([200, undefined]);
});

test.each([
  ['a price that has changed', { swaps: [{ from: 'tire', to: 'dearer', price: 98 }] }, [409, 'price-changed']],
  ['more than is in stock', { swaps: [{ from: 'tire', to: 'few' }] }, [409, 'out-of-stock']],
  ['nothing left', { counts: [{ id: 'tire', count: 0 }] }, [400, 'last-tires']],
  ['no change', { note: '' }, [400, 'unchanged']],
  ['more tires', { counts: [{ id: 'tire', count: 5 }] }, [400, 'validation']],
  ['a link in a name', { customer: { name: 'http://spam.example' } }, [400, 'validation']],
  ['a branch that does not exist', { branch: 'nowhere' }, [400, 'validation']],
])('refuses %s', async (_, body, expected) => {
  await seedOthers();
  await seedTires(shop.db.kysely, [{ id: 'few', stock: { ringtee: 2 } }]);
  const order = await shop.order('pay_at_branch');
  expect(await codeOf(order, body)).toEqual(expected);
  expect((await shop.view(order)).order).toMatchObject({ total: 319.6, branch: 'ringtee' });
});

test('a buyer changes an order ten times at most, and cannot send mails to an address with too many orders', async () => {
  const order = await shop.order('pay_at_branch');
  const other = await shop.order('pay_at_branch');
  const { email } = (await shop.view(other)).order.customer;
  for (let n = 0; n < 2; n += 1)
    await shop.order('pay_at_branch', 4, { customer: { name: 'Mari', email, phone: '51234567' } });
  expect(await codeOf(order, { customer: { email } })).toEqual([409, 'too-many-open-orders']);
  for (let n = 0; n < 10; n += 1) expect(await codeOf(order, { note: `${n}` })).toEqual([200, undefined]);
  expect(await codeOf(order, { note: 'x' })).toEqual([409, 'too-many-changes']);
});

test('a ready order with payment by transfer awaits payment when its new tires are not at the branch', async () => {
  await seedOthers();
  const order = await shop.order('pay_at_branch');
  await markReady(shop.context, order.id, 'branch:ringtee');
  await shop.act(order, 'payments', { paymentMethod: 'bank_transfer' });
  expect((await change(order, { swaps: [{ from: 'tire', to: 'remote' }] })).json().order).toMatchObject({
    status: 'awaiting_payment',
    items: [{ id: 'remote' }],
  });
  expect(await shop.rows('select number from purchases')).toEqual([]);
});
