import type { PageName } from '../sitemap.ts';

/** Message namespaces that travel with their page only. */
export const pageTexts = {
  faq: 'faq',
  'faq-buy': 'faqBuy',
  'faq-policy': 'faqPolicy',
  'faq-warranty': 'faqWarranty',
} as const satisfies Partial<Record<PageName, string>>;

export type PageTexts = Record<string, unknown>;

/** The long texts of a faq page from `{route}/_payload.json`, or null for pages without. Rejects when out of reach. */
export async function loadPageTexts(
  page: PageName | null,
  pathname: string,
  buildId: string,
): Promise<PageTexts | null> {
  if (!page || !(page in pageTexts)) return null;
  const answer = await fetch(`${pathname}/_payload.json?${buildId}`, { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`payload of ${pathname}: ${answer.status}`);
  return (await answer.json()) as PageTexts;
}
