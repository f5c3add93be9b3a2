import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { startMontonioDouble } from './test-payments/montonio/start-montonio-double.ts';
import { startStripeDouble } from './test-payments/stripe/start-stripe-double.ts';

export type TestPayments = { config: Config; stop(): Promise<void> };

/**
 * The configuration with payment providers that are doubles on this machine: to try out every way to pay without money.
 * Only beside the embedded database, so that no real shop ever takes play money.
 */
export async function withTestPayments(config: Config): Promise<TestPayments> {
  if (config.databaseUrl) throw new Error('--with-test-payments: only without DATABASE_URL, never in a real shop');
  const secret = () => randomBytes(24).toString('hex');
  const [accessKey, secretKey, stripeKey, webhookSecret] = [secret(), secret(), secret(), secret()];
  const api = `${config.publicApiUrl ?? config.publicUrl}/api/v1`;
  const montonio = await startMontonioDouble({ accessKey, secretKey });
  const webhookUrl = `${api}/webhooks/stripe`;
  const stripe = await startStripeDouble({ secretKey: stripeKey, webhookSecret, webhookUrl });
  return {
    config: {
      ...config,
      testPayments: true,
      montonio: { accessKey, secretKeys: [secretKey], baseUrl: montonio.url },
      stripe: { secretKey: stripeKey, webhookSecrets: [webhookSecret], apiBase: stripe.url },
    },
    async stop() {
      await montonio.close();
      await stripe.close();
    },
  };
}
