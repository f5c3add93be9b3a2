import { createContext, useContext } from 'react';
import { useLoaderData } from 'react-router';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';
import type { SizeRefusal } from '../../shop/catalog/tire/size.ts';
import type { ShopConfig } from '../../shop/shop-config.ts';
import type { PageTexts } from '../client/load-page.ts';
import { embeddedJson } from './embedded-data.tsx';

/** What every page knows besides its URL, embedded in the document. */
export type PageContext = {
  shopConfig: ShopConfig;
  /** Base URL of the API, ending in `/api`. */
  apiBase: string;
  origin: string;
  buildId: string;
  /** The rate of VAT on the day, in whole percent; included in every price. */
  vatPercent: number;
  demonstration: boolean;
  testPayments: boolean;
  /** Seasons with tires in the default size; links to other seasons ask for any size. */
  seasonsInDefaultSize: readonly SeasonFilter[];
  commonSizes: readonly { text: string; search: string }[];
};

const Context = createContext<PageContext | null>(null);

export const PageContextProvider = Context.Provider;

export function usePageContext(): PageContext {
  const shop = useContext(Context);
  if (!shop) throw new Error('rendered outside PageContextProvider');
  return shop;
}

let fromDocument: PageContext | null = null;

export function embeddedPageContext(): PageContext {
  fromDocument ??= JSON.parse(embeddedJson('shop')) as PageContext;
  return fromDocument;
}

/** Loader data of a page, from the document or from a navigation in the browser. */
export type PageData = {
  season: SeasonFilter;
  /** The date in Tallinn, `2026-11-21`: road law depends on it. */
  today: string;
  texts: PageTexts | null;
  sizeRefusal?: SizeRefusal;
};

export function usePageData(): PageData {
  return useLoaderData() as PageData;
}
