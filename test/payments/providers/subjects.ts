import { randomUUID } from 'node:crypto';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../../src/payments-fake/stripe/start-stripe-fake.ts';
import { montonioProvider } from '../../../src/shop/payment/montonio/montonio.ts';
import type { RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';
import { stripeProvider } from '../../../src/shop/payment/stripe/stripe.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/** A call that nobody gives up. */
export const neverAborted = new AbortController().signal;

/** Noon of a Saturday, moved by the tests. */
export function testClock() {
  let now = new Date('2026-11-21T10:00:00Z');
  return {
    now: () => now,
    passMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

/** The adapter and the fake that it speaks to, with one clock, and a shop that takes the webhooks. */
export async function montonioSubject() {
  const time = testClock();
  const keys = { accessKey: 'test-access-key', secretKey: 'test-secret-key-of-montonio' };
  const receiver = await webhookReceiver();
  const fake = await startMontonioFake({ ...keys, now: time.now });
  const { accessKey, secretKey } = keys;
  const account = { accessKey, secretKeys: [secretKey], baseUrl: fake.url, now: time.now };
  const provider = montonioProvider(account);
  return { provider, fake, control: fake.control, time, receiver, request: requestFor(provider, receiver.url) };
}

export async function stripeSubject() {
  const time = testClock();
  const receiver = await webhookReceiver();
  const keys = { secretKey: 'sk_test_double', webhookSecret: 'whsec_test_double' };
  const fake = await startStripeFake({ ...keys, webhookUrl: receiver.url, now: time.now });
  const { secretKey, webhookSecret } = keys;
  const account = { secretKey, webhookSecrets: [webhookSecret], apiBase: fake.url, now: time.now };
  const provider = stripeProvider(account);
  return { provider, fake, control: fake.control, time, receiver, request: requestFor(provider, receiver.url) };
}

/** An order of four tires for 319.60 €, to be paid within half an hour of noon. */
export function requestFor({ id }: RedirectProvider, notifyUrl: string, now = testClock().now()): StartRequest {
  return {
    paymentId: randomUUID(),
    orderNumber: `RP-${randomUUID()}`,
    amountCents: 31960,
    method: id === 'stripe' ? 'stripe:card' : 'montonio:paymentInitiation:EE:LHVBEE22',
    customer: { name: 'Mari Tamm', email: 'mari@example.com', phone: '+37255512345' },
    lines: [{ title: 'Nokian Hakkapeliitta 10 205/55 R16', count: 4, priceCents: 7990 }],
    locale: 'ee',
    returnUrl: 'https://example.com/tagasi?makse=1',
    notifyUrl,
    expiresAt: new Date(now.getTime() + 30 * 60_000),
  };
}
