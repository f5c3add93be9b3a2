import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { montonioSubject, neverAborted, stripeSubject } from './subjects.ts';

// Requests that the adapters never send. A fake that accepts everything would hide faults of the adapters.

describe('the fake of Montonio', () => {
  let subject: Awaited<ReturnType<typeof montonioSubject>>;
  /** Valid until ten minutes after the time of the fake's clock. */
  const validClaims = { accessKey: 'test-access-key', exp: Date.parse('2026-11-21T10:10:00Z') / 1000 };
  beforeEach(async () => {
    subject = await montonioSubject();
  });
  afterEach(async () => {
    await subject.fake.close();
    await subject.receiver.close();
  });

  test.each([
    ['a valid token', jwt(validClaims), 200],
    ['no token', '', 401],
    ['a token without an expiry', jwt({ accessKey: validClaims.accessKey }), 401],
    ['an expired token', jwt({ ...validClaims, exp: validClaims.exp - 601 }), 401],
    ['the access key of another store', jwt({ ...validClaims, accessKey: 'another' }), 401],
    ['a token signed with another secret', jwt(validClaims, { secret: 'another' }), 403],
    ['an unsigned token (alg none)', jwt(validClaims, { alg: 'none' }), 403],
  ])('answers a request with %s', async (_, token, status) => {
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
  ])('refuses an order with %o, and names the field', async (changes, field) => {
    const payment = { method: 'cardPayments', amount: 1, currency: 'EUR' };
    const urls = { returnUrl: 'https://example.com', notificationUrl: 'https://example.com' };
    const order = { ...urls, merchantReference: 'RP-1', grandTotal: 1, currency: 'EUR', locale: 'et', payment };
    expect((await post('orders', order)).status).toBe(201);
    const refusal = await post('orders', { ...order, merchantReference: 'RP-2', ...changes });
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain(`${field} is not valid`);
  });

  test('rejects a refund of less than 5 cents', async () => {
    const started = await subject.provider.start(subject.request, neverAborted);
    if (!started.ok) throw new Error(started.kind);
    const { providerRef } = started.value;
    await subject.control.pay(providerRef);
    const refund = (idempotencyKey: string, amountCents: number) =>
      subject.provider.refund({ providerRef, refundId: idempotencyKey, amountCents }, neverAborted);
    expect(await refund('a', 4)).toMatchObject({ ok: false, kind: 'rejected' });
    expect(await refund('b', 5)).toMatchObject({ ok: true });
  });

  function post(path: string, payload: object): Promise<Response> {
    const body = JSON.stringify({ data: jwt({ ...validClaims, ...payload }) });
    return fetch(`${subject.fake.url}/${path}`, { method: 'POST', body });
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
    ['valid parameters', {}, 200],
    ['an expiry in 30 minutes', { expires_at: noon + 1800 }, 200],
    ['an expiry in less than 30 minutes', { expires_at: noon + 1799 }, 400],
    ['an expiry in more than a day', { expires_at: noon + 86_401 }, 400],
    ['the removed parameter payment_method_types', { 'payment_method_types[0]': 'card' }, 400],
    ['an amount with a fraction of a cent', { 'line_items[0][price_data][unit_amount]': '79.90' }, 400],
    ['a count of zero', { 'line_items[0][quantity]': '0' }, 400],
    ['an amount in US dollars', { 'line_items[0][price_data][currency]': 'usd' }, 400],
  ])('answers a session with %s', async (_, changes, status) => {
    expect((await create({ ...session, ...changes })).status).toBe(status);
  });

  test('repeats the first response to an idempotency key for a day, and refuses the key with other parameters', async () => {
    const createdText = async (parameters: typeof session) => (await create(parameters, 'key')).text();
    const first = await createdText(session);
    expect(await createdText(session)).toBe(first);
    const otherParameters = { ...session, customer_email: 'mari@example.com' };
    expect(await createdText(otherParameters)).toContain('idempotency_error');
    subject.time.passMinutes(24 * 60);
    expect((await create(otherParameters, 'key')).status).toBe(200);
    expect(subject.control.createdPayments).toBe(2);
  });

  function create(parameters: Record<string, unknown>, key?: string): Promise<Response> {
    return fetch(`${subject.fake.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_fake', ...(key && { 'idempotency-key': key }) },
      body: new URLSearchParams(parameters as Record<string, string>),
    });
  }
});

function jwt(payload: object, { secret = 'test-secret-key-of-montonio', alg = 'HS256' } = {}): string {
  const data = [{ alg, typ: 'JWT' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${data.join('.')}.${createHmac('sha256', secret).update(data.join('.')).digest('base64url')}`;
}
