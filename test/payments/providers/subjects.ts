import { randomUUID } from 'node:crypto';
import { startMontonioFake } from '../../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../../src/payments-fake/stripe/start-stripe-fake.ts';
import { montonioProvider } from '../../../src/shop/payment/montonio/montonio.ts';
import type { RedirectProvider, StartRequest } from '../../../src/shop/payment/provider.ts';
import { stripeProvider } from '../../../src/shop/payment/stripe/stripe.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/** The signal of a call that is never aborted. */
export const neverAborted = new AbortController().signal;

/** A clock that starts on a Saturday at noon in Tallinn and that tests advance. */
export function testClock() {
  let now = new Date('2026-11-21T10:00:00Z');
  return {
    now: () => now,
    passMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

/** The adapter of Montonio and the fake that it calls, with one clock for both, and a server that receives webhooks. */
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

/** The same for Stripe. */
export async function stripeSubject() {
  const time = testClock();
  const receiver = await webhookReceiver();
  const keys = { secretKey: 'sk_test_fake', webhookSecret: 'whsec_test_fake' };
  const fake = await startStripeFake({ ...keys, webhookUrl: receiver.url, now: time.now });
  const { secretKey, webhookSecret } = keys;
  const account = { secretKey, webhookSecrets: [webhookSecret], baseUrl: fake.url, now: time.now };
  const provider = stripeProvider(account);
  return { provider, fake, control: fake.control, time, receiver, request: requestFor(provider, receiver.url) };
}

/** A request to start the payment of four tires, 319.60 €, that expires in half an hour. */
export function requestFor({ id }: RedirectProvider, notifyUrl: string, now = testClock().now()): StartRequest {
  const orderNumber = `RP-${randomUUID()}`;
  return {
    paymentId: randomUUID(),
    orderNumber,
    merchantRef: orderNumber,
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
