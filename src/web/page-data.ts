import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  /** Answers of the API that the document already carries. */
  answers?: readonly (readonly [QueryKey, unknown])[];
};

export function usePageData(): PageData {
  return useLoaderData() as PageData;
}

/** The answers of a query client, as a document carries them: without times, so that equal pages are equal bytes. */
export function answersOf(client: QueryClient): PageData['answers'] {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** Hands the answers that came with the document to the query client; they are as fresh as the document. */
export function useCarriedAnswers(): void {
  const client = useQueryClient();
  const { answers = [] } = usePageData();
  useState(() => {
    for (const [key, data] of answers) if (client.getQueryData(key) === undefined) client.setQueryData(key, data);
  });
}
