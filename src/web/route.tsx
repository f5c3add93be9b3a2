import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useLocation } from 'react-router';
import { newBuildFound } from './build/new-build.ts';
import { openDocument } from './build/open-document.ts';
import { openPage } from './build/open-page.ts';
import { documentContext } from './document.server.ts';
import { loadedPage, loadPage } from './page-modules.ts';
import { pageAt, pageKey } from './sitemap.ts';

/** Serves documents only: every later navigation is the browser's own affair. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await loadPage(pageAt(new URL(request.url).pathname));
  const content = context.get(documentContext);
  return data(content.data, { status: content.status });
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  // An unknown address is answered by the server's page of 404.
  if (newBuildFound() || pageAt(url.pathname) === null) return openDocument(url);
  return openPage(url);
}

/**
 * Whether a navigation within one route opens a page: a tire after another, or an unknown address after another, perhaps
 * in another language. Another query does not, unless there is a newer build to be had, and a filter never does.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  if (pageKey(currentUrl) !== pageKey(nextUrl)) return true;
  return newBuildFound() && pageAt(nextUrl.pathname) !== 'index';
}

export default function PageRoute() {
  const Page = loadedPage(pageAt(useLocation().pathname));
  return <Page />;
}
