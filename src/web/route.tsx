import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useLocation } from 'react-router';
import { defaultSeason } from '../shop/catalog/road/season.ts';
import { localeOfPath } from '../shop/locale.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { hasFoundNewBuild, openDocument, reloadInto } from './client/build/reload.ts';
import { changeLanguage, storeLocale } from './client/language.ts';
import { loadedView, loadLongTexts, loadMessages, loadView, prefetchData } from './client/load-page.ts';
import { embeddedPageContext, type PageData } from './document/page-context.tsx';
import { documentContext } from './document-context.server.ts';
import { pageAt, pageKey } from './sitemap.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  // The server has loaded the messages, but not for the modules that `npm run dev` loads anew after an edit.
  await Promise.all([loadView(pageAt(pathname)), loadMessages(localeOfPath(pathname))]);
  const content = context.get(documentContext);
  return data(content.data, { status: content.status });
}

const maxDataWaitMs = 1000;

/** Loads view, messages and texts of a page, and waits at most `maxDataWaitMs` for its data. */
export async function clientLoader({ url, request }: ClientLoaderFunctionArgs): Promise<PageData> {
  const { pathname } = url;
  const page = pageAt(pathname);
  const locale = localeOfPath(pathname);
  const changesLocale = locale !== localeOfPath(location.pathname);
  // A new build needs a new document, and only the server can answer an unknown address with status 404.
  if (hasFoundNewBuild() || page === null) {
    if (changesLocale) storeLocale(locale);
    return openDocument(url);
  }
  const now = new Date();
  const prefetched = prefetchData(url, now);
  if (changesLocale) await changeLanguage(url, locale, request);
  try {
    const [areMessagesLoaded, texts] = await Promise.all([
      loadMessages(locale, page),
      loadLongTexts(page, pathname, embeddedPageContext().buildId),
      Promise.race([prefetched, new Promise((resolve) => setTimeout(resolve, maxDataWaitMs))]),
      loadView(page),
    ]);
    if (!areMessagesLoaded) throw new Error('no messages');
    dayOfLastLoad = tallinnDate(now);
    return { season: defaultSeason(now), today: dayOfLastLoad, texts };
  } catch (error) {
    return reloadInto(url, error);
  }
}

let dayOfLastLoad = tallinnDate(new Date());

/** Whether the loader runs again: for another page, and on a new day, which may change season and road law. After a new build, it runs for each new
 * URL, except on the home page, which `Shell` reloads. A step of a form keeps its URL: a new document would lose what is typed. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  if (pageKey(currentUrl) !== pageKey(nextUrl) || dayOfLastLoad !== tallinnDate(new Date())) return true;
  return hasFoundNewBuild() && currentUrl.href !== nextUrl.href && pageAt(nextUrl.pathname) !== 'index';
}

export default function PageRoute() {
  const Page = loadedView(pageAt(useLocation().pathname));
  return <Page />;
}
