import { defaultSeason } from '../../shop/catalog/season.ts';
import { localeOfPath } from '../../shop/locale.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import type { PageData } from '../page-data.ts';
import { loadPage } from '../page-modules.ts';
import { browserQueries, prefetchPage } from '../queries.ts';
import { shopFromDocument } from '../shop-context.tsx';
import { pageAt } from '../sitemap.ts';
import { reloadInto } from './chunk-reload.ts';
import { loadMessages } from './messages.ts';
import { loadPageTexts } from './payload.ts';

/** Milliseconds that a navigation waits for data; a page that opens without them says that it is loading. */
const headStartMs = 1000;

/** What a navigation in the browser does before the page shows: its code, its texts and a head start for its data. */
export async function openPage(url: URL): Promise<PageData> {
  const page = pageAt(url.pathname);
  const now = new Date();
  const season = defaultSeason(now);
  const data = prefetchPage(browserQueries(), page, url, season);
  try {
    const [, texts] = await Promise.all([
      loadPage(page),
      loadPageTexts(page, url.pathname, shopFromDocument().buildId),
      Promise.race([data, new Promise((resolve) => setTimeout(resolve, headStartMs))]),
      loadMessages(localeOfPath(url.pathname), page),
    ]);
    return { season, today: tallinnDate(now), texts };
  } catch (error) {
    return reloadInto(url, error);
  }
}
