import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { VatRegister } from '../books/vat-register.server.ts';
import type { HoldTerms, ShopConfig } from '../config/shop-config.ts';
import type { Enqueue } from '../jobs.server.ts';
import type { OfferedMethods } from '../payment/offered-methods.server.ts';
import type { RedirectProvider } from '../payment/provider.ts';

/** `to`: a phone number with the country code, `+37255551234`. `send` throws if the gateway did not accept the message; `unclear`: it may have. */
export type TextSender = { send(to: string, text: string): Promise<'sent' | 'unclear'> };

export type ShopContext = {
  db: Kysely<Tables>;
  shopConfig: ShopConfig;
  /** Those of `shopConfig`, except in tests. */
  terms: HoldTerms;
  now: () => Date;
  enqueue: Enqueue;
  providers: readonly RedirectProvider[];
  /** Leaves out methods of providers that cannot be reached now. */
  methods(): Promise<OfferedMethods>;
  textMessages: TextSender | null;
  /** Null: VAT numbers are checked only for their format. */
  vatRegister: VatRegister | null;
  urls: {
    /** Returns the URL to which a provider sends the buyer back. `code` opens the order there, once. */
    returnTo(paymentId: string, code: string): string;
    notify(provider: string): string;
  };
};
