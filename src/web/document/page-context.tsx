import { createContext, useContext } from 'react';
import { useLoaderData } from 'react-router';
import type { HoursLine } from '../../messages/opening-hours.server.ts';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';
import type { SizeRefusal } from '../../shop/catalog/tire/size.ts';
import type { PublicConfig } from '../../shop/config/shop-config.ts';
import type { Locale } from '../../shop/locale.ts';
import type { PageTexts } from '../client/load-page.ts';
import { embeddedJson } from './embedded-data.tsx';

export type PageContext = {
  shopConfig: PublicConfig;
  /** Base URL of the API, ending in `/api`. */
  apiBase: string;
  origin: string;
  buildId: string;
  vatPercent: number;
  /** By branch: the hours of an ordinary week, and the days of the coming week that differ. */
  hours: Record<string, Record<Locale, { week: HoursLine[]; exceptions: HoursLine[] }>>;
  isDemonstration: boolean;
  /** Whether tires can be chosen by car (src/web/vehicle). */
  hasVehicles: boolean;
  hasTestPayments: boolean;
  /** Seasons with tires in the default size. Links to other seasons have no size. */
  seasonsInDefaultSize: readonly SeasonFilter[];
  commonSizes: readonly { text: string; search: string }[];
};

const Context = createContext<PageContext | null>(null);

export const PageContextProvider = Context.Provider;

export function usePageContext(): PageContext {
  const context = useContext(Context);
  if (!context) throw new Error('rendered outside PageContextProvider');
  return context;
}

let parsedContext: PageContext | null = null;

export function embeddedPageContext(): PageContext {
  parsedContext ??= JSON.parse(embeddedJson('shop')) as PageContext;
  return parsedContext;
}

/** Data of a page from its loader: on the server for a document, in the browser after a navigation. */
export type PageData = {
  season: SeasonFilter;
  /** The date in Tallinn, `2026-11-21`. Warnings about the law on winter tires depend on it. */
  today: string;
  texts: PageTexts | null;
  sizeRefusal?: SizeRefusal;
};

export function usePageData(): PageData {
  return useLoaderData() as PageData;
}
