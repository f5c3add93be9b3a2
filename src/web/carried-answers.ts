import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { handedText } from './handed.tsx';

/** Answers of the API that a document carries. */
type Answers = readonly (readonly [QueryKey, unknown])[];

/** The answers of a query client, as a document carries them: without times, so that equal pages are equal bytes. */
export function answersOf(client: QueryClient): Answers {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** Hands the answers that came with the document to the browser's query client; they are as fresh as the document. */
export function takeCarriedAnswers(client: QueryClient): void {
  for (const [key, data] of JSON.parse(handedText('answers')) as Answers) client.setQueryData(key, data);
}
