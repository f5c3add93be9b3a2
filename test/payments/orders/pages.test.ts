import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { montonioSubject, neverAborted, stripeSubject } from '../providers/subjects.ts';

describe.each([
  { name: 'Montonio', open: montonioSubject, tokenParameter: 'order-token' },
  { name: 'Stripe', open: stripeSubject, tokenParameter: null },
])('the page of the fake of $name', ({ open, tokenParameter }) => {
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

  test('is marked as a test, shows the amount, and has no script', async () => {
    const answer = await fetch(payment.url);
    const page = await answer.text();
    expect(page).toContain('TEST. This is not');
    expect(page).toContain('319.60');
    expect(page).not.toContain('<script');
  });

  test('pays, sends the webhook and redirects to the shop', async () => {
    const returnUrl = await press('pay');
    expect(`${returnUrl.origin}${returnUrl.pathname}`).toBe('https://example.com/tagasi');
    expect(returnUrl.searchParams.get('makse')).toBe('1');
    if (tokenParameter) expect(returnUrl.searchParams.get(tokenParameter)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(subject.receiver.received).toHaveLength(1);
    expect(await state()).toBe('paid');
  });

  test('cancelling redirects to the shop; the payment stays pending and can still be paid', async () => {
    await press('cancel');
    expect(subject.receiver.received).toEqual([]);
    expect(await state()).toBe('pending');
    await press('pay');
    expect(await state()).toBe('paid');
  });

  test('the button to pay later leaves the payment pending', async () => {
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

  /** Presses a button of the page; returns the URL to which it redirects. */
  async function press(action: string): Promise<URL> {
    const body = new URLSearchParams({ action });
    const response = await fetch(payment.url, { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  }

  async function state() {
    const report = await subject.provider.fetch(payment.providerRef, neverAborted);
    return report.ok && report.value.state;
  }
});
