import { type Locale, localeCookie, localeOfPath } from '../../shop/locale.ts';
import { pageAt } from '../sitemap.ts';
import { timeLimit } from './api-client.ts';
import { openDocument } from './build/reload.ts';
import { loadMessages, messagesOf } from './load-page.ts';
import { useNotifications } from './stores/notifications.ts';

/** Stores the chosen language in a cookie: 365 days, path /, SameSite=Lax (specification, section 4). */
export function storeLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = localeCookie(locale);
}

/** Languages whose messages failed to load. Browsers from before 2026 never fetch such a module again in a document. */
const failedLocales = new Set<Locale>();

/** Loads the messages of a language, then stores the language. If they fail to load, notifies the visitor and never
 * resolves; after a second failure, opens `url` as a new document if the server answers within 5 s. */
export async function changeLanguage(url: URL, locale: Locale, { signal }: Request): Promise<unknown> {
  const areMessagesLoaded = await loadMessages(locale, pageAt(url.pathname));
  if (signal.aborted) return;
  if (areMessagesLoaded) return storeLocale(locale);
  if (failedLocales.has(locale)) {
    const response = await fetch(url, { method: 'HEAD', signal: timeLimit(5000) }).catch(() => null);
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
