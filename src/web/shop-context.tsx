import { createContext, useContext } from 'react';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { ShopConfig } from '../shop/shop-facts.ts';
import { handedText } from './handed.tsx';

/** What every page knows besides its URL. The document carries it, so nothing has to be asked for. */
export type ShopContext = {
  facts: ShopConfig;
  /** Base of the API, `/api` included: same origin, or the configured public API address. */
  apiBase: string;
  /** Where the shop is reached, for canonical links: `https://shop.example`, no slash at the end. */
  origin: string;
  buildId: string;
  /** The rate of VAT on the day, in whole percent; included in every price. */
  vatPercent: number;
  /** The catalogue holds the demonstration price list. */
  demonstration: boolean;
  /** The payment providers are doubles: no money moves. */
  testPayments: boolean;
  /** Seasons that have tires in the default size: links to the others ask for any size. */
  seasonsInDefaultSize: readonly SeasonFilter[];
  /** The sizes with the most tires, in words, with the query of their list. */
  commonSizes: readonly { text: string; search: string }[];
};

const Context = createContext<ShopContext | null>(null);

export const ShopProvider = Context.Provider;

export function useShop(): ShopContext {
  const shop = useContext(Context);
  if (!shop) throw new Error('rendered outside ShopProvider');
  return shop;
}

let fromDocument: ShopContext | null = null;

/** The context that the document carries; only in the browser. */
export function shopFromDocument(): ShopContext {
  fromDocument ??= JSON.parse(handedText('shop')) as ShopContext;
  return fromDocument;
}
