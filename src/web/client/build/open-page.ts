import { defaultSeason } from '../../../shop/catalog/road/season.ts';
import { localeOfPath } from '../../../shop/locale.ts';
import { tallinnDate } from '../../../shop/tallinn-date.ts';
import { embeddedPageContext, type PageData } from '../../document/page-context.tsx';
import { pageAt } from '../../sitemap.ts';
import { hasMessages, loadMessages, loadTexts, loadView, prefetchData } from '../load-page.ts';
import { mayReload, openDocument, reloadInto } from './reload.ts';

const headStartMs = 1000;

/** Loads the page of a navigation in the browser: its view, messages and texts, and a head start for its data. */
export async function openPage(url: URL): Promise<PageData> {
  const page = pageAt(url.pathname);
  const locale = localeOfPath(url.pathname);
  // English stands in for this page's language. Chromium keeps a failed import() for the life of a document.
  if (locale === localeOfPath(location.pathname) && !hasMessages(locale) && mayReload(url.pathname))
    return openDocument(url);
  const now = new Date();
  const data = prefetchData(url, now);
  try {
    const [, texts] = await Promise.all([
      loadView(page),
      loadTexts(page, url.pathname, embeddedPageContext().buildId),
      Promise.race([data, new Promise((resolve) => setTimeout(resolve, headStartMs))]),
      loadMessages(locale, page),
    ]);
    return { season: defaultSeason(now), today: tallinnDate(now), texts };
  } catch (error) {
    return reloadInto(url, error);
  }
}
