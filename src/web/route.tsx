import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { data, useLocation } from 'react-router';
import { localeOfPath } from '../shop/locale.ts';
import { loadMessages } from './build/messages.ts';
import { openPage } from './build/open-page.ts';
import { loadDocument } from './document.server.ts';
import { useCarriedAnswers } from './page-data.ts';
import { loadedPage, loadPage } from './page-modules.ts';
import { pageAt } from './sitemap.ts';

/** Serves documents only: every later navigation is the browser's own affair. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const page = pageAt(url.pathname);
  await loadPage(page);
  const answer = loadDocument(page, url, context);
  return data(answer.data, { status: answer.status });
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const url = new URL(request.url);
  const [data] = await Promise.all([openPage(url), loadMessages(localeOfPath(url.pathname))]);
  return data;
}

export function shouldRevalidate(): boolean {
  return false;
}

export default function PageRoute() {
  useCarriedAnswers();
  const Page = loadedPage(pageAt(useLocation().pathname));
  return <Page />;
}
