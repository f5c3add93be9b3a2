import type { Database } from '../database/connect.server.ts';
import { openQueues, type Queues } from '../database/queue.server.ts';
import { jobNames } from '../jobs/handle-jobs.ts';
import { textGateway } from '../mail/sending/text-gateway.ts';
import { viesRegister } from '../shop/books/vat-register.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import { montonioProvider } from '../shop/payment/montonio/montonio.ts';
import { offeredMethods } from '../shop/payment/offered-methods.server.ts';
import type { RedirectProvider } from '../shop/payment/provider.ts';
import { stripeProvider } from '../shop/payment/stripe/stripe.ts';
import type { Config } from './config.ts';

export function openProviders({ montonio, stripe }: Config, now: () => Date): RedirectProvider[] {
  const providers: RedirectProvider[] = [];
  if (montonio) providers.push(montonioProvider({ ...montonio, now }));
  if (stripe) providers.push(stripeProvider({ ...stripe, now }));
  return providers;
}

export function openQueuesToEnqueue(url: string, onError: (error: unknown) => void): Promise<Queues> {
  return openQueues(url, jobNames, { runsJobs: false, onError });
}

export function openShopContext(
  config: Config,
  shopConfig: ShopConfig,
  db: Database,
  { enqueue }: Pick<Queues, 'enqueue'>,
  now: () => Date,
  onError: (error: unknown) => void,
): ShopContext {
  const providers = openProviders(config, now);
  const api = `${config.publicApiUrl ?? config.publicUrl}/api/v1`;
  return {
    db: db.kysely,
    shopConfig,
    terms: shopConfig.terms,
    now,
    enqueue,
    providers,
    methods: offeredMethods(providers, { now, onError }),
    textMessages: config.smsUrl === undefined ? null : textGateway(config.smsUrl),
    vatRegister: config.viesUrl === undefined ? null : viesRegister({ baseUrl: config.viesUrl }),
    urls: {
      returnTo: (paymentId, code) => `${api}/payments/return/${paymentId}/${code}`,
      notify: (provider) => `${api}/webhooks/${provider}`,
    },
  };
}
