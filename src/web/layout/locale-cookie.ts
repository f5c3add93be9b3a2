import { useEffect } from 'react';
import { type Locale, localeIds } from '../../shop/locale.ts';
import { useShopLocale } from '../words.tsx';

const yearInSeconds = 365 * 24 * 60 * 60;

/** Keeps the chosen language: 365 days, path /, SameSite=Lax. */
export function keepLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `locale=${locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax`;
}

/** On first access the language of the page becomes the chosen one. */
export function useLocaleCookie(): void {
  const locale = useShopLocale();
  useEffect(() => {
    const kept = /(?:^|; )locale=(\w+)/.exec(document.cookie)?.[1];
    if (!localeIds.some((id) => id === kept)) keepLocale(locale);
  }, [locale]);
}
