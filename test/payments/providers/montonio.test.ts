import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { montonioProvider } from '../../../src/shop/payment/montonio/montonio.ts';
import { montonioSubject, neverAborted } from './subjects.ts';

let subject: Awaited<ReturnType<typeof montonioSubject>>;
beforeEach(async () => {
  subject = await montonioSubject();
});
afterEach(async () => {
  await subject.fake.close();
  await subject.receiver.close();
});

test('lists Estonian banks first, then cards and paying later', async () => {
  const methods = await subject.provider.listMethods(neverAborted);
  if (!methods.ok) throw new Error(methods.kind);
  expect(methods.value.map(({ id }) => id.replace(/^montonio:(paymentInitiation:EE:)?/, ''))).toEqual([
    'HABAEE2X',
    'EEUHEE2X',
    'LHVBEE22',
    'RIKOEE22',
    'EKRDEE22',
    'PARXEE22',
    'RVUALT2V',
    'NTSBDEB1',
    'cardPayments',
    'bnpl',
    'hirePurchase',
  ]);
});

test('starting an unpaid order again keeps its id, and replaces its page and amount', async () => {
  const { provider, control, request } = subject;
  const first = await startPayment();
  const next = { ...request, paymentId: randomUUID(), method: 'montonio:cardPayments', amountCents: 15980 };
  const second = await provider.start(next, neverAborted);
  expect(second).toMatchObject({ ok: true, value: { providerRef: first.providerRef } });
  expect(second.ok && second.value.url).not.toBe(first.url);
  expect(await provider.fetch(first.providerRef, neverAborted)).toMatchObject({ value: { amountCents: 15980 } });
  expect(control.createdPayments).toBe(1);
  expect(await (await fetch(first.url)).text()).toContain('nothing to pay here');
});

test('rejects the start of a paid order', async () => {
  const { provider, control, request } = subject;
  await control.pay((await startPayment()).providerRef);
  const secondStart = await provider.start({ ...request, paymentId: randomUUID() }, neverAborted);
  expect(secondStart).toEqual({ ok: false, kind: 'rejected', code: 'already-paid' });
});

test('an unpaid order expires; a late payment is still reported as paid', async () => {
  const { provider, control, time } = subject;
  const { providerRef, expiresAt } = await startPayment();
  expect(expiresAt).toEqual(new Date('2026-11-21T10:30:00Z'));
  time.passMinutes(29);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'pending' } });
  time.passMinutes(1);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'expired' } });
  await control.pay(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'paid' } });
});

test('reports a payment that is authorised and then voided', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.authorize(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'authorized' } });
  await control.void(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'voided' } });
});

test('a refund of unsettled money is unavailable for a day', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  control.paymentsAreSettled = false;
  const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
  expect(await provider.refund(refund, neverAborted)).toEqual({
    ok: false,
    kind: 'unavailable',
    retryAfterMs: 86_400_000,
  });
  control.paymentsAreSettled = true;
  expect(await provider.refund(refund, neverAborted)).toMatchObject({ ok: true, value: { amountCents: 2500 } });
});

test('a repeated refund has an unknown outcome when two refunds of the payment have the same amount', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
  await provider.refund(refund, neverAborted);
  await provider.refund({ ...refund, refundId: randomUUID() }, neverAborted);
  expect(await provider.refund(refund, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
});

test('a repeated refund has an unknown outcome while it cannot be looked up', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
  await provider.refund(refund, neverAborted);
  control.fail('500', { on: 'fetch' });
  expect(await provider.refund(refund, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
});

test('a repeated refund has an unknown outcome when its order is not found', async () => {
  const responses: Record<string, object> = {
    POST: { statusCode: 400, message: 'A refund with the same idempotency key already exists' },
    GET: { statusCode: 404, message: 'ORDER_NOT_FOUND' },
  };
  const provider = montonioProvider({
    accessKey: 'a',
    secretKeys: ['s'],
    baseUrl: 'https://example.com',
    fetch: async (_, init) => Response.json(responses[init?.method ?? 'GET'], { status: 400 }),
  });
  const refund = { providerRef: 'order', refundId: randomUUID(), amountCents: 2500 };
  expect(await provider.refund(refund, neverAborted)).toEqual({ ok: false, kind: 'unknown', cause: 'ORDER_NOT_FOUND' });
});

test('reports a response that is not JSON as unknown', async () => {
  subject.control.fail('garbage', { on: 'methods' });
  const outcome = await subject.provider.listMethods(neverAborted);
  expect(outcome).toEqual({ ok: false, kind: 'unknown', cause: 'not JSON' });
});

test.each([
  ['another access key', { accessKey: 'another', secretKeys: ['test-secret-key-of-montonio'] }, 'STORE_NOT_FOUND'],
  ['another secret', { accessKey: 'test-access-key', secretKeys: ['another'] }, 'Forbidden'],
])('Montonio rejects %s', async (_, keys, code) => {
  const { fake, time } = subject;
  const otherAccount = montonioProvider({ ...keys, baseUrl: fake.url, now: time.now });
  expect(await otherAccount.listMethods(neverAborted)).toEqual({ ok: false, kind: 'rejected', code });
});

test('signs with the first of several keys, and verifies with all', async () => {
  const { fake, time, provider } = subject;
  const account = { accessKey: 'test-access-key', baseUrl: fake.url, now: time.now };
  const withCurrentKeyFirst = montonioProvider({ ...account, secretKeys: ['test-secret-key-of-montonio', 'former'] });
  expect((await withCurrentKeyFirst.listMethods(neverAborted)).ok).toBe(true);
  const withNextKeyFirst = montonioProvider({ ...account, secretKeys: ['next', 'test-secret-key-of-montonio'] });
  expect((await withNextKeyFirst.listMethods(neverAborted)).ok).toBe(false);
  const { body, headers } = subject.control.signed({ uuid: 'u', paymentStatus: 'PAID', merchantReference: 'RP-1' });
  const webhook = { body: Buffer.from(body), headers, query: new URLSearchParams() };
  expect(await withNextKeyFirst.readWebhook(webhook, time.now())).toMatchObject({ ok: true, eventKey: 'u:PAID' });
  expect(await provider.readWebhook(webhook, time.now())).toMatchObject({ ok: true, eventKey: 'u:PAID' });
});

test('marks a webhook that is two days late as too old; the payment can still be fetched', async () => {
  const { provider, control, receiver, time } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  const [webhook] = receiver.received;
  time.passMinutes(48 * 60);
  const reading = webhook && (await provider.readWebhook(webhook, time.now()));
  expect(reading).toMatchObject({ ok: true, providerRef, isTooOld: true });
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'paid' } });
});

test('refuses to start without a secret key', () => {
  expect(() => montonioProvider({ accessKey: 'a', secretKeys: [], baseUrl: 'http://127.0.0.1' })).toThrow(/secret key/);
});

async function startPayment() {
  const outcome = await subject.provider.start(subject.request, neverAborted);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
