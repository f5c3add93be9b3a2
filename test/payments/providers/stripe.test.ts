import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stripeProvider } from '../../../src/shop/payment/stripe/stripe.ts';
import { neverAborted, stripeSubject } from './subjects.ts';

let subject: Awaited<ReturnType<typeof stripeSubject>>;
beforeEach(async () => {
  subject = await stripeSubject();
});
afterEach(async () => {
  await subject.fake.close();
  await subject.receiver.close();
});

test('offers one card method', async () => {
  const card = { id: 'stripe:card', group: 'card', label: null, logo: null };
  expect(await subject.provider.listMethods(neverAborted)).toEqual({ ok: true, value: [card] });
});

test('repeating a start minutes later returns the same payment and expiry', async () => {
  const { provider, control, time, request } = subject;
  const first = await startPayment();
  await startOtherPayments(120);
  time.passMinutes(5);
  expect(await provider.start(request, neverAborted)).toEqual({ ok: true, value: first });
  expect(control.createdPayments).toBe(121);
});

test('rejects repeating the start of a paid or expired payment', async () => {
  const { provider, control, time, request } = subject;
  const paid = await startPayment();
  await control.pay(paid.providerRef);
  time.passMinutes(5);
  expect(await provider.start(request, neverAborted)).toEqual({ ok: false, kind: 'rejected', code: 'already-paid' });
  const otherRequest = { ...request, paymentId: randomUUID() };
  await provider.start(otherRequest, neverAborted);
  time.passMinutes(60);
  expect(await provider.start(otherRequest, neverAborted)).toEqual({ ok: false, kind: 'rejected', code: 'expired' });
  expect(control.createdPayments).toBe(2);
});

test('the page of an expired payment accepts no payment', async () => {
  const { provider } = subject;
  const { providerRef, url } = await startPayment();
  expect(await provider.expire?.(providerRef, neverAborted)).toMatchObject({ ok: true, value: { state: 'expired' } });
  expect(await provider.expire?.(providerRef, neverAborted)).toMatchObject({ ok: true, value: { state: 'expired' } });
  expect(await (await fetch(url)).text()).toContain('nothing to pay here');
});

test('expiring a paid payment reports it as paid', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  expect(await provider.expire?.(providerRef, neverAborted)).toMatchObject({ ok: true, value: { state: 'paid' } });
});

test('a complete but unpaid session is pending until the money arrives', async () => {
  const { provider, control, receiver, time } = subject;
  const { providerRef } = await startPayment();
  await control.authorize(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'pending' } });
  await control.pay(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'paid' } });
  const hints = await Promise.all(receiver.received.map((webhook) => provider.readWebhook(webhook, time.now())));
  expect(hints).toMatchObject([
    { hint: 'checkout.session.completed', providerRef },
    { hint: 'checkout.session.async_payment_succeeded', providerRef },
  ]);
});

test('reports a payment as failed when its money does not arrive', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.authorize(providerRef);
  await control.void(providerRef);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ value: { state: 'failed' } });
});

test('the webhook of a dispute names its payment, which is reported as disputed', async () => {
  const { provider, control, receiver, time, request } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  receiver.received.length = 0;
  await control.dispute(providerRef);
  const [webhook] = receiver.received;
  const reading = webhook && (await provider.readWebhook(webhook, time.now()));
  if (!reading?.ok || 'ignored' in reading) throw new Error('No webhook names the dispute.');
  expect(reading).toMatchObject({ merchantRef: null, providerRef: expect.stringMatching(/^pi_/) });
  expect(await provider.fetch(reading.providerRef, neverAborted)).toMatchObject({
    value: { providerRef, merchantRef: request.paymentId, state: 'disputed' },
  });
  expect(await provider.fetch('pi_unknown', neverAborted)).toMatchObject({ ok: false, kind: 'rejected' });
});

test('repeating a refund after its idempotency key expired returns the same refund', async () => {
  const { provider, control, time } = subject;
  const { providerRef } = await startPayment();
  await control.pay(providerRef);
  const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
  const first = await provider.refund(refund, neverAborted);
  time.passMinutes(7 * 24 * 60);
  expect(await provider.refund(refund, neverAborted)).toEqual(first);
  expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({
    value: { refunds: [{ amountCents: 2500 }] },
  });
});

test('lists all payments since a time, also when they fill more than one page', async () => {
  const { provider, control, time, request } = subject;
  await startPayment();
  time.passMinutes(10);
  const since = time.now();
  await startOtherPayments(105);
  const last = { ...request, paymentId: randomUUID() };
  await provider.start(last, neverAborted);
  await control.pay(last.paymentId);
  const listed = await provider.list?.(since, neverAborted);
  if (!listed?.ok) throw new Error(listed?.kind);
  expect(listed.value).toHaveLength(106);
  expect(listed.value.filter(({ state }) => state === 'paid')).toMatchObject([{ merchantRef: last.paymentId }]);
});

test('rejects a refund of a payment whose money has not arrived', async () => {
  const { provider, control } = subject;
  const { providerRef } = await startPayment();
  await control.authorize(providerRef);
  const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
  expect(await provider.refund(refund, neverAborted)).toEqual({ ok: false, kind: 'rejected', code: 'not-paid' });
});

test('a request with another account’s key is rejected', async () => {
  const { fake, time, request } = subject;
  const otherAccount = stripeProvider({
    secretKey: 'sk_test_other',
    webhookSecrets: [],
    baseUrl: fake.url,
    now: time.now,
  });
  expect(await otherAccount.start(request, neverAborted)).toMatchObject({ ok: false, kind: 'rejected' });
});

test('reads an event signed with the shop’s secret, and refuses it an hour later', async () => {
  const { provider, control, time } = subject;
  const { body, headers } = control.signed({ id: 'evt_1', object: 'event', type: 'customer.created', data: {} });
  const webhook = { body: Buffer.from(body), headers, query: new URLSearchParams() };
  expect(await provider.readWebhook(webhook, time.now())).toEqual({ ok: true, ignored: true });
  time.passMinutes(60);
  expect(await provider.readWebhook(webhook, time.now())).toEqual({ ok: false, reason: 'bad-signature' });
});

async function startPayment() {
  const outcome = await subject.provider.start(subject.request, neverAborted);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** Starts `count` other payments. Stripe lists 100 on a page. */
async function startOtherPayments(count: number): Promise<void> {
  const { provider, request } = subject;
  const attempts = Array.from({ length: count }, () => ({ ...request, paymentId: randomUUID() }));
  await Promise.all(attempts.map((attempt) => provider.start(attempt, neverAborted)));
}
