import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/payments-fake/control.ts';
import type { StartRequest } from '../../../src/shop/payment/provider.ts';
import { montonioSubject, neverAborted, stripeSubject } from './subjects.ts';
import { expectOk, testUnpaidPayments } from './unpaid-contract.ts';

const fakes = [
  { name: 'Montonio', open: montonioSubject },
  { name: 'Stripe', open: stripeSubject },
];

describe.each(fakes)('the fake of $name', ({ open }) => {
  let subject: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject.fake.close();
    await subject.receiver.close();
  });

  testUnpaidPayments(() => ({ provider: subject.provider, request: newRequest() }));

  test('reports a paid payment with its amount', async () => {
    const { provider, control } = subject;
    const { providerRef } = await startPayment(newRequest());
    await control.pay(providerRef);
    const report = { providerRef, state: 'paid', amountCents: 31960, currency: 'EUR', refunds: [] };
    expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ ok: true, value: report });
  });

  test('a webhook is signed and names the payment; when it is sent again, it has the same event key', async () => {
    const { provider, control, receiver, time } = subject;
    const request = newRequest();
    const { providerRef } = await startPayment(request);
    receiver.received.length = 0;
    receiver.status = 503;
    await control.pay(providerRef);
    receiver.status = 200;
    await control.releaseWebhooks(providerRef);
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error('The webhook was not sent twice.');
    const merchantRef = provider.id === 'stripe' ? request.paymentId : request.merchantRef;
    const reading = await provider.readWebhook(first, time.now());
    expect(reading).toMatchObject({ ok: true, providerRef, merchantRef, isTooOld: false });
    expect(await provider.readWebhook(second, time.now())).toEqual(reading);
    const changed = { ...first, body: Buffer.from(`${first.body}`.replace('e', 'E')), query: new URLSearchParams() };
    expect(await provider.readWebhook(changed, time.now())).toMatchObject({ ok: false });
  });

  test('repeating a refund returns the same refund and pays it once', async () => {
    const { provider, control } = subject;
    const providerRef = await startAndPay();
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const first = expectOk(await provider.refund(refund, neverAborted));
    expect(first).toMatchObject({ amountCents: 2500, state: expect.stringMatching(/pending|succeeded/) });
    expect(expectOk(await provider.refund(refund, neverAborted)).ref).toBe(first.ref);
    expect(expectOk(await provider.refund(refund, neverAborted)).ref).toBe(first.ref);
    await control.settleRefund(first.ref, 'succeeded');
    const { state, refunds } = expectOk(await provider.fetch(providerRef, neverAborted));
    expect({ state, refunds }).toEqual({
      state: 'paid',
      refunds: [{ ref: first.ref, amountCents: 2500, state: 'succeeded' }],
    });
  });

  test('rejects refunding more than was paid; a failed refund can be repeated', async () => {
    const { provider, control } = subject;
    const providerRef = await startAndPay();
    const refund = (amountCents: number) =>
      provider.refund({ providerRef, refundId: randomUUID(), amountCents }, neverAborted);
    const { ref } = expectOk(await refund(31960));
    expect(await refund(100)).toMatchObject({ ok: false, kind: 'rejected' });
    await control.settleRefund(ref, 'failed');
    expect(expectOk(await provider.fetch(providerRef, neverAborted)).refunds).toMatchObject([{ ref, state: 'failed' }]);
    expect((await refund(31960)).ok).toBe(true);
  });

  test('a webhook about a refund names its payment', async () => {
    const { provider, control, receiver, time } = subject;
    const request = newRequest();
    const { providerRef } = await startPayment(request);
    await control.pay(providerRef);
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const { ref } = expectOk(await provider.refund(refund, neverAborted));
    receiver.received.length = 0;
    await control.settleRefund(ref, 'succeeded');
    const [webhook] = receiver.received;
    const reference = provider.id === 'stripe' ? { merchantRef: request.paymentId } : { providerRef };
    expect(webhook && (await provider.readWebhook(webhook, time.now()))).toMatchObject({ ok: true, ...reference });
  });

  test.each<FaultKind>(['reset-after-work', '500', 'garbage', 'no-url'])(
    'a start that ends in %s has an unknown outcome; repeating it creates no second payment',
    async (kind) => {
      const { provider, control } = subject;
      const before = control.createdPayments;
      const request = newRequest();
      control.fail(kind, { on: 'start', times: 2 });
      for (const _ of [1, 2])
        expect(await provider.start(request, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      const { providerRef } = expectOk(await provider.start(request, neverAborted));
      expect(expectOk(await provider.fetch(providerRef, neverAborted)).state).toBe('pending');
      expect(control.createdPayments).toBe(before + 1);
    },
  );

  test('an aborted start has an unknown outcome; repeating it creates no second payment', async () => {
    const { provider, control } = subject;
    const before = control.createdPayments;
    const request = newRequest();
    expect(await abortedCall('start', (signal) => provider.start(request, signal))).toMatchObject({ kind: 'unknown' });
    expect((await provider.start(request, neverAborted)).ok).toBe(true);
    expect(control.createdPayments).toBe(before + 1);
  });

  test.each<FaultKind>(['reset-after-work', '500', 'garbage'])(
    'a refund that ends in %s has an unknown outcome; repeating it pays no second refund',
    async (kind) => {
      const { provider, control } = subject;
      const providerRef = await startAndPay();
      const refund = { providerRef, refundId: randomUUID(), amountCents: 1990 };
      control.fail(kind, { on: 'refund' });
      expect(await provider.refund(refund, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      expect(expectOk(await provider.refund(refund, neverAborted)).amountCents).toBe(1990);
      expect(expectOk(await provider.fetch(providerRef, neverAborted)).refunds).toHaveLength(1);
    },
  );

  test('an aborted refund has an unknown outcome; repeating it pays no second refund', async () => {
    const { provider } = subject;
    const providerRef = await startAndPay();
    const refund = { providerRef, refundId: randomUUID(), amountCents: 1990 };
    expect(await abortedCall('refund', (signal) => provider.refund(refund, signal))).toMatchObject({ kind: 'unknown' });
    expect((await provider.refund(refund, neverAborted)).ok).toBe(true);
    expect(expectOk(await provider.fetch(providerRef, neverAborted)).refunds).toHaveLength(1);
  });

  test.each<FaultKind>(['reset-after-work', '500', 'garbage'])(
    'a fetch that ends in %s has an unknown outcome',
    async (kind) => {
      const { provider, control } = subject;
      const { providerRef } = await startPayment(newRequest());
      control.fail(kind, { on: 'fetch' });
      expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      expect((await provider.fetch(providerRef, neverAborted)).ok).toBe(true);
    },
  );

  test('a provider that responds with Retry-After is unavailable and creates no payment', async () => {
    const { provider, control } = subject;
    const before = control.createdPayments;
    control.fail('down', { on: 'start' });
    expect(await provider.start(newRequest(), neverAborted)).toEqual({
      ok: false,
      kind: 'unavailable',
      retryAfterMs: 30_000,
    });
    expect(control.createdPayments).toBe(before);
  });

  test('an unreachable provider is unavailable', async () => {
    const closed = await open();
    await closed.receiver.close();
    await closed.fake.close();
    const unavailable = { ok: false, kind: 'unavailable' };
    expect(await closed.provider.start(closed.request, neverAborted)).toEqual(unavailable);
    expect(await closed.provider.fetch('x', neverAborted)).toEqual(unavailable);
  });

  test('reports the provider’s amount, not the requested one', async () => {
    const { provider, control } = subject;
    const providerRef = await startAndPay();
    control.setAmount(providerRef, 100);
    expect(expectOk(await provider.fetch(providerRef, neverAborted)).amountCents).toBe(100);
  });

  /** A request to start another payment. */
  function newRequest(): StartRequest {
    const orderNumber = `RP-${randomUUID()}`;
    return { ...subject.request, paymentId: randomUUID(), orderNumber, merchantRef: orderNumber };
  }

  async function startPayment(request: StartRequest) {
    return expectOk(await subject.provider.start(request, neverAborted));
  }

  /** Starts and pays a payment; returns the provider's id. */
  async function startAndPay(): Promise<string> {
    const { providerRef } = await startPayment(newRequest());
    await subject.control.pay(providerRef);
    return providerRef;
  }

  /** Aborts a call after the provider has done the work but before it responds. */
  async function abortedCall<T>(on: 'start' | 'refund', call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const faultReached = subject.control.fail('timeout', { on });
    const outcome = call(controller.signal);
    await faultReached;
    controller.abort();
    return outcome;
  }
});
