import { type Locale, localeCookie, localeOfPath } from '../../shop/locale.ts';
import { pageAt } from '../sitemap.ts';
import { openDocument } from './build/reload.ts';
import { loadMessages, messagesOf } from './load-page.ts';
import { useNotifications } from './stores/notifications.ts';

/** Stores the chosen language in a cookie: 365 days, path /, SameSite=Lax (specification, section 4). */
export function storeLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = localeCookie(locale);
}

/** Languages that failed to load. Browsers from before 2026 fetch no module again in the same document. */
const failedLocales = new Set<Locale>();

/** Loads messages, then stores the language. After a failure the page stays; after a second, `url` opens anew. */
export async function changeLanguage(url: URL, locale: Locale, { signal }: Request): Promise<unknown> {
  const areMessagesLoaded = await loadMessages(locale, pageAt(url.pathname));
  if (signal.aborted) return;
  if (areMessagesLoaded) return storeLocale(locale);
  if (failedLocales.has(locale)) {
    const response = await fetch(url, { method: 'HEAD' }).catch(() => null);
    if (response?.ok) {
      storeLocale(locale);
      return openDocument(url);
    }
  }
  failedLocales.add(locale);
  const { notification } = messagesOf(localeOfPath(location.pathname));
  useNotifications.getState().notify({ text: notification.language });
  return new Promise(() => {});
}
