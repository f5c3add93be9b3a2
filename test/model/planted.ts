import { randomUUID } from 'node:crypto';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { ProviderTruth, RedirectProvider } from '../../src/shop/payment/redirect-provider.ts';

/** A fault in the shop that the model has to find. All of them stand here, none in the shop. */
export type Planted = { till?(till: Till): Till; release?(till: Till): Till; neverPolls?: boolean };

export const plantedBugs: Record<string, Planted> = {
  'webhooks are ignored, and nobody asks': {
    neverPolls: true,
    till: (till) => ({
      ...till,
      later: (trx, ...jobs) => till.later(trx, ...jobs.filter(({ name }) => name !== 'sync-payment')),
    }),
  },
  'what is told twice is booked twice': {
    // The books know a payment by its provider's id: told under another each time, it is new each time.
    till: (till) => ({
      ...till,
      providers: till.providers.map((one) => withTruth(one, (truth) => ({ ...truth, providerRef: randomUUID() }))),
    }),
  },
  'tires are let go without asking the provider': {
    release: (till) => ({
      ...till,
      providers: till.providers.map((one) => withTruth(one, (truth) => ({ ...truth, state: 'expired', refunds: [] }))),
    }),
  },
};

function withTruth(provider: RedirectProvider, change: (truth: ProviderTruth) => ProviderTruth): RedirectProvider {
  return {
    ...provider,
    async fetch(...given) {
      const outcome = await provider.fetch(...given);
      return outcome.ok ? { ok: true, value: change(outcome.value) } : outcome;
    },
  };
}
