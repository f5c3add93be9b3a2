import type { Config } from './config.ts';
import type { Database } from './database/connect.server.ts';
import type { Queues } from './database/queue.server.ts';
import type { Till } from './shop/checkout/till.server.ts';
import type { Later } from './shop/later.server.ts';
import { montonioProvider } from './shop/payment/montonio/montonio.ts';
import { offeredMethods } from './shop/payment/offered-methods.server.ts';
import type { RedirectProvider } from './shop/payment/redirect-provider.ts';
import { stripeProvider } from './shop/payment/stripe/stripe.ts';
import type { ShopConfig } from './shop/shop-facts.ts';

/** The payment providers that have keys. */
export function openProviders({ montonio, stripe }: Config, now: () => Date): RedirectProvider[] {
  const providers: RedirectProvider[] = [];
  if (montonio) providers.push(montonioProvider({ ...montonio, now }));
  if (stripe) providers.push(stripeProvider({ ...stripe, now }));
  return providers;
}

/** What money is taken with: the providers that have keys, their methods, the addresses that they are given. */
export function openTill(
  config: Config,
  facts: ShopConfig,
  db: Database,
  queues: Pick<Queues, 'send'>,
  now: () => Date,
): Till {
  const providers = openProviders(config, now);
  const api = `${config.publicApiUrl ?? config.publicUrl}/api/v1`;
  return {
    db: db.kysely,
    facts,
    terms: facts.terms,
    now,
    later: laterIn(queues),
    providers,
    methods: offeredMethods(providers, { now }),
    urls: {
      returnTo: (paymentId) => `${api}/payments/return/${paymentId}`,
      notify: (provider) => `${api}/webhooks/${provider}`,
    },
  };
}

/** Jobs of the shop's transactions, in the queues of the same database: one statement a queue. */
export function laterIn({ send }: Pick<Queues, 'send'>): Later {
  return async (trx, ...jobs) => {
    for (const [name, alike] of Map.groupBy(jobs, (job) => job.name)) {
      await send(
        trx,
        name,
        alike.map(({ name: _, ...data }) => data),
      );
    }
  };
}
