import { useLoaderData } from 'react-router';
import type { SeasonFilter } from '../shop/catalog/season.ts';
import type { SizeRefusal } from '../shop/catalog/size.ts';
import type { PageTexts } from './build/payload.ts';

/** What a page gets besides its URL, from the document or from a navigation in the browser. */
export type PageData = {
  /** The season shown first on this day. */
  season: SeasonFilter;
  /** The day in Tallinn, `2026-11-21`: what the law says of a tire depends on it. */
  today: string;
  texts: PageTexts | null;
  /** Why the size typed into the finder cannot be read. */
  sizeRefusal?: SizeRefusal;
};

export function usePageData(): PageData {
  return useLoaderData() as PageData;
}
