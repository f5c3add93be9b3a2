import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/payments-fake/control.ts';
import type { StartRequest } from '../../../src/shop/payment/provider.ts';
import { montonioSubject, neverAborted, stripeSubject } from './subjects.ts';
import { got, unpaid } from './unpaid-contract.ts';

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

  unpaid(() => ({ provider: subject.provider, request: fresh() }));

  test('reports a paid payment with its amount', async () => {
    const { provider, control } = subject;
    const { providerRef } = await started(fresh());
    await control.pay(providerRef);
    const truth = { providerRef, state: 'paid', amountCents: 31960, currency: 'EUR', refunds: [] };
    expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ ok: true, value: truth });
  });

  test('a webhook is signed and names the payment; its repetition has the same event key', async () => {
    const { provider, control, receiver, time } = subject;
    const request = fresh();
    const { providerRef } = await started(request);
    receiver.received.length = 0;
    receiver.status = 503;
    await control.pay(providerRef);
    receiver.status = 200;
    await control.releaseWebhooks(providerRef);
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error('The webhook was to be sent twice.');
    const merchantRef = provider.id === 'stripe' ? request.paymentId : request.orderNumber;
    const reading = await provider.readWebhook(first, time.now());
    expect(reading).toMatchObject({ ok: true, providerRef, merchantRef, stale: false });
    expect(await provider.readWebhook(second, time.now())).toEqual(reading);
    const changed = { ...first, body: Buffer.from(`${first.body}`.replace('e', 'E')), query: new URLSearchParams() };
    expect(await provider.readWebhook(changed, time.now())).toMatchObject({ ok: false });
  });

  test('repeating a refund returns the same refund, paid once', async () => {
    const { provider, control } = subject;
    const providerRef = await paid();
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const first = got(await provider.refund(refund, neverAborted));
    expect(first).toMatchObject({ amountCents: 2500, state: expect.stringMatching(/pending|succeeded/) });
    expect(got(await provider.refund(refund, neverAborted)).ref).toBe(first.ref);
    expect(got(await provider.refund(refund, neverAborted)).ref).toBe(first.ref);
    await control.settleRefund(first.ref, 'succeeded');
    const { state, refunds } = got(await provider.fetch(providerRef, neverAborted));
    expect({ state, refunds }).toEqual({
      state: 'paid',
      refunds: [{ ref: first.ref, amountCents: 2500, state: 'succeeded' }],
    });
  });

  test('rejects refunding more than was paid; a failed refund can be repeated', async () => {
    const { provider, control } = subject;
    const providerRef = await paid();
    const refund = (amountCents: number) =>
      provider.refund({ providerRef, refundId: randomUUID(), amountCents }, neverAborted);
    const { ref } = got(await refund(31960));
    expect(await refund(100)).toMatchObject({ ok: false, kind: 'rejected' });
    await control.settleRefund(ref, 'failed');
    expect(got(await provider.fetch(providerRef, neverAborted)).refunds).toMatchObject([{ ref, state: 'failed' }]);
    expect((await refund(31960)).ok).toBe(true);
  });

  test('a webhook about a refund names its payment', async () => {
    const { provider, control, receiver, time } = subject;
    const request = fresh();
    const { providerRef } = await started(request);
    await control.pay(providerRef);
    const refund = { providerRef, refundId: randomUUID(), amountCents: 2500 };
    const { ref } = got(await provider.refund(refund, neverAborted));
    receiver.received.length = 0;
    await control.settleRefund(ref, 'succeeded');
    const [webhook] = receiver.received;
    const told = provider.id === 'stripe' ? { merchantRef: request.paymentId } : { providerRef };
    expect(webhook && (await provider.readWebhook(webhook, time.now()))).toMatchObject({ ok: true, ...told });
  });

  test.each<FaultKind>(['reset-after-send', '500', 'garbage', 'no-url'])(
    'a start that ends in %s has an unknown outcome; its repetition creates no second payment',
    async (kind) => {
      const { provider, control } = subject;
      const before = control.createdOrders;
      const request = fresh();
      control.fail(kind, { on: 'start', times: 2 });
      for (const _ of [1, 2])
        expect(await provider.start(request, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      const { providerRef } = got(await provider.start(request, neverAborted));
      expect(got(await provider.fetch(providerRef, neverAborted)).state).toBe('pending');
      expect(control.createdOrders).toBe(before + 1);
    },
  );

  test('an aborted start has an unknown outcome; its repetition creates no second payment', async () => {
    const { provider, control } = subject;
    const before = control.createdOrders;
    const request = fresh();
    expect(await givenUp('start', (signal) => provider.start(request, signal))).toMatchObject({ kind: 'unknown' });
    expect((await provider.start(request, neverAborted)).ok).toBe(true);
    expect(control.createdOrders).toBe(before + 1);
  });

  test.each<FaultKind>(['reset-after-send', '500', 'garbage'])(
    'a refund that ends in %s has an unknown outcome; its repetition pays no second one',
    async (kind) => {
      const { provider, control } = subject;
      const providerRef = await paid();
      const refund = { providerRef, refundId: randomUUID(), amountCents: 1990 };
      control.fail(kind, { on: 'refund' });
      expect(await provider.refund(refund, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      expect(got(await provider.refund(refund, neverAborted)).amountCents).toBe(1990);
      expect(got(await provider.fetch(providerRef, neverAborted)).refunds).toHaveLength(1);
    },
  );

  test('an aborted refund has an unknown outcome; its repetition pays no second one', async () => {
    const { provider } = subject;
    const providerRef = await paid();
    const refund = { providerRef, refundId: randomUUID(), amountCents: 1990 };
    expect(await givenUp('refund', (signal) => provider.refund(refund, signal))).toMatchObject({ kind: 'unknown' });
    expect((await provider.refund(refund, neverAborted)).ok).toBe(true);
    expect(got(await provider.fetch(providerRef, neverAborted)).refunds).toHaveLength(1);
  });

  test.each<FaultKind>(['reset-after-send', '500', 'garbage'])(
    'a fetch that ends in %s has an unknown outcome',
    async (kind) => {
      const { provider, control } = subject;
      const { providerRef } = await started(fresh());
      control.fail(kind, { on: 'fetch' });
      expect(await provider.fetch(providerRef, neverAborted)).toMatchObject({ ok: false, kind: 'unknown' });
      expect((await provider.fetch(providerRef, neverAborted)).ok).toBe(true);
    },
  );

  test('a provider that asks for a pause is unavailable and creates nothing', async () => {
    const { provider, control } = subject;
    const before = control.createdOrders;
    control.fail('down', { on: 'start' });
    expect(await provider.start(fresh(), neverAborted)).toEqual({
      ok: false,
      kind: 'unavailable',
      retryAfterMs: 30_000,
    });
    expect(control.createdOrders).toBe(before);
  });

  test('an unreachable provider is unavailable', async () => {
    const gone = await open();
    await gone.receiver.close();
    await gone.fake.close();
    const away = { ok: false, kind: 'unavailable' };
    expect(await gone.provider.start(gone.request, neverAborted)).toEqual(away);
    expect(await gone.provider.fetch('x', neverAborted)).toEqual(away);
  });

  test('reports the provider’s amount, not the requested one', async () => {
    const { provider, control } = subject;
    const providerRef = await paid();
    control.setAmount(providerRef, 100);
    expect(got(await provider.fetch(providerRef, neverAborted)).amountCents).toBe(100);
  });

  function fresh(): StartRequest {
    return { ...subject.request, paymentId: randomUUID(), orderNumber: `RP-${randomUUID()}` };
  }

  async function started(request: StartRequest) {
    return got(await subject.provider.start(request, neverAborted));
  }

  async function paid(): Promise<string> {
    const { providerRef } = await started(fresh());
    await subject.control.pay(providerRef);
    return providerRef;
  }

  /** Gives a call up when the work is done at the provider's and its answer has not come. */
  async function givenUp<T>(on: 'start' | 'refund', call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const patience = new AbortController();
    const struck = subject.control.fail('timeout', { on });
    const outcome = call(patience.signal);
    await struck;
    patience.abort();
    return outcome;
  }
});
