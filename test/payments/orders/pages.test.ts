import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { montonioSubject, neverAborted, stripeSubject } from '../providers/subjects.ts';

describe.each([
  { name: 'Montonio', open: montonioSubject, token: 'order-token' },
  { name: 'Stripe', open: stripeSubject, token: null },
])('the page of the fake of $name', ({ open, token }) => {
  let subject: Awaited<ReturnType<typeof open>>;
  let payment: { providerRef: string; url: string };
  beforeEach(async () => {
    subject = await open();
    const outcome = await subject.provider.start(subject.request, neverAborted);
    if (!outcome.ok) throw new Error(outcome.kind);
    payment = outcome.value;
  });
  afterEach(async () => {
    await subject.fake.close();
    await subject.receiver.close();
  });

  test('says that it is a test, shows the amount, and has no script', async () => {
    const page = await (await fetch(payment.url)).text();
    expect(page).toContain('TEST. This is not');
    expect(page).toContain('319.60');
    expect(page).not.toContain('<script');
  });

  test('pays, sends the webhook and redirects to the shop', async () => {
    const back = await press('pay');
    expect(`${back.origin}${back.pathname}`).toBe('https://example.com/tagasi');
    expect(back.searchParams.get('makse')).toBe('1');
    if (token) expect(back.searchParams.get(token)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(subject.receiver.received).toHaveLength(1);
    expect(await state()).toBe('paid');
  });

  test('redirects to the shop unpaid, and can still be paid afterwards', async () => {
    await press('cancel');
    expect(subject.receiver.received).toEqual([]);
    expect(await state()).toBe('pending');
    await press('pay');
    expect(await state()).toBe('paid');
  });

  test('leaves a payment pending', async () => {
    await press('later');
    expect(await state()).toBe('pending');
  });

  test('drops or holds webhooks as configured', async () => {
    const { control, receiver } = subject;
    control.webhooks = 'drop';
    await control.authorize(payment.providerRef);
    control.webhooks = 'hold';
    await control.pay(payment.providerRef);
    expect(receiver.received).toEqual([]);
    await control.releaseWebhooks(payment.providerRef);
    expect(receiver.received).toHaveLength(1);
  });

  async function press(action: string): Promise<URL> {
    const body = new URLSearchParams({ action });
    const response = await fetch(payment.url, { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  }

  async function state() {
    const truth = await subject.provider.fetch(payment.providerRef, neverAborted);
    return truth.ok && truth.value.state;
  }
});
