import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { items } from '../../../support/orders/order-form.ts';

const desk = deskOfOrders();

const sale = (changes: Record<string, unknown> = {}) => ({
  branch: 'ringtee',
  tender: 'card',
  customer: {},
  items: [{ id: 'tire', count: 4 }],
  ...changes,
});

test('a sale at the counter is placed, paid and handed over, once for its key', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const key = randomUUID();
  const sold = await kati.act('sell', sale(), { key });
  expect(sold.body).toMatchObject({ ok: true, sms: null });
  const order = (await kati.get(`/api/orders/${sold.body.number}`)).body;
  expect(order).toMatchObject({ status: 'completed', channel: 'counter', tires: { handedOver: 4 }, nextAct: null });
  expect((await kati.act('sell', sale(), { key })).body).toMatchObject({
    repeated: true,
    subject: `order ${sold.body.number}`,
  });
  expect(await desk.shop.ledger()).toMatchObject([{ kind: 'paid', amount_cents: 31_960, actor: 'staff:kati' }]);
  const tooMany = await kati.act('sell', sale({ items: [{ id: 'tire', count: 5 }] }));
  expect(tooMany).toMatchObject({ status: 409, body: { code: 'out-of-stock', items: [{ id: 'tire', available: 4 }] } });
});

test('a sale or an order on the phone is refused at another price than the one that the screen showed', async () => {
  const kati = await desk.sessionOf('worker');
  const told = { customer: { name: 'Mari Maasikas', phone: '51234567' }, fulfilment: 'pickup', termsTold: true };
  const phoneOrder = { branch: 'ringtee', paymentMethod: 'pay_at_branch', ...told };
  const atPrice = (price: number) => ({ items: [{ id: 'tire', count: 4, price }] });
  const repriced = { status: 409, body: { code: 'price-changed', items: [{ id: 'tire', price: 79.9 }] } };
  expect(await kati.act('sell', sale(atPrice(69.9)))).toMatchObject(repriced);
  expect(await kati.act('place-phone-order', { ...phoneOrder, ...atPrice(89.9) })).toMatchObject(repriced);
  expect(await desk.shop.ledger()).toEqual([]);
  expect((await kati.act('sell', sale(atPrice(79.9)))).status).toBe(200);
});

test('of a concurrent counter sale and web order for the last four tires, one succeeds and the other gets out-of-stock', async () => {
  const ids = ['last', 'next', 'more'];
  await seedTires(
    desk.shop.db,
    ids.map((id) => ({ id, stock: { ringtee: 4 } })),
  );
  const kati = await desk.sessionOf('worker');
  for (const id of ids) {
    const [sold, ordered] = await Promise.all([
      kati.act('sell', sale({ items: [{ id, count: 4 }] })),
      desk.shop.place({ items: items([id, 4]) }),
    ]);
    const won = sold.status === 200;
    expect(ordered.statusCode).toBe(won ? 409 : 201);
    const loser = won ? ordered.json() : sold.body;
    expect(loser).toMatchObject({ code: 'out-of-stock', items: [{ id, available: 0 }] });
  }
});

test('an order on the phone needs name, phone and the terms, and gives the text of an SMS', async () => {
  const kati = await desk.sessionOf('worker');
  const form = {
    branch: 'ringtee',
    customer: { name: 'Mari Maasikas', phone: '51234567' },
    fulfilment: 'fitting',
    plate: '123 ABC',
    paymentMethod: 'pay_at_branch',
    termsTold: true,
    items: [{ id: 'tire', count: 4 }],
  };
  expect((await kati.act('place-phone-order', { ...form, termsTold: false })).body.code).toBe('terms-not-told');
  expect(await kati.act('place-phone-order', { ...form, customer: { name: '', phone: '51234567' } })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'customer.name' }] },
  });
  const placed = await kati.act('place-phone-order', form);
  expect(placed.body.sms).toContain(String(placed.body.number));
  const order = (await kati.get(`/api/orders/${placed.body.number}`)).body;
  expect(order).toMatchObject({ channel: 'phone', plate: '123 ABC', nextAct: 'put-aside' });
});

test('codes of a company and the note are stored as those of an order on the website', async () => {
  const kati = await desk.sessionOf('worker');
  const company = { name: 'Veod OÜ', regCode: '1042 1629', vatNumber: 'ee 100 421 628', address: 'Tehase 12' };
  const note = 'wheel \u202Ebolts\u200B';
  const customer = { name: 'Mari Maasikas', phone: '51234567' };
  const sold = await kati.act('sell', sale({ customer, company, note, items: [{ id: 'tire', count: 1 }] }));
  const ordered = await kati.act('place-phone-order', {
    ...{ branch: 'ringtee', customer, company, note, items: [{ id: 'tire', count: 1 }] },
    ...{ fulfilment: 'pickup', paymentMethod: 'bank_transfer', termsTold: true },
  });
  const stored = { company: { ...company, regCode: '10421629', vatNumber: 'EE100421628' }, note: 'wheel bolts' };
  for (const { body } of [sold, ordered])
    expect((await kati.get(`/api/orders/${body.number}`)).body).toMatchObject(stored);
  const invoice = await desk.shop.db.selectFrom('money_documents').select('buyer').executeTakeFirstOrThrow();
  expect(invoice.buyer).toMatchObject(stored.company);
});

