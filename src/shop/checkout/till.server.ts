import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Later } from '../later.server.ts';
import type { OfferedMethods } from '../payment/offered-methods.server.ts';
import type { RedirectProvider } from '../payment/redirect-provider.ts';
import type { HoldTerms, ShopFacts } from '../shop-facts.ts';

/** What the shop takes money with, and gives it back. */
export type Till = {
  db: Kysely<Tables>;
  facts: ShopFacts;
  terms: HoldTerms;
  now: () => Date;
  later: Later;
  /** Those with keys. */
  providers: readonly RedirectProvider[];
  /** What they offer now; those out of reach are left out. */
  methods(): Promise<OfferedMethods>;
  urls: {
    /** Where the browser comes back to from the provider of an attempt. */
    returnTo(paymentId: string): string;
    /** Where a provider's webhooks go. */
    notify(provider: string): string;
  };
};
