import { useLocation } from 'react-router';
import { type Locale, localeOfPath } from '../../shop/locale.ts';

/** The language of the page: the URL is the authority. */
export function useShopLocale(): Locale {
  return localeOfPath(useLocation().pathname);
}
