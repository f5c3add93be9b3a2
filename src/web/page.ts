import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Messages } from 'use-intl';
import type { SeasonFilter } from '../shop/catalog/road/season.ts';

/** A page of the shop, as the `page.ts` in its folder describes it. `data.server.ts`, if any, loads its data. */
export type Page = {
  /** Without the language, and without parameters. */
  path: string;
  /** Listed in the sitemap for search engines: the same for everyone, and useful without a query. */
  indexed?: boolean;
  /** The query parameter that names what the page shows: another value is another page. */
  subject?: string;
  view: () => Promise<{ default: ComponentType }>;
  /** Messages that only this page uses, loaded beside its view. */
  messages?: MessageFiles;
  /** Namespace of the long texts that only this page gets: with its document, or from `{path}/_payload.json`. */
  texts?: keyof Messages;
  /** Starts the page's API requests before it is shown. Never rejects: the page itself shows a failure. */
  prefetch?: (client: QueryClient, search: URLSearchParams, season: SeasonFilter) => Promise<void>;
};

/** Loaders of message files by path: `import.meta.glob('/src/messages/*.json', { query: '?only=NAMESPACE,…' })`. */
export type MessageFiles = Record<string, () => Promise<unknown>>;
