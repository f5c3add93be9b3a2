import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, useLocation } from 'react-router';
import { openPage } from './client/build/open-page.ts';
import { newBuildFound, openDocument } from './client/build/reload.ts';
import { loadedView, loadView } from './client/load-page.ts';
import { documentContext } from './document/document-content.server.ts';
import { pageAt, pageKey } from './sitemap.ts';

/** Runs for documents only; navigations use clientLoader. */
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

/** Whether a navigation within a route opens another page. A filter does not. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  if (pageKey(currentUrl) !== pageKey(nextUrl)) return true;
  return newBuildFound() && pageAt(nextUrl.pathname) !== 'index';
}

export default function PageRoute() {
  const Page = loadedView(pageAt(useLocation().pathname));
  return <Page />;
}
