import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useLocation } from 'react-router';
import { defaultSeason } from '../shop/catalog/road/season.ts';
import { localeOfPath } from '../shop/locale.ts';
import { tallinnDate } from '../shop/tallinn-date.ts';
import { mayReload, newBuildFound, openDocument, reloadInto } from './client/build/reload.ts';
import { hasMessages, loadedView, loadMessages, loadTexts, loadView, prefetchData } from './client/load-page.ts';
import { documentContext } from './document/document-content.server.ts';
import { embeddedPageContext, type PageData } from './document/page-context.tsx';
import { pageAt, pageKey } from './sitemap.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await loadView(pageAt(new URL(request.url).pathname));
  const content = context.get(documentContext);
  return data(content.data, { status: content.status });
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  // The server answers unknown addresses with its 404 page.
  if (newBuildFound() || pageAt(url.pathname) === null) return openDocument(url);
  return openPage(url);
}

const headStartMs = 1000;

/** Loads view, messages and texts of a page, and waits at most `headStartMs` for its data. */
async function openPage(url: URL): Promise<PageData> {
  const page = pageAt(url.pathname);
  const locale = localeOfPath(url.pathname);
  // English replaces this page's language. Chromium caches a failed import() for the lifetime of a document.
  if (locale === localeOfPath(location.pathname) && !hasMessages(locale) && mayReload(url.pathname)) {
    return openDocument(url);
  }
  const now = new Date();
  const prefetched = prefetchData(url, now);
  try {
    const [, texts] = await Promise.all([
      loadView(page),
      loadTexts(page, url.pathname, embeddedPageContext().buildId),
      Promise.race([prefetched, new Promise((resolve) => setTimeout(resolve, headStartMs))]),
      loadMessages(locale, page),
    ]);
    return { season: defaultSeason(now), today: tallinnDate(now), texts };
  } catch (error) {
    return reloadInto(url, error);
  }
}

/** A filter opens no other page. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  if (pageKey(currentUrl) !== pageKey(nextUrl)) return true;
  return newBuildFound() && pageAt(nextUrl.pathname) !== 'index';
}

export default function PageRoute() {
  const Page = loadedView(pageAt(useLocation().pathname));
  return <Page />;
}
