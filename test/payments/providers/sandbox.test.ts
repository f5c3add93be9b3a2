import { describe } from 'vitest';
import { montonioProvider } from '../../../src/shop/payment/montonio/montonio.ts';
import type { RedirectProvider } from '../../../src/shop/payment/provider.ts';
import { stripeProvider } from '../../../src/shop/payment/stripe/stripe.ts';
import { requestFor } from './subjects.ts';
import { testUnpaidPayments } from './unpaid-contract.ts';

// Runs against the providers' test environments if their keys are set. Nobody pays there, so only unpaid payments are tested.
const { CONTRACT_MONTONIO_ACCESS_KEY, CONTRACT_MONTONIO_SECRET_KEY, CONTRACT_STRIPE_SECRET_KEY } = process.env;

describe.runIf(CONTRACT_MONTONIO_ACCESS_KEY && CONTRACT_MONTONIO_SECRET_KEY)('the sandbox of Montonio', () => {
  testUnpaidPayments(() =>
    inSandbox(
      montonioProvider({
        accessKey: CONTRACT_MONTONIO_ACCESS_KEY ?? '',
        secretKeys: [CONTRACT_MONTONIO_SECRET_KEY ?? ''],
        baseUrl: 'https://sandbox-stargate.montonio.com/api',
      }),
    ),
  );
});

describe.runIf(CONTRACT_STRIPE_SECRET_KEY?.startsWith('sk_test_'))('the sandbox of Stripe', () => {
  testUnpaidPayments(() =>
    inSandbox(stripeProvider({ secretKey: CONTRACT_STRIPE_SECRET_KEY ?? '', webhookSecrets: [] })),
  );
});

function inSandbox(provider: RedirectProvider) {
  return { provider, request: requestFor(provider, 'https://example.com/teade', new Date()) };
}
