import type { DehydratedState } from '@tanstack/react-query';
import { useLoaderData } from 'react-router';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { PageTexts } from './build/payload.ts';

/** What a page gets besides its URL, from the document or from a navigation in the browser. */
export type PageData = {
  /** The season shown first on this day. */
  season: SeasonFilter;
  texts: PageTexts | null;
  /** Answers of the API that the document already carries. */
  queries?: DehydratedState;
};

export function usePageData(): PageData {
  return useLoaderData() as PageData;
}
