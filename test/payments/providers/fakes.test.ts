import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { montonioSubject, neverAborted, stripeSubject } from './subjects.ts';

// What the adapters never do, so that a fake which lets everything pass would be seen.

describe('the fake of Montonio', () => {
  let subject: Awaited<ReturnType<typeof montonioSubject>>;
  const good = { accessKey: 'test-access-key', exp: Date.parse('2026-11-21T10:10:00Z') / 1000 };
  beforeEach(async () => {
    subject = await montonioSubject();
  });
  afterEach(async () => {
    await subject.fake.close();
    await subject.receiver.close();
  });

  test.each([
    ['a good token', jwt(good), 200],
    ['no token', '', 401],
    ['a token without an end', jwt({ accessKey: good.accessKey }), 401],
    ['a token that has run out', jwt({ ...good, exp: good.exp - 601 }), 401],
    ['another store', jwt({ ...good, accessKey: 'another' }), 401],
    ['another secret', jwt(good, 'another'), 403],
    ['alg none', jwt(good, undefined, 'none'), 403],
  ])('answers %s', async (_, token, status) => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${subject.fake.url}/stores/payment-methods`, { headers })).status).toBe(status);
  });

  test.each([
    [{ grandTotal: 1.999 }, 'grandTotal'],
    [{ payment: { method: 'cardPayments', amount: 2, currency: 'EUR' } }, 'payment.amount'],
    [{ payment: { method: 'cash', amount: 1, currency: 'EUR' } }, 'payment.method'],
    [{ currency: 'USD' }, 'currency'],
    [{ locale: 'ee' }, 'locale'],
    [{ expiresIn: 0 }, 'expiresIn'],
    [{ merchantReference: undefined }, 'merchantReference'],
  ])('refuses an order with %o', async (wrong, field) => {
    const payment = { method: 'cardPayments', amount: 1, currency: 'EUR' };
    const urls = { returnUrl: 'https://example.com', notificationUrl: 'https://example.com' };
    const order = { ...urls, merchantReference: 'RP-1', grandTotal: 1, currency: 'EUR', locale: 'et', payment };
    expect((await post('orders', order)).status).toBe(201);
    const refusal = await post('orders', { ...order, merchantReference: 'RP-2', ...wrong });
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain(`${field} is not valid`);
  });

  test('refunds at least 5 cents', async () => {
    const started = await subject.provider.start(subject.request, neverAborted);
    if (!started.ok) throw new Error(started.kind);
    const { providerRef } = started.value;
    await subject.control.pay(providerRef);
    const refund = (idempotencyKey: string, amountCents: number) =>
      subject.provider.refund({ providerRef, refundId: idempotencyKey, amountCents }, neverAborted);
    expect(await refund('a', 4)).toMatchObject({ ok: false, kind: 'rejected' });
    expect(await refund('b', 5)).toMatchObject({ ok: true });
  });

  function post(what: string, payload: object): Promise<Response> {
    const body = JSON.stringify({ data: jwt({ ...good, ...payload }) });
    return fetch(`${subject.fake.url}/${what}`, { method: 'POST', body });
  }
});

describe('the fake of Stripe', () => {
  let subject: Awaited<ReturnType<typeof stripeSubject>>;
  beforeEach(async () => {
    subject = await stripeSubject();
  });
  afterEach(async () => {
    await subject.fake.close();
    await subject.receiver.close();
  });

  const noon = Date.parse('2026-11-21T10:00:00Z') / 1000;
  const session = {
    mode: 'payment',
    success_url: 'https://example.com',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '7990',
    'line_items[0][quantity]': '4',
  };

  test.each([
    ['nothing else', {}, 200],
    ['an end in half an hour', { expires_at: noon + 1800 }, 200],
    ['an end before that', { expires_at: noon + 1799 }, 400],
    ['an end beyond a day', { expires_at: noon + 86_401 }, 400],
    ['the parameter that is gone', { 'payment_method_types[0]': 'card' }, 400],
    ['cents that are not whole', { 'line_items[0][price_data][unit_amount]': '79.90' }, 400],
    ['too little', { 'line_items[0][quantity]': '0' }, 400],
    ['dollars', { 'line_items[0][price_data][currency]': 'usd' }, 400],
  ])('answers a session with %s', async (_, wrong, status) => {
    expect((await create({ ...session, ...wrong })).status).toBe(status);
  });

  test('for a day, repeats the first response to a key and refuses the key with other parameters', async () => {
    const first = await (await create(session, 'key')).text();
    expect(await (await create(session, 'key')).text()).toBe(first);
    const other = { ...session, customer_email: 'mari@example.com' };
    expect(await (await create(other, 'key')).text()).toContain('idempotency_error');
    subject.time.passMinutes(24 * 60);
    expect((await create(other, 'key')).status).toBe(200);
    expect(subject.control.createdOrders).toBe(2);
  });

  function create(parameters: Record<string, unknown>, key?: string): Promise<Response> {
    return fetch(`${subject.fake.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_double', ...(key && { 'idempotency-key': key }) },
      body: new URLSearchParams(parameters as Record<string, string>),
    });
  }
});

function jwt(payload: object, secret = 'test-secret-key-of-montonio', alg = 'HS256'): string {
  const data = [{ alg, typ: 'JWT' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${data.join('.')}.${createHmac('sha256', secret).update(data.join('.')).digest('base64url')}`;
}
