import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bookForOrder } from '../../../src/shop/checkout/fitting/order-booking.server.ts';
import { fittingShop, monday, type Order, startAt } from '../../support/orders/fitting-shop.ts';
import { items } from '../../support/orders/order-form.ts';
import { kindOf, plain, sentMails } from '../../support/orders/sent-mails.ts';
import { stubProvider } from '../../support/server/stub-provider.ts';

/** Two online payment methods, by which an order is paid within 45 minutes. */
const [swedbank, seb] = ['montonio:paymentInitiation:EE:HABAEE2X', 'montonio:paymentInitiation:EE:EEUHEE2X'];

const provider = stubProvider('montonio').provider;
provider.listMethods = async () => ({
  ok: true,
  value: [swedbank, seb].map((id) => ({ id, group: 'bank', label: id, logo: null })),
});

const shop = fittingShop({ providers: [provider] });

const payBy = ({ number, token }: Order, paymentMethod: string, accepted: object = {}) =>
  shop.app.inject({
    method: 'POST',
    url: `/v1/orders/${number}/payments`,
    headers: { 'order-token': token, 'idempotency-key': randomUUID() },
    payload: { paymentMethod, ...accepted },
  });

const payments = () => shop.rows('select method, state, key_hash from payments order by position');

// Placed on Friday: a transfer is due at the end of Tuesday.
describe('a method by which the money may come after the appointment', () => {
  test.each([swedbank, 'pay_at_branch'])(
    'is refused before anything changes: bank transfer after %s',
    async (method) => {
      const order = await shop.order({ paymentMethod: method, at: startAt(monday, '10:00') });
      const before = await payments();
      const refused = await payBy(order, 'bank_transfer');
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'frees-fitting', at: startAt(monday, '10:00') });
      expect(await payments()).toEqual(before);
      expect(await shop.view(order)).toMatchObject({ paymentMethod: method, fitting: { state: 'booked' } });
    },
  );

  test('frees the appointment if the buyer accepts the loss, and mails a link to choose another time', async () => {
    const order = await shop.order({ paymentMethod: swedbank, at: startAt(monday, '10:00') });
    await sentMails(shop.context);
    const changed = await payBy(order, 'bank_transfer', { freesFitting: true });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json().order).toMatchObject({
      status: 'awaiting_payment',
      paymentMethod: 'bank_transfer',
      fitting: { state: 'freed', freedBecause: 'changed' },
    });
    const [mail] = (await sentMails(shop.context)).filter((sent) => kindOf(sent) === 'fitting-freed');
    expect(mail && plain(mail)).toMatch(/fitting\?order=/);
    expect((await shop.move(order, startAt(monday, '10:00'))).json().code).toBe('slot-taken');
    expect((await shop.move(order, startAt('2026-11-25', '09:00'))).statusCode).toBe(200);
  });

  test('keeps an appointment that begins after the last day to pay', async () => {
    const order = await shop.order({ paymentMethod: swedbank, at: startAt('2026-11-25', '09:00') });
    const changed = await payBy(order, 'bank_transfer', { freesFitting: true });
    expect(changed.json().order).toMatchObject({ paymentMethod: 'bank_transfer', fitting: { state: 'booked' } });
  });

  test('adds the lead days of the tires to the last day to pay', async () => {
    const order = await shop.order({
      items: items(['far', 4]),
      paymentMethod: swedbank,
      at: startAt('2026-11-30', '10:00'),
    });
    expect((await payBy(order, 'bank_transfer')).json()).toMatchObject({ code: 'frees-fitting' });
  });
});

test('payment by one bank, by another bank and at the branch keeps the appointment', async () => {
  const order = await shop.order({ at: startAt('2026-11-20', '14:00') });
  for (const method of [swedbank, seb, 'pay_at_branch']) {
    const changed = await payBy(order, method);
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json().order.fitting).toMatchObject({ state: 'booked' });
  }
});

test('an appointment is freed if the tires, ordered only when the buyer chooses the branch, come no earlier than its day', async () => {
  const thursday = '2026-11-26';
  const order = await shop.order({
    items: items(['far', 4]),
    paymentMethod: swedbank,
    at: startAt(thursday, '10:00'),
  });
  // After the cut-off of the supplier.
  shop.setTime('2026-11-20', '16:00');
  const changed = (await payBy(order, 'pay_at_branch')).json().order;
  expect(changed).toMatchObject({ promisedOn: thursday, fitting: { state: 'freed', freedBecause: 'late' } });
  expect((await sentMails(shop.context)).map(kindOf)).toContain('fitting-freed');
});

test('an appointment that an employee made stays', async () => {
  const order = await shop.order({ at: null, paymentMethod: swedbank });
  const wanted = { at: new Date(startAt(monday, '10:00')), vehicle: 'car' } as const;
  const booked = await bookForOrder(shop.context, order.id, wanted, { actor: 'staff:kati', bookedVia: 'desk' });
  expect(booked.ok).toBe(true);
  expect((await payBy(order, 'bank_transfer')).json().order.fitting).toMatchObject({ state: 'booked' });
});
