import { localeOfPath, localizedPath } from '../shop/locale.ts';
import { apology } from './layout/apology.ts';
import { plainPage } from './plain-page.server.ts';

/** The page for a fault while a page was made. */
export function apologyPage(url: string): string {
  const locale = localeOfPath(url.split('?', 1)[0] ?? '/');
  const [title, text, link] = apology[locale];
  return plainPage(locale, title, `<p>${text}</p><p><a href="${localizedPath('/', locale)}">${link}</a></p>`);
}
