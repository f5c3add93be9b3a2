import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Messages } from 'use-intl';
import type { SeasonFilter } from '../shop/catalog/road/season.ts';

/** A page, described by the `page.ts` of its folder. `data.server.ts`, if any, reads its data on the server. */
export type Page = {
  /** Without the prefix of a language, and without parameters. */
  path: string;
  /** Whether the sitemap for search engines lists the page: it is the same for everyone, and useful without a query. */
  indexed?: boolean;
  /** Whether each query is a different page, as with the ids of tires. Otherwise all queries are one page. */
  hasPagePerQuery?: boolean;
  view: () => Promise<{ default: ComponentType }>;
  /** Messages that only this page uses. They are loaded together with its view. */
  messages?: MessageFiles;
  /** Namespace of the page's long texts. They come with its document, or from `{path}/_payload.json`. */
  texts?: keyof Messages;
  /** Starts the page's API requests before a navigation ends. Never rejects: the page itself shows a failure. */
  prefetch?: (client: QueryClient, search: URLSearchParams, season: SeasonFilter) => Promise<void>;
};

/** Loaders of message files by path: `import.meta.glob('/src/messages/*.json', { query: '?only=NAMESPACE,…' })`. */
export type MessageFiles = Record<string, () => Promise<unknown>>;
