import { exceptionLines, weekLines } from '../../messages/opening-hours.server.ts';
import { type Day, hoursOf } from '../../shop/calendar.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { localeIds } from '../../shop/locale.ts';
import { vatPercentAt } from '../../shop/money.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import type { PageContext } from './page-context.tsx';

export type DayContext = Pick<PageContext, 'vatPercent' | 'hours'>;

let hoursCache: { shopConfig: ShopConfig; today: Day; hours: DayContext['hours'] } | undefined;

/** Returns the context that changes at midnight. Cached pages are versioned by the day, so that none is outdated. */
export function dayContext(shopConfig: ShopConfig, now: Date): DayContext {
  const today = tallinnDate(now);
  // Formatting days is slow, and every document needs them.
  if (hoursCache?.today !== today || hoursCache.shopConfig !== shopConfig)
    hoursCache = { shopConfig, today, hours: hoursAsTexts(shopConfig, today) };
  return { vatPercent: vatPercentAt(shopConfig.vat, now), hours: hoursCache.hours };
}

/** Returns the hours in every language: a visitor who changes the language keeps the document's context. */
function hoursAsTexts(shopConfig: ShopConfig, today: Day): DayContext['hours'] {
  return Object.fromEntries(
    shopConfig.branches.map(({ id }) => {
      const hours = hoursOf(shopConfig, id);
      const hoursByLocale = localeIds.map((locale) => {
        return [locale, { week: weekLines(hours, locale), exceptions: exceptionLines(hours, locale, today) }];
      });
      return [id, Object.fromEntries(hoursByLocale)];
    }),
  );
}
