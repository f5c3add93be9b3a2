import { randomBytes } from 'node:crypto';
import { startMontonioFake } from '../../payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../payments-fake/stripe/start-stripe-fake.ts';
import type { Config } from '../config.ts';

export type TestPayments = { config: Config; stop(): Promise<void> };

/** Starts fake payment providers. Returns `config` with their keys and URLs. Throws with DATABASE_URL (real shops). */
export async function withFakePayments(config: Config): Promise<TestPayments> {
  if (config.databaseUrl) throw new Error('--with-test-payments: only without DATABASE_URL, never in a real shop');
  const secret = () => randomBytes(24).toString('hex');
  const [accessKey, secretKey, stripeKey, webhookSecret] = [secret(), secret(), secret(), secret()];
  const api = `${config.publicApiUrl ?? config.publicUrl}/api/v1`;
  const montonio = await startMontonioFake({ accessKey, secretKey });
  const webhookUrl = `${api}/webhooks/stripe`;
  const stripe = await startStripeFake({ secretKey: stripeKey, webhookSecret, webhookUrl });
  return {
    config: {
      ...config,
      testPayments: true,
      montonio: { accessKey, secretKeys: [secretKey], baseUrl: montonio.url },
      stripe: { secretKey: stripeKey, webhookSecrets: [webhookSecret], baseUrl: stripe.url },
    },
    async stop() {
      await montonio.close();
      await stripe.close();
    },
  };
}