test('tires are handed over in two parts; both hand-overs can be undone', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  expect((await kati.act('hand-over', { number, tires: [{ id: 'tire', count: 2 }] })).status).toBe(200);
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({
    status: 'confirmed',
    tires: { handedOver: 2, here: 2 },
    money: { dueCents: 0, paidCents: 31_960 },
  });
  expect((await kati.act('hand-over', { number })).status).toBe(200);
  expect((await desk.shop.orderState(number)).status).toBe('completed');
  expect((await kati.act('undo-hand-over', { number })).status).toBe(200);
  expect((await kati.get(`/api/orders/${number}`)).body).toMatchObject({ tires: { handedOver: 0, here: 4 } });
});

test('the preview of a swap to dearer tires names the difference, which must be paid before the hand-over', async () => {
  await seedTires(desk.shop.db, [{ id: 'dearer', price: 9_990, stock: { ringtee: 8 } }]);
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  const change = { swaps: [{ from: 'tire', to: 'dearer', price: 99.9 }] };
  const preview = await kati.act('preview-change', { number, change });
  expect(preview.body).toMatchObject({
    ok: true,
    summary: { total: { before: 31_960, after: 39_960 }, missingCents: 8_000, refundCents: 0 },
  });
  expect((await desk.shop.orderState(number)).paid).toBe('paid');
  const applied = await kati.act('swap-tires', { number, change, event: preview.body.event });
  expect(applied.status, applied.text).toBe(200);
  expect((await kati.act('hand-over', { number })).body.code).toBe('unpaid');
  await kati.act('mark-paid', { number, tender: 'card' });
  expect((await kati.act('hand-over', { number })).status).toBe(200);
});

test('returned mounted tires are not for sale; their refund needs an owner’s step-up for exactly its amount', async () => {
  const number = await desk.shop.paidOrder();
  const [kati, mari] = [await desk.sessionOf('worker'), await desk.enrol('owner', 'mari')];
  await kati.act('hand-over', { number });
  const back = { number, tires: [{ id: 'tire', count: 4 }], condition: 'mounted', branch: 'ringtee' };
  expect((await kati.act('take-back', back)).body).toMatchObject({ ok: true, proposedRefund: { amountCents: 31_960 } });
  const [stock] = (await desk.shop.stock()).filter(({ place }) => place === 'ringtee');
  expect(stock).toMatchObject({ on_hand: 4 });
  const fields = { key: randomUUID(), number, amountCents: 5_000, reason: 'goodwill' };
  const options = await kati.post('/api/step-up', { act: 'refund', fields });
  const stepUp = mari.passkey.authenticate(options.body as { challenge: string });
  const more = await kati.post('/api/acts/refund', { ...fields, amountCents: 6_000, stepUp });
  expect(more.body.code).toBe('step-up-failed');
  const again = await kati.post('/api/step-up', { act: 'refund', fields });
  const secondStepUp = mari.passkey.authenticate(again.body as { challenge: string });
  expect((await kati.post('/api/acts/refund', { ...fields, stepUp: secondStepUp })).status).toBe(200);
  const { money } = (await kati.get(`/api/orders/${number}`)).body as { money: { refunds: unknown[] } };
  expect(money.refunds).toMatchObject([{ amountCents: 5_000, actor: 'staff:mari' }]);
});

test('the buyer gets no mail about “ready” that is undone before the mail is sent', async () => {
  const number = await desk.shop.order();
  const kati = await desk.sessionOf('worker');
  await kati.act('put-aside', { number, shelf: 'A1', marksReady: true });
  expect((await kati.act('undo-ready', { number })).status).toBe(200);
  const mails = await desk.shop.db
    .selectFrom('letters')
    .select(['kind', 'dropped_at'])
    .where('kind', '=', 'ready')
    .execute();
  expect(mails).toMatchObject([{ dropped_at: expect.any(Date) }]);
  expect((await desk.shop.orderState(number)).status).toBe('confirmed');
});

test('faulty tires are swapped under warranty for available tires of the branch', async () => {
  const number = await desk.shop.paidOrder();
  const kati = await desk.sessionOf('worker');
  await kati.act('hand-over', { number });
  const swap = { number, tires: [{ id: 'tire', count: 1 }], branch: 'ringtee', reason: 'bulge' };
  expect((await kati.act('swap-warranty', swap)).status).toBe(200);
  expect(await kati.act('swap-warranty', { ...swap, tires: [{ id: 'tire', count: 4 }] })).toMatchObject({
    status: 409,
    body: { code: 'not-free' },
  });
});
