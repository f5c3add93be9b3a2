import { expect, test, vi } from 'vitest';
import { stripeProvider } from './stripe.ts';

const sdk = vi.hoisted(() => ({ loaded: 0 }));
vi.mock('stripe', (original) => {
  sdk.loaded += 1;
  return original();
});

test('loads the SDK with the first webhook or API call, not with the list of methods', async () => {
  const provider = stripeProvider({ secretKey: 'sk_test_nobody', webhookSecrets: ['whsec_nobody'] });
  await provider.listMethods(new AbortController().signal);
  expect(sdk.loaded).toBe(0);
  const headers = { 'stripe-signature': 't=1,v1=00' };
  await provider.readWebhook({ body: Buffer.from('{}'), headers, query: new URLSearchParams() }, new Date());
  expect(sdk.loaded).toBe(1);
});
