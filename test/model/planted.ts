import { randomUUID } from 'node:crypto';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import type { PaymentReport, RedirectProvider } from '../../src/shop/payment/provider.ts';

/** A bug in the shop that the model must find. */
export type PlantedBug = {
  context?(context: ShopContext): ShopContext;
  release?(context: ShopContext): ShopContext;
  neverPolls?: boolean;
  countsSoldTwice?: boolean;
  countsForgetSold?: boolean;
  /** Tires at a branch stay in its count when they are handed over. */
  handOversKeepStock?: boolean;
};

export const plantedBugs: Record<string, PlantedBug> = {
  'webhooks are ignored, and payments never polled': {
    neverPolls: true,
    context: (context) => ({
      ...context,
      enqueue: (trx, ...jobs) => context.enqueue(trx, ...jobs.filter(({ name }) => name !== 'sync-payment')),
    }),
  },
  'repeated webhooks are booked twice': {
    // The ledger identifies a payment by its provider's id: a new id each time makes it a new payment.
    context: (context) => ({
      ...context,
      providers: context.providers.map((provider) =>
        withChangedReport(provider, (report) => ({ ...report, providerRef: randomUUID() })),
      ),
    }),
  },
  'a count adds the sold tires to those that stand there': { countsSoldTwice: true },
  'a count or a list forgets what is sold': { countsForgetSold: true },
  'a hand-over leaves the tires in the count': { handOversKeepStock: true },
  'tires are released without fetching the payment': {
    release: (context) => ({
      ...context,
      providers: context.providers.map((provider) =>
        withChangedReport(provider, (report) => ({ ...report, state: 'expired', refunds: [] })),
      ),
    }),
  },
};

function withChangedReport(
  provider: RedirectProvider,
  change: (report: PaymentReport) => PaymentReport,
): RedirectProvider {
  return {
    ...provider,
    async fetch(...args) {
      const outcome = await provider.fetch(...args);
      return outcome.ok ? { ok: true, value: change(outcome.value) } : outcome;
    },
  };
}
